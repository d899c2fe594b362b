import { nameOf } from '#server/features/audit-log/record.ts'
import { reminderSubject } from '#server/features/partners/reminders/emails.ts'
import { onWorkday } from './moments.ts'
import type { DemoDeps, Partner } from './people.ts'

/** Who was reminded, how many days ago, and why that email failed. */
const reminders: [businessName: string, days: number, error?: string][] = [
  ['Price Family Fitness', 5],
  ['Harbor Lofts', 4],
  ['Stone Street Commons', 20],
  ['Stone Street Commons', 2, '550 5.1.1 The mailbox of this address does not exist'],
]

export const createReminders = ({ journal }: DemoDeps, partners: Partner[]) => {
  for (const [businessName, days, error] of reminders) {
    const partner = partners.find((other) => other.businessName === businessName)
    if (!partner) continue
    const { id, user, caretaker } = partner
    const at = onWorkday(days, '9:45')
    journal.email(user, at, ['reminder', reminderSubject], error)
    journal.activity(id, at, caretaker, ['reminded', 'Reminder emailed'])
    journal.audit(caretaker, at, { action: 'partner.reminded', subject: { id, name: nameOf(user) } })
  }
}

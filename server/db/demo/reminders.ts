import { eq } from 'drizzle-orm'
import { users } from '#server/db/schema/users.ts'
import { partnerReminded } from '#server/features/partners/events.ts'
import { listOpen } from '#server/features/partners/reminders/data.ts'
import { openItems, reminderEmail, reminderSubject } from '#server/features/partners/reminders/emails.ts'
import { onWorkday } from './moments.ts'
import type { DemoDeps, Partner } from './people.ts'

type Failure = { status: 'failed' | 'bounced'; error: string; attempts: number }

/** The partners who were reminded, how many days ago, and how the email failed, if it did. */
const reminders: [businessName: string, days: number, failure?: Failure][] = [
  ['Price Family Fitness', 5],
  ['Harbor Lofts', 4],
  ['Stone Street Commons', 20],
  ['Harbor Lofts', 1, { status: 'failed', error: 'Connection timeout', attempts: 16 }],
  [
    'Stone Street Commons',
    2,
    { status: 'bounced', error: '550 5.1.1 The mailbox of this address does not exist', attempts: 1 },
  ],
]

export const createReminders = async ({ db, settings, journal }: DemoDeps, partners: Partner[]) => {
  for (const [businessName, days, failure] of reminders) {
    const partner = partners.find((other) => other.businessName === businessName)
    if (!partner) continue
    const { id, user, caretaker } = partner
    const at = onWorkday(days, '9:45')
    const open = { ...(await listOpen(db, id)), hasToConfirm: false, tasks: [] }
    const items = openItems(open, { now: at, timeZone: null })
    const content = reminderEmail(items, settings.baseUrl)
    journal.email(user, at, { type: 'reminder', subject: reminderSubject, content }, failure)
    if (failure?.status === 'bounced') {
      await db
        .update(users)
        .set({ emailRefusedAt: at, emailRefusal: failure.error })
        .where(eq(users.id, user.id))
    }
    journal.record(at, partnerReminded, caretaker, { partner })
  }
}

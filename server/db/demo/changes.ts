import { partnerChanged, profileUpdated } from '#server/features/partners/events.ts'
import { welcomeEmail, welcomeSubject } from '#server/features/users/emails.ts'
import { userChanged, userInvited } from '#server/features/users/events.ts'
import { after, onWorkday } from './moments.ts'
import type { DemoDeps, Partner } from './people.ts'

/** The partners who changed their own profile, how many days ago, and which part of it. */
const ownChanges: [businessName: string, days: number, heading: string][] = [
  ['Bayfront Conservatory', 12, 'Phone number'],
  ['Pulse Cycle Studio', 31, 'Marketing contact'],
  ['Sunset Wellness Center', 6, 'Instagram'],
]

/** The partners whose email address staff changed. `staffChanges` lists the partners whose profile staff changed. */
const newAddresses: [businessName: string, days: number][] = [
  ['Bayfront Conservatory', 58],
  ['Hale Athletic Club', 20],
]
const staffChanges: [businessName: string, days: number][] = [
  ['Bayfront Conservatory', 57],
  ['Romano Hall', 8],
]

/** The partners who were invited again after staff had entered their profile. */
const invitations: [businessName: string, days: number][] = [
  ['Northside Meeting House', 6],
  ['Foster Street Market Hall', 2],
]

/** Records these changes to the accounts and profiles of partners. */
export const createChanges = ({ settings, journal }: DemoDeps, partners: Partner[]) => {
  const each = <Rest extends unknown[]>(
    changes: [businessName: string, days: number, ...Rest][],
    time: string,
    record: (partner: Partner, at: Date, ...rest: Rest) => void,
  ) => {
    for (const [businessName, days, ...rest] of changes) {
      const partner = partners.find((other) => other.businessName === businessName)
      if (partner) record(partner, onWorkday(days, time), ...rest)
    }
  }

  each(ownChanges, '10:35', (partner, at, heading) => {
    journal.record(at, profileUpdated, partner.user, { partner, headings: [heading] })
  })
  each(newAddresses, '14:05', ({ id, user, caretaker }, at) => {
    journal.record(at, userChanged, caretaker, {
      user: { ...user, partnerId: id },
      before: { email: 'hello@partners.demo.test' },
      after: { email: user.email },
    })
  })
  each(staffChanges, '9:15', (partner, at) => {
    journal.record(at, partnerChanged, partner.caretaker, { partner, before: {}, after: {} })
  })
  each(invitations, '8:50', ({ id, user, caretaker }, at) => {
    const content = welcomeEmail(settings.companyName, user, `${settings.baseUrl}/api/login`)
    journal.email(user, after(at, 0.01), { type: 'welcome', subject: welcomeSubject, content })
    journal.record(at, userInvited, caretaker, { user: { ...user, partnerId: id } })
  })
}

import { randomUUID } from 'node:crypto'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { users } from '#server/db/schema/users.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { memberInvited, memberJoined } from '#server/features/partners/members/events.ts'
import { signedIn } from '#server/features/session/events.ts'
import { insertMany } from './insert-many.ts'
import { onWorkday } from './moments.ts'
import type { DemoDeps, Partner } from './people.ts'
import { lastSeenAfter, signInsOf } from './sign-ins.ts'

interface DemoMember {
  email?: string
  name: string
  title: string
  /** The businesses that the person works for. */
  of: string[]
  canSign?: true
  /** The days before today on which the person was invited and joined; without the second, the invitation is open. */
  days: [invited: number, joined?: number]
}

/** The people who work with the owners. One of them is on the demo's sign-in page. */
const demoMembers: DemoMember[] = [
  {
    email: 'member@demo.test',
    name: 'Maya Ellis',
    title: 'Regional manager',
    of: [
      'Bayfront Conservatory',
      'The Pavilion at Orange Beach',
      'Delgado Rooftop Gardens',
      'Dubois Riverside Hall',
    ],
    days: [38, 37],
  },
  {
    name: 'Dana Whitlock',
    title: 'Marketing contact',
    of: ['Bayfront Conservatory'],
    days: [90, 88],
  },
  { name: 'Ben Ortega', title: 'Event manager', of: ['Bayfront Conservatory'], days: [1] },
  {
    name: 'Ines Delgado',
    title: 'General manager',
    of: ['Delgado Rooftop Gardens'],
    canSign: true,
    days: [70, 70],
  },
  { name: 'Kofi Mensah', title: 'Studio manager', of: ['Pulse Cycle Studio'], days: [55, 52] },
  { name: 'Laura Lang', title: 'Front desk', of: ['Langley Health Club'], days: [3, 2] },
]

/** Adds the people of partners besides the owners, and open invitations. */
export const createMembers = async ({ db, journal }: DemoDeps, partners: Partner[]) => {
  const accounts: (Actor & { signIns: Date[]; createdAt: Date })[] = []
  const rows: (typeof partnerMembers.$inferInsert)[] = []
  for (const { name, email: given, title, of, canSign = false, days } of demoMembers) {
    const [firstName = '', lastName = ''] = name.split(' ')
    const email = given ?? `${firstName}.${lastName}@partners.demo.test`.toLowerCase()
    const [invited, joined] = days
    const user = { id: randomUUID(), email, firstName, lastName, role: 'user' as const }
    const signIns = joined === undefined ? [] : signInsOf({ email, from: joined, every: 3 })
    if (joined !== undefined) accounts.push({ ...user, signIns, createdAt: onWorkday(joined, '9:40') })
    for (const partner of partners.filter(({ businessName }) => of.includes(businessName))) {
      const invitedAt = onWorkday(invited, '9:20')
      const acceptedAt = joined === undefined ? null : onWorkday(joined, '9:45')
      const after = { email, title, canSign }
      journal.record(invitedAt, memberInvited, partner.user, { partner, after })
      if (acceptedAt) journal.record(acceptedAt, memberJoined, user, { partner, after })
      rows.push({
        ...{ partnerId: partner.id, email, firstName, lastName, title, canSign, invitedAt, acceptedAt },
        userId: acceptedAt && user.id,
        lastSeenAt: lastSeenAfter(signIns),
        invitedBy: partner.user.id,
      })
    }
  }
  await db.insert(users).values(
    accounts.map(({ signIns, ...user }) => ({
      ...user,
      mayCreateProfile: false,
      lastSignInAt: signIns.at(-1) ?? null,
      lastSeenAt: lastSeenAfter(signIns),
    })),
  )
  await insertMany(db, partnerMembers, rows)
  for (const { signIns, ...user } of accounts) {
    const last = signIns.at(-1)
    const after = { method: 'code', address: '127.0.0.1', browser: 'Demo data' }
    if (last) journal.record(last, signedIn, user, { user, after })
  }
}

import { randomUUID } from 'node:crypto'
import type { Executor } from '#server/db/client.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { userPictures, users } from '#server/db/schema/users.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { termsOf } from '#server/features/documents/signing/evidence.ts'
import { partnerCreated } from '#server/features/partners/events.ts'
import { signedIn } from '#server/features/session/events.ts'
import { welcomeEmail, welcomeSubject } from '#server/features/users/emails.ts'
import { userCreated } from '#server/features/users/events.ts'
import { pick } from '#server/pick.ts'
import type { Settings } from '#server/settings.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { readSample, storeBytes } from './files.ts'
import type { Journal } from './journal.ts'
import { onWorkday } from './moments.ts'
import { type DemoPartner, demoPartners } from './partners.ts'
import { lastSeenAfter, signInsOf } from './sign-ins.ts'
import { caretakerOf, demoTeam, type TeamName } from './team.ts'
import { contractValuesOf } from './terms.ts'

export interface DemoDeps {
  db: Executor
  settings: Settings
  store: ObjectStore
  journal: Journal
}

/** A partner of the demo, with the user whose profile it is. */
export interface Partner extends DemoPartner {
  index: number
  user: Actor & { signIns: Date[] }
  /** The id of the profile, which partners who have only been invited do not have. */
  id: string
  fullName: string
  caretaker: Actor
}

export type Team = Record<TeamName, Actor & { signIns: Date[] }>

const actorOf = (
  { email, firstName, lastName }: Pick<Actor, 'email' | 'firstName' | 'lastName'>,
  role: Actor['role'],
  signIns: Date[],
) => ({ id: randomUUID(), email, firstName, lastName, role, signIns })

export const createPeople = async (deps: DemoDeps): Promise<{ team: Team; partners: Partner[] }> => {
  const { db, settings, journal } = deps
  const team = Object.fromEntries(
    Object.entries(demoTeam).map(([name, member]) => {
      const signIns = signInsOf({ email: member.email, from: member.since, every: 1 })
      return [name, actorOf(member, member.role, signIns)]
    }),
  ) as Team
  const partners = demoPartners.map((partner, index) => ({
    ...partner,
    index,
    id: randomUUID(),
    fullName: `${partner.firstName} ${partner.lastName}`,
    user: actorOf(partner, 'user', visitsOf(partner, index)),
    caretaker: team[caretakerOf(index)],
  }))

  const accounts = [
    ...Object.entries(demoTeam).map(([name, { since }]) => ({
      user: team[name as TeamName],
      since,
      group: null,
    })),
    ...partners.map(({ user, steps, group }) => ({ user, since: steps[0], group })),
  ]
  const addresses = await storePictures(deps, [
    ...Object.values(team),
    ...partners.filter(({ hasPicture }) => hasPicture).map(({ user }) => user),
  ])
  await db.insert(users).values(
    accounts.map(({ user: { signIns, ...user }, since, group }) => ({
      ...user,
      partnerGroup: group,
      profileImageUrl: addresses.get(user.id)?.address ?? null,
      invitedAt: onWorkday(since, '9:05'),
      lastSignInAt: signIns.at(-1) ?? null,
      lastSeenAt: lastSeenAfter(signIns),
      createdAt: onWorkday(since, '9:05'),
    })),
  )
  await db
    .insert(userPictures)
    .values(
      [...addresses].map(([userId, { objectKey }]) => ({ userId, objectKey, source: 'account' as const })),
    )
  for (const { user, steps, caretaker } of partners) {
    const at = onWorkday(steps[0], '9:05')
    const after = pick(user, 'email', 'firstName', 'lastName', 'role')
    journal.record(at, userCreated, caretaker, { user, after })
    const content = welcomeEmail(settings.companyName, user, `${settings.baseUrl}/api/login`)
    journal.email(user, at, { type: 'welcome', subject: welcomeSubject, content })
  }
  recordSignIns(deps, [...Object.values(team), ...partners.map(({ user }) => user)])
  await createProfiles(deps, partners)
  return { team, partners }
}

/** Returns when a partner signed in. Partners who stalled in onboarding stop signing in. */
const visitsOf = ({ email, steps }: DemoPartner, index: number) => {
  const [invited, profile, , contract] = steps
  if (profile === undefined) return []
  const last = steps.at(-1) ?? invited
  const until = contract === undefined && last > 9 ? last - 2 : 1
  return signInsOf({ email, from: profile, until, every: 2 + (index % 5) })
}

/** Stores the pictures of users, each named after its user. Returns their addresses. */
const storePictures = async ({ store }: DemoDeps, people: Actor[]) => {
  const stored = people.map(async ({ id, firstName, lastName }) => {
    const bytes = await readSample('pictures', `${firstName}-${lastName}.webp`.toLowerCase())
    const objectKey = await storeBytes(store, bytes)
    return [id, { objectKey, address: `/api/pictures/${objectKey}` }] as const
  })
  return new Map(await Promise.all(stored))
}

/** Records sign-ins in the audit log, which keeps them for a limited time only. */
const recordSignIns = ({ journal, settings }: DemoDeps, people: (Actor & { signIns: Date[] })[]) => {
  const oldest = onWorkday(settings.signInEventDays - 1, '0:00')
  for (const person of people) {
    for (const at of person.signIns.filter((signIn) => signIn > oldest)) {
      const after = { method: 'code', address: '127.0.0.1', browser: 'Demo data' }
      journal.record(at, signedIn, person, { user: person, after })
    }
  }
}

const createProfiles = async ({ db, journal }: DemoDeps, partners: Partner[]) => {
  const begun = partners.filter(({ steps }) => steps[1] !== undefined)
  await db.insert(partnerProfiles).values(begun.map(profileOf))
  for (const partner of begun) {
    const { id, user, steps, caretaker, isByStaff } = partner
    const at = onWorkday(steps[1] ?? 0, '11:20')
    journal.record(at, partnerCreated, isByStaff ? caretaker : user, { partner })
    if (!isByStaff) continue
    const [firstSignIn] = user.signIns
    if (firstSignIn && firstSignIn > at) {
      journal.activity(id, firstSignIn, user, ['first_signed_in', 'Signed in for the first time'])
    }
  }
}

const profileOf = (partner: Partner) => {
  const { id, user, fullName, businessName, state, steps, index, caretaker, isByStaff, isOnPaper } = partner
  const [, profile = 0, , contract] = steps
  const host = businessName.toLowerCase().replace(/[^a-z]+/g, '-')
  const phoneNumber = `(555) 010-0${142 + index}`
  const onboardingStatus =
    contract !== undefined
      ? ('completed' as const)
      : isByStaff
        ? ('profile' as const)
        : ('documents' as const)
  return {
    id,
    userId: user.id,
    fullName,
    email: user.email,
    state,
    businessName,
    mainMarketingContact: fullName,
    businessWebsite: `https://${host}.example.com`,
    instagramUrl: `https://instagram.com/${host}`,
    facebookUrl: index % 3 === 0 ? `https://facebook.com/${host}` : null,
    phoneNumber,
    preferredCommunicationMethod: index % 4 === 2 ? ('text' as const) : ('email' as const),
    marketingContactEmail: user.email,
    onboardingStatus,
    // Partners in onboarding have nobody yet, so the demo shows both.
    managerId: contract === undefined ? null : caretaker.id,
    // Signing writes the terms into the profile; storing a scan of a paper contract does not.
    ...(contract !== undefined && !isOnPaper
      ? termsOf(contractValuesOf(partner, onWorkday(contract, '15:40')))
      : {}),
    createdAt: onWorkday(profile, '11:20'),
    updatedAt: onWorkday(contract ?? profile, '15:40'),
  }
}

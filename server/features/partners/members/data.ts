import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { findRow, lockRow } from '#server/db/rows.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { partnerActivities, partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { isOfAddress } from '#server/features/sign-in/data.ts'
import { pick } from '#server/pick.ts'
import { getProfile } from '../profile/data.ts'

const isOwner = sql<boolean>`coalesce(${partnerProfiles.userId} = ${partnerMembers.userId}, false)`

/** The person's own email address or name once they have joined, and before that what the inviter entered. */
const ownOrEntered = <Value>(name: 'email' | 'firstName' | 'lastName') =>
  sql<Value>`case when ${partnerMembers.userId} is null then ${partnerMembers[name]} else ${users[name]} end`

const memberColumns = {
  ...pick(partnerMembers, 'id', 'partnerId', 'userId', 'title', 'invitedAt', 'acceptedAt', 'updatedAt'),
  email: ownOrEntered<string>('email'),
  firstName: ownOrEntered<string | null>('firstName'),
  lastName: ownOrEntered<string | null>('lastName'),
  isOwner,
  canSign: sql<boolean>`${partnerMembers.canSign} or ${isOwner}`,
  lastSeenAt: partnerMembers.lastSeenAt,
  isOfferedOwnership: sql<boolean>`${partnerMembers.ownershipOfferedAt} is not null`,
}

const selectMembers = (db: Executor) =>
  db
    .select(memberColumns)
    .from(partnerMembers)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerMembers.partnerId))
    .leftJoin(users, eq(users.id, partnerMembers.userId))

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number]

/** Lists the people of a partner: the owner, the others in the order in which they joined, and the open invitations, oldest first. */
export const listMembers = (db: Executor, partnerId: string, { page, limit }: Page) =>
  selectMembers(db)
    .where(eq(partnerMembers.partnerId, partnerId))
    .orderBy(
      sql`${isOwner} desc`,
      sql`${partnerMembers.acceptedAt} nulls last`,
      partnerMembers.createdAt,
      partnerMembers.id,
    )
    .limit(limit)
    .offset((page - 1) * limit)

const isMember = (partnerId: string, id: string) =>
  and(eq(partnerMembers.partnerId, partnerId), eq(partnerMembers.id, id))

export const getMember = (db: Executor, partnerId: string, id: string) =>
  findRow(selectMembers(db), isMember(partnerId, id))

/** Counts the people of a partner, including those who are invited. */
export const countMembers = (db: Executor, partnerId: string) =>
  db.$count(partnerMembers, eq(partnerMembers.partnerId, partnerId))

/** Counts the people of a partner besides the owner, without open invitations. */
export const countOtherMembers = async (db: Executor, partnerId: string) =>
  (await db.$count(
    partnerMembers,
    and(eq(partnerMembers.partnerId, partnerId), isNotNull(partnerMembers.userId)),
  )) - 1

/** Counts the invitations of a partner that were sent within a day, also those that were withdrawn. */
export const countInvitationsOfDay = (db: Executor, partnerId: string) =>
  db.$count(
    partnerActivities,
    and(
      eq(partnerActivities.partnerId, partnerId),
      eq(partnerActivities.activityType, 'partner_member_invited'),
      sql`${partnerActivities.createdAt} > now() - interval '1 day'`,
    ),
  )

const isTo = (email: string) => and(isNull(partnerMembers.userId), isOfAddress(partnerMembers.email, email))

/** Finds the person with this address, or the open invitation to it, among the people of a partner. */
export const findMemberByEmail = (db: Executor, partnerId: string, email: string) =>
  findRow(
    selectMembers(db),
    and(eq(partnerMembers.partnerId, partnerId), or(isTo(email), isOfAddress(users.email, email))),
  )

export const insertMember = async (db: Executor, member: typeof partnerMembers.$inferInsert) => {
  const [row] = await db.insert(partnerMembers).values(member).returning({ id: partnerMembers.id })
  if (!row) throw new Error('the invitation just stored did not come back')
  return row.id
}

export const updateMember = async (
  db: Executor,
  id: string,
  change: Partial<typeof partnerMembers.$inferInsert>,
) => {
  await db.update(partnerMembers).set(change).where(eq(partnerMembers.id, id))
}

export const deleteMember = async (db: Executor, id: string) => {
  await db.delete(partnerMembers).where(eq(partnerMembers.id, id))
}

const withoutOffer = { ownershipOfferedAt: null, ownershipOfferedBy: null }

/** Ends the open offer of ownership at a partner, if there is one. */
export const withdrawOffer = async (db: Executor, partnerId: string) => {
  await db
    .update(partnerMembers)
    .set(withoutOffer)
    .where(and(eq(partnerMembers.partnerId, partnerId), isNotNull(partnerMembers.ownershipOfferedAt)))
}

/** Whether a user owns another partner than this one. */
export const ownsOtherPartner = async (db: Executor, userId: string, partnerId: string) =>
  (await db.$count(
    partnerProfiles,
    and(eq(partnerProfiles.userId, userId), ne(partnerProfiles.id, partnerId)),
  )) > 0

/** Gives somebody who has joined the names that the inviter entered, unless they have names of their own. */
export const takeEnteredNames = async (
  db: Executor,
  userId: string,
  { firstName, lastName }: Pick<MemberRow, 'firstName' | 'lastName'>,
) => {
  const isNameless = and(eq(users.id, userId), isNull(users.firstName), isNull(users.lastName))
  await db.update(users).set({ firstName, lastName }).where(isNameless)
}

/** Makes a member the owner. The former owner stays a member who may sign, and the group moves to the new owner. */
export const setOwner = async (db: Executor, partnerId: string, former: string, owner: string) => {
  await db
    .update(partnerMembers)
    .set({ canSign: true, ...withoutOffer })
    .where(
      and(
        eq(partnerMembers.partnerId, partnerId),
        sql`${partnerMembers.userId} in (${former}::uuid, ${owner}::uuid)`,
      ),
    )
  await db.update(partnerProfiles).set({ userId: owner }).where(eq(partnerProfiles.id, partnerId))
  // Both read the groups of before the statement.
  await db.execute(sql`
    update ${users} set updated_at = now(), partner_group = case when ${users.id} = ${owner}
      then (select partner_group from ${users} as former where former.id = ${former}) end
    where ${users.id} in (${former}::uuid, ${owner}::uuid)`)
}

/** Whether a user may sign for a partner now. The right cannot end until the transaction ends. */
export const lockRightToSign = async (tx: Executor, partnerId: string, userId: string) => {
  const isMembership = and(eq(partnerMembers.partnerId, partnerId), eq(partnerMembers.userId, userId))
  const member = await lockRow(
    tx.select({ canSign: partnerMembers.canSign }).from(partnerMembers),
    isMembership,
    'share',
  )
  if (!member || member.canSign) return member !== undefined
  return (await getProfile(tx, partnerId))?.userId === userId
}

/** Deletes the open invitations of an address, with what their inviters typed. */
export const deleteInvitationsTo = async (tx: Executor, email: string) => {
  await tx.delete(partnerMembers).where(isTo(email))
}

/**
 * Deletes the memberships of an erased user in other partners, and those of other people in the partner that the user owned. The owner's own
 * row stays as long as the partner does, without personal data.
 */
export const anonymizeMemberships = async (tx: Executor, userId: string, ownPartnerId: string | null) => {
  const isOfUser = eq(partnerMembers.userId, userId)
  const isOfPartner = ownPartnerId === null ? sql`false` : eq(partnerMembers.partnerId, ownPartnerId)
  const isOwners = and(isOfUser, isOfPartner)
  await tx.delete(partnerMembers).where(and(or(isOfUser, isOfPartner), sql`(${isOwners}) is not true`))
  await tx
    .update(partnerMembers)
    .set({ email: null, firstName: null, lastName: null, title: null, lastSeenAt: null })
    .where(isOwners)
}

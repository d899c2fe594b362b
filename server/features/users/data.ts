import { and, asc, desc, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { PartnerRole } from '#contract/partners/labels.ts'
import type { Role } from '#contract/users/roles.ts'
import { buildOnce } from '#server/db/build-once.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { findRow } from '#server/db/rows.ts'
import { partnerInvitations } from '#server/db/schema/partner-invitations.ts'
import { memberships, ownPartnerFirst, partnerMembers } from '#server/db/schema/partner-members.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { userCounts, userEmailPreferences, users } from '#server/db/schema/users.ts'
import { containsWords } from '#server/db/search.ts'
import { pick } from '#server/pick.ts'

const hasProfile = sql`exists (select from ${partnerMembers} where ${partnerMembers.userId} = ${users.id})`

const userColumns = {
  ...pick(users, 'id', 'email', 'firstName', 'lastName', 'profileImageUrl', 'role'),
  ...pick(users, 'partnerGroup', 'disabledAt', 'erasedAt', 'createdAt', 'updatedAt'),
  hasPartnerProfile: sql<boolean>`${hasProfile}`,
  partner: sql<{ id: string; businessName: string; role: PartnerRole } | null>`(
    select json_build_object('id', partner_id, 'businessName', business_name, 'role', case when is_owner then 'owner' else 'member' end)
    from ${memberships} where ${memberships.userId} = ${users.id} order by ${sql.join(ownPartnerFirst, sql`, `)} limit 1)`,
  partnerId: partnerProfiles.id,
  fullName: partnerProfiles.fullName,
}

const selectUsers = (db: Executor) =>
  db.select(userColumns).from(users).leftJoin(partnerProfiles, eq(partnerProfiles.userId, users.id))

export interface UserFilter {
  search: string | null
  role?: Role | undefined
  partnerGroup: string | null
  profile?: 'has' | 'none' | 'invited' | undefined
}

const chosen = ({ search, role, partnerGroup, profile }: UserFilter) =>
  and(
    role && eq(users.role, role),
    partnerGroup === null ? undefined : eq(users.partnerGroup, partnerGroup),
    profile && (profile === 'has' ? hasProfile : not(hasProfile)),
    profile === 'invited' ? isNull(users.disabledAt) : undefined,
    search === null ? undefined : containsWords(sql`${users.searchText}`, search),
  )

interface PageShape extends Record<string, boolean> {
  byRole: boolean
  byGroup: boolean
}

const shapeOf = ({ role, partnerGroup }: UserFilter): PageShape => ({
  byRole: role !== undefined,
  byGroup: partnerGroup !== null,
})

const pageQuery = buildOnce((db, { byRole, byGroup }: PageShape) =>
  selectUsers(db)
    .where(
      and(
        byRole ? eq(users.role, sql.placeholder('role')) : undefined,
        byGroup ? eq(users.partnerGroup, sql.placeholder('partnerGroup')) : undefined,
      ),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)

const totalQuery = buildOnce((db, { byRole, byGroup }: PageShape) =>
  db
    .select({ total: sql<number>`coalesce(sum(${userCounts.users}), 0)::int` })
    .from(userCounts)
    .where(
      and(
        byRole ? eq(userCounts.role, sql.placeholder('role')) : undefined,
        byGroup ? eq(userCounts.partnerGroup, sql.placeholder('partnerGroup')) : undefined,
      ),
    ),
)

/** Lists users, the newest first. */
export const listUsers = async (db: Database, filter: UserFilter, { page, limit }: Page) => {
  if (filter.search === null && !filter.profile && limit !== undefined) {
    const offset = (page - 1) * limit
    return pageQuery(db, shapeOf(filter)).execute({ ...filter, limit, offset })
  }
  const query = selectUsers(db)
    .where(chosen(filter))
    .orderBy(desc(users.createdAt), desc(users.id))
    .$dynamic()
  return query.limit(limit).offset((page - 1) * limit)
}

export const countUsers = async (db: Database, filter: UserFilter) => {
  if (filter.search !== null || filter.profile) return db.$count(users, chosen(filter))
  const [row] = await totalQuery(db, shapeOf(filter)).execute({ ...filter })
  return row?.total ?? 0
}

/** Merges the counters of each role and group into one row. */
export const compactUserCounts = async (db: Executor) => {
  await db.execute(sql`
    with counters as (delete from ${userCounts} returning *)
    insert into ${userCounts} (role, partner_group, users)
    select role, partner_group, sum(users) from counters group by role, partner_group having sum(users) <> 0`)
}

export const getUser = (db: Executor, id: string) => findRow(selectUsers(db), eq(users.id, id))

export type UserRow = NonNullable<Awaited<ReturnType<typeof getUser>>>

// This lock is weaker than `for update`: it does not block inserts that refer to these users.
const lock = 'no key update'

/** Reads users and locks them until the transaction ends, in the order of ids. */
export const lockUsers = (db: Executor, ids: string[]) =>
  selectUsers(db).where(inArray(users.id, ids)).orderBy(asc(users.id)).for(lock, { of: users })

/** Returns the ids of the enabled admins, and locks them, so that changes of the admin role happen one after the other. */
export const lockAdmins = async (db: Executor) => {
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.disabledAt)))
    .orderBy(asc(users.id))
    .for(lock)
  return admins.map(({ id }) => id)
}

/** Creates a user and returns the id; undefined when the email address is taken. */
export const createUser = async (db: Executor, user: typeof users.$inferInsert) => {
  const [created] = await db.insert(users).values(user).onConflictDoNothing().returning({ id: users.id })
  return created?.id
}

/** Whether another user has this email address, ignoring case. */
export const isEmailTaken = async (db: Executor, email: string) =>
  (await db.$count(users, eq(sql`lower(${users.email})`, email.toLowerCase()))) > 0

export const updateUsers = async (
  db: Executor,
  ids: string[],
  change: Partial<typeof users.$inferInsert>,
) => {
  await db.update(users).set(change).where(inArray(users.id, ids))
}

/**
 * Stores when users were first invited, which allows other emails to them and a partner profile of their own. `updatedAt` stays, so that
 * open forms can still be saved.
 */
export const markInvited = async (db: Executor, ids: string[]) => {
  await db
    .update(users)
    .set({ invitedAt: sql`now()`, mayCreateProfile: true, updatedAt: sql`${users.updatedAt}` })
    .where(and(inArray(users.id, ids), isNull(users.invitedAt)))
}

/** Returns the text that staff have written for the invitation of a partner to its owner; null if there is none, or it was accepted. */
export const getPersonalLine = async (db: Executor, userId: string) => {
  const [invitation] = await db
    .select({ personalLine: partnerInvitations.personalLine })
    .from(partnerInvitations)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerInvitations.partnerId))
    .where(eq(partnerProfiles.userId, userId))
  return invitation?.personalLine ?? null
}

const withoutProfile = (search: string | null) =>
  and(
    isNull(users.disabledAt),
    not(hasProfile),
    search === null ? undefined : containsWords(sql`${users.searchText}`, search),
  )

export const listUsersWithoutProfiles = (db: Executor, search: string | null, { page, limit }: Page) => {
  const query = db
    .select(pick(users, 'id', 'email', 'firstName', 'lastName', 'role'))
    .from(users)
    .where(withoutProfile(search))
    .orderBy(sql`lower(${users.email})`)
    .$dynamic()
  return query.limit(limit).offset((page - 1) * limit)
}

export const countUsersWithoutProfiles = (db: Executor, search: string | null) =>
  db.$count(users, withoutProfile(search))

const withGroups = sql`
  with recursive groups as (
    (select min(partner_group) as name from users)
    union all
    select (select min(partner_group) from users where partner_group > groups.name)
    from groups where groups.name is not null)`

/** Lists the groups by name. Jumps from one name to the next in the index, so that the cost depends only on the number of groups. */
export const listPartnerGroups = async (db: Executor, { page, limit }: Page) => {
  const { rows } = await db.execute<{ name: string }>(
    sql`${withGroups} select name from groups where name is not null limit ${limit} offset ${(page - 1) * limit}`,
  )
  return rows.map(({ name }) => name)
}

export const countPartnerGroups = async (db: Executor) => {
  const { rows } = await db.execute<{ total: number }>(
    sql`${withGroups} select count(name)::int as total from groups`,
  )
  return rows[0]?.total ?? 0
}

/** Returns which of these users have opted out of invitation emails. */
export const listUninvitable = async (db: Executor, ids: string[]) => {
  const rows = await db
    .select({ id: userEmailPreferences.userId })
    .from(userEmailPreferences)
    .where(
      and(
        inArray(userEmailPreferences.userId, ids),
        sql`'welcomeEmails' = any(${userEmailPreferences.emailOff})`,
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

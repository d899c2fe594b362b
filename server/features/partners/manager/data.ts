import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { managerOf } from '#server/db/partner-manager.ts'
import { partnerGroups } from '#server/db/schema/audience.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { containsWords } from '#server/db/search.ts'
import { namedUser } from '#server/db/user-names.ts'

/** Returns the id of the manager of a partner; null if there is none who can act. */
export const getManagerId = async (db: Executor, partnerId: string) => {
  const { rows } = await db.execute<{ id: string | null }>(
    sql`select ${managerOf(sql`${partnerId}::uuid`)} as id`,
  )
  return rows[0]?.id ?? null
}

/** Returns the manager of a partner as its people see them; null if there is none who can act. */
export const getManager = async (db: Executor, partnerId: string) => {
  const { rows } = await db.execute<{ name: string; profileImageUrl: string | null }>(sql`
    select coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), 'Partner Team') as name,
      profile_image_url as "profileImageUrl"
    from users where id = ${managerOf(sql`${partnerId}::uuid`)}`)
  return rows[0] ?? null
}

/** Returns the users who own these partners, and whether each has ever signed in. */
export const listOwners = (db: Executor, partnerIds: string[]) =>
  db
    .select({ id: users.id, hasSignedIn: sql<boolean>`${users.lastSignInAt} is not null` })
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(inArray(partnerProfiles.id, partnerIds))

/** Returns those of the partners that have this manager; null stands for none. */
export const listManagedBy = async (db: Executor, partnerIds: string[], managerId: string | null) => {
  const isManaged = managerId ? eq(partnerProfiles.managerId, managerId) : isNull(partnerProfiles.managerId)
  const rows = await db
    .select({ id: partnerProfiles.id })
    .from(partnerProfiles)
    .where(and(inArray(partnerProfiles.id, partnerIds), isManaged))
  return rows.map(({ id }) => id)
}

const isListed = (search: string | null) =>
  search ? containsWords(sql`${partnerGroups.comparedName}`, search) : undefined

export const listGroupManagers = (db: Executor, search: string | null, { page, limit }: Page) =>
  db
    .select({
      group: partnerGroups.name,
      manager: namedUser('"partner_groups"."manager_id"'),
      partners: sql<number>`(select count(*)::int from users owner join partner_profiles profile on profile.user_id = owner.id
        where owner.partner_group = "partner_groups"."name")`,
    })
    .from(partnerGroups)
    .where(isListed(search))
    .orderBy(partnerGroups.name)
    .limit(limit)
    .offset((page - 1) * limit)

export const countGroups = (db: Executor, search: string | null) => db.$count(partnerGroups, isListed(search))

/** Sets the manager of a group. Returns the former manager; undefined when the group does not exist. */
export const setGroupManager = async (tx: Executor, group: string, managerId: string | null) => {
  const [former] = await tx
    .select({ manager: namedUser('"partner_groups"."manager_id"') })
    .from(partnerGroups)
    .where(eq(partnerGroups.name, group))
    .for('no key update')
  await tx.update(partnerGroups).set({ managerId }).where(eq(partnerGroups.name, group))
  return former
}

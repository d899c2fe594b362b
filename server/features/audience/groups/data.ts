import { eq, inArray, sql } from 'drizzle-orm'
import { comparedText } from '#contract/compared-text.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { partnerGroups } from '#server/db/schema/audience.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'

/** Maps the comparable forms of names (see `comparedText`) to the stored names of groups. Groups that do not exist are left out. */
export const findGroups = async (db: Executor, names: string[]) => {
  const compared = [...new Set(names.map(comparedText))]
  const rows = await db
    .select({ name: partnerGroups.name, comparedName: partnerGroups.comparedName })
    .from(partnerGroups)
    .where(sql`${partnerGroups.comparedName} = any(${sql.param(compared)}::text[])`)
  return new Map(rows.map(({ name, comparedName }) => [comparedName, name]))
}

/** Returns the stored spelling of a group, or the given one if the group is new. Database triggers apply the same spelling. */
export const storedGroup = async <Group extends string | null>(db: Executor, group: Group) => {
  if (group === null) return group
  return (await findGroups(db, [group])).get(comparedText(group)) ?? group
}

/** Returns a group that a migration merged from several, locked until the transaction ends; undefined when none is left. */
export const lockGroupToFollow = async (tx: Executor) => {
  const [group] = await tx
    .select({ name: partnerGroups.name })
    .from(partnerGroups)
    .where(eq(partnerGroups.isToFollow, true))
    .limit(1)
    .for('no key update', { skipLocked: true })
  return group?.name
}

/** Lists the ids of all partners in a group, sorted. */
export const listPartnersInGroup = async (db: Executor, group: string) => {
  const rows = await db
    .select({ id: partnerProfiles.id })
    .from(partnerProfiles)
    .where(
      inArray(
        partnerProfiles.userId,
        db.select({ id: users.id }).from(users).where(eq(users.partnerGroup, group)),
      ),
    )
    .orderBy(partnerProfiles.id)
  return rows.map(({ id }) => id)
}

export const markFollowed = async (tx: Executor, group: string) => {
  await tx.update(partnerGroups).set({ isToFollow: false }).where(eq(partnerGroups.name, group))
}

/** Deletes the groups that nothing refers to any more, so that whoever creates such a group again chooses its spelling. */
export const deleteUnusedGroups = (db: Database) =>
  db.transaction(async (tx) => {
    // The lock waits for transactions that are assigning a group: the trigger locks the group's row until they end.
    await tx.execute(sql`lock table ${partnerGroups} in exclusive mode`)
    await tx.execute(sql`
      delete from ${partnerGroups} named where not is_to_follow and manager_id is null
        and not exists (select from users where partner_group = named.name)
        and not exists (select from task_sets where partner_group = named.name)
        and not exists (select from announcements where assigned_group = named.name)
        and not exists (select from resource_files where assigned_group = named.name)
        and not exists (select from shared_documents where assigned_group = named.name)
        and not exists (select from task_definitions where assigned_group = named.name)
        and not exists (select from task_series where assigned_group = named.name)`)
  })

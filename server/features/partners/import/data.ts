import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { appendixAFields } from '#contract/partners/appendix-a-fields.ts'
import type { ImportedColumn } from '#contract/partners/import.ts'
import { profileFields } from '#contract/partners/profile-fields.ts'
import { columnOf } from '#server/db/carried-terms.ts'
import type { Executor } from '#server/db/client.ts'
import { importHeadings, partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { displayName } from '#server/db/user-names.ts'
import { pick } from '#server/pick.ts'
import { profileColumns } from '../profile/data.ts'
import type { Remembered } from './columns.ts'

/** Returns the known users among these lower-case emails, and whether they have a profile. */
export const findUsers = async (db: Executor, loweredEmails: string[]) => {
  const lowered = sql<string>`lower(${users.email})`
  const rows = await db
    .select({
      email: lowered,
      ...pick(users, 'id', 'role', 'partnerGroup', 'disabledAt'),
      isUninvited: sql<boolean>`${users.invitedAt} is null and ${users.lastSignInAt} is null`,
      partnerId: partnerProfiles.id,
    })
    .from(users)
    .leftJoin(partnerProfiles, eq(partnerProfiles.userId, users.id))
    .where(sql`${lowered} = any(${sql.param(loweredEmails)}::text[])`)
  return new Map(rows.map((row) => [row.email, row]))
}

/** Returns the profiles with these ids, each with its owner's email and group, and whether it was erased. */
export const findPartners = async (db: Executor, ids: string[]) => {
  const rows = await db
    .select({
      ...profileColumns,
      userEmail: users.email,
      partnerGroup: users.partnerGroup,
      managerEmail: sql<
        string | null
      >`(select email from users as manager where manager.id = ${partnerProfiles.managerId})`,
      isErased: sql<boolean>`${users.erasedAt} is not null`,
    })
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(sql`${partnerProfiles.id} = any(${sql.param(ids)}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Lists the members of staff who can be partner managers. */
export const listTeam = (db: Executor) =>
  db
    .select({ ...pick(users, 'id', 'email'), name: displayName('users') })
    .from(users)
    .where(and(inArray(users.role, ['support', 'admin']), isNull(users.disabledAt)))

/** Returns the moment at which the rows of this transaction were created. */
export const getAddedAt = async (tx: Executor) => {
  const { rows } = await tx.execute<{ ms: number }>(
    sql`select (extract(epoch from now()::timestamptz(3)) * 1000)::float8 as ms`,
  )
  return new Date(Number(rows[0]?.ms))
}

/** Creates users and returns their ids by lower-case email, without emails that were taken in the meantime. */
export const createUsers = async (db: Executor, rows: (typeof users.$inferInsert)[]) => {
  const created = await db
    .insert(users)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: users.id, email: sql<string>`lower(${users.email})` })
  return new Map(created.map(({ id, email }) => [email, id]))
}

/** Creates profiles, and leaves out users who got a profile in the meantime. */
export const createProfiles = (db: Executor, rows: (typeof partnerProfiles.$inferInsert)[]) =>
  db
    .insert(partnerProfiles)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: partnerProfiles.id, userId: partnerProfiles.userId, fullName: partnerProfiles.fullName })

const changeable = sql.raw([...Object.keys(profileFields), ...appendixAFields].map(columnOf).join(', '))

interface ProfileChange {
  partner: { id: string; updatedAt: Date }
  after: Record<string, unknown>
}

/** Changes fields of profiles, except of those that have changed since they were read. Returns how many were changed. */
export const changeProfiles = async (tx: Executor, changes: ProfileChange[]) => {
  const given = changes.map(({ partner, after }) => ({
    ...pick(partner, 'id', 'updatedAt'),
    fields: Object.fromEntries(Object.entries(after).map(([name, value]) => [columnOf(name), value])),
  }))
  const { rowCount } = await tx.execute(sql`
    update partner_profiles as profile
    set (${changeable}, updated_at) = (
      select ${changeable}, clock_timestamp() from jsonb_populate_record(profile, change.fields))
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as change(id uuid, "updatedAt" timestamptz, fields jsonb)
    where profile.id = change.id and profile.updated_at = change."updatedAt"`)
  return rowCount ?? 0
}

/** Returns the fields that users have matched to headings in earlier imports. */
export const listRememberedHeadings = async (db: Executor): Promise<Remembered> => {
  const rows = await db.select(pick(importHeadings, 'heading', 'field')).from(importHeadings)
  return new Map(rows.map(({ heading, field }) => [heading, field]))
}

/** Remembers the fields of headings for the next import. */
export const rememberHeadings = async (db: Executor, decisions: Map<string, ImportedColumn['field']>) => {
  if (decisions.size === 0) return
  await db
    .insert(importHeadings)
    .values([...decisions].map(([heading, field]) => ({ heading, field })))
    .onConflictDoUpdate({ target: importHeadings.heading, set: { field: sql`excluded.field` } })
}

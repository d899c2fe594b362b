import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { pick } from '#server/pick.ts'

/** Returns the known users among these lower-case emails, and whether they have a profile. */
export const findUsers = async (db: Executor, loweredEmails: string[]) => {
  const lowered = sql<string>`lower(${users.email})`
  const rows = await db
    .select({
      email: lowered,
      ...pick(users, 'id', 'partnerGroup', 'disabledAt'),
      isUninvited: sql<boolean>`${users.invitedAt} is null and ${users.lastSignInAt} is null`,
      partnerId: partnerProfiles.id,
    })
    .from(users)
    .leftJoin(partnerProfiles, eq(partnerProfiles.userId, users.id))
    .where(sql`${lowered} = any(${sql.param(loweredEmails)}::text[])`)
  return new Map(rows.map((row) => [row.email, row]))
}

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

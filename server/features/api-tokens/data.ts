import { count, desc, eq, sql } from 'drizzle-orm'
import type { ApiTokenScope, apiTokenRoles, apiTokenStates } from '#contract/api-tokens.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { insertInto } from '#server/db/rows.ts'
import { apiTokens } from '#server/db/schema/api-tokens.ts'
import { users } from '#server/db/schema/users.ts'
import { nameOf } from '#server/domain-events/actor.ts'
import { pick } from '#server/pick.ts'

// It acts only while whoever created it could still create it.
const isCreatorActive = sql`(${users.role} = 'admin' and ${users.disabledAt} is null)`

const columns = {
  ...pick(apiTokens, 'id', 'name', 'scope', 'role'),
  state: sql<(typeof apiTokenStates)[number]>`case when ${apiTokens.expiresAt} <= now() then 'expired'
    when not ${isCreatorActive} then 'stopped' else 'active' end`,
  createdBy: pick(users, 'id', 'firstName', 'lastName', 'email'),
  ...pick(apiTokens, 'createdAt', 'lastUsedAt', 'expiresAt'),
}

/** All of them, or one; the newest first. */
export const listTokens = async (db: Executor, id?: string) => {
  const rows = await db
    .select(columns)
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.createdBy))
    .where(id === undefined ? undefined : eq(apiTokens.id, id))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
  return rows.map((row) => ({ ...row, createdBy: { id: row.createdBy.id, name: nameOf(row.createdBy) } }))
}

/** How many there are. Waits for others that are being created, until the transaction ends. */
export const countTokensLocked = async (tx: Executor) => {
  await tx.execute(sql`lock table ${apiTokens} in share row exclusive mode`)
  const [row] = await tx.select({ rows: count() }).from(apiTokens)
  return row?.rows ?? 0
}

/** @param days from now until it expires */
export const insertToken = (
  tx: Executor,
  { days, ...token }: Omit<typeof apiTokens.$inferInsert, 'expiresAt'> & { days: number },
) => insertInto(apiTokens)(tx, { ...token, expiresAt: sql`now() + make_interval(days => ${days})` })

export const deleteToken = async (tx: Executor, id: string) => {
  const [deleted] = await tx.delete(apiTokens).where(eq(apiTokens.id, id)).returning()
  return deleted
}

/** Those that a user has created within so many days; answers their ids and names. */
export const deleteRecentTokens = (tx: Executor, userId: string, days: number) =>
  tx
    .delete(apiTokens)
    .where(
      sql`${apiTokens.createdBy} = ${userId} and ${apiTokens.createdAt} >= now() - make_interval(days => ${days})`,
    )
    .returning({ id: apiTokens.id, name: apiTokens.name })

interface FoundToken {
  tokenId: string
  name: string
  scope: ApiTokenScope
  role: (typeof apiTokenRoles)[number]
  /** Whether its last use in the database is an hour old. */
  isDue: boolean
  createdAt: Date
  userId: string
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
  email: string
}

/** A token that works, with who created it. Plain SQL, as for sessions, because every request of a program runs it. */
export const findToken = async (db: Database, tokenHash: string) => {
  const { rows } = await db.$client.query<FoundToken>(
    `select api_tokens.id as "tokenId", api_tokens.name, api_tokens.scope, api_tokens.role,
       coalesce(api_tokens.last_used_at <= now() - interval '1 hour', true) as "isDue",
       api_tokens.created_at as "createdAt", users.id as "userId", users.first_name as "firstName",
       users.last_name as "lastName", users.profile_image_url as "profileImageUrl", users.email
     from api_tokens join users on users.id = api_tokens.created_by
     where api_tokens.token_hash = $1 and api_tokens.expires_at > now()
       and users.role = 'admin' and users.disabled_at is null`,
    [tokenHash],
  )
  return rows[0]
}

export const recordUse = async (db: Executor, id: string) => {
  await db.update(apiTokens).set({ lastUsedAt: sql`now()` }).where(eq(apiTokens.id, id))
}

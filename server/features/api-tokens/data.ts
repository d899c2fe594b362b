import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { ApiTokenScope, apiTokenRoles } from '#contract/api-token-choices.ts'
import type { apiTokenStates } from '#contract/api-tokens.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { insertInto } from '#server/db/rows.ts'
import { apiTokens } from '#server/db/schema/api-tokens.ts'
import { users } from '#server/db/schema/users.ts'
import { nameOf } from '#server/domain-events/actor.ts'
import { pick } from '#server/pick.ts'

// A token works only while its creator would still be allowed to create tokens.
const isCreatorActive = sql`(${users.role} = 'admin' and ${users.disabledAt} is null)`

const columns = {
  ...pick(apiTokens, 'id', 'name', 'scope', 'role'),
  state: sql<(typeof apiTokenStates)[number]>`case when ${apiTokens.expiresAt} <= now() then 'expired'
    when not ${isCreatorActive} then 'stopped' else 'active' end`,
  createdBy: pick(users, 'id', 'firstName', 'lastName', 'email'),
  ...pick(apiTokens, 'createdAt', 'lastUsedAt', 'expiresAt'),
}

/** Lists all tokens, or the one with this id, newest first. */
export const listTokens = async (db: Executor, id?: string) => {
  const rows = await db
    .select(columns)
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.createdBy))
    .where(id === undefined ? undefined : eq(apiTokens.id, id))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
  return rows.map((row) => ({ ...row, createdBy: { id: row.createdBy.id, name: nameOf(row.createdBy) } }))
}

/** Counts the tokens, and locks the table until the transaction ends, so that no other is created meanwhile. */
export const countTokensLocked = async (tx: Executor) => {
  await tx.execute(sql`lock table ${apiTokens} in share row exclusive mode`)
  const [row] = await tx.select({ rows: count() }).from(apiTokens)
  return row?.rows ?? 0
}

/** @param days the number of days until the token expires */
export const insertToken = (
  tx: Executor,
  { days, ...token }: Omit<typeof apiTokens.$inferInsert, 'expiresAt'> & { days: number },
) => insertInto(apiTokens)(tx, { ...token, expiresAt: sql`now() + make_interval(days => ${days})` })

export const deleteToken = async (tx: Executor, id: string) => {
  const [deleted] = await tx.delete(apiTokens).where(eq(apiTokens.id, id)).returning()
  return deleted
}

/** Lists the tokens that a user created, newest first. */
export const listTokensOf = (db: Executor, userId: string) =>
  db
    .select(pick(apiTokens, 'id', 'name', 'lastUsedAt'))
    .from(apiTokens)
    .where(eq(apiTokens.createdBy, userId))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))

/** Deletes the tokens that a user created, all of them or those of the last `days`. Returns their ids and names. */
export const deleteTokensOf = (tx: Executor, userId: string, days?: number) =>
  tx
    .delete(apiTokens)
    .where(
      and(
        eq(apiTokens.createdBy, userId),
        days === undefined
          ? undefined
          : sql`${apiTokens.createdAt} >= now() - make_interval(days => ${days})`,
      ),
    )
    .returning({ id: apiTokens.id, name: apiTokens.name })

interface FoundToken {
  tokenId: string
  name: string
  scope: ApiTokenScope
  role: (typeof apiTokenRoles)[number]
  /** Whether the last use in the database is at least an hour ago, so that this use has to be stored. */
  isDue: boolean
  createdAt: Date
  userId: string
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
  email: string
}

/** Finds a valid token and its creator. This is plain SQL because every request with a token runs it. */
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

import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { maxRows } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { findRow } from '#server/db/rows.ts'
import { sessions } from '#server/db/schema/users.ts'
import { pick } from '#server/pick.ts'

const columns = pick(sessions, 'id', 'userAgent', 'address', 'signedInAt', 'lastUsedAt')

const isLiveOf = (userId: string) => and(eq(sessions.userId, userId), gt(sessions.expire, sql`now()`))

/** Lists the live sessions of a user: the one with this `sid` first, the others by last use, newest first. */
export const listSessions = (db: Executor, userId: string, sid: string) => {
  const isCurrent = sql<boolean>`${sessions.sid} = ${sid}`
  return db
    .select({ ...columns, isCurrent })
    .from(sessions)
    .where(isLiveOf(userId))
    .orderBy(desc(isCurrent), desc(sessions.lastUsedAt), sessions.id)
    .limit(maxRows)
}

export const findSession = (db: Executor, userId: string, id: string) =>
  findRow(db.select(columns).from(sessions), and(isLiveOf(userId), eq(sessions.id, id)))

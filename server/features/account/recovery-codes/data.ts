import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { recoveryCodes } from '#server/db/schema/account.ts'

/** How many are left, and when the user's codes were made; null for a user without codes. */
export const countRecoveryCodes = async (db: Executor, userId: string) => {
  const [row] = await db
    .select({
      left: sql<number>`count(*) filter (where ${recoveryCodes.usedAt} is null)::int`,
      createdAt: sql<Date | null>`min(${recoveryCodes.createdAt})`.mapWith(recoveryCodes.createdAt),
    })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId))
  return { left: row?.left ?? 0, createdAt: row?.createdAt ?? null }
}

export const createRecoveryCodes = async (db: Executor, userId: string, hashes: string[]) => {
  await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })))
}

/** All of a user, used or not. */
export const deleteRecoveryCodes = async (db: Executor, userId: string) => {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

export const deleteRecentRecoveryCodes = async (db: Executor, userId: string, days: number) => {
  await db
    .delete(recoveryCodes)
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        sql`${recoveryCodes.createdAt} > now() - make_interval(days => ${days})`,
      ),
    )
}

/** Uses a code up: true for exactly one of any number of concurrent callers. */
export const claimRecoveryCode = async (db: Executor, userId: string, codeHash: string) => {
  const claimed = await db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, codeHash),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id })
  return claimed.length === 1
}

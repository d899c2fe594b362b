import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { recoveryCodes } from '#server/db/schema/account.ts'

/** Returns how many unused codes a user has, and when they were created; the time is null for a user without codes. */
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

/** Deletes all recovery codes of a user, used or not. */
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

/** Marks a code as used. Returns true for exactly one of any number of concurrent callers. */
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

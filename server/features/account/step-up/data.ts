import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { codeMinutes, codeTries } from '#contract/sign-in-code.ts'
import type { Executor } from '#server/db/client.ts'
import { stepUpCodes } from '#server/db/schema/account.ts'
import { sessions, users } from '#server/db/schema/users.ts'

const isLive = gt(stepUpCodes.expiresAt, sql`now()`)

/** Returns whether the code of a session can still be entered for this long. */
export const hasUsableCode = async (db: Executor, sid: string, minutesLeft: number) =>
  (await db.$count(
    stepUpCodes,
    and(
      eq(stepUpCodes.sid, sid),
      lt(stepUpCodes.tries, codeTries),
      gt(stepUpCodes.expiresAt, sql`now() + make_interval(mins => ${minutesLeft})`),
    ),
  )) > 0

/** Replaces the code of a session by a new one, whose hash the email's job stores later. */
export const replaceCode = async (db: Executor, sid: string) => {
  const begun = {
    codeHash: null,
    tries: 0,
    expiresAt: sql`now() + make_interval(mins => ${codeMinutes})`,
  }
  await db
    .insert(stepUpCodes)
    .values({ sid, ...begun })
    .onConflictDoUpdate({ target: stepUpCodes.sid, set: begun })
}

/** Returns the user that the code is for; undefined when the session or the code has ended. */
export const findReceiver = async (db: Executor, sessionId: string) => {
  const [receiver] = await db
    .select({ sid: sessions.sid, userId: users.id, email: users.email })
    .from(stepUpCodes)
    .innerJoin(sessions, eq(sessions.sid, stepUpCodes.sid))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), isLive, sql`${users.disabledAt} is null`))
  return receiver
}

/** Returns false when the code no longer exists. */
export const setCodeHash = async (db: Executor, sid: string, codeHash: string) => {
  const updated = await db
    .update(stepUpCodes)
    .set({ codeHash })
    .where(and(eq(stepUpCodes.sid, sid), isLive))
    .returning({ sid: stepUpCodes.sid })
  return updated.length === 1
}

/** Counts a try before the code is checked. Returns the code's hash; undefined when there is no code, or no try is left. */
export const countTry = async (db: Executor, sid: string) => {
  const [counted] = await db
    .update(stepUpCodes)
    .set({ tries: sql`${stepUpCodes.tries} + 1` })
    .where(and(eq(stepUpCodes.sid, sid), isLive, lt(stepUpCodes.tries, codeTries)))
    .returning({ codeHash: stepUpCodes.codeHash })
  return counted?.codeHash ?? undefined
}

/** Deletes a code so that it works once. Returns true for exactly one of any number of concurrent callers. */
export const claimCode = async (db: Executor, sid: string, codeHash: string) => {
  const claimed = await db
    .delete(stepUpCodes)
    .where(and(eq(stepUpCodes.sid, sid), eq(stepUpCodes.codeHash, codeHash), isLive))
    .returning({ sid: stepUpCodes.sid })
  return claimed.length === 1
}

export const deleteExpiredCodes = async (db: Executor) => {
  await db.delete(stepUpCodes).where(lt(stepUpCodes.expiresAt, sql`now()`))
}

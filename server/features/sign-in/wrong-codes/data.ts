import { and, eq, gte, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { wrongCodesPerDay } from '#contract/sign-in.ts'
import type { Executor } from '#server/db/client.ts'
import { signInAddresses } from '#server/db/schema/users.ts'

const isOf = (email: string) => eq(signInAddresses.email, email.toLowerCase())
const { wrongCodes, wrongCodesSince, warnedAt } = signInAddresses
const dayIsOver = or(isNull(wrongCodesSince), lte(wrongCodesSince, sql`now() - interval '1 day'`))

/**
 * Counts a code as wrong before it is checked, so that concurrent tries cannot pass the limit. Returns the number of wrong codes within a
 * day, or undefined when the limit is reached.
 */
export const countWrongCode = async (db: Executor, email: string) => {
  const [counted] = await db
    .update(signInAddresses)
    .set({
      wrongCodes: sql`case when ${dayIsOver} then 1 else ${wrongCodes} + 1 end`,
      wrongCodesSince: sql`case when ${dayIsOver} then now() else ${wrongCodesSince} end`,
      warnedAt: sql`case when ${dayIsOver} then null else ${warnedAt} end`,
    })
    .where(and(isOf(email), or(dayIsOver, lt(wrongCodes, wrongCodesPerDay))))
    .returning({ wrongCodes })
  return counted?.wrongCodes
}

/** Reverses the count of a code that was right. */
export const uncountWrongCode = async (db: Executor, email: string) => {
  await db
    .update(signInAddresses)
    .set({ wrongCodes: sql`greatest(${wrongCodes} - 1, 0)` })
    .where(isOf(email))
}

/** Whether the limit of wrong codes is reached, so that only links work. */
export const acceptsOnlyLinks = async (db: Executor, email: string) =>
  (await db.$count(
    signInAddresses,
    and(isOf(email), gte(wrongCodes, wrongCodesPerDay), sql`not (${dayIsOver})`),
  )) > 0

/** Claims the one warning of an account for the day that is counted. Returns true only for the first caller. */
export const claimWarning = async (db: Executor, email: string) => {
  const claimed = await db
    .update(signInAddresses)
    .set({ warnedAt: sql`now()` })
    .where(and(isOf(email), isNull(warnedAt)))
    .returning({ warnedAt })
  return claimed.length === 1
}

import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import type { Executor } from '#server/db/client.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { updateOpen } from '#server/mail/data.ts'

/** Logs why an attempt failed that will be retried. */
export const logFailedAttempt = (db: Executor, id: string, error: string) =>
  updateOpen(db, id, { status: 'retrying', error: error.slice(0, limits.description) })

/** Logs that the mail server refuses this email for good, so that retries are useless. */
export const logRefusedMail = (db: Executor, id: string, error: string) =>
  updateOpen(db, id, { status: 'refused', error: error.slice(0, limits.description) })

/** Logs the latest time of the next attempt; null gives the email up. */
export const logNextTry = (db: Executor, id: string, nextAttemptAt: Date | null) =>
  updateOpen(db, id, { status: nextAttemptAt ? 'retrying' : 'failed', nextAttemptAt })

const log = emailNotificationLogs

/** The latest time of an email's next attempt; null if there is none. */
export const nextAttemptAt =
  sql<Date | null>`case ${log.status} when 'retrying' then ${log.nextAttemptAt} end`.mapWith(
    log.nextAttemptAt,
  )

/** Logs that an email that did not reach its reader was sent again as another one. It is not retried, and nobody has to act on it. */
export const logResentMail = async (db: Executor, id: string, reason: string) => {
  const unsent = inArray(log.status, ['queued', 'retrying', 'failed', 'refused'])
  await db
    .update(log)
    .set({ status: 'skipped', error: reason })
    .where(and(eq(log.id, id), unsent))
}

/** Gives up emails whose last attempt ended because its process died: after three days there are no further attempts. */
export const giveUpLostMails = async (db: Executor) => {
  const isOld = lt(log.createdAt, sql`now() - interval '3 days'`)
  await db
    .update(log)
    .set({ status: 'failed' })
    .where(and(eq(log.status, 'retrying'), isOld))
}

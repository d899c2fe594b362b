import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { limits } from '#contract/fields.ts'
import type { Executor } from '#server/db/client.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { updateOpen } from '#server/mail/data.ts'

/** Logs why an attempt failed that others follow. */
export const logFailedAttempt = (db: Executor, id: string, error: string) =>
  updateOpen(db, id, { status: 'retrying', error: error.slice(0, limits.description) })

/** Logs that the mail server takes no email like this one, however often it is tried. */
export const logRefusedMail = (db: Executor, id: string, error: string) =>
  updateOpen(db, id, { status: 'refused', error: error.slice(0, limits.description) })

/** Logs when an email is tried again at the latest; null gives it up. */
export const logNextTry = (db: Executor, id: string, nextAttemptAt: Date | null) =>
  updateOpen(db, id, { status: nextAttemptAt ? 'retrying' : 'failed', nextAttemptAt })

const log = emailNotificationLogs

/** When an email of the log is tried again at the latest; null where it is not. */
export const nextAttemptAt =
  sql<Date | null>`case ${log.status} when 'retrying' then ${log.nextAttemptAt} end`.mapWith(
    log.nextAttemptAt,
  )

/** Logs that an email that has not reached its reader was sent again as another one: it is not tried any more, and needs nobody. */
export const logResentMail = async (db: Executor, id: string, reason: string) => {
  const unsent = inArray(log.status, ['queued', 'retrying', 'failed', 'refused'])
  await db
    .update(log)
    .set({ status: 'skipped', error: reason })
    .where(and(eq(log.id, id), unsent))
}

/** Gives emails up whose last attempt ended with its process: after three days no attempt follows. */
export const giveUpLostMails = async (db: Executor) => {
  const isOld = lt(log.createdAt, sql`now() - interval '3 days'`)
  await db
    .update(log)
    .set({ status: 'failed' })
    .where(and(eq(log.status, 'retrying'), isOld))
}

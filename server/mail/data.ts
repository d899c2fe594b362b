import { and, eq } from 'drizzle-orm'
import { limits } from '#contract/fields.ts'
import type { Executor } from '#server/db/client.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'

/** Logs a queued email and returns the id by which its job logs the result. */
export const logQueuedMail = async (
  db: Executor,
  mail: { recipient: string; subject: string; type: string },
) => {
  const [row] = await db
    .insert(emailNotificationLogs)
    .values(mail)
    .returning({ id: emailNotificationLogs.id })
  if (!row) throw new Error('no mail log row came back')
  return row.id
}

export const logSentMail = async (db: Executor, id: string) => {
  await db
    .update(emailNotificationLogs)
    .set({ status: 'sent', error: null, sentAt: new Date() })
    .where(eq(emailNotificationLogs.id, id))
}

export const isSent = async (db: Executor, id: string) =>
  (await db.$count(
    emailNotificationLogs,
    and(eq(emailNotificationLogs.id, id), eq(emailNotificationLogs.status, 'sent')),
  )) > 0

export const logFailedMail = async (db: Executor, id: string, error: string) => {
  await db
    .update(emailNotificationLogs)
    .set({ status: 'failed', error: error.slice(0, limits.description) })
    .where(eq(emailNotificationLogs.id, id))
}

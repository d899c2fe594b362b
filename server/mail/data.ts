import { and, count, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { limits } from '#contract/fields.ts'
import type { Executor } from '#server/db/client.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { users } from '#server/db/schema/users.ts'

const isAddressedTo = (email: string) =>
  eq(sql`lower(${emailNotificationLogs.recipient})`, email.toLowerCase())

/** The emails to a user, also at a former address, and those to their address from before they had an account. */
export const isMailTo = ({ id, email }: { id: string; email: string }) =>
  or(eq(emailNotificationLogs.userId, id), and(isNull(emailNotificationLogs.userId), isAddressedTo(email)))

/** Makes what went to a user's address before they had an account theirs: they are about to get another address. */
export const claimMails = async (db: Executor, { id, email }: { id: string; email: string }) => {
  await db
    .update(emailNotificationLogs)
    .set({ userId: id })
    .where(and(isNull(emailNotificationLogs.userId), isAddressedTo(email)))
}

/** Logs a queued email, for the user whose address it is, and returns the id by which its job logs the result. */
export const logQueuedMail = async (
  db: Executor,
  mail: { recipient: string; subject: string; type: string },
) => {
  const userId = sql`(select ${users.id} from ${users} where lower(${users.email}) = ${mail.recipient.toLowerCase()})`
  const [row] = await db
    .insert(emailNotificationLogs)
    .values({ ...mail, userId })
    .returning({ id: emailNotificationLogs.id })
  if (!row) throw new Error('no mail log row came back')
  return row.id
}

export const getRecipient = async (db: Executor, id: string) => {
  const [row] = await db
    .select({ recipient: emailNotificationLogs.recipient })
    .from(emailNotificationLogs)
    .where(eq(emailNotificationLogs.id, id))
  return row?.recipient
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

/** Of one that was deliberately not sent. */
export const logSkippedMail = async (db: Executor, id: string, reason: string) => {
  await db
    .update(emailNotificationLogs)
    .set({ status: 'skipped', error: reason })
    .where(eq(emailNotificationLogs.id, id))
}

export const logFailedMail = async (db: Executor, id: string, error: string) => {
  await db
    .update(emailNotificationLogs)
    .set({ status: 'failed', error: error.slice(0, limits.description) })
    .where(eq(emailNotificationLogs.id, id))
}

/** How many emails of a type each address has been sent in the last 24 hours, by address in lower case. */
export const countMailsOfDay = async (db: Executor, type: string, recipients: string[]) => {
  const recipient = sql<string>`lower(${emailNotificationLogs.recipient})`
  const rows = await db
    .select({ recipient, mails: count() })
    .from(emailNotificationLogs)
    .where(
      and(
        inArray(
          recipient,
          recipients.map((email) => email.toLowerCase()),
        ),
        eq(emailNotificationLogs.type, type),
        gt(emailNotificationLogs.createdAt, sql`now() - interval '1 day'`),
      ),
    )
    .groupBy(recipient)
  return new Map(rows.map(({ recipient, mails }) => [recipient, mails]))
}

// Short enough that no statement holds locks for long.
const mailsAtOnce = 5_000

/** Deletes the entries of emails that were written so many days ago. */
export const deleteOldMails = async (db: Executor, days: number) => {
  let deleted: number
  do {
    const result = await db.execute(sql`
      delete from ${emailNotificationLogs} where id in (
        select id from ${emailNotificationLogs} where created_at < now() - make_interval(days => ${days})
        order by created_at limit ${mailsAtOnce})`)
    deleted = result.rowCount ?? 0
  } while (deleted === mailsAtOnce)
}

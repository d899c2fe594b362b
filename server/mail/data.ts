import {
  and,
  count,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import type { Executor } from '#server/db/client.ts'
import { insertInto } from '#server/db/rows.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { users } from '#server/db/schema/users.ts'
import { pick } from '#server/pick.ts'
import type { EmailContent } from './email-content.ts'

const isAddressedTo = (email: string) =>
  eq(sql`lower(${emailNotificationLogs.recipient})`, email.toLowerCase())

const isOpen = inArray(emailNotificationLogs.status, ['queued', 'retrying'])

/** Matches the emails to a user, including those to a former address, and those sent to their address before they had an account. */
export const isMailTo = ({ id, email }: { id: string; email: string }) =>
  or(eq(emailNotificationLogs.userId, id), and(isNull(emailNotificationLogs.userId), isAddressedTo(email)))

/** Assigns the emails that were sent to a user's address before they had an account to the user. Call it before the address changes. */
export const claimMails = async (db: Executor, { id, email }: { id: string; email: string }) => {
  await db
    .update(emailNotificationLogs)
    .set({ userId: id })
    .where(and(isNull(emailNotificationLogs.userId), isAddressedTo(email)))
}

/** Erases the content of emails to others that name a user. Open emails are skipped, or a retry would reuse their Message-ID. */
export const eraseMailsAbout = async (db: Executor, userId: string) => {
  const skipped = { status: 'skipped', error: 'The user it was about has been erased.' }
  const ifOpen = (given: string, column: SQLWrapper) =>
    sql`case when ${isOpen} then ${given} else ${column} end`
  await db
    .update(emailNotificationLogs)
    .set({
      content: null,
      subject: 'About an erased user',
      status: ifOpen(skipped.status, emailNotificationLogs.status),
      error: ifOpen(skipped.error, emailNotificationLogs.error),
    })
    .where(sql`${emailNotificationLogs.content} -> 'about' @> ${JSON.stringify([userId])}::jsonb`)
}

/** Logs a queued email, for the user with that address, and returns the id that the job needs to log the result. */
export const logQueuedMail = async (
  db: Executor,
  mail: { recipient: string; subject: string; type: string },
) => {
  const userId = sql`(select ${users.id} from ${users} where lower(${users.email}) = ${mail.recipient.toLowerCase()})`
  return insertInto(emailNotificationLogs)(db, { ...mail, userId })
}

export const getRecipient = async (db: Executor, id: string) => {
  const [row] = await db
    .select({ recipient: emailNotificationLogs.recipient })
    .from(emailNotificationLogs)
    .where(eq(emailNotificationLogs.id, id))
  return row?.recipient
}

/** Whether nothing more happens to an email: it was sent, refused or given up, has bounced, was skipped, or no longer exists. */
export const isFinal = async (db: Executor, id: string) =>
  (await db.$count(emailNotificationLogs, and(eq(emailNotificationLogs.id, id), isOpen))) === 0

// PostgreSQL's JSON allows neither NUL nor half a surrogate pair, which can be at the end of a shortened text.
const toJson = (content: EmailContent) =>
  JSON.stringify(content, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  )

const counted = { attempts: sql`${emailNotificationLogs.attempts} + 1` }

/**
 * Counts an attempt and stores the content of the email, unless an earlier attempt has stored it. Undefined when the email is final, or was
 * written for another address.
 */
export const beginAttempt = async (
  db: Executor,
  id: string,
  { to, subject, content }: { to: string; subject: string; content: EmailContent },
) => {
  const { recipient, subject: storedSubject, content: stored } = emailNotificationLogs
  const firstOr = (given: SQL, column: SQLWrapper) =>
    sql`case when ${stored} is null then ${given} else ${column} end`
  const [row] = await db
    .update(emailNotificationLogs)
    .set({
      ...counted,
      recipient: firstOr(sql`${to}`, recipient),
      subject: firstOr(sql`${subject}`, storedSubject),
      content: firstOr(sql`${toJson(content)}::jsonb`, stored),
    })
    .where(
      and(
        eq(emailNotificationLogs.id, id),
        isOpen,
        or(isNull(stored), eq(sql`lower(${recipient})`, to.toLowerCase())),
      ),
    )
    .returning({
      recipient,
      subject: storedSubject,
      content: stored,
      unsubscribeToken: emailNotificationLogs.unsubscribeToken,
    })
  return row?.content ? { ...row, content: row.content } : undefined
}

/** Counts an attempt. False when the email is final. */
export const beginSecretAttempt = async (db: Executor, id: string) => {
  const begun = await db
    .update(emailNotificationLogs)
    .set(counted)
    .where(and(eq(emailNotificationLogs.id, id), isOpen))
  return (begun.rowCount ?? 0) > 0
}

const isUserAt = (userId: string, recipient: string) =>
  and(eq(users.id, userId), eq(sql`lower(${users.email})`, recipient.toLowerCase()))

// The update leaves `updatedAt` as it is, so that open forms of the user do not report a conflict.
const unchangedForForms = { updatedAt: sql`${users.updatedAt}` }

const owner = { userId: emailNotificationLogs.userId, recipient: emailNotificationLogs.recipient }

/** Logs that an email was sent. Its user's address accepts emails, so an earlier refusal is removed. */
export const logSentMail = async (db: Executor, id: string) => {
  const [sent] = await db
    .update(emailNotificationLogs)
    .set({ status: 'sent', error: null, sentAt: new Date() })
    .where(eq(emailNotificationLogs.id, id))
    .returning(owner)
  if (!sent?.userId) return
  await db
    .update(users)
    .set({ ...noRefusal, ...unchangedForForms })
    .where(and(isUserAt(sent.userId, sent.recipient), isNotNull(users.emailRefusedAt)))
}

/** The columns of a user whose address is new, or accepts emails again. */
export const noRefusal = { emailRefusedAt: null, emailRefusal: null }

/** Marks the user's address as refused, and the email as bounced. */
export const logBouncedMail = async (db: Executor, id: string, error: string) => {
  const refusal = error.slice(0, limits.description)
  const [mail] = await db.select(owner).from(emailNotificationLogs).where(eq(emailNotificationLogs.id, id))
  // The user is updated first, in a separate statement: erasing a user also locks the user before the emails.
  if (mail?.userId) {
    await db
      .update(users)
      .set({ emailRefusedAt: new Date(), emailRefusal: refusal, ...unchangedForForms })
      .where(isUserAt(mail.userId, mail.recipient))
  }
  await updateOpen(db, id, { status: 'bounced', error: refusal })
}

/** Logs that an email is deliberately not sent. */
export const logSkippedMail = async (db: Executor, id: string, reason: string) => {
  await updateOpen(db, id, { status: 'skipped', error: reason })
}

/** Updates an email unless it is final. */
export const updateOpen = async (
  db: Executor,
  id: string,
  set: Partial<typeof emailNotificationLogs.$inferInsert>,
) => {
  await db
    .update(emailNotificationLogs)
    .set(set)
    .where(and(eq(emailNotificationLogs.id, id), isOpen))
}

/** Logs a queued email whose content is already written. The job `stored-mail` sends it. */
export const logStoredMail = (
  db: Executor,
  mail: Pick<
    typeof emailNotificationLogs.$inferInsert,
    'userId' | 'recipient' | 'subject' | 'type' | 'resendOf'
  > & { content: EmailContent },
) => insertInto(emailNotificationLogs)(db, { ...mail, content: sql`${toJson(mail.content)}::jsonb` })

/** Skips an open email that was written for another address. Undefined for every other email. */
export const skipMisaddressed = async (db: Executor, id: string, to: string) => {
  const [skipped] = await db
    .update(emailNotificationLogs)
    .set({ status: 'skipped', error: 'The address was changed. The email goes to the new one.' })
    .where(
      and(
        eq(emailNotificationLogs.id, id),
        isOpen,
        isNotNull(emailNotificationLogs.content),
        ne(sql`lower(${emailNotificationLogs.recipient})`, to.toLowerCase()),
      ),
    )
    .returning({ userId: emailNotificationLogs.userId, type: emailNotificationLogs.type })
  return skipped
}

/** Reads a written email and its user; undefined when there is no such email, or its content was not stored. */
export const getStoredMail = async (db: Executor, id: string) => {
  const [row] = await db
    .select({
      ...pick(emailNotificationLogs, 'recipient', 'subject', 'type', 'content'),
      user: { email: users.email, disabledAt: users.disabledAt },
    })
    .from(emailNotificationLogs)
    .leftJoin(users, eq(users.id, emailNotificationLogs.userId))
    .where(eq(emailNotificationLogs.id, id))
  return row?.content ? { ...row, content: row.content } : undefined
}

/** Counts the emails of a type that were sent to each address in the last 24 hours. The keys are addresses in lower case. */
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

// Batches are small enough that no statement holds locks for long.
const mailsAtOnce = 5_000

/** Deletes the entries of emails that are older than this number of days. */
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

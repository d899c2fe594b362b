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
import { limits } from '#contract/fields.ts'
import type { Executor } from '#server/db/client.ts'
import { insertInto } from '#server/db/rows.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { users } from '#server/db/schema/users.ts'
import { pick } from '#server/pick.ts'
import type { EmailContent } from './email-content.ts'

const isAddressedTo = (email: string) =>
  eq(sql`lower(${emailNotificationLogs.recipient})`, email.toLowerCase())

const isOpen = inArray(emailNotificationLogs.status, ['queued', 'retrying'])

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

/** Empties the emails to others that name a user. Those that are open are not sent: they would be written anew under the same Message-ID. */
export const eraseMailsAbout = async (db: Executor, userId: string) => {
  const skipped = { status: 'skipped', error: 'Whom it was about was erased.' }
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

/** Logs a queued email, for the user whose address it is, and returns the id by which its job logs the result. */
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

/** Whether nothing more happens to an email: it was sent, refused or given up, has bounced, was skipped, or is gone. */
export const isFinal = async (db: Executor, id: string) =>
  (await db.$count(emailNotificationLogs, and(eq(emailNotificationLogs.id, id), isOpen))) === 0

// PostgreSQL takes neither NUL nor half a surrogate pair, as a text that was cut off can end with.
const toJson = (content: EmailContent) =>
  JSON.stringify(content, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  )

const counted = { attempts: sql`${emailNotificationLogs.attempts} + 1` }

/**
 * Counts an attempt and stores what the email says, unless an earlier attempt has. Undefined when the email is final, or was written for
 * another address.
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

// Forms of the user that are open take no notice.
const unchangedForForms = { updatedAt: sql`${users.updatedAt}` }

const owner = { userId: emailNotificationLogs.userId, recipient: emailNotificationLogs.recipient }

/** The address of its user takes emails, then. */
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

/** For who gets another address, or takes emails again. */
export const noRefusal = { emailRefusedAt: null, emailRefusal: null }

/** Marks the address of its user as refused, and the email as bounced. */
export const logBouncedMail = async (db: Executor, id: string, error: string) => {
  const refusal = error.slice(0, limits.description)
  const [mail] = await db.select(owner).from(emailNotificationLogs).where(eq(emailNotificationLogs.id, id))
  // First, and each on its own: who erases the user locks them before their emails, too.
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

/** Changes an email unless nothing more happens to it. */
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

/** Logs a queued email that is already written. Its job is `stored-mail`. */
export const logStoredMail = (
  db: Executor,
  mail: Pick<
    typeof emailNotificationLogs.$inferInsert,
    'userId' | 'recipient' | 'subject' | 'type' | 'resendOf'
  > & { content: EmailContent },
) => insertInto(emailNotificationLogs)(db, { ...mail, content: sql`${toJson(mail.content)}::jsonb` })

/** Skips an email that is open and was written for another address. Undefined for every other. */
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

/** An email that is written, with its user; undefined when there is none, or when what it says was not stored. */
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

import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { listEmails as listEmailsEndpoint } from '#contract/emails.ts'
import type { Page } from '#contract/paging.ts'
import type { EmailStatus } from '#contract/partners/email-status.ts'
import type { Executor } from '#server/db/client.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { compared, containsWords } from '#server/db/search.ts'
import { nextAttemptAt } from '#server/mail/attempts/data.ts'
import { pick } from '#server/pick.ts'

export type EmailFilter = Omit<z.output<(typeof listEmailsEndpoint)['query']>, 'page' | 'limit'>

const searchText = compared(
  sql`${emailNotificationLogs.recipient} || ' ' || ${emailNotificationLogs.subject}`,
)

const undelivered: EmailStatus[] = ['retrying', 'failed', 'refused', 'bounced']

const chosen = ({ search, status, type, from, until }: EmailFilter) =>
  and(
    search === null ? undefined : containsWords(searchText, search),
    status && inArray(emailNotificationLogs.status, status === 'undelivered' ? undelivered : [status]),
    type === null ? undefined : eq(emailNotificationLogs.type, type),
    from && gte(emailNotificationLogs.createdAt, from),
    until && lt(emailNotificationLogs.createdAt, until),
  )

const columns = {
  ...pick(emailNotificationLogs, 'id', 'type', 'subject', 'recipient', 'status', 'attempts', 'error'),
  nextAttemptAt,
  createdAt: emailNotificationLogs.createdAt,
  sentAt: emailNotificationLogs.sentAt,
  partner: pick(partnerProfiles, 'id', 'fullName', 'businessName'),
}

/** Lists the emails that match a filter, the latest first. */
export const listEmails = (db: Executor, filter: EmailFilter, { page, limit }: Page) =>
  db
    .select(columns)
    .from(emailNotificationLogs)
    .leftJoin(partnerProfiles, eq(partnerProfiles.userId, emailNotificationLogs.userId))
    .where(chosen(filter))
    .orderBy(desc(emailNotificationLogs.createdAt), desc(emailNotificationLogs.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countEmails = (db: Executor, filter: EmailFilter) =>
  db.$count(emailNotificationLogs, chosen(filter))

const details = {
  ...columns,
  content: emailNotificationLogs.content,
  resendOf: emailNotificationLogs.resendOf,
  user: pick(users, 'id', 'email', 'firstName', 'lastName', 'disabledAt'),
}

/** Returns an email with its content and its user. With `lock`, locks it until the transaction ends. */
export const getEmail = async (db: Executor, id: string, { lock = false } = {}) => {
  const query = db
    .select(details)
    .from(emailNotificationLogs)
    .leftJoin(users, eq(users.id, emailNotificationLogs.userId))
    .leftJoin(partnerProfiles, eq(partnerProfiles.userId, emailNotificationLogs.userId))
    .where(eq(emailNotificationLogs.id, id))
    .$dynamic()
  const [row] = await (lock ? query.for('update', { of: emailNotificationLogs }) : query)
  return row
}

export type EmailRow = NonNullable<Awaited<ReturnType<typeof getEmail>>>

export const listResends = (db: Executor, { id, user }: Pick<EmailRow, 'id' | 'user'>) =>
  db
    .select({ id: emailNotificationLogs.id, createdAt: emailNotificationLogs.createdAt })
    .from(emailNotificationLogs)
    // The user is part of the condition because there is an index on it.
    .where(
      and(eq(emailNotificationLogs.userId, user?.id ?? sql`null`), eq(emailNotificationLogs.resendOf, id)),
    )
    .orderBy(desc(emailNotificationLogs.createdAt))
    .limit(10)

export const hasQueuedResend = async (db: Executor, { id, user }: Pick<EmailRow, 'id' | 'user'>) =>
  (await db.$count(
    emailNotificationLogs,
    and(
      eq(emailNotificationLogs.userId, user?.id ?? sql`null`),
      eq(emailNotificationLogs.resendOf, id),
      eq(emailNotificationLogs.status, 'queued'),
    ),
  )) > 0

import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { emailStatuses } from '#contract/partners/email-status.ts'
import type { EmailContent } from '#server/mail/email-content.ts'
import { createdAt, enumCheck, primaryId, timestamptz } from './columns.ts'

/** A row for each email. The transaction that causes the email inserts the row, and the job that sends the email updates it. */
export const emailNotificationLogs = pgTable(
  'email_notification_logs',
  {
    id: primaryId(),
    /** The user who had the address; null if nobody had. No foreign key, so that logging does not wait for changes of the user. */
    userId: uuid(),
    recipient: varchar({ length: limits.email }).notNull(),
    subject: varchar({ length: limits.name }).notNull(),
    type: varchar({ length: 60 }).notNull(),
    status: varchar({ length: 20, enum: emailStatuses }).notNull().default('queued'),
    error: varchar({ length: limits.description }),
    /** How often the email was handed to the mail server. */
    attempts: smallint().notNull().default(0),
    /** The latest time at which an email with the status `retrying` is tried again. */
    nextAttemptAt: timestamptz(),
    /** The text of the email once it has been written; null if it has a code or a link that only its recipient may know. */
    content: jsonb().$type<EmailContent>(),
    /** The token of the address at which the recipient unsubscribes from this type of email without signing in. */
    unsubscribeToken: uuid().notNull().default(sql`gen_random_uuid()`),
    /** The original, if staff sent an email again and this is the copy. */
    resendOf: uuid(),
    sentAt: timestamptz(),
    createdAt: createdAt(),
  },
  (table) => [
    index('email_notification_logs_created').on(table.createdAt),
    // Counts the invitations that were sent to an address.
    index('email_notification_logs_recipient').on(
      sql`lower(${table.recipient})`,
      table.type,
      table.createdAt,
    ),
    index('email_notification_logs_user').on(table.userId, table.type, table.createdAt),
    uniqueIndex('email_notification_logs_unsubscribe').on(table.unsubscribeToken),
    index('email_notification_logs_type').on(table.type, table.createdAt),
    index('email_notification_logs_status').on(table.status, table.createdAt),
    // This expression is the one that the list searches. Storing the text would add a column to each of a million rows.
    index('email_notification_logs_search').using(
      'gin',
      sql`compared_text(${table.recipient} || ' ' || ${table.subject}) gin_trgm_ops`,
    ),
    enumCheck('email_notification_logs_status_known', table.status, emailStatuses),
  ],
)

/** The table of rate-limiter-flexible, which defines the column names. `expire` is in milliseconds since 1970. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

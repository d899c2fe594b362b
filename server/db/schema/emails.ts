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
import { limits } from '#contract/fields.ts'
import { emailStatuses } from '#contract/partners/record.ts'
import type { EmailContent } from '#server/mail/email-content.ts'
import { createdAt, enumCheck, primaryId, timestamptz } from './columns.ts'

/** A row for each email: inserted in the transaction that caused it, updated by the job that sends it. */
export const emailNotificationLogs = pgTable(
  'email_notification_logs',
  {
    id: primaryId(),
    /** Whose address it was; null where it was nobody's. Without a foreign key, so that logging does not wait for who changes the user. */
    userId: uuid(),
    recipient: varchar({ length: limits.email }).notNull(),
    subject: varchar({ length: limits.name }).notNull(),
    type: varchar({ length: 60 }).notNull(),
    status: varchar({ length: 20, enum: emailStatuses }).notNull().default('queued'),
    error: varchar({ length: limits.description }),
    /** How often it was handed to the mail server. */
    attempts: smallint().notNull().default(0),
    /** When a `retrying` one is tried again at the latest. */
    nextAttemptAt: timestamptz(),
    /** What it says, once it has been written; null where it has a code or a link that only its reader may know. */
    content: jsonb().$type<EmailContent>(),
    /** In the address with which its reader unsubscribes from its kind, without signing in. */
    unsubscribeToken: uuid().notNull().default(sql`gen_random_uuid()`),
    /** The email that staff sent again as this one. */
    resendOf: uuid(),
    sentAt: timestamptz(),
    createdAt: createdAt(),
  },
  (table) => [
    index('email_notification_logs_created').on(table.createdAt),
    // Counts the invitations that a person has been sent.
    index('email_notification_logs_recipient').on(
      sql`lower(${table.recipient})`,
      table.type,
      table.createdAt,
    ),
    index('email_notification_logs_user').on(table.userId, table.type, table.createdAt),
    uniqueIndex('email_notification_logs_unsubscribe').on(table.unsubscribeToken),
    index('email_notification_logs_type').on(table.type, table.createdAt),
    index('email_notification_logs_status').on(table.status, table.createdAt),
    // As the list searches: a text of its own would be another column of each of a million rows.
    index('email_notification_logs_search').using(
      'gin',
      sql`compared_text(${table.recipient} || ' ' || ${table.subject}) gin_trgm_ops`,
    ),
    enumCheck('email_notification_logs_status_known', table.status, emailStatuses),
  ],
)

/** Written by rate-limiter-flexible, which names its columns. `expire` is in milliseconds since 1970. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

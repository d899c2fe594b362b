import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  jsonb,
  pgTable,
  primaryKey,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import type { DigestContent } from '#contract/notifications/digest.ts'
import { notificationKinds } from '#contract/notifications/kinds.ts'
import { createdAt, primaryId, timestamptz } from './columns.ts'
import { partnerProfiles } from './partners.ts'
import { ofUser } from './users.ts'

/**
 * A notification of one user, shown in the bell and emailed once it is due. The subject is looked up whenever the notification is read,
 * so it needs no foreign key: inserting ten thousand notifications would check each one separately, with a query plan from when the table
 * was small.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: primaryId(),
    userId: ofUser(),
    kind: varchar({ length: 40, enum: notificationKinds }).notNull(),
    /** The line that is shown in the bell and in an email with several notifications. */
    title: varchar({ length: limits.description }).notNull(),
    /** More text, such as a comment, which is shown below the title. */
    detail: varchar({ length: limits.description }),
    /** A moment, such as the due date, whose date is shown after the detail, formatted in the time zone of the reader. */
    detailAt: timestamptz(),
    /** The subject: at most one of the first six; for staff also the partner that it belongs to. */
    taskId: uuid(),
    documentId: uuid(),
    resourceId: uuid(),
    announcementId: uuid(),
    activationId: uuid(),
    invoiceId: uuid(),
    partnerId: uuid().references(() => partnerProfiles.id, { onDelete: 'cascade' }),
    /** The note about the partner that mentions the user, a member of staff. */
    noteId: uuid(),
    /** The name of the event. A user is notified of each event once, even if several processes find it. */
    occasion: varchar({ length: 120 }).notNull().default(sql`gen_random_uuid()::text`),
    /** Whether the bell shows the notification; false if the user has switched off its kind for the bell and only gets the email. */
    isInBell: boolean().notNull().default(true),
    seenAt: timestamptz(),
    /** When the email is due; null if none is wanted, or no longer. */
    emailDueAt: timestamptz(),
    /** The email that contains the notification. */
    emailId: uuid(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('notifications_occasion_unique').on(table.userId, table.kind, table.occasion),
    index('notifications_user').on(table.userId, table.createdAt, table.id).where(sql`${table.isInBell}`),
    index('notifications_unseen').on(table.userId).where(sql`${table.seenAt} is null and ${table.isInBell}`),
    index('notifications_due')
      .on(table.emailDueAt, table.userId)
      .where(sql`${table.emailId} is null and ${table.emailDueAt} is not null`),
    index('notifications_email').on(table.emailId).where(sql`${table.emailId} is not null`),
    index('notifications_created').on(table.createdAt),
    index('notifications_task').on(table.taskId).where(sql`${table.taskId} is not null`),
    index('notifications_document').on(table.documentId).where(sql`${table.documentId} is not null`),
    index('notifications_resource').on(table.resourceId).where(sql`${table.resourceId} is not null`),
    index('notifications_announcement')
      .on(table.announcementId)
      .where(sql`${table.announcementId} is not null`),
    index('notifications_activation').on(table.activationId).where(sql`${table.activationId} is not null`),
    index('notifications_invoice').on(table.invoiceId).where(sql`${table.invoiceId} is not null`),
    index('notifications_partner').on(table.partnerId).where(sql`${table.partnerId} is not null`),
    check(
      'notifications_one_subject',
      sql`num_nonnulls(${table.taskId}, ${table.documentId}, ${table.resourceId}, ${table.announcementId}, ${table.activationId}, ${table.invoiceId}) <= 1`,
    ),
  ],
)

/** The weekly digest of a user. The digests of all users are computed at once. */
export const weeklyDigests = pgTable(
  'weekly_digests',
  {
    userId: ofUser(),
    /** The Monday that begins the week, in the user's time zone. */
    week: date({ mode: 'string' }).notNull(),
    content: jsonb().$type<DigestContent>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.week] }),
    index('weekly_digests_created').on(table.createdAt),
  ],
)

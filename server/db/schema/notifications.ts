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
import { limits } from '#contract/fields.ts'
import type { DigestContent } from '#contract/notifications/digest.ts'
import { notificationKinds } from '#contract/notifications/kinds.ts'
import { createdAt, primaryId, timestamptz } from './columns.ts'
import { partnerProfiles } from './partners.ts'
import { ofUser } from './users.ts'

/**
 * One thing that one user is notified of: in the bell, and by email once that is due. What it is about is asked for whenever it is read, so that
 * it needs no foreign key: ten thousand of them would be checked one by one, with a plan from when the table was small.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: primaryId(),
    userId: ofUser(),
    kind: varchar({ length: 40, enum: notificationKinds }).notNull(),
    /** One line, as it reads in the bell and in an email of several. */
    title: varchar({ length: limits.description }).notNull(),
    /** More of it, such as a comment or the due date; shown below the title. */
    detail: varchar({ length: limits.description }),
    /** The moment whose day follows the detail, such as the due date: written out where it is read, in the zone of the reader. */
    detailAt: timestamptz(),
    /** What it is about: at most one of the first four, and for staff the partner whose it is. */
    taskId: uuid(),
    documentId: uuid(),
    resourceId: uuid(),
    announcementId: uuid(),
    partnerId: uuid().references(() => partnerProfiles.id, { onDelete: 'cascade' }),
    /** Names the event: a user is notified of each once, by however many processes find it. */
    occasion: varchar({ length: 120 }).notNull().default(sql`gen_random_uuid()::text`),
    /** Switched off for the bell: it goes out by email alone. */
    isInBell: boolean().notNull().default(true),
    seenAt: timestamptz(),
    /** When its email is due; null where none is wanted, or is no longer. */
    emailDueAt: timestamptz(),
    /** The email that it goes out with. */
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
    index('notifications_partner').on(table.partnerId).where(sql`${table.partnerId} is not null`),
    check(
      'notifications_one_subject',
      sql`num_nonnulls(${table.taskId}, ${table.documentId}, ${table.resourceId}, ${table.announcementId}) <= 1`,
    ),
  ],
)

/** The weekly digest of a user, computed for all of them at once. */
export const weeklyDigests = pgTable(
  'weekly_digests',
  {
    userId: ofUser(),
    /** The Monday of its week, in the user's time zone. */
    week: date({ mode: 'string' }).notNull(),
    content: jsonb().$type<DigestContent>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.week] }),
    index('weekly_digests_created').on(table.createdAt),
  ],
)

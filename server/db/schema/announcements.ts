import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/fields.ts'
import { audience } from './audience.ts'
import { belongsTo, createdAt, primaryId, timestamptz, updatedAt } from './columns.ts'
import { byUser, ofUser } from './users.ts'

/** What staff announce to an audience, from a time on and until another. */
export const announcements = pgTable(
  'announcements',
  {
    id: primaryId(),
    title: varchar({ length: limits.name }).notNull(),
    body: varchar({ length: limits.description }).notNull(),
    ...audience,
    publishAt: timestamptz().notNull(),
    /** Until when it is shown; null without an end. */
    endsAt: timestamptz(),
    /** When its audience was notified; null before it is published. */
    notifiedAt: timestamptz(),
    /** How many partners were in its audience when it ended, and how many of them had read it; null until then. */
    endedPartners: integer(),
    endedRead: integer(),
    createdBy: byUser(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('announcements_publish').on(table.publishAt, table.id),
    index('announcements_unnotified').on(table.publishAt).where(sql`${table.notifiedAt} is null`),
    index('announcements_audience').using('gin', table.audience),
    check('announcements_end_after_publishing', sql`${table.endsAt} > ${table.publishAt}`),
  ],
)

/** Who has read an announcement, and who has dismissed it from their home page. */
export const announcementReads = pgTable(
  'announcement_reads',
  {
    announcementId: belongsTo(() => announcements.id),
    userId: ofUser(),
    readAt: createdAt(),
    dismissedAt: timestamptz(),
  },
  (table) => [
    primaryKey({ columns: [table.announcementId, table.userId] }),
    index('announcement_reads_user').on(table.userId),
  ],
)

/** The audience of an announcement when it ended, after which nobody joins or leaves it. */
export const announcementAudiences = pgTable(
  'announcement_audiences',
  {
    announcementId: belongsTo(() => announcements.id),
    userId: ofUser(),
  },
  (table) => [
    primaryKey({ columns: [table.announcementId, table.userId] }),
    index('announcement_audiences_user').on(table.userId),
  ],
)

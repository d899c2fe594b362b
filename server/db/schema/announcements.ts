import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, uuid, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { audience, byView } from './audience.ts'
import { belongsTo, createdAt, primaryId, timestamptz, updatedAt } from './columns.ts'
import { resourceFiles } from './resources.ts'
import { byUser, ofUser } from './users.ts'

/** Announcements of staff to an audience, for a period. */
export const announcements = pgTable(
  'announcements',
  {
    id: primaryId(),
    title: varchar({ length: limits.name }).notNull(),
    body: varchar({ length: limits.description }).notNull(),
    ...audience,
    publishAt: timestamptz().notNull(),
    /** The end of the period; null for an announcement without an end. */
    endsAt: timestamptz(),
    /** When the audience was notified; null until the announcement is published. */
    notifiedAt: timestamptz(),
    /** The number of partners in the audience when the announcement ended, and how many of them had read it; null until then. */
    endedPartners: integer(),
    endedRead: integer(),
    createdBy: byUser(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('announcements_publish').on(table.publishAt, table.id),
    index('announcements_unnotified').on(table.publishAt).where(sql`${table.notifiedAt} is null`),
    byView('announcements', table.assignedViewId),
    index('announcements_audience').using('gin', table.audience),
    check('announcements_end_after_publishing', sql`${table.endsAt} > ${table.publishAt}`),
  ],
)

/** The users who have read an announcement, and whether they have dismissed it from their home page. */
export const announcementReads = pgTable(
  'announcement_reads',
  {
    announcementId: belongsTo(() => announcements.id),
    userId: ofUser(),
    /** The partners that the reader belonged to then, which the database adds. Each of them counts as having read the announcement. */
    partnerIds: uuid().array().notNull().default([]),
    readAt: createdAt(),
    dismissedAt: timestamptz(),
  },
  (table) => [
    primaryKey({ columns: [table.announcementId, table.userId] }),
    index('announcement_reads_user').on(table.userId),
  ],
)

/** The audience of an announcement at its end. Nobody joins or leaves it afterwards. */
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

/** The files of the library that an announcement brings. While it shows, its audience can open them. */
export const announcementResources = pgTable(
  'announcement_resources',
  {
    announcementId: belongsTo(() => announcements.id),
    resourceId: belongsTo(() => resourceFiles.id),
  },
  (table) => [
    primaryKey({ columns: [table.announcementId, table.resourceId] }),
    index('announcement_resources_resource').on(table.resourceId),
  ],
)

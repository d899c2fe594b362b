import { sql } from 'drizzle-orm'
import { boolean, index, json, pgTable, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import type { PartnerSort } from '#contract/partners/partner-filters.ts'
import { createdAt, primaryId, timestamptz, updatedAt } from './columns.ts'
import { byUser } from './users.ts'

/** The saved views of the table of partners: their owner's, or shared by all staff. Partners never see them. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: primaryId(),
    name: varchar({ length: limits.view }).notNull(),
    /** The name in a form that all its spellings share. */
    comparedName: text().notNull().generatedAlwaysAs(sql`compared_text(name)`),
    ownerId: byUser(),
    isShared: boolean().notNull(),
    /** The filter as the query of the list, without empty values; it names its author in place of "me". `json` preserves its order. */
    filter: json().$type<Record<string, string>>().notNull(),
    sort: varchar({ length: 20 }).$type<PartnerSort>().notNull(),
    /** The columns, separated by points; null for those that each reader has chosen. */
    columns: varchar({ length: limits.columns }),
    /** When the view was deleted. The row stays, since it is the audience of what was given to it. */
    deletedAt: timestamptz(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('saved_views_own_name_unique')
      .on(table.ownerId, table.comparedName)
      .where(sql`${table.deletedAt} is null`),
    uniqueIndex('saved_views_shared_name_unique')
      .on(table.comparedName)
      .where(sql`${table.isShared} and ${table.deletedAt} is null`),
    index('saved_views_owner').on(table.ownerId),
  ],
)

import { pgTable, varchar } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { ofUser } from './users.ts'

/**
 * The secret of the private address of a user's calendar. It is stored in plain text so that the address can be shown again, so a reader
 * of this table can read the calendars.
 */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: ofUser().primaryKey(),
  token: varchar({ length: 64 }).notNull().unique(),
  createdAt: createdAt(),
})

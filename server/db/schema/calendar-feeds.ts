import { pgTable, varchar } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { ofUser } from './users.ts'

/** The private address of a user's calendar. Its token is plain text, to show the address again: whoever reads it can read the calendar. */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: ofUser().primaryKey(),
  token: varchar({ length: 64 }).notNull().unique(),
  createdAt: createdAt(),
})

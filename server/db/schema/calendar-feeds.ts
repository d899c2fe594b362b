import { pgTable, varchar } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { ofUser } from './users.ts'

/** The private address of a user's calendar. Readable, so that it can be shown again: whoever reads this table reads the calendar, too. */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: ofUser().primaryKey(),
  token: varchar({ length: 64 }).notNull().unique(),
  createdAt: createdAt(),
})

import { pgTable, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { users } from './users.ts'

/** The private address of a user's calendar. Readable, so that it can be shown again: whoever reads this table reads the calendar, too. */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  token: varchar({ length: 64 }).notNull().unique(),
  createdAt: createdAt(),
})

import { type SQLWrapper, sql } from 'drizzle-orm'
import { chatMessages } from '#server/db/schema/chat.ts'
import { lastReminderTo } from '../reminders/data.ts'

/**
 * When the team last wrote to a user, in the chat or by a reminder; null if never. Neither what the portal sends by itself nor what the
 * user does counts as contact.
 */
export const lastContactWith = (userId: SQLWrapper) =>
  sql<Date | null>`greatest(
    (select max(said.created_at) from ${chatMessages} as said where said.receiver_id = ${userId} and said.kind = 'said'),
    ${lastReminderTo(userId)})`.mapWith(chatMessages.createdAt)

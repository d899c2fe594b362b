import { type SQLWrapper, sql } from 'drizzle-orm'
import { chatConversations, chatMessages } from '#server/db/schema/chat.ts'
import { lastReminderTo } from '../reminders/data.ts'

/**
 * When the team last wrote to a partner, in the chat or by a reminder to the owner; null if never. Neither what the portal sends by itself
 * nor what the partner does counts as contact.
 */
export const lastContactWith = (partner: { id: SQLWrapper; userId: SQLWrapper }) =>
  sql<Date | null>`greatest(
    (select said.created_at from ${chatConversations} as chat join ${chatMessages} as said on said.conversation_id = chat.id
      where chat.partner_id = ${partner.id} and said.is_support and said.kind = 'said' order by said.seq desc limit 1),
    ${lastReminderTo(partner.userId)})`.mapWith(chatMessages.createdAt)

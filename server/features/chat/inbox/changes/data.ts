import { asc, inArray, lte, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { chatConversations } from '#server/db/schema/chat.ts'

/** Locks conversations until the transaction ends, in an order in which simultaneous calls cannot deadlock. */
export const lockConversations = async (db: Executor, ids: string[]) => {
  await db
    .select({ id: chatConversations.id })
    .from(chatConversations)
    .where(inArray(chatConversations.id, ids))
    .orderBy(asc(chatConversations.id))
    .for('no key update')
}

/** The state of a conversation that staff change. */
export interface ConversationState {
  id: string
  assignedTo: string | null
  closedAt: Date | null
  snoozedUntil: Date | null
  snoozedBy: string | null
}

// A reopened conversation waits for the team if the partner wrote last. Automatic replies do not count.
const waitingSince = sql`(
  select min(created_at) from chat_messages
  where conversation_id = chat.id and not is_support and seq > coalesce((
    select max(seq) from chat_messages reply where reply.conversation_id = chat.id and is_support and kind = 'said'), 0))`

/** Stores the states of conversations in one statement. */
export const updateConversations = async (db: Executor, states: ConversationState[]) => {
  await db.execute(sql`
    update ${chatConversations} chat
    set assigned_to = next."assignedTo", closed_at = next."closedAt", snoozed_until = next."snoozedUntil", snoozed_by = next."snoozedBy",
      waiting_since = case
        when next."closedAt" is not null then null when chat.closed_at is null then chat.waiting_since else ${waitingSince} end,
      changed_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(states)}::json) as next(
      id uuid, "assignedTo" uuid, "closedAt" timestamptz, "snoozedUntil" timestamptz, "snoozedBy" uuid)
    where chat.id = next.id`)
}

/** Brings back the conversations whose snooze has ended. Returns how many there were. */
export const endSnoozes = async (db: Executor, now: Date) => {
  const ended = await db
    .update(chatConversations)
    .set({
      returnedAt: sql`${chatConversations.snoozedUntil}`,
      snoozedUntil: null,
      snoozedBy: null,
      changedAt: sql`clock_timestamp()`,
    })
    .where(lte(chatConversations.snoozedUntil, now))
    .returning({ id: chatConversations.id })
  return ended.length
}

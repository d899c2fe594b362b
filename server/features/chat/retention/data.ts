import { and, asc, eq, exists, gt, gte, isNotNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#server/db/client.ts'
import { chatConversations, chatMails, chatMessages, chatNotes } from '#server/db/schema/chat.ts'

/**
 * Returns a closed conversation with messages or notes in which nothing has happened for this many days, locked. A conversation that is
 * in use is left for the next sweep.
 */
export const lockOldConversation = async (db: Transaction, days: number) => {
  const { closedAt, lastMessageAt, lastSeq, clearedSeq, id } = chatConversations
  const limit = sql`now() - make_interval(days => ${days})`
  const notesWhere = (condition?: SQL) =>
    db
      .select({ one: sql`1` })
      .from(chatNotes)
      .where(and(eq(chatNotes.conversationId, id), condition))
  const [conversation] = await db
    .select({ id })
    .from(chatConversations)
    .where(
      and(
        lt(closedAt, limit),
        // Staff can write in a closed conversation without reopening it.
        lt(lastMessageAt, limit),
        notExists(notesWhere(gte(chatNotes.createdAt, limit))),
        or(gt(lastSeq, clearedSeq), exists(notesWhere())),
      ),
    )
    .orderBy(asc(closedAt))
    .limit(1)
    .for('update', { skipLocked: true })
  return conversation?.id
}

export const listFilesOf = async (db: Executor, conversationId: string) => {
  const rows = await db
    .select({ path: chatMessages.filePath })
    .from(chatMessages)
    .where(and(eq(chatMessages.conversationId, conversationId), isNotNull(chatMessages.filePath)))
  return rows.flatMap(({ path }) => path ?? [])
}

/** Deletes all messages and notes of a conversation. Its row stays, so that the numbers of later messages continue. */
export const clearConversation = async (db: Executor, id: string) => {
  await db.delete(chatMessages).where(eq(chatMessages.conversationId, id))
  await db.delete(chatNotes).where(eq(chatNotes.conversationId, id))
  await db.delete(chatMails).where(eq(chatMails.conversationId, id))
  const { lastSeq } = chatConversations
  await db
    .update(chatConversations)
    .set({
      clearedSeq: sql`${lastSeq}`,
      partnerReadSeq: sql`${lastSeq}`,
      staffReadSeq: sql`${lastSeq}`,
      waitingSince: null,
    })
    .where(eq(chatConversations.id, id))
}

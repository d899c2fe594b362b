import { and, asc, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#server/db/client.ts'
import { chatConversations, chatMails, chatMessages, chatNotes } from '#server/db/schema/chat.ts'

/** A conversation that was closed so many days ago and still has messages, locked. One that is in use now is left for the next sweep. */
export const lockOldConversation = async (db: Transaction, days: number) => {
  const [conversation] = await db
    .select({ id: chatConversations.userId })
    .from(chatConversations)
    .where(
      and(
        lt(chatConversations.closedAt, sql`now() - make_interval(days => ${days})`),
        gt(chatConversations.lastSeq, chatConversations.clearedSeq),
      ),
    )
    .orderBy(asc(chatConversations.closedAt))
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

/** Deletes all messages and notes of a conversation. Its row goes on counting them. */
export const clearConversation = async (db: Executor, id: string) => {
  await db.delete(chatMessages).where(eq(chatMessages.conversationId, id))
  await db.delete(chatNotes).where(eq(chatNotes.conversationId, id))
  await db.delete(chatMails).where(eq(chatMails.conversationId, id))
  const { lastSeq } = chatConversations
  await db
    .update(chatConversations)
    .set({ clearedSeq: sql`${lastSeq}`, partnerReadSeq: sql`${lastSeq}`, staffReadSeq: sql`${lastSeq}` })
    .where(eq(chatConversations.userId, id))
}

import { eq } from 'drizzle-orm'
import { returnedRow } from '#server/db/rows.ts'
import { chatConversationLabels, chatConversations, chatLabels, chatNotes } from '#server/db/schema/chat.ts'
import type { TestApp } from './app.ts'

type Portal = Pick<TestApp, 'db'>

export const createChatLabel = ({ db }: Portal) =>
  returnedRow(
    db
      .insert(chatLabels)
      .values({ name: `Label ${crypto.randomUUID().slice(0, 8)}` })
      .returning(),
  )

/** Adds to the conversation of a user what only staff see: a note of the user, a snooze by the user until 2100, and a label. */
export const addInternalRows = async (portal: Portal, userId: string, note: string) => {
  const conversationId = userId
  await portal.db.insert(chatNotes).values({ conversationId, authorId: userId, note, afterSeq: 1, seq: 1 })
  const snooze = { snoozedBy: userId, snoozedUntil: new Date('2100-01-01T12:00:00Z') }
  await portal.db.update(chatConversations).set(snooze).where(eq(chatConversations.id, conversationId))
  const { id: labelId } = await createChatLabel(portal)
  await portal.db.insert(chatConversationLabels).values({ conversationId, labelId })
}

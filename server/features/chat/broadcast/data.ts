import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { chatConversations, chatMessages } from '#server/db/schema/chat.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'

/** Locks the conversations of partners in the order of their ids, except those whose owner has been erased. */
export const lockConversationsOf = async (tx: Executor, partnerIds: string[]) => {
  // The users are locked first, in the same order as when a user is erased.
  const owners = await tx
    .select({ id: users.id, partnerId: partnerProfiles.id, disabledAt: users.disabledAt })
    .from(users)
    .innerJoin(partnerProfiles, eq(partnerProfiles.userId, users.id))
    .where(and(inArray(partnerProfiles.id, partnerIds), isNull(users.erasedAt)))
    .orderBy(asc(users.id))
    .for('key share', { of: users })
  const conversations = await tx
    .select({
      id: chatConversations.id,
      partnerId: chatConversations.partnerId,
      lastSeq: chatConversations.lastSeq,
      partnerReadSeq: chatConversations.partnerReadSeq,
    })
    .from(chatConversations)
    .where(inArray(chatConversations.partnerId, partnerIds))
    .orderBy(asc(chatConversations.id))
    .for('no key update')
  const byPartner = new Map(conversations.map((conversation) => [conversation.partnerId, conversation]))
  return owners.flatMap(({ id: ownerId, partnerId, disabledAt }) => {
    const conversation = byPartner.get(partnerId)
    return conversation ? [{ ...conversation, partnerId, ownerId, isDisabled: disabledAt !== null }] : []
  })
}

export type LockedConversation = Awaited<ReturnType<typeof lockConversationsOf>>[number]

/** Adds the same message of a member of staff to locked conversations, as the last of each. */
export const addMessageToAll = async (
  tx: Executor,
  conversations: readonly LockedConversation[],
  { senderId, message }: { senderId: string; message: string },
): Promise<void> => {
  await tx.insert(chatMessages).values(
    conversations.map(({ id, ownerId, lastSeq }) => ({
      conversationId: id,
      senderId,
      receiverId: ownerId,
      isSupport: true,
      message,
      seq: lastSeq + 1,
      createdAt: sql`clock_timestamp()` as unknown as Date,
    })),
  )
  await tx
    .update(chatConversations)
    .set({
      lastSeq: sql`${chatConversations.lastSeq} + 1`,
      staffReadSeq: sql`${chatConversations.lastSeq} + 1`,
      lastMessageAt: sql`clock_timestamp()`,
      changedAt: sql`clock_timestamp()`,
      returnedAt: null,
      waitingSince: null,
    })
    .where(
      inArray(
        chatConversations.id,
        conversations.map(({ id }) => id),
      ),
    )
}

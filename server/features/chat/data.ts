import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, lt, lte, max, sql } from 'drizzle-orm'
import type { ChatMessage } from '#contract/chat/messages.ts'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { chatConversations, chatMessages, chatNotes, chatReads } from '#server/db/schema/chat.ts'
import { memberships, ownPartnerFirst } from '#server/db/schema/partner-members.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { displayName } from '#server/db/user-names.ts'
import { thumbnailStateOf } from '#server/features/files/thumbnail-state.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { pick } from '#server/pick.ts'

export const messageColumns = {
  ...pick(chatMessages, 'id', 'senderId', 'receiverId', 'message', 'isSupport', 'createdAt'),
  ...pick(chatMessages, 'conversationId', 'seq', 'clientId', 'kind', 'filePath', 'fileName'),
  ...pick(chatMessages, 'fileType', 'fileSize', 'thumbnailSize'),
  // The names of the team stay out of messages, which partners receive as they are stored.
  sender: sql<ChatMessage['sender']>`(
    select json_build_object('profileImageUrl', sender.profile_image_url, 'name', ${displayName('sender', sql`(select full_name from ${partnerProfiles} where user_id = sender.id)`)})
    from ${users} as sender where sender.id = ${chatMessages.senderId} and not ${chatMessages.isSupport})`,
}

type Selected = Pick<typeof chatMessages.$inferSelect, Exclude<keyof typeof messageColumns, 'sender'>> &
  Pick<ChatMessage, 'sender'>

const asMessage = ({ filePath, fileName, fileType, fileSize, thumbnailSize, ...message }: Selected) => {
  const file =
    filePath !== null && fileName !== null && fileType !== null && fileSize !== null
      ? { filePath, fileName, fileType, fileSize, thumbnail: thumbnailStateOf(fileType, thumbnailSize) }
      : null
  return { ...message, file }
}

export type MessageRow = ReturnType<typeof asMessage>

/** The number of a conversation's last message, and the numbers of the last messages that each side has read. */
export interface Marks {
  lastSeq: number
  partnerReadSeq: number
  staffReadSeq: number
}

const ofConversation = (id: string) => eq(chatConversations.id, id)

/** Returns the marks of a conversation, and how far each person of the partner has read. @throws AppError `not_found` */
export const getMarks = async (db: Executor, id: string) => {
  const [row] = await db
    .select({
      ...pick(chatConversations, 'lastSeq', 'partnerReadSeq', 'staffReadSeq'),
      readSeqs: sql<Record<string, number>>`coalesce((
        select json_object_agg(user_id, read_seq) from ${chatReads} where conversation_id = ${chatConversations.id}), '{}')`,
    })
    .from(chatConversations)
    .where(ofConversation(id))
  return orNotFound(row)
}

/**
 * Returns the conversation in which a partner's user chats: that of the partner that they own or belong to, or else their own.
 * @throws AppError `not_found` for any other user
 */
export const getConversationIdOf = async (db: Executor, userId: string) => {
  const ofPartner = db
    .select({ id: memberships.conversationId })
    .from(memberships)
    .where(eq(memberships.userId, users.id))
    .orderBy(...ownPartnerFirst)
    .limit(1)
  const [row] = await db
    .select({ id: sql<string | null>`coalesce((${ofPartner}), ${chatConversations.id})` })
    .from(users)
    .leftJoin(chatConversations, eq(chatConversations.userId, users.id))
    .where(and(eq(users.id, userId), eq(users.role, 'user')))
  return orNotFound(row?.id)
}

/** Whether the user of a conversation has become a member of a partner, in whose conversation they chat since. */
const isFormer = sql<boolean>`exists (
  select from ${memberships} as joined where joined.user_id = chat_conversations.user_id)`

/**
 * Returns a conversation, locked until the transaction ends, with the id of its user or of its partner's owner.
 * @throws AppError `not_found` when there is none, or that user is erased while this waits
 */
export const lockConversation = async (db: Executor, id: string) => {
  // The user is locked first, in the same order as when a user is erased.
  const owner = db.$with('owner').as(
    db
      .select({ id: users.id })
      .from(chatConversations)
      .leftJoin(partnerProfiles, eq(partnerProfiles.id, chatConversations.partnerId))
      .innerJoin(users, eq(users.id, sql`coalesce(${chatConversations.userId}, ${partnerProfiles.userId})`))
      .where(and(ofConversation(id), isNull(users.erasedAt)))
      .for('key share', { of: users }),
  )
  const ownerId = sql<string>`(select id from ${owner})`
  // This lock allows rows to refer to the conversation, so that storing emails about it does not delay messages.
  const [row] = await db
    .with(owner)
    .select({ ...getTableColumns(chatConversations), ownerId, isFormer })
    .from(chatConversations)
    .where(and(ofConversation(id), sql`${ownerId} is not null`))
    .for('no key update')
  return orNotFound(row)
}

/** Stores that a person of a partner has read up to a message. Read messages never become unread again. */
export const markReadBy = async (db: Executor, conversationId: string, userId: string, readSeq: number) => {
  const further = sql`greatest(${chatReads.readSeq}, excluded.read_seq)`
  await db
    .insert(chatReads)
    .values({ conversationId, userId, readSeq })
    .onConflictDoUpdate({ target: [chatReads.conversationId, chatReads.userId], set: { readSeq: further } })
}

export const updateConversation = async (
  db: Executor,
  id: string,
  change: Partial<typeof chatConversations.$inferInsert>,
) => {
  await db
    .update(chatConversations)
    .set({ ...change, changedAt: sql`clock_timestamp()` })
    .where(ofConversation(id))
}

/** Lists a page of a conversation, oldest message first: the messages right before or after a number, or the newest. */
export const listMessages = async (
  db: Executor,
  id: string,
  { before, after, limit }: { before?: number; after?: number; limit: number },
): Promise<MessageRow[]> => {
  const bounds = [
    before === undefined ? undefined : lt(chatMessages.seq, before),
    after === undefined ? undefined : gt(chatMessages.seq, after),
  ]
  const rows = await db
    .select(messageColumns)
    .from(chatMessages)
    .where(and(eq(chatMessages.conversationId, id), ...bounds))
    .orderBy(after === undefined ? desc(chatMessages.seq) : asc(chatMessages.seq))
    .limit(limit)
  const messages = rows.map(asMessage)
  return after === undefined ? messages.reverse() : messages
}

/** Lists a page of a conversation, latest message first. */
export const listLatestMessages = async (
  db: Executor,
  id: string,
  { page, limit }: Page,
): Promise<MessageRow[]> => {
  const rows = await db
    .select(messageColumns)
    .from(chatMessages)
    .where(eq(chatMessages.conversationId, id))
    .orderBy(desc(chatMessages.seq))
    .limit(limit)
    .offset((page - 1) * limit)
  return rows.map(asMessage)
}

export const countMessages = (db: Executor, id: string) =>
  db.$count(chatMessages, eq(chatMessages.conversationId, id))

export const findByClientId = async (db: Executor, id: string, senderId: string, clientId: string) => {
  const [row] = await db
    .select(messageColumns)
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.conversationId, id),
        eq(chatMessages.senderId, senderId),
        eq(chatMessages.clientId, clientId),
      ),
    )
  return row && asMessage(row)
}

/**
 * Lists the ages of the messages and notes that a user wrote within the last minute, oldest first. A message that was written to many
 * partners at once is left out: it has no id of a client.
 */
export const listLastMinute = async (db: Executor, writerId: string) => {
  const { rows } = await db.execute<{ secondsAgo: number }>(sql`
    select extract(epoch from clock_timestamp() - created_at)::float as "secondsAgo"
    from (
      select created_at from ${chatMessages} where sender_id = ${writerId} and client_id is not null
      union all
      select created_at from ${chatNotes} where author_id = ${writerId}) as recent
    where created_at > clock_timestamp() - interval '1 minute'
    order by created_at`)
  return rows
}

export const addMessage = async (
  db: Executor,
  message: typeof chatMessages.$inferInsert,
): Promise<MessageRow> => {
  const [row] = await db
    .insert(chatMessages)
    // The clock fits the order of the numbers, while `now()` may be from before the previous message was stored.
    .values({ ...message, createdAt: sql`clock_timestamp()` as unknown as Date })
    .returning(messageColumns)
  if (!row) throw new Error('the message just stored did not come back')
  return asMessage(row)
}

/** Lists the conversations that have changed since a moment, each with the number of its last message until then. */
export const listChanged = async (db: Executor, since: Date) => {
  const changed = await db
    .select({ id: chatConversations.id })
    .from(chatConversations)
    .where(and(gt(chatConversations.changedAt, since), gt(chatConversations.lastSeq, 0)))
  if (changed.length === 0) return []
  const before = await db
    .select({ id: chatMessages.conversationId, seq: max(chatMessages.seq) })
    .from(chatMessages)
    .where(
      and(
        inArray(
          chatMessages.conversationId,
          changed.map(({ id }) => id),
        ),
        lte(chatMessages.createdAt, since),
      ),
    )
    .groupBy(chatMessages.conversationId)
  const seqs = new Map(before.map(({ id, seq }) => [id, seq ?? 0]))
  return changed.map(({ id }) => ({ id, seq: seqs.get(id) ?? 0 }))
}

/** Counts the messages of the team in a conversation that one of its people has not read. */
export const countUnreadOf = (db: Executor, conversationId: string | null, userId: string) => {
  const readSeq = db
    .select({ readSeq: chatReads.readSeq })
    .from(chatReads)
    .where(and(eq(chatReads.conversationId, chatMessages.conversationId), eq(chatReads.userId, userId)))
  return db.$count(
    chatMessages,
    and(
      sql`${chatMessages.conversationId} = ${conversationId}`,
      gt(chatMessages.seq, sql`coalesce((${readSeq}), 0)`),
      eq(chatMessages.isSupport, true),
    ),
  )
}

/** Counts the open conversations with a message that no member of staff has read, except snoozed ones. */
export const countUnreadConversations = (db: Executor) =>
  db.$count(
    chatConversations,
    and(
      gt(chatConversations.lastSeq, chatConversations.staffReadSeq),
      isNull(chatConversations.closedAt),
      isNull(chatConversations.snoozedUntil),
    ),
  )

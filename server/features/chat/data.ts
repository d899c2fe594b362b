import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, max, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { chatConversations, chatMessages, chatNotes } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/users.ts'
import { thumbnailStateOf } from '#server/features/files/thumbnail-state.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { pick } from '#server/pick.ts'

const messageColumns = {
  ...pick(chatMessages, 'id', 'senderId', 'receiverId', 'message', 'isSupport', 'createdAt'),
  ...pick(chatMessages, 'conversationId', 'seq', 'clientId', 'kind', 'filePath', 'fileName'),
  ...pick(chatMessages, 'fileType', 'fileSize', 'thumbnailSize'),
}

type Selected = Pick<typeof chatMessages.$inferSelect, keyof typeof messageColumns>

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

const marks = pick(chatConversations, 'lastSeq', 'partnerReadSeq', 'staffReadSeq')

const noMarks: Marks = { lastSeq: 0, partnerReadSeq: 0, staffReadSeq: 0 }

const ofConversation = (id: string) => eq(chatConversations.userId, id)

/** Whether this is a user who can have a conversation with the team. */
export const isPartnerUser = async (db: Executor, id: string) =>
  (await db.$count(users, and(eq(users.id, id), eq(users.role, 'user')))) > 0

export const getMarks = async (db: Executor, id: string): Promise<Marks> => {
  const [row] = await db.select(marks).from(chatConversations).where(ofConversation(id))
  return row ?? noMarks
}

/**
 * Returns a conversation, locked until the transaction ends. Creates its row before the first message.
 * @throws AppError `not_found` when the user does not exist, or is erased while this waits
 */
export const lockConversation = async (db: Executor, id: string) => {
  await db.execute(sql`
    insert into ${chatConversations} (user_id)
    select id from ${users} where id = ${id} and erased_at is null for key share
    on conflict do nothing`)
  // This lock allows rows to refer to the conversation, so that storing emails about it does not delay messages.
  const [row] = await db.select().from(chatConversations).where(ofConversation(id)).for('no key update')
  return orNotFound(row)
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

/** Lists the ages of the messages and notes that a user wrote within the last minute, oldest first. */
export const listLastMinute = async (db: Executor, writerId: string) => {
  const { rows } = await db.execute<{ secondsAgo: number }>(sql`
    select extract(epoch from clock_timestamp() - created_at)::float as "secondsAgo"
    from (
      select created_at from ${chatMessages} where sender_id = ${writerId}
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
    .select({ id: chatConversations.userId })
    .from(chatConversations)
    .where(gt(chatConversations.changedAt, since))
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

/** Counts the messages of the team that a partner's user has not read. */
export const countUnreadOf = async (db: Executor, userId: string) => {
  const { partnerReadSeq } = await getMarks(db, userId)
  return db.$count(
    chatMessages,
    and(
      eq(chatMessages.conversationId, userId),
      gt(chatMessages.seq, partnerReadSeq),
      eq(chatMessages.isSupport, true),
    ),
  )
}

/** Counts the open conversations with a message that no member of staff has read. */
export const countUnreadConversations = (db: Executor) =>
  db.$count(
    chatConversations,
    and(gt(chatConversations.lastSeq, chatConversations.staffReadSeq), isNull(chatConversations.closedAt)),
  )

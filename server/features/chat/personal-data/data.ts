import { and, eq, inArray, isNotNull, not } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { oldestFirst } from '#server/db/oldest-first.ts'
import { chatConversations, chatMessages } from '#server/db/schema/chat.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { distinctNames, downloadName } from '#server/features/files/file-name.ts'
import { type ArchivedFile, fileEntries, pagesEntry } from '#server/personal-data/archive.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { pick } from '#server/pick.ts'
import { messageColumns } from '../data.ts'

/** Selects the conversations of a user: that of the partner that they own, and the one from before they joined a partner. */
const ownConversations = (db: Executor, userId: string) => {
  const { id, partnerId } = chatConversations
  const ofOwned = db
    .select({ id })
    .from(partnerProfiles)
    .innerJoin(chatConversations, eq(partnerId, partnerProfiles.id))
    .where(eq(partnerProfiles.userId, userId))
  return db
    .select({ id })
    .from(chatConversations)
    .where(eq(chatConversations.userId, userId))
    .unionAll(ofOwned)
}

const isInOwn = (db: Executor, userId: string) =>
  inArray(chatMessages.conversationId, ownConversations(db, userId))

/** Whether this user wrote a message in the conversation of somebody else: as a member of staff, or of the partner. */
const isInOther = (db: Executor, userId: string) =>
  and(eq(chatMessages.senderId, userId), not(isInOwn(db, userId)))

const listOwnMessages = (db: Executor, userId: string) =>
  oldestFirst(
    db.select(messageColumns).from(chatMessages),
    pick(chatMessages, 'createdAt', 'conversationId', 'seq'),
    isInOwn(db, userId),
  )

type OwnMessage = Awaited<ReturnType<ReturnType<typeof listOwnMessages>>>[number]

const listTeamMessages = (db: Executor, userId: string) =>
  oldestFirst(
    db.select(pick(chatMessages, 'id', 'message', 'fileName', 'createdAt')).from(chatMessages),
    pick(chatMessages, 'createdAt', 'id'),
    isInOther(db, userId),
  )

const senderOf = (
  { isSupport, kind, senderId }: Pick<OwnMessage, 'isSupport' | 'kind' | 'senderId'>,
  userId: string,
) => {
  if (!isSupport) return senderId === userId ? 'you' : 'another member'
  return kind === 'away' ? 'automatic reply' : 'Partner team'
}

export const chatData: PersonalData = {
  files: {
    'messages.json,\nmessages/': 'your conversation with the partner team and its files',
    'team-messages.json,\nteam-task-comments.json,\nteam-activation-comments.json':
      'what you wrote to partners, and about their tasks and activations, as a member of the team, and to the team as a member of a partner',
  },

  async *entries(archive) {
    const { db, user } = archive
    const files: ArchivedFile[] = []
    const nameOf = distinctNames()
    const shown = ({ message, createdAt, filePath, fileName, fileType, ...row }: OwnMessage) => {
      const file = fileName && fileType && `messages/${nameOf(downloadName(fileName, fileType))}`
      if (filePath && file) files.push({ name: file, date: createdAt, objectKey: filePath })
      return { from: senderOf(row, user.id), message, sentAt: createdAt, file }
    }
    yield* pagesEntry('messages.json', listOwnMessages(db, user.id), shown)
    yield* fileEntries(archive, files)
    yield* pagesEntry(
      'team-messages.json',
      listTeamMessages(db, user.id),
      ({ message, fileName, createdAt }) => ({ message, sentAt: createdAt, fileName }),
    )
  },

  count: async (db, { id }) => ({
    messages: await db.$count(chatMessages, isInOwn(db, id)),
    teamMessages: await db.$count(chatMessages, isInOther(db, id)),
  }),

  async listFiles(db, { id }) {
    const rows = await db
      .select({ path: chatMessages.filePath })
      .from(chatMessages)
      .where(and(isNotNull(chatMessages.filePath), isInOwn(db, id)))
    return rows.flatMap(({ path }) => path ?? [])
  },
}

import { and, eq, isNotNull, ne } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { oldestFirst, pageSize } from '#server/db/oldest-first.ts'
import { chatMessages } from '#server/db/schema/chat.ts'
import { distinctNames, downloadName } from '#server/features/files/file-name.ts'
import { type ArchivedFile, fileEntries, pagesEntry } from '#server/personal-data/archive.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { pick } from '#server/pick.ts'
import { listMessages, type MessageRow } from '../data.ts'

const isInOwn = (userId: string) => eq(chatMessages.conversationId, userId)

/** Whether a message was written by this user as a member of staff, in the conversation of a partner. */
const isOfTeam = (userId: string) =>
  and(eq(chatMessages.senderId, userId), ne(chatMessages.conversationId, userId))

const listTeamMessages = (db: Executor, userId: string) =>
  oldestFirst(
    db.select(pick(chatMessages, 'id', 'message', 'fileName', 'createdAt')).from(chatMessages),
    pick(chatMessages, 'createdAt', 'id'),
    isOfTeam(userId),
  )

const senderOf = ({ isSupport, kind }: MessageRow) => {
  if (!isSupport) return 'you'
  return kind === 'away' ? 'automatic reply' : 'Partner team'
}

export const chatData: PersonalData = {
  files: {
    'messages.json,\nmessages/': 'your conversation with the partner team and its files',
    'team-messages.json,\nteam-task-comments.json':
      'what you wrote to partners, and about their tasks, as a member of the team',
  },

  async *entries(archive) {
    const { db, user } = archive
    const readPage = (last?: MessageRow) =>
      listMessages(db, user.id, { after: last?.seq ?? 0, limit: pageSize })
    const files: ArchivedFile[] = []
    const nameOf = distinctNames()
    const shown = (row: MessageRow) => {
      const file = row.file && `messages/${nameOf(downloadName(row.file.fileName, row.file.fileType))}`
      if (row.file && file) files.push({ name: file, date: row.createdAt, objectKey: row.file.filePath })
      return { from: senderOf(row), message: row.message, sentAt: row.createdAt, file }
    }
    yield* pagesEntry('messages.json', readPage, shown)
    yield* fileEntries(archive, files)
    yield* pagesEntry(
      'team-messages.json',
      listTeamMessages(db, user.id),
      ({ message, fileName, createdAt }) => ({ message, sentAt: createdAt, fileName }),
    )
  },

  count: async (db, { id }) => ({
    messages: await db.$count(chatMessages, isInOwn(id)),
    teamMessages: await db.$count(chatMessages, isOfTeam(id)),
  }),

  async listFiles(db, { id }) {
    const rows = await db
      .select({ path: chatMessages.filePath })
      .from(chatMessages)
      .where(and(isNotNull(chatMessages.filePath), isInOwn(id)))
    return rows.flatMap(({ path }) => path ?? [])
  },
}

import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { maxRows } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { chatMessages } from '#server/db/schema/chat.ts'
import { fileScans } from '#server/db/schema/files.ts'
import { heldColumns, isHeld, newestHeldFirst } from '#server/features/files/scans/data.ts'
import { typesWithThumbnail } from '#server/features/files/thumbnails.ts'
import { pick } from '#server/pick.ts'

/** A file that was sent, as it is stored, and its conversation. */
export const getSentFile = async (db: Executor, filePath: string) => {
  const [sent] = await db
    .select({
      ...pick(chatMessages, 'conversationId', 'fileName', 'fileType', 'fileSize'),
      sha256: chatMessages.fileSha256,
      thumbnailSize: chatMessages.thumbnailSize,
    })
    .from(chatMessages)
    .where(eq(chatMessages.filePath, filePath))
  if (!sent) return undefined
  const { conversationId, fileName: title, fileType, fileSize, sha256, thumbnailSize } = sent
  if (!title || !fileType || fileSize === null || !sha256) return undefined
  return { conversationId, title, objectKey: filePath, fileType, fileSize, sha256, thumbnailSize }
}

/** The conversation of the file; undefined when no message has it. */
export const setThumbnail = async (db: Executor, filePath: string, thumbnailSize: number) => {
  const [message] = await db
    .update(chatMessages)
    .set({ thumbnailSize })
    .where(eq(chatMessages.filePath, filePath))
    .returning({ conversationId: chatMessages.conversationId })
  return message?.conversationId
}

/** Pictures that have waited for their thumbnail for an hour: their jobs failed, or they were sent before there were any. */
export const listWithoutThumbnail = (db: Executor) =>
  db
    .select({ filePath: chatMessages.filePath })
    .from(chatMessages)
    .where(
      and(
        isNotNull(chatMessages.filePath),
        inArray(chatMessages.fileType, typesWithThumbnail),
        isNull(chatMessages.thumbnailSize),
        lt(chatMessages.createdAt, sql`now() - interval '1 hour'`),
      ),
    )

/** The held files of a conversation, or of all. */
export const listHeldFiles = (db: Executor, conversationId: string | null) =>
  db
    .select({ filePath: fileScans.objectKey, ...heldColumns })
    .from(fileScans)
    .innerJoin(chatMessages, eq(chatMessages.filePath, fileScans.objectKey))
    .where(and(isHeld, conversationId === null ? undefined : eq(chatMessages.conversationId, conversationId)))
    .orderBy(...newestHeldFirst)
    .limit(maxRows)

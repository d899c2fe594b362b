import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { maxRows } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { chatMessages } from '#server/db/schema/chat.ts'
import { fileScans } from '#server/db/schema/files.ts'
import {
  isQuarantined,
  newestQuarantinedFirst,
  quarantineColumns,
} from '#server/features/files/scans/data.ts'
import { typesWithThumbnail } from '#server/features/files/thumbnails.ts'
import { pick } from '#server/pick.ts'

/** Returns a sent file with its conversation. */
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

/** Stores the size of a thumbnail. Returns the file's conversation; undefined when no message has the file. */
export const setThumbnail = async (db: Executor, filePath: string, thumbnailSize: number) => {
  const [message] = await db
    .update(chatMessages)
    .set({ thumbnailSize })
    .where(eq(chatMessages.filePath, filePath))
    .returning({ conversationId: chatMessages.conversationId })
  return message?.conversationId
}

/** Lists pictures that have waited for a thumbnail for an hour, because their jobs failed, or they are older than thumbnails. */
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

/** Lists the quarantined files of all conversations, or of one; of none for null. */
export const listQuarantinedFiles = (db: Executor, conversationId?: string | null) =>
  db
    .select({ filePath: fileScans.objectKey, ...quarantineColumns })
    .from(fileScans)
    .innerJoin(chatMessages, eq(chatMessages.filePath, fileScans.objectKey))
    .where(
      and(
        isQuarantined,
        conversationId === undefined ? undefined : sql`${chatMessages.conversationId} = ${conversationId}`,
      ),
    )
    .orderBy(...newestQuarantinedFirst)
    .limit(maxRows)

import { eq } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { chatMessages } from '#server/db/schema/chat.ts'

/** A file that was sent, as it is stored, and its conversation. */
export const getSentFile = async (db: Executor, filePath: string) => {
  const [sent] = await db
    .select({
      conversationId: chatMessages.conversationId,
      fileName: chatMessages.fileName,
      fileType: chatMessages.fileType,
      fileSize: chatMessages.fileSize,
      sha256: chatMessages.fileSha256,
    })
    .from(chatMessages)
    .where(eq(chatMessages.filePath, filePath))
  const { conversationId, fileName: title, fileType, fileSize, sha256 } = sent ?? {}
  if (!conversationId || !title || !fileType || fileSize == null || !sha256) return undefined
  return { conversationId, title, objectKey: filePath, fileType, fileSize, sha256, thumbnailSize: null }
}

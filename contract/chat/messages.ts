import { z } from 'zod'
import { id, isoDate } from '../fields.ts'
import { FileType, filePath, fileSize } from '../files/file-fields.ts'
import { ThumbnailState } from '../files/thumbnails.ts'

/** `away` is the automatic reply outside of office hours. Clients that do not know the kind can show it like any message. */
export const messageKinds = ['said', 'away'] as const

/** The number of a message in its conversation: 1, 2, 3 and so on, without gaps. */
export const seq = z.int().min(0).max(2_147_483_647)

/** A sent file. Its address is `/api/chat/files/{filePath}`, with `?thumbnail` that of its small picture. */
export const ChatFile = z.strictObject({
  filePath,
  fileName: z.string(),
  fileType: FileType,
  fileSize,
  thumbnail: ThumbnailState,
})
export type ChatFile = z.output<typeof ChatFile>

export const ChatMessage = z.strictObject({
  id,
  /** Null for automatic replies. */
  senderId: id.nullable(),
  /** The partner's user in messages of staff; null in those of partners. */
  receiverId: id.nullable(),
  /** The file name, for a file sent without text. */
  message: z.string(),
  /** Whether it comes from the team. */
  isSupport: z.boolean(),
  createdAt: isoDate,
  /** The partner's user. */
  conversationId: id,
  seq,
  /** The idempotency key of the sender. */
  clientId: id.nullable(),
  kind: z.enum(messageKinds),
  file: ChatFile.nullable(),
})
export type ChatMessage = z.input<typeof ChatMessage>

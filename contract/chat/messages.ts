import { z } from 'zod'
import { id, isoDate } from '../fields.ts'
import { FileType, filePath, fileSize } from '../files/file-fields.ts'
import { ThumbnailState } from '../files/thumbnails.ts'

/** The kinds of messages; `away` is the automatic reply outside office hours. Clients can show an unknown kind like any message. */
export const messageKinds = ['said', 'away'] as const

/** The sequence number of a message in its conversation: 1, 2, 3 and so on, without gaps. */
export const seq = z.int().min(0).max(2_147_483_647)

/** A file in a message. Its address is `/api/chat/files/{filePath}`; with `?thumbnail`, that of its thumbnail. */
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
  /** The user who sent the message; null for automatic replies. */
  senderId: id.nullable(),
  /** The person of the partner who sent the message; null in a message of the team, of whom partners learn nothing. */
  sender: z.strictObject({ name: z.string(), profileImageUrl: z.string().nullable() }).nullable(),
  /** The partner's owner in a message of staff, as of then; null in a message of a partner, and once that user is deleted. */
  receiverId: id.nullable(),
  /** The text, or the file name if the file was sent without text. */
  message: z.string(),
  /** Whether the message comes from the team. */
  isSupport: z.boolean(),
  createdAt: isoDate,
  conversationId: id,
  seq,
  /** The idempotency key of the sender. */
  clientId: id.nullable(),
  kind: z.enum(messageKinds),
  file: ChatFile.nullable(),
})
export type ChatMessage = z.input<typeof ChatMessage>

import { z } from 'zod'
import { id, isoDate } from '../fields.ts'
import { FileType, filePath, fileSize } from '../files/file-fields.ts'

/** `away`: the portal itself says for the team when it is back. Its text tells all: who does not know the kind shows it as said. */
export const messageKinds = ['said', 'away'] as const

/** A message's place in its conversation: 1, 2, 3 and so on, without gaps. */
export const seq = z.int().min(0).max(2_147_483_647)

/** A file that was sent: its address is `/api/chat/files/{filePath}`. */
export const ChatFile = z.strictObject({ filePath, fileName: z.string(), fileType: FileType, fileSize })
export type ChatFile = z.output<typeof ChatFile>

export const ChatMessage = z.strictObject({
  id,
  /** Null for what the portal itself says for the team. */
  senderId: id.nullable(),
  /** Whom staff answer; null in what partners say. */
  receiverId: id.nullable(),
  /** Of a file that is sent without a word, its name. */
  message: z.string(),
  /** Whether staff say it. */
  isSupport: z.boolean(),
  createdAt: isoDate,
  /** The partner's user, whose conversation it is. */
  conversationId: id,
  seq,
  /** The id that its sender's program gave it. */
  clientId: id.nullable(),
  kind: z.enum(messageKinds),
  file: ChatFile.nullable(),
})
export type ChatMessage = z.input<typeof ChatMessage>

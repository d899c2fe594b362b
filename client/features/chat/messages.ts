import type { ChatFile, ChatMessage } from '#contract/chat/messages.ts'

/** A file that is uploaded and not sent yet. */
export type AttachedFile = Omit<ChatFile, 'thumbnail'>

/** A message that is shown before the server has stored it. */
export interface Outgoing {
  clientId: string
  /** Null for a message of a partner that was written before the id of their conversation was known. */
  conversationId: string | null
  message: string
  /** The attached file, which is already uploaded. */
  file: AttachedFile | null
  createdAt: string
  /** Why the message was not sent; null while it is being sent. */
  failure: string | null
}

/** A range of sequence numbers, both ends included. */
export interface SeqRange {
  first: number
  last: number
}

/** Merges two lists of messages into one, in order and without duplicates. */
export const mergeMessages = (
  messages: readonly ChatMessage[],
  more: readonly ChatMessage[],
): ChatMessage[] => {
  const bySeq = new Map([...messages, ...more].map((message) => [message.seq, message]))
  return [...bySeq.values()].sort((first, second) => first.seq - second.seq)
}

/** The user who reads a conversation. */
interface Reader {
  userId: string
  isStaff: boolean
}

type Sent = Pick<ChatMessage, 'isSupport' | 'senderId'>

/** Whether a message is new to a reader who has not read it: one of the other side or, at a partner, of a colleague. */
export const isOfOthers = ({ isSupport, senderId }: Sent, { userId, isStaff }: Reader) =>
  isSupport !== isStaff || (!isStaff && senderId !== userId)

interface ReadMarks {
  partnerSeq: number
  staffSeq: number
}

/**
 * Returns the read marks after a new message: its sender has read everything before it. At a partner, what a colleague has read is unread
 * for the reader.
 */
export const readMarksAfter = (
  { partnerSeq, staffSeq }: ReadMarks,
  message: ChatMessage,
  reader: Reader,
): ReadMarks => {
  const { isSupport, kind, seq } = message
  if (kind === 'away') return { partnerSeq, staffSeq }
  if (isSupport) return { partnerSeq, staffSeq: Math.max(staffSeq, seq) }
  return reader.isStaff || !isOfOthers(message, reader)
    ? { partnerSeq: Math.max(partnerSeq, seq), staffSeq }
    : { partnerSeq, staffSeq }
}

/** The last message before which no message is missing. A new connection continues after this message. */
export const lastWithoutGap = (messages: readonly ChatMessage[]): number | undefined => {
  let last = messages[0]?.seq
  for (const { seq } of messages) {
    if (last !== undefined && seq === last + 1) last = seq
  }
  return last
}

import type { ChatFile, ChatMessage } from '#contract/chat/messages.ts'

/** A message on its way: shown at once, and gone from here when it is stored. */
export interface Outgoing {
  clientId: string
  conversationId: string
  message: string
  /** What is sent with it, uploaded already. */
  file: ChatFile | null
  createdAt: string
  /** Why it was not stored; null while it is being sent. */
  failure: string | null
}

/** Messages from the one to the other. */
export interface SeqRange {
  first: number
  last: number
}

/** Both, each message once, in the order of the conversation. */
export const merge = (messages: readonly ChatMessage[], more: readonly ChatMessage[]): ChatMessage[] => {
  const bySeq = new Map([...messages, ...more].map((message) => [message.seq, message]))
  return [...bySeq.values()].sort((first, second) => first.seq - second.seq)
}

interface ReadMarks {
  partnerSeq: number
  staffSeq: number
}

/** Up to where each side has read, after one more message: who says something has read what came before it. */
export const readBySaying = (
  { partnerSeq, staffSeq }: ReadMarks,
  { isSupport, kind, seq }: ChatMessage,
): ReadMarks => {
  if (kind === 'away') return { partnerSeq, staffSeq }
  return isSupport
    ? { partnerSeq, staffSeq: Math.max(staffSeq, seq) }
    : { partnerSeq: Math.max(partnerSeq, seq), staffSeq }
}

/** The last message before which none is missing: from there on a browser that comes again asks. */
export const lastWithoutGap = (messages: readonly ChatMessage[]): number | undefined => {
  let last = messages[0]?.seq
  for (const { seq } of messages) {
    if (last !== undefined && seq === last + 1) last = seq
  }
  return last
}

/** A version 4 UUID. Without `crypto.randomUUID`, which browsers keep from pages that come without TLS. */
export const newClientId = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

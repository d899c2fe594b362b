import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { errorStatus } from '../errors.ts'
import { id, isoDate, limits, optionalLongText } from '../fields.ts'
import { filePath } from '../files/file-fields.ts'
import { ChatMessage, seq } from './messages.ts'
import { ChatNote, StaffMember } from './notes.ts'

/** Where browsers open the WebSocket. `?since=` asks for what was missed instead of the history: see `ChatMissed`. */
export const chatPath = '/ws'

/** How many messages a history, and a page of older ones, has at most. */
export const chatPageSize = 50

export const ConnectQuery = z.object({
  since: z
    .string()
    .regex(/^\d{1,9}$/, 'A number')
    .transform(Number)
    .optional(),
})

/** How often a browser says at most that somebody goes on typing, in milliseconds. Said no more, it is over after twice that time. */
export const typingTimeoutMs = 3_000

/**
 * Says something. Who says it, and whether as staff, the session knows: what the frame says of that is not looked at. A file may
 * come with it, or alone.
 */
const SendMessage = z
  .strictObject({
    type: z.literal('chat'),
    message: optionalLongText(limits.message),
    /** One that this person has just uploaded: see chat-files.ts. */
    file: z.strictObject({ filePath }).nullish(),
    senderId: z.unknown().optional(),
    isSupport: z.unknown().optional(),
    /** Whom staff answer: needed from staff, not looked at from others. */
    receiverId: z.unknown().optional(),
    /** Sent again with the same one, a message is stored once. */
    clientId: id.nullish(),
  })
  .refine(({ message, file }) => message || file, { error: 'A message is required', path: ['message'] })

/** Whose conversation a frame is about. Staff say it; a partner has but one. */
const conversationId = id.nullish()

/** Asks for the newest messages of a conversation, or for those after `since`. */
const OpenConversation = z.strictObject({
  type: z.literal('chat_open'),
  conversationId,
  since: seq.nullish(),
})

/** Asks for the messages before one. */
const AskOlder = z.strictObject({ type: z.literal('chat_older'), conversationId, before: seq })

/** Says that all up to a message has been read. */
const MarkRead = z.strictObject({ type: z.literal('chat_read'), conversationId, seq })

/** Says that somebody types, or no longer does. Sent again each `typingMillis` while they go on. */
const SayTyping = z.strictObject({
  type: z.literal('typing'),
  conversationId,
  typing: z.boolean().default(true),
})

/** What browsers send. */
export const ClientFrame = z.discriminatedUnion('type', [
  SendMessage,
  OpenConversation,
  AskOlder,
  MarkRead,
  SayTyping,
])
export type ClientFrame = z.output<typeof ClientFrame>
/** The same as the client writes it. */
export type SentFrame = z.input<typeof ClientFrame>

const messages = z.array(ChatMessage)

/** One message more. */
export const MessageFrame = z.strictObject({ type: z.literal('chat'), data: ChatMessage })

/** The newest messages, the oldest of them first: they take the place of all that was there. */
export const HistoryFrame = z.strictObject({
  type: z.literal('chat_history'),
  data: messages,
  /** Null for staff who have opened no conversation yet. */
  conversationId: id.nullable(),
})

/** What was said after the message that the browser named; in several frames when it is much. */
export const MissedFrame = z.strictObject({
  type: z.literal('chat_missed'),
  data: messages,
  conversationId: id,
})

/** Older messages, the oldest of them first. */
export const OlderFrame = z.strictObject({
  type: z.literal('chat_older'),
  data: messages,
  conversationId: id,
})

/** To the sender alone: the message with this `clientId` is stored, now or when it was sent before. */
export const StoredFrame = z.strictObject({ type: z.literal('chat_stored'), data: ChatMessage })

/**
 * Up to which message each side has read: what the other side has sent up to there is seen. Not sent for what a message itself
 * tells: who says something has read what came before it.
 */
export const ReadMarks = z.strictObject({
  type: z.literal('chat_read'),
  data: z.strictObject({ conversationId: id, partnerSeq: seq, staffSeq: seq }),
})

/** What partners see of whoever types for the team. */
export const teamName = 'Partner Team'

/**
 * Somebody in this conversation types, or has stopped. Partners hear of the team alone, as one; staff of the partner and of each
 * other. Nobody hears of themselves.
 */
export const TypingFrame = z.strictObject({
  type: z.literal('typing'),
  data: z.strictObject({
    conversationId: id,
    /** Whether it is somebody of the team. */
    isSupport: z.boolean(),
    /** Who it is, told to staff alone. */
    personId: id.nullable(),
    name: z.string(),
    typing: z.boolean(),
  }),
})

/** Whether the other side is there: for a partner anyone of the team, for staff this partner. */
export const PresenceFrame = z.strictObject({
  type: z.literal('presence'),
  data: z.strictObject({ conversationId: id, present: z.boolean() }),
})

/** To staff: who answers a conversation, or whether it is closed, has changed. */
export const ConversationChangedFrame = z.strictObject({
  type: z.literal('chat_conversation'),
  data: z.strictObject({ id, assignedTo: StaffMember.nullable(), closedAt: isoDate.nullable() }),
})

/** To staff: a note. One that came before may come again: it has the same id. */
export const NoteAddedFrame = z.strictObject({ type: z.literal('chat_note'), data: ChatNote })

const errorCodes = Object.keys(errorStatus) as (keyof typeof errorStatus)[]

/** What was asked for is not done. */
export const ErrorFrame = z.strictObject({
  type: z.literal('chat_error'),
  code: z.enum(errorCodes),
  message: z.string(),
  /** Of the message that was not stored. */
  clientId: id.nullable(),
  /** Seconds after which trying again makes sense. */
  retryAfter: z.number().nullable(),
})

/** What the server sends. */
export const ServerFrame = z.discriminatedUnion('type', [
  MessageFrame,
  HistoryFrame,
  MissedFrame,
  OlderFrame,
  StoredFrame,
  ReadMarks,
  TypingFrame,
  PresenceFrame,
  ConversationChangedFrame,
  NoteAddedFrame,
  ErrorFrame,
])
export type ServerFrame = z.input<typeof ServerFrame>
/** The same as the server writes it. */
export type AnswerFrame = z.output<typeof ServerFrame>

/** Why the server closes a WebSocket, beside what the protocol knows. */
export const closeCodes = {
  /** The server stops, or starts anew: connect again. */
  goingAway: 1001,
  /** More than a person can mean. */
  policyViolation: 1008,
  tryAgainLater: 1013,
  /** Signed out, disabled, or of another role now. */
  sessionEnded: 4401,
} as const

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/chat/unread',
  access: 'signed-in',
  summary: 'How many messages a partner, and how many open conversations staff have not read',
  answers: { 200: z.strictObject({ unread: z.number().int() }) },
})

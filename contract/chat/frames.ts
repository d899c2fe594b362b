import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { errorStatus } from '../errors.ts'
import { id, isoDate, limits, optionalLongText } from '../fields.ts'
import { filePath } from '../files/file-fields.ts'
import { ChatMessage, seq } from './messages.ts'

/** The address of the WebSocket. `?since=` asks for missed messages instead of the history: see `MissedFrame`. */
export const chatPath = '/ws'

/** The size of a history, and of a page of older messages. */
export const chatPageSize = 50

export const ConnectQuery = z.object({
  since: z
    .string()
    .regex(/^\d{1,9}$/, 'A number')
    .transform(Number)
    .optional(),
})

/** Clients repeat the typing frame at this interval. Without one, typing ends after twice that time. */
export const typingIntervalMs = 3_000

/** Sends a message, with a file or without, or a file alone. The sender is the session's user, whatever the frame names. */
const SendMessage = z
  .strictObject({
    type: z.literal('chat'),
    message: optionalLongText(limits.message),
    /** Just uploaded by the sender: see `files.ts`. */
    file: z.strictObject({ filePath }).nullish(),
    senderId: z.unknown().optional(),
    isSupport: z.unknown().optional(),
    /** Required from staff, ignored from others. */
    receiverId: z.unknown().optional(),
    /** A message sent again with the same one is stored once. */
    clientId: id.nullish(),
  })
  .refine(({ message, file }) => message || file, { error: 'A message is required', path: ['message'] })

/** Required from staff; a partner has only one. */
const conversationId = id.nullish()

/** Asks for the newest messages of a conversation, or for those after `since`. */
const OpenConversation = z.strictObject({
  type: z.literal('chat_open'),
  conversationId,
  since: seq.nullish(),
})

/** Asks for the messages before one. */
const RequestOlder = z.strictObject({ type: z.literal('chat_older'), conversationId, before: seq })

/** Marks all messages up to a number as read. */
const MarkRead = z.strictObject({ type: z.literal('chat_read'), conversationId, seq })

/** The user types, or has stopped. Repeated each `typingIntervalMs` while they go on. */
const SetTyping = z.strictObject({
  type: z.literal('typing'),
  conversationId,
  typing: z.boolean().default(true),
})

/** What clients send. */
export const ClientFrame = z.discriminatedUnion('type', [
  SendMessage,
  OpenConversation,
  RequestOlder,
  MarkRead,
  SetTyping,
])
export type ClientFrame = z.output<typeof ClientFrame>
/** The same before it is parsed. */
export type SentFrame = z.input<typeof ClientFrame>

const messages = z.array(ChatMessage)

/** A new message. */
export const MessageFrame = z.strictObject({ type: z.literal('chat'), data: ChatMessage })

/** The newest messages, oldest first. They replace all messages of the client. */
export const HistoryFrame = z.strictObject({
  type: z.literal('chat_history'),
  data: messages,
  /** Null for staff who have opened no conversation yet. */
  conversationId: id.nullable(),
})

/** The messages after `since`, in several frames when there are many. */
export const MissedFrame = z.strictObject({
  type: z.literal('chat_missed'),
  data: messages,
  conversationId: id,
})

/** Older messages, oldest first. */
export const OlderFrame = z.strictObject({
  type: z.literal('chat_older'),
  data: messages,
  conversationId: id,
})

/** Only to the sender: the message with this `clientId` is stored, now or before. */
export const StoredFrame = z.strictObject({ type: z.literal('chat_stored'), data: ChatMessage })

/** Up to which message each side has read. Not sent for a new message, which implies that its sender has read all before it. */
export const ReadMarks = z.strictObject({
  type: z.literal('chat_read'),
  data: z.strictObject({ conversationId: id, partnerSeq: seq, staffSeq: seq }),
})

/** The name of the team, as partners see it. */
export const teamName = 'Partner Team'

/** Someone else in this conversation types, or has stopped. Partners see the team as one; staff see the partner and each other. */
export const TypingFrame = z.strictObject({
  type: z.literal('typing'),
  data: z.strictObject({
    conversationId: id,
    /** Whether it is a member of the team. */
    isSupport: z.boolean(),
    /** Sent to staff only. */
    personId: id.nullable(),
    name: z.string(),
    typing: z.boolean(),
  }),
})

/** Whether the other side has the chat open: to a partner any of the team, to staff this partner. */
export const PresenceFrame = z.strictObject({
  type: z.literal('presence'),
  data: z.strictObject({
    conversationId: id,
    present: z.boolean(),
    /** To partners: the next opening, outside of office hours while the team is away. */
    replyBy: isoDate.nullable(),
    /** To staff: when the partner last used the portal, while the chat is closed. Null if never. */
    lastSeenAt: isoDate.nullable(),
  }),
})

const errorCodes = Object.keys(errorStatus) as (keyof typeof errorStatus)[]

/** A frame was refused. */
export const ErrorFrame = z.strictObject({
  type: z.literal('chat_error'),
  code: z.enum(errorCodes),
  message: z.string(),
  /** Of the refused message. */
  clientId: id.nullable(),
  /** In seconds. */
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
  ErrorFrame,
])
export type ServerFrame = z.input<typeof ServerFrame>
/** The same before it is encoded. */
export type AnswerFrame = z.output<typeof ServerFrame>

/** Why the server closes a WebSocket. */
export const closeCodes = {
  /** The server stops or restarts: connect again. */
  goingAway: 1001,
  /** More frames than a person can send. */
  policyViolation: 1008,
  tryAgainLater: 1013,
  /** Signed out, disabled, or given another role. */
  sessionEnded: 4401,
} as const

export const countUnread = endpoint('GET', '/api/chat/unread', {
  access: 'signed-in',
  summary:
    'How many unread messages a partner has, and how many open conversations with unread messages staff have',
  answers: { 200: z.strictObject({ unread: z.number().int() }) },
})

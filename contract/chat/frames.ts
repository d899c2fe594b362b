import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { errorStatus } from '../errors.ts'
import { id, isoDate, optionalLongText } from '../fields.ts'
import { filePath } from '../files/file-fields.ts'
import { limits } from '../limits.ts'
import { ChatMessage, seq } from './messages.ts'

/** The number of messages in the history, and in a page of older messages. */
export const chatPageSize = 50

export const ConnectQuery = z.object({
  since: z
    .string()
    .regex(/^\d{1,9}$/, 'A number')
    .transform(Number)
    .optional(),
})

/** Sends a message, a message with a file, or only a file. The sender is always the session's user, even if the frame names another. */
const SendMessage = z
  .strictObject({
    type: z.literal('chat'),
    message: optionalLongText(limits.message),
    /** The file, which the sender has just uploaded: see `files.ts`. */
    file: z.strictObject({ filePath }).nullish(),
    senderId: z.unknown().optional(),
    isSupport: z.unknown().optional(),
    /** The conversation. Staff name it, or a user in `receiverId`; both are ignored from others. */
    conversationId: z.unknown().optional(),
    /** A user, for the conversation of the partner that they own or belong to, or else for their own. */
    receiverId: z.unknown().optional(),
    /** The idempotency key: a message that is sent again with the same key is stored once. */
    clientId: id.nullish(),
  })
  .refine(({ message, file }) => message || file, { error: 'A message is required', path: ['message'] })

/** Required from staff; everyone else has only one conversation. */
const conversationId = id.nullish()

/** Asks for the newest messages of a conversation, or for those after `since`. */
const OpenConversation = z.strictObject({
  type: z.literal('chat_open'),
  conversationId,
  since: seq.nullish(),
})

/** Asks for the messages before a message. */
const RequestOlder = z.strictObject({ type: z.literal('chat_older'), conversationId, before: seq })

/** Marks all messages up to a sequence number as read. */
const MarkRead = z.strictObject({ type: z.literal('chat_read'), conversationId, seq })

/** Reports that the user is typing or has stopped. Clients repeat the frame at `typingIntervalMs` while the user is typing. */
const SetTyping = z.strictObject({
  type: z.literal('typing'),
  conversationId,
  typing: z.boolean().default(true),
})

/** The frames that clients send. */
export const ClientFrame = z.discriminatedUnion('type', [
  SendMessage,
  OpenConversation,
  RequestOlder,
  MarkRead,
  SetTyping,
])
export type ClientFrame = z.output<typeof ClientFrame>
/** A client's frame before it is parsed. */
export type SentFrame = z.input<typeof ClientFrame>

const messages = z.array(ChatMessage)

/** A new message. */
export const MessageFrame = z.strictObject({ type: z.literal('chat'), data: ChatMessage })

/** The newest messages, oldest first. They replace all messages that the client has. */
export const HistoryFrame = z.strictObject({
  type: z.literal('chat_history'),
  data: messages,
  /** Null for staff who have not opened a conversation yet. */
  conversationId: id.nullable(),
})

/** The messages after `since`, in several frames if there are many. */
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

/** Confirms to the sender alone that the message with this `clientId` is stored, now or earlier. */
export const StoredFrame = z.strictObject({ type: z.literal('chat_stored'), data: ChatMessage })

/**
 * How far each side has read. `partnerSeq` is the last message that any person of the partner has read; such a person gets their own
 * instead. No frame is sent for a new message, which implies that its sender has read everything before it.
 */
export const ReadMarks = z.strictObject({
  type: z.literal('chat_read'),
  data: z.strictObject({ conversationId: id, partnerSeq: seq, staffSeq: seq }),
})

/** Reports that another user is typing or has stopped. Partners see their colleagues and the team as a whole; staff see each person. */
export const TypingFrame = z.strictObject({
  type: z.literal('typing'),
  data: z.strictObject({
    conversationId: id,
    /** Whether the user is a member of the team. */
    isSupport: z.boolean(),
    /** The id of the user; null for the team as partners see it. */
    personId: id.nullable(),
    name: z.string(),
    typing: z.boolean(),
  }),
})

/** Reports whether the other side has the chat open: for partners that is any of the team, for staff this partner. */
export const PresenceFrame = z.strictObject({
  type: z.literal('presence'),
  data: z.strictObject({
    conversationId: id,
    present: z.boolean(),
    /** For partners: the next opening, if it is outside office hours and the team is away. */
    replyBy: isoDate.nullable(),
    /** For staff: when a person of the partner last used the portal, if the partner's chat is closed. Null if none ever has. */
    lastSeenAt: isoDate.nullable(),
  }),
})

const errorCodes = Object.keys(errorStatus) as (keyof typeof errorStatus)[]

/** Reports that a frame was refused. */
export const ErrorFrame = z.strictObject({
  type: z.literal('chat_error'),
  code: z.enum(errorCodes),
  message: z.string(),
  /** The `clientId` of the refused message. */
  clientId: id.nullable(),
  /** When to try again, in seconds. */
  retryAfter: z.number().nullable(),
})

/** The frames that the server sends. */
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
/** A server's frame before it is encoded. */
export type AnswerFrame = z.output<typeof ServerFrame>

export const countUnread = endpoint('GET', '/api/chat/unread', {
  access: 'signed-in',
  summary:
    'How many unread messages a partner has, and how many open conversations with unread messages staff have',
  responses: { 200: z.strictObject({ unread: z.number().int() }) },
})

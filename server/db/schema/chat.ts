import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  smallint,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { messageKinds } from '#contract/chat/messages.ts'
import type { OfficeHours } from '#contract/chat/office-hours.ts'
import { limits } from '#contract/fields.ts'
import { fileTypes } from '#contract/files/file-types.ts'
import { belongsTo, createdAt, enumCheck, primaryId, timestamptz, tsvector, updatedAt } from './columns.ts'
import { byUser, ofUser, users } from './users.ts'

const sequence = () => integer().notNull().default(0)

/** The search vector of a text. Stored, since computing it costs ten times as much as comparing it. */
const wordsOf = (column: 'message' | 'note') =>
  tsvector()
    .notNull()
    .generatedAlwaysAs(sql.raw(`to_tsvector('simple', compared_text(${column}))`))

/**
 * The conversation of a partner's user and the team. A sender locks the row, so that its messages are
 * numbered without gaps in the order in which they are committed.
 */
export const chatConversations = pgTable(
  'chat_conversations',
  {
    /** The partner's user, whose conversation it is. */
    userId: ofUser().primaryKey(),
    /** The number of the last message. */
    lastSeq: sequence(),
    /** Up to which message the retention has deleted them. New ones are numbered on, so that no client mistakes them for old ones. */
    clearedSeq: sequence(),
    /** Up to which message each side has read. A sender has read everything before their own message. */
    partnerReadSeq: sequence(),
    staffReadSeq: sequence(),
    lastMessageAt: timestamptz().notNull().defaultNow(),
    /** When the partner wrote what nobody has answered yet; null while nothing waits. */
    waitingSince: timestamptz(),
    /** The number of its last internal note. */
    lastNoteSeq: sequence(),
    /** The assigned member of staff; null while it is unassigned. */
    assignedTo: byUser(),
    /** Null while it is open. */
    closedAt: timestamptz(),
    /** When the team is back, as the last automatic reply announced it: no other is sent until then. */
    awayUntil: timestamptz(),
    /** When a column above last changed. */
    changedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    index('chat_conversations_newest').on(table.lastMessageAt.desc().nullsFirst(), table.userId),
    index('chat_conversations_unread_first').on(
      sql`(${table.lastSeq} > ${table.staffReadSeq}) desc`,
      table.lastMessageAt.desc().nullsFirst(),
      table.userId,
    ),
    index('chat_conversations_waiting')
      .on(table.waitingSince, table.userId)
      .where(sql`${table.waitingSince} is not null`),
    index('chat_conversations_open')
      .on(table.lastMessageAt.desc().nullsFirst(), table.userId)
      .where(sql`${table.closedAt} is null`),
    index('chat_conversations_closed')
      .on(table.lastMessageAt.desc().nullsFirst(), table.userId)
      .where(sql`${table.closedAt} is not null`),
    index('chat_conversations_assigned')
      .on(table.assignedTo, table.lastMessageAt.desc().nullsFirst(), table.userId)
      .where(sql`${table.closedAt} is null`),
    index('chat_conversations_unread').on(table.userId).where(sql`${table.lastSeq} > ${table.staffReadSeq}`),
    index('chat_conversations_changed').on(table.changedAt),
  ],
)

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: primaryId(),
    /** Null for automatic replies. */
    senderId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** The partner's user in messages of staff; null in a partner's message. */
    receiverId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    message: varchar({ length: limits.message }).notNull(),
    isSupport: boolean().notNull().default(false),
    createdAt: createdAt(),
    conversationId: uuid()
      .notNull()
      .generatedAlwaysAs(sql`case when is_support then receiver_id else sender_id end`)
      .references(() => chatConversations.userId, { onDelete: 'cascade' }),
    /** Its place in the conversation, from 1. */
    seq: integer().notNull(),
    /** The idempotency key of the sender's client: a message sent again is stored once. */
    clientId: uuid(),
    kind: varchar({ length: 20, enum: messageKinds }).notNull().default('said'),
    /** The address of its file, which is also its name in the store. All five are null without a file. */
    filePath: varchar({ length: limits.filePath }),
    fileName: varchar({ length: limits.fileName }),
    fileType: varchar({ length: limits.fileType, enum: fileTypes }),
    fileSize: bigint({ mode: 'number' }),
    fileSha256: varchar({ length: 64 }),
    /** Bytes of its small picture; null while there is none yet, 0 where the picture cannot be read. */
    thumbnailSize: integer(),
    search: wordsOf('message'),
  },
  (table) => [
    uniqueIndex('chat_messages_order').on(table.conversationId, table.seq),
    uniqueIndex('chat_messages_client_unique').on(table.conversationId, table.senderId, table.clientId),
    index('chat_messages_sender').on(table.senderId, table.createdAt),
    index('chat_messages_receiver').on(table.receiverId, table.createdAt),
    index('chat_messages_search').using('gin', table.search),
    uniqueIndex('chat_messages_file_unique').on(table.filePath),
    enumCheck('chat_messages_kind_known', table.kind, messageKinds),
    enumCheck('chat_messages_file_type_known', table.fileType, fileTypes),
    check('chat_messages_sender', sql`(${table.senderId} is null) = (${table.kind} <> 'said')`),
    check(
      'chat_messages_file_whole',
      sql`num_nulls(${table.filePath}, ${table.fileName}, ${table.fileType}, ${table.fileSize}, ${table.fileSha256}) in (0, 5)`,
    ),
  ],
)

/**
 * Internal notes of staff. A table of its own with numbers of its own, so that no query of messages can
 * return one, and no gap in the numbers of messages shows a partner that one exists.
 */
export const chatNotes = pgTable(
  'chat_notes',
  {
    id: primaryId(),
    conversationId: belongsTo(() => chatConversations.userId),
    /** Null once that user is deleted. */
    authorId: byUser(),
    note: varchar({ length: limits.message }).notNull(),
    /** The number of the last message when it was written: it is shown after that one. */
    afterSeq: integer().notNull(),
    /** Its place among the notes of the conversation, from 1. */
    seq: integer().notNull(),
    /** The idempotency key, as in messages. */
    clientId: uuid(),
    search: wordsOf('note'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('chat_notes_order').on(table.conversationId, table.seq),
    uniqueIndex('chat_notes_client_unique').on(table.conversationId, table.authorId, table.clientId),
    index('chat_notes_author').on(table.authorId, table.createdAt),
    index('chat_notes_created').on(table.createdAt),
    index('chat_notes_search').using('gin', table.search),
  ],
)

/** The processes with sockets. A process that dies no longer renews its row, and its users then count as absent. */
export const chatProcesses = pgTable('chat_processes', {
  id: uuid().primaryKey(),
  aliveUntil: timestamptz().notNull(),
})

/** The users with an open chat, and their processes. */
export const chatPresence = pgTable(
  'chat_presence',
  {
    processId: belongsTo(() => chatProcesses.id),
    userId: ofUser(),
    isStaff: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.processId, table.userId] }),
    index('chat_presence_user').on(table.userId),
    index('chat_presence_staff').on(table.processId).where(sql`${table.isStaff}`),
  ],
)

/** The users who were emailed about unread messages of a conversation, until they are back, so that only one email is sent. */
export const chatMails = pgTable(
  'chat_mails',
  {
    conversationId: belongsTo(() => chatConversations.userId),
    userId: ofUser(),
    mailedAt: timestamptz().notNull().defaultNow(),
    /** The last message of the conversation at that time: none up to it is emailed again. */
    lastSeq: integer().notNull().default(0),
    /** When they opened the chat again; null before that. */
    backAt: timestamptz(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.userId] }),
    index('chat_mails_user').on(table.userId),
  ],
)

/** Texts that staff often send, with placeholders. */
export const savedReplies = pgTable(
  'saved_replies',
  {
    id: primaryId(),
    title: varchar({ length: limits.name }).notNull(),
    text: varchar({ length: limits.message }).notNull(),
    createdBy: byUser(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('saved_replies_title_unique').on(sql`lower(${table.title})`)],
)

/** The office hours: one row at most. Without it, the setting applies. */
export const officeHours = pgTable(
  'office_hours',
  {
    id: smallint().primaryKey().default(1),
    /** Null where none are set. As text, which preserves its order, so that an unchanged value compares as equal. */
    hours: json().$type<OfficeHours>(),
    updatedAt: updatedAt(),
  },
  (table) => [check('office_hours_one', sql`${table.id} = 1`)],
)

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
import { createdAt, enumCheck, primaryId, timestamptz, tsvector, updatedAt } from './columns.ts'
import { users } from './users.ts'

const sequence = () => integer().notNull().default(0)

/** The words that a text is found by. Kept, since working them out costs ten times what comparing them does. */
const wordsOf = (column: 'message' | 'note') =>
  tsvector()
    .notNull()
    .generatedAlwaysAs(sql.raw(`to_tsvector('simple', ${column})`))

/**
 * What is said between a partner's user and the team. Whoever says something locks the row, so that its messages are
 * numbered without gaps in the order in which they are committed.
 */
export const chatConversations = pgTable(
  'chat_conversations',
  {
    /** The partner's user, whose conversation it is. */
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The number of the last message. */
    lastSeq: sequence(),
    /** Up to which message each side has read. Who says something has read what came before it. */
    partnerReadSeq: sequence(),
    staffReadSeq: sequence(),
    lastMessageAt: timestamptz().notNull().defaultNow(),
    /** The number of the last note that staff have written beside it. */
    lastNoteSeq: sequence(),
    /** Who of the staff answers; null while that is nobody's. */
    assignedTo: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Null while it is open. */
    closedAt: timestamptz(),
    /** When the partner has been told that the team is back: until then it is not said again. */
    awayUntil: timestamptz(),
    /** When anything above changed. */
    changedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    index('chat_conversations_newest').on(table.lastMessageAt.desc().nullsFirst(), table.userId),
    index('chat_conversations_unread_first').on(
      sql`(${table.lastSeq} > ${table.staffReadSeq}) desc`,
      table.lastMessageAt.desc().nullsFirst(),
      table.userId,
    ),
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
    /** Null for what the portal itself says for the team. */
    senderId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** Whom staff answer; a partner's message has none. */
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
    /** The id that the sender's program gave it, so that one sent again is stored once. */
    clientId: uuid(),
    kind: varchar({ length: 20, enum: messageKinds }).notNull().default('said'),
    /** Its file's address, which is also the name under which the store keeps it. All five null without a file. */
    filePath: varchar({ length: limits.filePath }),
    fileName: varchar({ length: limits.fileName }),
    fileType: varchar({ length: limits.fileType, enum: fileTypes }),
    fileSize: bigint({ mode: 'number' }),
    fileSha256: varchar({ length: 64 }),
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
 * What staff write to each other beside a conversation. A table of its own with numbers of its own: no reading of messages can
 * come upon one, and no gap in their numbers tells a partner that there is one.
 */
export const chatNotes = pgTable(
  'chat_notes',
  {
    id: primaryId(),
    conversationId: uuid()
      .notNull()
      .references(() => chatConversations.userId, { onDelete: 'cascade' }),
    /** Null once that user is gone. */
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    note: varchar({ length: limits.message }).notNull(),
    /** The number of the last message when it was written: it stands after that one. */
    afterSeq: integer().notNull(),
    /** Its place among the notes of the conversation, from 1. */
    seq: integer().notNull(),
    /** As in messages. */
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

/** The processes that hold sockets. One that dies no longer renews its row, and those whom it held are gone with it. */
export const chatProcesses = pgTable('chat_processes', {
  id: uuid().primaryKey(),
  aliveUntil: timestamptz().notNull(),
})

/** Who has a chat open, and in which process. */
export const chatPresence = pgTable(
  'chat_presence',
  {
    processId: uuid()
      .notNull()
      .references(() => chatProcesses.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    isStaff: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.processId, table.userId] }),
    index('chat_presence_user').on(table.userId),
    index('chat_presence_staff').on(table.processId).where(sql`${table.isStaff}`),
  ],
)

/** Who has been mailed what they missed in a conversation, until they are there again: so that one mail goes out, not more. */
export const chatMails = pgTable(
  'chat_mails',
  {
    conversationId: uuid()
      .notNull()
      .references(() => chatConversations.userId, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    mailedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.userId] }),
    index('chat_mails_user').on(table.userId),
  ],
)

/** What staff answer often, with placeholders. */
export const savedReplies = pgTable(
  'saved_replies',
  {
    id: primaryId(),
    title: varchar({ length: limits.name }).notNull(),
    text: varchar({ length: limits.message }).notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('saved_replies_title_unique').on(sql`lower(${table.title})`)],
)

/** When the team is there: one row at most. Without it, the setting says it. */
export const officeHours = pgTable(
  'office_hours',
  {
    id: smallint().primaryKey().default(1),
    /** Null where none are known. As text, which keeps its order: so that what has not changed is the same. */
    hours: json().$type<OfficeHours>(),
    updatedAt: updatedAt(),
  },
  (table) => [check('office_hours_one', sql`${table.id} = 1`)],
)

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
import { fileTypes } from '#contract/files/file-types.ts'
import { limits } from '#contract/limits.ts'
import { belongsTo, createdAt, enumCheck, primaryId, timestamptz, tsvector, updatedAt } from './columns.ts'
import { partnerProfiles } from './partners.ts'
import { byUser, ofUser, users } from './users.ts'

const sequence = () => integer().notNull().default(0)

const ofConversation = () => belongsTo(() => chatConversations.id)

/** The search vector of a text. It is stored because computing it takes ten times as long as comparing it. */
const wordsOf = (column: 'message' | 'note') =>
  tsvector()
    .notNull()
    .generatedAlwaysAs(sql.raw(`to_tsvector('simple', compared_text(${column}))`))

/**
 * The conversation of a partner with the team, or of a user who owns no partner. Triggers add a row for each partner and each such user, and
 * give a user's conversation to the partner that they create. Sending a message locks the row, so that messages are numbered without gaps
 * in the order in which they are committed.
 */
export const chatConversations = pgTable(
  'chat_conversations',
  {
    id: primaryId(),
    /** The partner whose people chat here; null for the conversation of a single user. */
    partnerId: uuid().references(() => partnerProfiles.id, { onDelete: 'cascade' }),
    /** The user who chats here without a partner; null for the conversation of a partner. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** The sequence number of the last message. */
    lastSeq: sequence(),
    /** The last message that the retention deleted. Numbering continues, so that no client mistakes new messages for old ones. */
    clearedSeq: sequence(),
    /**
     * The message up to which any person of the partner has read (`staffReadSeq`: any of the staff). Senders have read everything before
     * their own message. How far each person of the partner has read is in `chat_reads`.
     */
    partnerReadSeq: sequence(),
    staffReadSeq: sequence(),
    lastMessageAt: timestamptz().notNull().defaultNow(),
    /** When the partner wrote the first message without a reply; null if none is waiting. */
    waitingSince: timestamptz(),
    /** The sequence number of the last internal note. */
    lastNoteSeq: sequence(),
    /** The member of staff to whom the conversation is assigned; null if it is unassigned. */
    assignedTo: byUser(),
    /** When the conversation was closed; null if it is open. */
    closedAt: timestamptz(),
    /** When the conversation comes back to the open ones by itself; null if it is not snoozed. Only open conversations are snoozed. */
    snoozedUntil: timestamptz(),
    snoozedBy: byUser(),
    /** When the conversation last came back by itself; null once somebody has written since. Lists order it as if it had a message then. */
    returnedAt: timestamptz(),
    /** When the team is back, according to the last automatic reply. No other automatic reply is sent before then. */
    awayUntil: timestamptz(),
    /** When one of the columns above last changed. */
    changedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => {
    const newestFirst = () =>
      [sql`greatest(${table.lastMessageAt}, ${table.returnedAt}) desc`, table.id] as const
    // Lists leave out conversations without messages, of which there are as many as users who have never written.
    const isListed = sql`${table.lastSeq} > ${table.clearedSeq}`
    const isOpen = sql`${isListed} and ${table.closedAt} is null and ${table.snoozedUntil} is null`
    return [
      uniqueIndex('chat_conversations_partner_unique').on(table.partnerId),
      uniqueIndex('chat_conversations_user_unique').on(table.userId),
      index('chat_conversations_newest')
        .on(...newestFirst())
        .where(isListed),
      index('chat_conversations_unread_first')
        .on(sql`(${table.lastSeq} > ${table.staffReadSeq}) desc`, ...newestFirst())
        .where(isListed),
      index('chat_conversations_waiting')
        .on(table.waitingSince, table.id)
        .where(sql`${table.waitingSince} is not null`),
      index('chat_conversations_open')
        .on(...newestFirst())
        .where(isOpen),
      index('chat_conversations_closed')
        .on(...newestFirst())
        .where(sql`${table.closedAt} is not null`),
      index('chat_conversations_assigned')
        .on(table.assignedTo, ...newestFirst())
        .where(isOpen),
      index('chat_conversations_waiting_for_us')
        .on(...newestFirst())
        .where(sql`${isOpen} and ${table.waitingSince} is not null`),
      index('chat_conversations_waiting_for_partner')
        .on(...newestFirst())
        .where(sql`${isOpen} and ${table.waitingSince} is null`),
      index('chat_conversations_snoozed')
        .on(table.snoozedUntil, table.id)
        .where(sql`${table.snoozedUntil} is not null`),
      index('chat_conversations_unread').on(table.id).where(sql`${table.lastSeq} > ${table.staffReadSeq}`),
      index('chat_conversations_changed').on(table.changedAt),
      check(
        'chat_conversations_snoozed_open',
        sql`${table.snoozedUntil} is null or ${table.closedAt} is null`,
      ),
      check('chat_conversations_of_one', sql`num_nonnulls(${table.partnerId}, ${table.userId}) = 1`),
    ]
  },
)

/** The labels that staff give conversations. Partners never receive them. */
export const chatLabels = pgTable(
  'chat_labels',
  { id: primaryId(), name: varchar({ length: limits.label }).notNull(), updatedAt: updatedAt() },
  (table) => [uniqueIndex('chat_labels_name_unique').on(sql`lower(${table.name})`)],
)

export const chatConversationLabels = pgTable(
  'chat_conversation_labels',
  {
    conversationId: ofConversation(),
    /** A label cannot be deleted while a conversation has it. */
    labelId: uuid()
      .notNull()
      .references(() => chatLabels.id),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.labelId] }),
    index('chat_conversation_labels_label').on(table.labelId, table.conversationId),
  ],
)

/** The message up to which each person of a partner has read. A new member has read everything up to their joining, by a trigger. */
export const chatReads = pgTable(
  'chat_reads',
  {
    conversationId: ofConversation(),
    userId: ofUser(),
    readSeq: sequence(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.userId] }),
    index('chat_reads_user').on(table.userId),
  ],
)

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: primaryId(),
    /** The user who sent the message; null for automatic replies. */
    senderId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** The user whose conversation it was, or the partner's owner, when staff sent the message; null in a message of the partner. */
    receiverId: byUser(),
    message: varchar({ length: limits.message }).notNull(),
    isSupport: boolean().notNull().default(false),
    createdAt: createdAt(),
    conversationId: ofConversation(),
    /** The position in the conversation, starting at 1. */
    seq: integer().notNull(),
    /** The idempotency key of the sender's client: a message that is sent again is stored once. */
    clientId: uuid(),
    kind: varchar({ length: 20, enum: messageKinds }).notNull().default('said'),
    /** The address of the attached file, which is also its name in the store. All five columns of the file are null if there is none. */
    filePath: varchar({ length: limits.filePath }),
    fileName: varchar({ length: limits.fileName }),
    fileType: varchar({ length: limits.fileType, enum: fileTypes }),
    fileSize: bigint({ mode: 'number' }),
    fileSha256: varchar({ length: 64 }),
    /** The size of the thumbnail in bytes; null if there is none yet, 0 if the picture cannot be read. */
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
 * Internal notes of staff. They have their own table and sequence numbers, so that no query of messages can return a note, and no gap in
 * the numbers of messages reveals one to a partner.
 */
export const chatNotes = pgTable(
  'chat_notes',
  {
    id: primaryId(),
    conversationId: ofConversation(),
    /** The member of staff who wrote the note; null once that user is deleted. */
    authorId: byUser(),
    note: varchar({ length: limits.message }).notNull(),
    /** The sequence number of the last message when the note was written. The note is shown after that message. */
    afterSeq: integer().notNull(),
    /** The position among the notes of the conversation, starting at 1. */
    seq: integer().notNull(),
    /** The idempotency key of the author's client, as in messages. */
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

/** The processes that serve chat connections. A process that dies no longer renews its row, and its users then count as absent. */
export const chatProcesses = pgTable('chat_processes', {
  id: uuid().primaryKey(),
  aliveUntil: timestamptz().notNull(),
})

/** The users with an open chat, and the processes that they are connected to. */
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

/** The users who were emailed about unread messages of a conversation. They get no other email until they have opened the chat again. */
export const chatMails = pgTable(
  'chat_mails',
  {
    conversationId: ofConversation(),
    userId: ofUser(),
    mailedAt: timestamptz().notNull().defaultNow(),
    /** The last message of the conversation when the email was sent. Nobody is emailed again about messages up to it. */
    lastSeq: integer().notNull().default(0),
    /** When the user opened the chat again; null before that. */
    backAt: timestamptz(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.userId] }),
    index('chat_mails_user').on(table.userId),
  ],
)

/** Texts that staff send often, with placeholders. */
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

/** The office hours, in at most one row. If there is no row, the setting applies. */
export const officeHours = pgTable(
  'office_hours',
  {
    id: smallint().primaryKey().default(1),
    /** The hours; null if there are none. `json` preserves the order, unlike `jsonb`, so that an unchanged value compares as equal. */
    hours: json().$type<OfficeHours>(),
    updatedAt: updatedAt(),
  },
  (table) => [check('office_hours_one', sql`${table.id} = 1`)],
)

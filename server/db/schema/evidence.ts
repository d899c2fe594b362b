import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { type EvidenceEventType, evidenceEventTypes, sealParts } from '#contract/documents/evidence.ts'
import { createdAt, enumCheck, timestamptz } from './columns.ts'
import { partnerDocuments } from './partners.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const sha256 = () => varchar({ length: 64 })

/**
 * What happened to each agreement. Rows are only ever added, each with the hash of the one before, so that none can be changed or
 * left out unseen. It has no foreign keys: the chain of an agreement that was deleted before it was signed remains.
 */
export const agreementEvents = pgTable(
  'agreement_events',
  {
    documentId: uuid().notNull(),
    /** From 1 in each chain. */
    sequence: integer().notNull(),
    type: varchar({ length: 30, enum: evidenceEventTypes }).$type<EvidenceEventType>().notNull(),
    at: timestamptz().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The hash of the event before; of the first one 64 zeros. */
    previousHash: sha256().notNull(),
    /** SHA-256 of the canonical JSON (RFC 8785) of the other six, in hexadecimal. */
    hash: sha256().notNull(),
    /** The order over all chains. */
    position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.sequence] }),
    uniqueIndex('agreement_events_position_unique').on(table.position),
    enumCheck('agreement_events_type_known', table.type, evidenceEventTypes),
  ],
)

/** The last event of each chain: its row is locked while an event is added. */
export const agreementChains = pgTable('agreement_chains', {
  documentId: uuid().primaryKey(),
  sequence: integer().notNull().default(0),
  hash: sha256().notNull(),
})

export const timestampStates = ['none', 'missing', 'included', 'apart'] as const

/** The seals of each agreement that was signed in the portal: one of the partner's signature, and one more once the company has signed. */
export const documentSeals = pgTable(
  'document_seals',
  {
    documentId: uuid()
      .notNull()
      .references(() => partnerDocuments.id, { onDelete: 'restrict' }),
    part: varchar({ length: 20, enum: sealParts }).notNull().default('signature'),
    requestedAt: createdAt(),
    /** How often sealing has failed, and why it did last. */
    failures: integer().notNull().default(0),
    failure: text(),
    /** Not before then is it tried again. */
    dueAt: createdAt(),
    /** The email with the copy, which is sent once it is sealed; null where none is. It has no foreign key: emails are deleted after a time. */
    emailId: uuid(),
    sealedAt: timestamptz(),
    /** Of the sealed PDF. */
    sha256: sha256(),
    /** Printed in the PDF: whoever has it may ask whether the agreement is in force. */
    code: varchar({ length: 19 }),
    /** Whether the seal has a timestamp: none is wanted, it is missing still, in the PDF, or in the chain. */
    timestamp: varchar({ length: 10, enum: timestampStates }).notNull().default('none'),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.part] }),
    uniqueIndex('document_seals_code_unique').on(table.code),
    uniqueIndex('document_seals_sha256_unique').on(table.sha256),
    index('document_seals_due').on(table.dueAt).where(sql`${table.sealedAt} is null`),
    index('document_seals_untimed').on(table.dueAt).where(sql`${table.timestamp} = 'missing'`),
    enumCheck('document_seals_part_known', table.part, sealParts),
    enumCheck('document_seals_timestamp_known', table.timestamp, timestampStates),
    check(
      'document_seals_whole',
      sql`num_nulls(${table.sealedAt}, ${table.sha256}, ${table.code}) in (0, 3)`,
    ),
  ],
)

/** The certificates that this portal has sealed with. Rows are only ever added. */
export const signingCertificates = pgTable('signing_certificates', {
  /** Of its DER encoding, in hexadecimal. */
  sha256: sha256().primaryKey(),
  certificate: bytes().notNull(),
  firstUsedAt: createdAt(),
})

/**
 * One hash over all chains for each day on which something changed, with that of the day before in it. Rows are only ever added. It is
 * worth as much as the copies of it outside the portal: see heads/.
 */
export const evidenceHeads = pgTable('evidence_heads', {
  /** In UTC. */
  day: date({ mode: 'string' }).primaryKey(),
  /** The last event that it includes. */
  position: bigint({ mode: 'number' }).notNull(),
  chains: integer().notNull(),
  /** Of the ends of all chains as of that event. */
  chainsSha256: sha256().notNull(),
  /** The head before; of the first one 64 zeros. */
  previousSha256: sha256().notNull(),
  sha256: sha256().notNull().unique(),
  createdAt: createdAt(),
})

/** The timestamps of heads, which may come later. Rows are only ever added. */
export const evidenceHeadTimestamps = pgTable('evidence_head_timestamps', {
  sha256: sha256()
    .primaryKey()
    .references(() => evidenceHeads.sha256, { onDelete: 'restrict' }),
  /** RFC 3161, over the bytes of the head's hash. */
  token: bytes().notNull(),
  at: timestamptz().notNull(),
  authority: text().notNull(),
})

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
 * The events of each agreement. Rows are only ever added, and each contains the hash of the one before, so that changing or leaving out
 * an event is always noticed. The table has no foreign keys, so that the chain of an agreement that was deleted before it was signed
 * remains.
 */
export const agreementEvents = pgTable(
  'agreement_events',
  {
    documentId: uuid().notNull(),
    /** The position in the chain, starting at 1. */
    sequence: integer().notNull(),
    type: varchar({ length: 30, enum: evidenceEventTypes }).$type<EvidenceEventType>().notNull(),
    at: timestamptz().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The hash of the event before; 64 zeros for the first event of a chain. */
    previousHash: sha256().notNull(),
    /** SHA-256 of the canonical JSON (RFC 8785) of the six columns above, in hexadecimal. */
    hash: sha256().notNull(),
    /** The order of the events of all chains. */
    position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.sequence] }),
    uniqueIndex('agreement_events_position_unique').on(table.position),
    enumCheck('agreement_events_type_known', table.type, evidenceEventTypes),
  ],
)

/** The last event of each chain. Adding an event locks the chain's row. */
export const agreementChains = pgTable('agreement_chains', {
  documentId: uuid().primaryKey(),
  sequence: integer().notNull().default(0),
  hash: sha256().notNull(),
})

export const timestampStates = ['none', 'missing', 'included', 'apart'] as const

/** The seals of agreements signed in the portal: one for the partner's signature, and another after the company's signature. */
export const documentSeals = pgTable(
  'document_seals',
  {
    documentId: uuid()
      .notNull()
      .references(() => partnerDocuments.id, { onDelete: 'restrict' }),
    part: varchar({ length: 20, enum: sealParts }).notNull().default('signature'),
    requestedAt: createdAt(),
    /** How often sealing has failed; `failure` is the last error. */
    failures: integer().notNull().default(0),
    failure: text(),
    /** The earliest time of the next attempt to seal. */
    dueAt: createdAt(),
    /** The email with the copy, sent after sealing; null if none is sent. No foreign key, because emails are deleted after a time. */
    emailId: uuid(),
    sealedAt: timestamptz(),
    /** SHA-256 of the sealed PDF. */
    sha256: sha256(),
    /** The code that is printed in the PDF. Anyone who has the code may ask whether the agreement is in force. */
    code: varchar({ length: 19 }),
    /** The state of the seal's timestamp: `none` is wanted, it is still `missing`, `included` in the PDF, or `apart`, in the chain. */
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

/** The certificates with which this portal has sealed. Rows are only ever added. */
export const signingCertificates = pgTable('signing_certificates', {
  /** SHA-256 of the certificate's DER encoding, in hexadecimal. */
  sha256: sha256().primaryKey(),
  certificate: bytes().notNull(),
  firstUsedAt: createdAt(),
})

/**
 * One hash over all chains for each day on which something changed; it includes the hash of the previous such day. Rows are only ever
 * added. The hashes prove something only if copies of them exist outside the portal: see heads/.
 */
export const evidenceHeads = pgTable('evidence_heads', {
  /** The day in UTC. */
  day: date({ mode: 'string' }).primaryKey(),
  /** The last event that the head includes. */
  position: bigint({ mode: 'number' }).notNull(),
  chains: integer().notNull(),
  /** The hash of the last hashes of all chains as of that event. */
  chainsSha256: sha256().notNull(),
  /** The hash of the previous head; 64 zeros for the first head. */
  previousSha256: sha256().notNull(),
  sha256: sha256().notNull().unique(),
  createdAt: createdAt(),
})

/** The timestamps of heads, which may arrive later than the heads. Rows are only ever added. */
export const evidenceHeadTimestamps = pgTable('evidence_head_timestamps', {
  sha256: sha256()
    .primaryKey()
    .references(() => evidenceHeads.sha256, { onDelete: 'restrict' }),
  /** An RFC 3161 timestamp token for the bytes of the head's hash. */
  token: bytes().notNull(),
  at: timestamptz().notNull(),
  authority: text().notNull(),
})

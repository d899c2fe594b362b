import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  index,
  jsonb,
  pgTable,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { fileTypes } from '#contract/files/file-types.ts'
import { limits } from '#contract/limits.ts'
import {
  agreementSides,
  closedForReasons,
  obligationKinds,
  obligationStatuses,
  passingKinds,
} from '#contract/obligations/kinds.ts'
import type { TermAnswers } from '#contract/obligations/terms.ts'
import { partnerActivations } from './activations.ts'
import { belongsTo, createdAt, enumCheck, primaryId, timestamptz, updatedAt } from './columns.ts'
import { ofPartner, partnerDocuments } from './partners.ts'
import { byUser } from './users.ts'

/** The kinds that pass by themselves, as SQL writes them. */
export const passing = sql.raw(passingKinds.map((kind) => `'${kind}'`).join(', '))

/** What one side of a signed agreement owes the other, as its terms say. Each agreement has at most one of each kind. */
export const obligations = pgTable(
  'obligations',
  {
    id: primaryId(),
    partnerId: ofPartner(),
    documentId: belongsTo(() => partnerDocuments.id),
    activationId: uuid().references(() => partnerActivations.id, { onDelete: 'set null' }),
    kind: varchar({ length: 20, enum: obligationKinds }).notNull(),
    owedBy: varchar({ length: 10, enum: agreementSides }).notNull(),
    /** In cents; null for what is no payment, or not known yet. */
    amountCents: bigint({ mode: 'number' }),
    currency: varchar({ length: 3 }).notNull().default('USD'),
    /** The sum of the payments toward it and toward what it succeeds, in cents, kept with each payment. */
    paidCents: bigint({ mode: 'number' }).notNull().default(0),
    /** The obligation of the replaced agreement that it succeeds. */
    predecessorId: uuid().references((): AnyPgColumn => obligations.id, { onDelete: 'set null' }),
    /** The day and the time by the clocks of the place. */
    dueOn: date({ mode: 'string' }).notNull(),
    time: varchar({ length: 5 }),
    /** The IANA name of the time zone of the place, which decides when the day is over. */
    timeZone: varchar({ length: limits.timeZone }).notNull(),
    clause: varchar({ length: 20 }).notNull(),
    status: varchar({ length: 10, enum: obligationStatuses }).notNull().default('open'),
    /** Set if the portal closed it, and not a person. */
    closedFor: varchar({ length: 20, enum: closedForReasons }),
    note: varchar({ length: limits.reason }),
    /** The day for which it was announced to webhooks as due. */
    announcedFor: date({ mode: 'string' }),
    /** When its status last changed, and by whom. */
    decidedAt: timestamptz(),
    decidedBy: byUser(),
    /** The file that shows that it was done. All five columns are null without a file. */
    filePath: varchar({ length: limits.filePath }),
    fileName: varchar({ length: limits.fileName }),
    fileType: varchar({ length: limits.fileType, enum: fileTypes }),
    fileSize: bigint({ mode: 'number' }),
    fileSha256: varchar({ length: 64 }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('obligations_document_unique').on(table.documentId, table.kind),
    uniqueIndex('obligations_file_unique').on(table.filePath),
    index('obligations_partner').on(table.partnerId, table.dueOn),
    index('obligations_activation').on(table.activationId).where(sql`${table.activationId} is not null`),
    index('obligations_due').on(table.dueOn, table.id),
    index('obligations_amount').on(sql`${table.amountCents} asc nulls last`, table.dueOn, table.id),
    index('obligations_amount_down').on(sql`${table.amountCents} desc nulls last`, table.dueOn, table.id),
    // What is open is counted from this index alone.
    index('obligations_open_due')
      .on(table.dueOn, table.id, table.kind, table.owedBy, table.timeZone)
      .where(sql`${table.status} = 'open'`),
    index('obligations_late')
      .on(table.dueOn)
      // `isLateIn` begins with the same conditions, so that the index serves it.
      .where(sql`${table.status} = 'open' and ${table.kind} not in (${passing})`),
    index('obligations_predecessor').on(table.predecessorId).where(sql`${table.predecessorId} is not null`),
    index('obligations_decided_by').on(table.decidedBy),
    enumCheck('obligations_kind_known', table.kind, obligationKinds),
    enumCheck('obligations_side_known', table.owedBy, agreementSides),
    enumCheck('obligations_status_known', table.status, obligationStatuses),
    enumCheck('obligations_closed_for_known', table.closedFor, closedForReasons),
    check('obligations_amount', sql`${table.amountCents} >= 0`),
    check('obligations_closed_by_portal', sql`${table.closedFor} is null or ${table.status} = 'waived'`),
    check(
      'obligations_file_whole',
      sql`num_nulls(${table.filePath}, ${table.fileType}, ${table.fileSize}, ${table.fileSha256}) in (0, 4)`,
    ),
  ],
)

/** What staff are asked about the terms of a signed agreement, and what they have answered. */
export const termAnswers = pgTable(
  'term_answers',
  {
    documentId: belongsTo(() => partnerDocuments.id).primaryKey(),
    partnerId: ofPartner(),
    /** The names of the fields that cannot be read with certainty and have no answer. */
    asked: varchar({ length: 40 }).array().notNull().default(sql`'{}'`),
    answers: jsonb().$type<TermAnswers>().notNull().default({}),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('term_answers_asked').on(table.createdAt).where(sql`cardinality(${table.asked}) > 0`),
    index('term_answers_partner').on(table.partnerId),
  ],
)

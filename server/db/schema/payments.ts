import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  index,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { agreementSides } from '#contract/obligations/kinds.ts'
import { paymentMethods } from '#contract/payments/methods.ts'
import { enumCheck, primaryId, timestamptz } from './columns.ts'
import { invoices } from './invoices.ts'
import { obligations } from './obligations.ts'
import { partnerDocuments, partnerProfiles } from './partners.ts'
import { byUser } from './users.ts'

/** Payments and their reversals. Entries are only ever added: a trigger refuses every change of what was recorded. */
export const payments = pgTable(
  'payments',
  {
    id: primaryId(),
    // The reference prevents the deletion of a partner with payments, which accounting must be able to prove.
    partnerId: uuid()
      .notNull()
      .references(() => partnerProfiles.id, { onDelete: 'restrict' }),
    obligationId: uuid().references(() => obligations.id, { onDelete: 'set null' }),
    /** The agreement of the obligation, in whose evidence the payment is. */
    documentId: uuid().references(() => partnerDocuments.id, { onDelete: 'set null' }),
    /** The invoice that it pays. */
    invoiceId: uuid().references(() => invoices.id, { onDelete: 'set null' }),
    paidBy: varchar({ length: 10, enum: agreementSides }).notNull(),
    /** In cents; negative for a reversal. */
    amountCents: bigint({ mode: 'number' }).notNull(),
    currency: varchar({ length: 3 }).notNull(),
    paidOn: date({ mode: 'string' }).notNull(),
    method: varchar({ length: 20, enum: paymentMethods }).notNull(),
    reference: varchar({ length: limits.name }),
    /** The text that searches compare. */
    searchText: text().notNull().generatedAlwaysAs(sql`compared_text(coalesce(reference, ''))`),
    reversesId: uuid().references((): AnyPgColumn => payments.id, { onDelete: 'restrict' }),
    recordedBy: byUser(),
    idempotencyKey: varchar({ length: 200 }).notNull(),
    requestSha256: varchar({ length: 64 }).notNull(),
    // The default is not the start of the transaction, so that entries of one obligation are in the order in which they were recorded.
    createdAt: timestamptz().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    uniqueIndex('payments_key_unique').on(table.recordedBy, table.idempotencyKey),
    uniqueIndex('payments_reversal_unique').on(table.reversesId),
    index('payments_partner').on(table.partnerId, table.paidOn),
    index('payments_obligation').on(table.obligationId),
    index('payments_document').on(table.documentId),
    index('payments_invoice').on(table.invoiceId).where(sql`${table.invoiceId} is not null`),
    index('payments_paid').on(table.paidOn, table.createdAt, table.id),
    index('payments_amount').on(table.amountCents, table.paidOn, table.createdAt, table.id),
    enumCheck('payments_side_known', table.paidBy, agreementSides),
    enumCheck('payments_method_known', table.method, paymentMethods),
    check(
      'payments_amount',
      sql`(${table.amountCents} < 0) = (${table.reversesId} is not null) and ${table.amountCents} <> 0`,
    ),
  ],
)

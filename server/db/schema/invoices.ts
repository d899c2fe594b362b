import { sql } from 'drizzle-orm'
import { bigint, check, date, index, pgTable, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { fileTypes } from '#contract/files/file-types.ts'
import { limits } from '#contract/limits.ts'
import { storedInvoiceStatuses } from '#contract/payments/invoice-status.ts'
import { enumCheck, primaryId, timestamptz, updatedAt } from './columns.ts'
import { obligations } from './obligations.ts'
import { ofPartner } from './partners.ts'
import { byUser } from './users.ts'

/** The invoices of partners, and their requests for what the company owes them by an agreement, which have no file. */
export const invoices = pgTable(
  'invoices',
  {
    id: primaryId(),
    partnerId: ofPartner(),
    obligationId: uuid().references(() => obligations.id, { onDelete: 'set null' }),
    number: varchar({ length: limits.invoiceNumber }),
    /** In cents. */
    amountCents: bigint({ mode: 'number' }).notNull(),
    currency: varchar({ length: 3 }).notNull(),
    note: varchar({ length: limits.reason }),
    /** The invoice itself. All five columns are null for a request. */
    filePath: varchar({ length: limits.filePath }),
    fileName: varchar({ length: limits.fileName }),
    fileType: varchar({ length: limits.fileType, enum: fileTypes }),
    fileSize: bigint({ mode: 'number' }),
    fileSha256: varchar({ length: 64 }),
    status: varchar({ length: 10, enum: storedInvoiceStatuses }).notNull().default('received'),
    payOn: date({ mode: 'string' }),
    reason: varchar({ length: limits.reason }),
    receivedAt: timestamptz().notNull().defaultNow(),
    sentBy: byUser(),
    decidedAt: timestamptz(),
    decidedBy: byUser(),
    updatedAt: updatedAt(),
  },
  (table) => [
    // A number may be used again after its invoice was rejected.
    uniqueIndex('invoices_number_unique')
      .on(table.partnerId, sql`lower(${table.number})`)
      .where(sql`${table.status} <> 'rejected'`),
    uniqueIndex('invoices_file_unique').on(table.filePath),
    index('invoices_partner').on(table.partnerId, table.receivedAt),
    index('invoices_obligation').on(table.obligationId),
    index('invoices_received').on(table.receivedAt, table.id),
    index('invoices_amount').on(table.amountCents, table.receivedAt, table.id),
    index('invoices_to_review').on(table.receivedAt).where(sql`${table.status} = 'received'`),
    index('invoices_search').using('gin', sql`compared_text(coalesce(${table.number}, '')) gin_trgm_ops`),
    index('invoices_sent_by').on(table.sentBy),
    index('invoices_decided_by').on(table.decidedBy),
    enumCheck('invoices_status_known', table.status, storedInvoiceStatuses),
    check('invoices_amount', sql`${table.amountCents} > 0`),
    check('invoices_scheduled', sql`(${table.status} = 'scheduled') = (${table.payOn} is not null)`),
    check(
      'invoices_file_whole',
      sql`num_nulls(${table.filePath}, ${table.fileType}, ${table.fileSize}, ${table.fileSha256}) in (0, 4)`,
    ),
  ],
)

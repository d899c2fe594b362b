import { and, asc, desc, eq, isNull, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Parsed } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import type { InvoiceSort, InvoiceStatus } from '#contract/payments/invoice-status.ts'
import type { listAllInvoices as contract } from '#contract/payments/invoices.ts'
import type { Executor } from '#server/db/client.ts'
import { deleteFrom, findRow, lockRow, updateIn } from '#server/db/rows.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { obligations } from '#server/db/schema/obligations.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { payments } from '#server/db/schema/payments.ts'
import { containsWords, partnerContainsWords } from '#server/db/search.ts'
import { namedUser } from '#server/db/user-names.ts'
import { attachedFileColumns } from '#server/features/files/attached/data.ts'
import { obligationName } from '#server/features/obligations/data.ts'
import { pick } from '#server/pick.ts'

/** The sum of the payments that name an invoice, less refunds, in cents. `table` is the table or its alias. */
const paidOf = (table: SQLWrapper) => sql<number>`(
  select coalesce(sum(case payment.paid_by when 'company' then payment.amount_cents else -payment.amount_cents end), 0)
  from ${payments} payment where payment.invoice_id = ${table}.id and payment.currency = ${table}.currency)`

/**
 * The status of an invoice with the payments. What an agreement asks is paid with or without an invoice that names it, also by the
 * agreement that replaced this one. For additional costs there may be several, so that one counts as paid only once it was approved.
 */
export const invoiceStatus = (
  table: SQLWrapper,
) => sql<InvoiceStatus>`(case when ${table}.status <> 'rejected'
  and (${paidOf(table)} >= ${table}.amount_cents or exists (
    select from ${obligations} owed where owed.id = ${table}.obligation_id and (owed.status = 'done' or owed.closed_for = 'replaced' and (
        with recursive later as (
          select id, status from ${obligations} where predecessor_id = owed.id
          union all select next.id, next.status from ${obligations} next join later on next.predecessor_id = later.id
        ) select bool_or(status = 'done') from later))
      and (owed.kind <> 'additional_costs' or ${table}.status <> 'received')))
  then 'paid' else ${table}.status end)`

/** The name of an invoice: its number, or what is asked for. `kind` is that of its obligation. */
export const invoiceName = (table: SQLWrapper, kind: SQLWrapper) =>
  sql<string>`coalesce('Invoice ' || ${table}.number, 'Request: ' || ${obligationName(kind)}, 'Invoice')`

const own = sql`"invoices"`
const status = invoiceStatus(own)

const invoiceColumns = {
  ...pick(invoices, 'id', 'partnerId', 'obligationId', 'number', 'amountCents', 'currency', 'note'),
  ...pick(invoices, 'filePath', 'fileName', 'fileType', 'fileSize', 'payOn', 'reason'),
  ...pick(invoices, 'receivedAt', 'decidedAt', 'updatedAt'),
  ...pick(obligations, 'kind', 'documentId'),
  paidCents: paidOf(own).mapWith(Number),
  status,
  sentBy: namedUser('invoices.sent_by'),
  decidedBy: namedUser('invoices.decided_by'),
}

export type InvoiceColumns = NonNullable<Awaited<ReturnType<typeof getInvoice>>>

const isOfObligation = eq(obligations.id, invoices.obligationId)
const latestFirst = [desc(invoices.receivedAt), desc(invoices.id)]

export type InvoiceFilter = Omit<Parsed<typeof contract, 'query'>, 'sort' | 'page' | 'limit'>

/** Whether the names of the partner, or the number, contain all words. Each is found by its own index. */
const isFound = (search: string) => sql`(${partnerContainsWords(invoices.partnerId, search)}
  or ${containsWords(sql`compared_text(coalesce(${invoices.number}, ''))`, search)})`

const isChosen = (filter: InvoiceFilter) =>
  and(
    filter.search ? isFound(filter.search) : undefined,
    filter.status && eq(status, filter.status),
    filter.partnerId ? eq(invoices.partnerId, filter.partnerId) : undefined,
  )

const orderOf = (sort: InvoiceSort): SQL[] => {
  const direction = sort.startsWith('-') ? desc : asc
  if (sort.endsWith('partner')) return [direction(partnerProfiles.fullName), ...latestFirst]
  const keys = [invoices.receivedAt, invoices.id]
  return (sort.endsWith('amount') ? [invoices.amountCents, ...keys] : keys).map((key) => direction(key))
}

export const listAllInvoices = (
  db: Executor,
  filter: InvoiceFilter,
  sort: InvoiceSort,
  { page, limit }: Page,
) =>
  db
    .select({ ...invoiceColumns, partner: pick(partnerProfiles, 'id', 'fullName', 'businessName') })
    .from(invoices)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, invoices.partnerId))
    .leftJoin(obligations, isOfObligation)
    .where(isChosen(filter))
    .orderBy(...orderOf(sort))
    .limit(limit)
    .offset((page - 1) * limit)

export const countAllInvoices = (db: Executor, filter: InvoiceFilter) => db.$count(invoices, isChosen(filter))

const isOfPartner = (partnerId: string) => eq(invoices.partnerId, partnerId)

export const listInvoices = (db: Executor, partnerId: string, { page, limit }: Page) =>
  db
    .select(invoiceColumns)
    .from(invoices)
    .leftJoin(obligations, isOfObligation)
    .where(isOfPartner(partnerId))
    .orderBy(...latestFirst)
    .limit(limit)
    .offset((page - 1) * limit)

export const countInvoices = (db: Executor, partnerId: string) => db.$count(invoices, isOfPartner(partnerId))

export const getInvoice = (db: Executor, id: string) =>
  findRow(db.select(invoiceColumns).from(invoices).leftJoin(obligations, isOfObligation), eq(invoices.id, id))

/** Locks an invoice until the transaction ends. Whoever also locks its obligation or its agreement locks the agreement first, and the obligation last. */
export const lockInvoice = (tx: Executor, id: string) =>
  lockRow(tx.select().from(invoices), eq(invoices.id, id), 'no key update')

/** Inserts an invoice; returns undefined when the partner has used its number. */
export const insertInvoice = async (tx: Executor, values: typeof invoices.$inferInsert) => {
  const [row] = await tx.insert(invoices).values(values).onConflictDoNothing().returning({ id: invoices.id })
  return row?.id
}

export const updateInvoice = updateIn(invoices)
export const deleteInvoice = deleteFrom(invoices)

/** Whether another invoice of the partner, apart from rejected ones, has this number. */
export const isNumberUsed = async (tx: Executor, { id, partnerId, number }: typeof invoices.$inferSelect) =>
  (await tx.$count(
    invoices,
    and(
      isOfPartner(partnerId),
      ne(invoices.id, id),
      ne(invoices.status, 'rejected'),
      sql`lower(${invoices.number}) = lower(${number})`,
    ),
  )) > 0

/** Whether there is a request for an obligation, or for one that it succeeds, that is neither paid nor rejected. */
export const isAskedFor = async (tx: Executor, obligationId: string) =>
  (await tx.$count(
    invoices,
    and(
      sql`${invoices.obligationId} in (
        with recursive line as (
          select ${obligationId}::uuid as id
          union select part.predecessor_id from line join ${obligations} part on part.id = line.id where part.predecessor_id is not null
        ) select id from line)`,
      isNull(invoices.filePath),
      sql`${status} in ('received', 'approved', 'scheduled')`,
    ),
  )) > 0

/** Whether there is an approved invoice for an obligation that is not paid. */
export const hasPayableInvoice = async (tx: Executor, obligationId: string) =>
  (await tx.$count(
    invoices,
    and(eq(invoices.obligationId, obligationId), sql`${status} in ('approved', 'scheduled')`),
  )) > 0

/** Returns the file of an invoice. */
export const getInvoiceFile = (db: Executor, filePath: string) =>
  findRow(
    db.select({ partnerId: invoices.partnerId, ...attachedFileColumns(invoices, 'Invoice') }).from(invoices),
    eq(invoices.filePath, filePath),
  )

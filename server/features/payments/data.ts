import { and, asc, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import type { PaymentSort } from '#contract/payments/methods.ts'
import { paymentMethodLabels } from '#contract/payments/methods.ts'
import type { listAllPayments as contract, RecordPayment } from '#contract/payments/payments.ts'
import type { Executor } from '#server/db/client.ts'
import { findRow, lockRow } from '#server/db/rows.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { obligations } from '#server/db/schema/obligations.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { payments } from '#server/db/schema/payments.ts'
import { containsWordsOrPartner, containsWordsTogether } from '#server/db/search.ts'
import { displayName, namedUser } from '#server/db/user-names.ts'
import { pick } from '#server/pick.ts'

const paymentColumns = {
  ...pick(payments, 'id', 'partnerId', 'obligationId', 'documentId', 'paidBy', 'amountCents', 'currency'),
  ...pick(payments, 'invoiceId', 'paidOn', 'method', 'reference', 'reversesId', 'createdAt'),
  ...pick(obligations, 'kind', 'activationId'),
  // For an `exists`, PostgreSQL would read the reversals of all payments before those of a page.
  isReversed: sql<boolean>`(select true from payments reversal where reversal.reverses_id = "payments"."id") is true`,
  recordedBy: namedUser('payments.recorded_by'),
}

const isOfObligation = eq(obligations.id, payments.obligationId)
const latestFirst = [desc(payments.paidOn), desc(payments.createdAt), desc(payments.id)]

export type PaymentFilter = Omit<Parsed<typeof contract, 'query'>, 'sort' | 'page' | 'limit'>

const isChosen = ({ search, partnerId, obligationId, documentId, paidBy, from, until }: PaymentFilter) =>
  and(
    search ? containsWordsOrPartner(payments.searchText, payments.partnerId, search) : undefined,
    partnerId ? eq(payments.partnerId, partnerId) : undefined,
    obligationId ? eq(payments.obligationId, obligationId) : undefined,
    documentId ? eq(payments.documentId, documentId) : undefined,
    paidBy && eq(payments.paidBy, paidBy),
    from ? gte(payments.paidOn, from) : undefined,
    until ? lte(payments.paidOn, until) : undefined,
  )

const orderOf = (sort: PaymentSort): SQL[] => {
  if (sort === '-paid') return latestFirst
  if (sort === 'paid') return [asc(payments.paidOn), asc(payments.createdAt), asc(payments.id)]
  const direction = sort.startsWith('-') ? desc : asc
  if (sort.endsWith('partner')) return [direction(partnerProfiles.fullName), ...latestFirst]
  // All in one direction, as the index has them.
  return [payments.amountCents, payments.paidOn, payments.createdAt, payments.id].map((key) => direction(key))
}

const isOfProfile = eq(partnerProfiles.id, payments.partnerId)

export const listAllPayments = (
  db: Executor,
  filter: PaymentFilter,
  sort: PaymentSort,
  { page, limit }: Page,
) =>
  db
    .select({ ...paymentColumns, partner: pick(partnerProfiles, 'id', 'fullName', 'businessName') })
    .from(payments)
    .innerJoin(partnerProfiles, isOfProfile)
    .leftJoin(obligations, isOfObligation)
    .where(
      and(
        isChosen(filter),
        containsWordsTogether(payments.searchText, partnerProfiles.searchText, filter.search),
      ),
    )
    .orderBy(...orderOf(sort))
    .limit(limit)
    .offset((page - 1) * limit)

export const countAllPayments = (db: Executor, filter: PaymentFilter) => db.$count(payments, isChosen(filter))

const isOfPartner = (partnerId: string) => eq(payments.partnerId, partnerId)

export const listPayments = (db: Executor, partnerId: string, { page, limit }: Page) =>
  db
    .select(paymentColumns)
    .from(payments)
    .leftJoin(obligations, isOfObligation)
    .where(isOfPartner(partnerId))
    .orderBy(...latestFirst)
    .limit(limit)
    .offset((page - 1) * limit)

export const countPayments = (db: Executor, partnerId: string) => db.$count(payments, isOfPartner(partnerId))

export const getPayment = (db: Executor, id: string) =>
  findRow(db.select(paymentColumns).from(payments).leftJoin(obligations, isOfObligation), eq(payments.id, id))

export const lockPayment = (tx: Executor, id: string) =>
  lockRow(tx.select().from(payments), eq(payments.id, id), 'no key update')

/** Returns the payment that a user has recorded with an idempotency key. */
export const getPaymentByKey = (tx: Executor, userId: string, key: string) =>
  findRow(
    tx.select(pick(payments, 'id', 'requestSha256')).from(payments),
    and(eq(payments.recordedBy, userId), eq(payments.idempotencyKey, key)),
  )

/** Inserts an entry; returns undefined when the user has already used the idempotency key. */
export const insertPayment = async (tx: Executor, values: typeof payments.$inferInsert) => {
  const [row] = await tx
    .insert(payments)
    .values(values)
    .onConflictDoNothing({ target: [payments.recordedBy, payments.idempotencyKey] })
    .returning({ id: payments.id })
  return row?.id
}

/** Locks an obligation of a partner, so that its payments are recorded one after the other. */
export const lockObligation = (tx: Executor, id: string) =>
  lockRow(tx.select().from(obligations), eq(obligations.id, id))

/** Returns the id of the agreement that a payment is for: by its invoice, or else by its obligation; null without one. */
export const findAgreement = async (
  tx: Executor,
  { invoiceId, obligationId }: Pick<RecordPayment, 'invoiceId' | 'obligationId'>,
) => {
  const ofInvoice = sql`(select obligation_id from invoices where id = ${invoiceId ?? null})`
  const owed = await findRow(
    tx.select(pick(obligations, 'documentId')).from(obligations),
    eq(obligations.id, invoiceId ? ofInvoice : sql`${obligationId ?? null}`),
  )
  return owed?.documentId ?? null
}

/** Returns the obligation that succeeds this one by the agreements that have replaced its own; itself if there is none. */
export const getLatest = async (tx: Executor, obligation: typeof obligations.$inferSelect) => {
  let latest = obligation
  for (;;) {
    const next = await findRow(tx.select().from(obligations), eq(obligations.predecessorId, latest.id))
    if (!next) return latest
    latest = next
  }
}

const total = (side: 'company' | 'partner') =>
  sql<number>`coalesce(sum(${payments.amountCents}) filter (where ${payments.paidBy} = ${side}), 0)`.mapWith(
    Number,
  )

/** Whether an entry is of a year. A reversal takes its payment back from the year of the payment, whenever it was recorded. */
const isInYear = (year: number) => sql`case when ${payments.reversesId} is null then ${payments.paidOn}
  else (select reversed.paid_on from payments reversed where reversed.id = ${payments.reversesId}) end
  between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date`

// The partner of a group is a column of the payments, so that PostgreSQL may read partners by the index of their business names, with the
// payments of each, until a page is full. Grouped by the key of the partners, it would first sum up the payments of all.
export const listTotals = (db: Executor, year: number, { page, limit }: Page) =>
  db
    .select({
      id: sql<string>`${payments.partnerId} || ':' || ${payments.currency}`,
      partner: { id: payments.partnerId, ...pick(partnerProfiles, 'fullName', 'businessName') },
      currency: payments.currency,
      paidCents: total('company'),
      receivedCents: total('partner'),
    })
    .from(payments)
    .innerJoin(partnerProfiles, isOfProfile)
    .where(isInYear(year))
    .groupBy(partnerProfiles.businessName, payments.partnerId, payments.currency, partnerProfiles.fullName)
    .orderBy(asc(partnerProfiles.businessName), asc(payments.partnerId), asc(payments.currency))
    .limit(limit)
    .offset((page - 1) * limit)

export const countTotals = (db: Executor, year: number) =>
  db.$count(
    db
      .selectDistinct({ partnerId: payments.partnerId, currency: payments.currency })
      .from(payments)
      .where(isInYear(year))
      .as('totals'),
  )

export const exportHeading = [
  'Date',
  'Business',
  'Partner',
  'Paid by',
  'Amount',
  'Currency',
  'For',
  'Activation',
  'Method',
  'Reference',
  'Invoice',
  'Reverses',
  'Recorded by',
  'Recorded at',
  'Agreement ID',
  'Partner ID',
  'Payment ID',
]

const methodLabel = sql<string>`case ${payments.method} ${sql.join(
  Object.entries(paymentMethodLabels).map(([method, label]) => sql.raw(`when '${method}' then '${label}'`)),
  sql` `,
)} end`

/** Returns the statement of an export. Amounts are in whole units of the currency, such as 2500.5. */
export const exportQuery = (db: Executor, filter: PaymentFilter, sort: PaymentSort) =>
  db
    .select({
      paidOn: sql<string>`${payments.paidOn}::text`.as('paid_on_text'),
      ...pick(partnerProfiles, 'businessName', 'fullName'),
      paidBy: payments.paidBy,
      // A number, since a text that begins with a minus would be marked, and a spreadsheet would leave it out of its sums.
      amount: sql<number>`(${payments.amountCents} / 100.0)::float8`.as('amount'),
      currency: payments.currency,
      kind: sql<string>`replace(${obligations.kind}, '_', ' ')`.as('obligation'),
      activation: sql<string>`${partnerActivations.name}`.as('activation'),
      method: methodLabel.as('method'),
      reference: payments.reference,
      invoice: invoices.number,
      reversesId: payments.reversesId,
      recordedBy:
        sql<string>`(select ${displayName('person')} from users as person where person.id = ${payments.recordedBy})`.as(
          'recorded_by_name',
        ),
      createdAt: payments.createdAt,
      ...pick(payments, 'documentId', 'partnerId', 'id'),
    })
    .from(payments)
    .innerJoin(partnerProfiles, isOfProfile)
    .leftJoin(obligations, isOfObligation)
    .leftJoin(invoices, eq(invoices.id, payments.invoiceId))
    .leftJoin(partnerActivations, eq(partnerActivations.id, obligations.activationId))
    .where(isChosen(filter))
    .orderBy(...orderOf(sort))
    .toSQL()

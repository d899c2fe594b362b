import { type AgreementSide, isOneOf, moneyKinds, type ObligationKind } from '#contract/obligations/kinds.ts'
import type { RecordPayment } from '#contract/payments/payments.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record, recordWithoutEvidence } from '#server/domain-events/record.ts'
import { filledFields } from '#server/features/audit-log/changed-fields.ts'
import { followPayments } from '#server/features/obligations/follow/actions.ts'
import { lockAgreement, lockPaid } from '#server/features/obligations/follow/data.ts'
import { requirePartner } from '#server/features/partners/profile/actions.ts'
import { AppError, orNotFound, wrongField } from '#server/http/app-error.ts'
import { pick } from '#server/pick.ts'
import { sha256 } from '#server/sessions/sessions.ts'
import * as data from './data.ts'
import { entryOf, paymentRecorded, paymentReversed } from './events.ts'
import { getInvoice, hasPayableInvoice, type InvoiceColumns, lockInvoice } from './invoices/data.ts'

/** A request with the key by which a repetition of it is recognized. */
interface Keyed {
  idempotencyKey: string
  requestSha256: string
}

const keyed = (key: string | null, request: unknown): Keyed => {
  if (!key) throw new AppError('bad_request', 'The Idempotency-Key header is required.')
  return { idempotencyKey: key, requestSha256: sha256(JSON.stringify(request)) }
}

/**
 * Records a payment, once for each idempotency key of the user.
 * @throws AppError `bad_request` when the partner or the obligation does not exist, is not one to pay, or the day is ahead; `conflict` for
 * another currency or more than is open until it is confirmed, for additional costs without the invoice, and for a key that was used for
 * another request
 */
export const recordPayment = (db: Database, user: Actor, form: RecordPayment, key: string | null) => {
  const { isConfirmed, obligationId: given = null, ...entry } = form
  const request = keyed(key, { ...entry, obligationId: given })
  return db.transaction(async (tx) => {
    await requirePartner(tx, form.partnerId)
    const documentId = await data.findAgreement(tx, form)
    if (documentId) await lockAgreement(tx, documentId)
    const invoice = form.invoiceId ? await lockPayable(tx, form, form.invoiceId) : null
    if (documentId) await lockPaid(tx, documentId)
    const obligationId = invoice ? invoice.obligationId : given
    const obligation = obligationId ? await lockOwed(tx, form.partnerId, obligationId) : null
    const known = await repeated(tx, user, request)
    if (known) return known
    if (isAhead(form.paidOn)) throw wrongField('paidOn', 'This day is still ahead')
    if (invoice) requireApproved(invoice)
    if (obligation && !invoice) await requireInvoice(tx, form, obligation)
    if (obligation && !isConfirmed) requireExpected(form, await data.getLatest(tx, obligation))
    if (invoice && !isConfirmed) requireExpected(form, { ...invoice, owedBy: 'company' })
    const values = { ...entry, ...request, obligationId, documentId, recordedBy: user.id }
    const id = await data.insertPayment(tx, values)
    // Another request with the same key was faster.
    if (!id) return orNotFound(await repeated(tx, user, request))
    return recordEntry(tx, user, id, paymentRecorded)
  })
}

/**
 * Reverses a payment by an entry of the opposite amount, once for each idempotency key of the user.
 * @throws AppError `not_found`; `conflict` for a reversal, for a payment that was reversed, and for a key that was used for another request
 */
export const reversePayment = (db: Database, user: Actor, id: string, reason: string, key: string | null) => {
  const request = keyed(key, { id, reason })
  return db.transaction(async (tx) => {
    const { documentId } = orNotFound(await data.getPayment(tx, id))
    if (documentId) await lockAgreement(tx, documentId)
    if (documentId) await lockPaid(tx, documentId)
    const payment = orNotFound(await data.lockPayment(tx, id))
    const known = await repeated(tx, user, request)
    if (known) return known
    if (payment.reversesId)
      throw new AppError('conflict', 'A reversal cannot be reversed. Record a payment instead.')
    if (orNotFound(await data.getPayment(tx, id)).isReversed) {
      throw new AppError('conflict', 'This payment has already been reversed.')
    }
    const same = pick(payment, 'partnerId', 'obligationId', 'documentId', 'invoiceId', 'paidBy', 'currency')
    const reversal = await data.insertPayment(tx, {
      ...same,
      method: payment.method,
      ...request,
      amountCents: -payment.amountCents,
      paidOn: new Date().toISOString().slice(0, 10),
      reference: reason,
      reversesId: id,
      recordedBy: user.id,
    })
    if (!reversal) return orNotFound(await repeated(tx, user, request))
    return recordEntry(tx, user, reversal, paymentReversed)
  })
}

/** Counts a new entry, and records its event. */
const recordEntry = async (
  tx: Executor,
  user: Actor,
  id: string,
  event: typeof paymentRecorded | typeof paymentReversed,
) => {
  const payment = orNotFound(await data.getPayment(tx, id))
  if (payment.documentId) await followPayments(tx, payment.documentId)
  const { partnerId, reference } = payment
  const after = filledFields({ partnerId, ...entryOf(payment), reference })
  const recordIt = payment.documentId ? record : recordWithoutEvidence
  await recordIt(tx, event, user, { payment, after })
  return payment
}

/** Returns the entry of an earlier request with the same key; undefined for a new key. */
const repeated = async (tx: Executor, user: Actor, { idempotencyKey, requestSha256 }: Keyed) => {
  const known = await data.getPaymentByKey(tx, user.id, idempotencyKey)
  if (!known) return undefined
  if (known.requestSha256 !== requestSha256) {
    throw new AppError('conflict', 'This idempotency key was used for another request.')
  }
  return data.getPayment(tx, known.id)
}

const lockOwed = async (tx: Executor, partnerId: string, id: string) => {
  const obligation = await data.lockObligation(tx, id)
  if (obligation?.partnerId !== partnerId)
    throw wrongField('obligationId', 'The partner has no such obligation')
  if (!isOneOf(moneyKinds, obligation.kind))
    throw wrongField('obligationId', 'Nothing is to be paid for this')
  return obligation
}

/** Locks an invoice, so that nobody takes back its approval while it is paid. */
const lockPayable = async (tx: Executor, { partnerId, obligationId }: RecordPayment, id: string) => {
  await lockInvoice(tx, id)
  const invoice = await getInvoice(tx, id)
  if (invoice?.partnerId !== partnerId) throw wrongField('invoiceId', 'The partner has no such invoice')
  if (obligationId && obligationId !== invoice.obligationId) {
    throw wrongField('obligationId', 'The invoice is for something else')
  }
  return invoice
}

/** Refuses to pay additional costs without saying which of several invoices is paid, which would otherwise be paid again. */
const requireInvoice = async (
  tx: Executor,
  { paidBy }: RecordPayment,
  { id, kind }: { id: string; kind: ObligationKind },
) => {
  if (kind !== 'additional_costs' || paidBy === 'partner' || !(await hasPayableInvoice(tx, id))) return
  throw new AppError('conflict', 'Record this at the invoice that it pays, among the invoices.')
}

const requireApproved = ({ status }: InvoiceColumns) => {
  if (status === 'received' || status === 'rejected') {
    throw new AppError('conflict', 'This invoice is not approved.')
  }
}

/** What is paid: an obligation or an invoice. */
interface Expected {
  owedBy: AgreementSide
  amountCents: number | null
  paidCents: number
  currency: string
}

/** Refuses another currency, and more than is open, or as a refund more than was paid. */
const requireExpected = ({ amountCents, currency, paidBy }: RecordPayment, obligation: Expected) => {
  if (currency !== obligation.currency) {
    throw new AppError(
      'conflict',
      `This is due in ${obligation.currency}. A payment in ${currency} does not count toward it. Confirm to record it anyway.`,
    )
  }
  const isRefund = paidBy !== obligation.owedBy
  if (isRefund && amountCents > obligation.paidCents) {
    throw new AppError('conflict', 'This is more than was paid. Confirm to record it anyway.')
  }
  if (
    !isRefund &&
    obligation.amountCents !== null &&
    obligation.paidCents + amountCents > obligation.amountCents
  ) {
    throw new AppError('conflict', 'This is more than is open. Confirm to record it anyway.')
  }
}

/** Whether a day has begun nowhere yet: the first time zone is 14 hours ahead of UTC. */
const isAhead = (day: string) => day > new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)

/** Returns an entry as partners may see it: without the member of staff who recorded it. */
export const forPartner = <Entry extends { recordedBy: unknown }>(payment: Entry) => ({
  ...payment,
  recordedBy: null,
})

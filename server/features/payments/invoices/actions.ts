import { isOneOf, moneyKinds } from '#contract/obligations/kinds.ts'
import { invoiceName } from '#contract/payments/invoice-status.ts'
import type { DecideInvoice, SendInvoice } from '#contract/payments/invoices.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { type Actor, actorOf } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import {
  claimRegisteredFile,
  getRegisteredFile,
  releaseFiles,
  requestUpload,
} from '#server/features/files/actions.ts'
import { followAgreements } from '#server/features/obligations/follow/actions.ts'
import { listFollowing, lockAgreement } from '#server/features/obligations/follow/data.ts'
import { lockProfile } from '#server/features/partners/profile/data.ts'
import { partnerOfAgreements } from '#server/http/access.ts'
import { AppError, forbidden, notFound, orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import { pick } from '#server/pick.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { lockObligation } from '../data.ts'
import * as data from './data.ts'
import * as events from './events.ts'

type FileDeps = Pick<Deps, 'db' | 'store'>

/** Returns the partner for which a user sends invoices. @throws AppError `forbidden` for everyone who may not sign for a partner */
const requireSigner = (user: SignedInUser) => {
  const partnerId = partnerOfAgreements(user)
  if (!partnerId) throw forbidden()
  return partnerId
}

/**
 * Returns the address for uploading an invoice.
 * @throws AppError `forbidden` for members who may not sign; `too_large`
 */
export const requestInvoiceUpload = (
  deps: FileDeps,
  user: SignedInUser,
  file: { fileName: string; fileSize: number },
) => {
  requireSigner(user)
  return requestUpload(deps, user, file, 'proof')
}

const namedInvoice = (invoice: data.InvoiceColumns) => ({ ...invoice, name: invoiceName(invoice) })
const numberUsed = () => {
  const message = 'This number was used before'
  return new AppError('conflict', message, { fields: { number: message } })
}

/**
 * Stores an invoice of the partner of a user, or without a file their request for what the company owes them.
 * @throws AppError `forbidden` for members who may not sign; `not_found` for what another partner is owed; `bad_request` for what is nothing
 * to pay, without an amount, with another currency, and when the file is not the caller's to use; `conflict` for a number that was used, and
 * for what is closed, paid, or already asked for
 */
export const sendInvoice = async (deps: FileDeps, user: SignedInUser, form: SendInvoice) => {
  const partnerId = requireSigner(user)
  const { filePath, obligationId = null, number, note } = form
  const file = filePath ? await getRegisteredFile(deps, user, { filePath }, 'proof') : null
  return deps.db.transaction(async (tx) => {
    await lockInvoices(tx, partnerId)
    const owed = obligationId ? await lockOwed(tx, partnerId, obligationId, file !== null) : null
    const { amountCents, currency } = amountOf(form, owed)
    if (file) await claimRegisteredFile(tx, file)
    const id = await data.insertInvoice(tx, {
      ...{ partnerId, obligationId, number, amountCents, currency, note },
      ...(file && { filePath: file.objectKey, fileSha256: file.sha256 }),
      ...(file && pick(file, 'fileName', 'fileType', 'fileSize')),
      sentBy: actorOf(user).id,
    })
    if (!id) throw numberUsed()
    const invoice = orNotFound(await data.getInvoice(tx, id))
    const after = filledFields(pick(invoice, 'number', 'kind', 'amountCents', 'currency', 'note', 'fileName'))
    await record(tx, events.invoiceReceived, actorOf(user), { invoice: namedInvoice(invoice), after })
    return invoice
  })
}

/** Locks a partner before anything else, so that only one transaction at a time takes or frees a number of its invoices. */
const lockInvoices = async (tx: Executor, partnerId: string) => {
  orNotFound(await lockProfile(tx, partnerId))
}

type Owed = Awaited<ReturnType<typeof lockOwed>>

/** Locks what the company owes a partner, so that nobody else asks for it meanwhile. */
const lockOwed = async (tx: Executor, partnerId: string, id: string, hasFile: boolean) => {
  const owed = orNotFound(await lockObligation(tx, id))
  if (owed.partnerId !== partnerId) throw notFound()
  if (owed.owedBy !== 'company' || !isOneOf(moneyKinds, owed.kind)) {
    throw wrongField('obligationId', 'Nothing is to be paid to you for this')
  }
  if (owed.status === 'waived') throw new AppError('conflict', 'Nothing is to be paid for this any more.')
  // Further costs may follow those that were paid.
  if (owed.status === 'done' && owed.kind !== 'additional_costs') {
    throw new AppError('conflict', 'This is paid.')
  }
  if (!hasFile && (await data.isAskedFor(tx, id))) {
    throw new AppError('conflict', 'You have already asked for this.')
  }
  return owed
}

/** Returns the amount of an invoice, by default what is open. Only the partner knows how much additional costs are. */
const amountOf = (form: SendInvoice, owed: Owed | null) => {
  const currency = form.currency ?? owed?.currency ?? 'USD'
  if (owed && currency !== owed.currency) throw wrongField('currency', `This is due in ${owed.currency}`)
  const open =
    owed?.kind === 'additional_costs' || !owed?.amountCents ? null : owed.amountCents - owed.paidCents
  const amountCents = form.amountCents ?? open
  if (amountCents === null) throw wrongField('amountCents', 'Enter an amount')
  if (!form.filePath && open !== null && amountCents > open) {
    throw wrongField('amountCents', 'This is more than is open')
  }
  return { amountCents, currency }
}

/**
 * Deletes an invoice of the partner of a user.
 * @throws AppError `forbidden` for members who may not sign; `not_found`; `conflict` once staff have decided about it
 */
export const takeBackInvoice = (db: Database, user: SignedInUser, id: string) => {
  const partnerId = requireSigner(user)
  return db.transaction(async (tx) => {
    const locked = orNotFound(await data.lockInvoice(tx, id))
    if (locked.partnerId !== partnerId) throw notFound()
    if (locked.status !== 'received') {
      throw new AppError('conflict', 'The partner team has already decided about this.')
    }
    const invoice = namedInvoice(orNotFound(await data.getInvoice(tx, id)))
    await data.deleteInvoice(tx, id)
    if (locked.filePath) await releaseFiles(tx, [locked.filePath])
    const before = filledFields(pick(invoice, 'number', 'kind', 'amountCents', 'currency', 'fileName'))
    await record(tx, events.invoiceTakenBack, actorOf(user), { invoice, before })
  })
}

const eventOf = {
  approved: events.invoiceApproved,
  scheduled: events.invoiceScheduled,
  rejected: events.invoiceRejected,
  received: events.invoiceReopened,
}

// The last time zone is 12 hours behind UTC.
const isOver = (day: string) => day < new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 10)

/**
 * Stores what staff decide about an invoice. Approved additional costs give their obligation its amount and its day.
 * @throws AppError `not_found`; `bad_request` for a day that has passed; `conflict` when it has changed meanwhile, was paid, or has a number
 * that was used since it was rejected
 */
export const decideInvoice = (db: Database, user: Actor, id: string, decision: DecideInvoice) => {
  const { status, reason, payOn = null, updatedAt } = decision
  return db.transaction(async (tx) => {
    const { partnerId, kind, documentId } = orNotFound(await data.getInvoice(tx, id))
    await lockInvoices(tx, partnerId)
    const followed = kind === 'additional_costs' ? documentId : null
    if (followed) await lockAgreement(tx, followed)
    const locked = orNotFound(await data.lockInvoice(tx, id))
    requireUnchanged(locked, updatedAt)
    const former = orNotFound(await data.getInvoice(tx, id))
    const changes = changedFields(pick(former, 'status', 'payOn', 'reason'), { status, payOn, reason })
    if (!changes) return former
    requireOpen(former, status)
    if (payOn && payOn !== former.payOn && isOver(payOn)) throw wrongField('payOn', 'This day has passed')
    if (locked.status === 'rejected' && (await data.isNumberUsed(tx, locked))) throw numberUsed()
    const decided = status === 'received' ? null : new Date()
    await data.updateInvoice(tx, id, {
      ...{ status, payOn, reason, decidedAt: decided, decidedBy: decided && user.id },
    })
    if (followed) await followAgreements(tx, await listFollowing(tx, followed))
    const invoice = orNotFound(await data.getInvoice(tx, id))
    await record(tx, eventOf[status], user, { invoice: namedInvoice(invoice), ...changes })
    return invoice
  })
}

const requireOpen = (invoice: data.InvoiceColumns, next: DecideInvoice['status']) => {
  if (invoice.status === 'paid') {
    throw new AppError('conflict', 'This is paid. Reverse the payment instead.')
  }
  if (invoice.paidCents !== 0 && (next === 'rejected' || next === 'received')) {
    throw new AppError('conflict', 'A part of this is paid. Reverse the payment first.')
  }
}

/** Returns an invoice as partners may see it: without the names of whoever sent it and decided about it. */
export const forPartner = <Row extends { sentBy: unknown; decidedBy: unknown }>(invoice: Row) => ({
  ...invoice,
  sentBy: null,
  decidedBy: null,
})

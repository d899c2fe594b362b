import type { AgreementBlock } from '#contract/documents/agreements/agreement.ts'
import { type ClosedFor, isOneOf, moneyKinds, type ObligationKind } from '#contract/obligations/kinds.ts'
import type { TermAnswers, TermName } from '#contract/obligations/terms.ts'
import type { Executor } from '#server/db/client.ts'
import { type DerivedObligation, deriveObligations } from '../terms/derive-obligations.ts'
import { type AgreementTerms, readTerms } from '../terms/read-terms.ts'
import * as data from './data.ts'

/** The fields of the agreement on which each kind of obligation depends most, by which its clause is found. */
const fieldOfKind: Record<ObligationKind, string> = {
  deposit: 'depositPercentage',
  balance: 'paymentDays',
  additional_costs: 'additionalCostDays',
  collateral: 'collateralDays',
  guest_count: 'capacityChangeDays',
  cancellation: 'cancellationDays',
  short_cancellation: 'shortCancellationDays',
  setup: 'eventSetupTime',
  end: 'eventEndTime',
  exclusivity: 'territory',
}

/** Returns the number of the first clause with a field; undefined if no clause has it. */
const clauseWith = (blocks: readonly AgreementBlock[], field: string) =>
  blocks.find(({ kind, text }) => kind === 'clause' && text.includes(`{{${field}}}`))?.number

/** Returns the terms with the answers of staff, which replace what was read, and the fields that are still unclear. */
const answeredTerms = (values: Record<string, string>, answers: TermAnswers) => {
  const { terms: read, unclear } = readTerms(values)
  const terms: AgreementTerms = { ...read }
  const set = <Name extends keyof AgreementTerms>(
    name: Name,
    answer: AgreementTerms[Name] | null | undefined,
  ) => {
    if (answer === undefined) return
    if (answer === null) delete terms[name]
    else terms[name] = answer
  }
  set('eventDates', answers.eventDates)
  set('setupTime', answers.eventSetupTime)
  set('endTime', answers.eventEndTime)
  set('collateralDays', answers.collateralDays)
  set('feeCents', answers.paymentAmount)
  set('depositHundredths', answers.depositPercentage)
  set('paymentDays', answers.paymentDays)
  set('additionalCostDays', answers.additionalCostDays)
  set('expectedGuests', answers.expectedGuests)
  set('capacityChangeDays', answers.capacityChangeDays)
  set('cancellationDays', answers.cancellationDays)
  set('shortCancellationDays', answers.shortCancellationDays)
  return { terms, asked: unclear.filter((name) => answers[name] === undefined) }
}

const closingReason = (
  agreement: { status: string; voidedAt: Date | null },
  event: { isReplaced: boolean; isCanceled: boolean },
): ClosedFor | null => {
  if (agreement.status !== 'signed') return 'unsigned'
  if (agreement.voidedAt) return 'voided'
  if (event.isReplaced) return 'replaced'
  return event.isCanceled ? 'canceled' : null
}

/**
 * Brings the obligations of an agreement in line with its terms, with its activations, and with whether it is in force. Call it in the
 * transaction of whatever changes one of these; it may be called any number of times.
 * @param given further answers of staff to what is unclear in the terms
 */
export const followAgreement = async (tx: Executor, documentId: string, given: TermAnswers = {}) => {
  const agreement = await data.lockAgreement(tx, documentId)
  if (!agreement) return
  const event = await data.getEvent(tx, agreement)
  const reason = closingReason(agreement, event)
  if (reason) return data.closeOpen(tx, documentId, reason)

  const { values, blocks } = await data.getSignedTerms(tx, agreement)
  const answers = { ...(await data.getAnswers(tx, documentId))?.answers, ...given }
  const { terms, asked } = answeredTerms(values, answers)
  const { firstDay, lastDay, activationId, timeZone, signedOn } = event
  const isDated = firstDay !== null && lastDay !== null
  if (isDated) terms.eventDates = { firstDay, lastDay }
  // An activation says when the event takes place, so nobody needs to be asked.
  const stillAsked = asked.filter((name) => !(isDated && name === 'eventDates')) satisfies TermName[]
  await data.saveAnswers(tx, agreement, { asked: stillAsked, answers })

  const costs = await data.getApprovedCosts(tx, agreement, timeZone)
  const derived = deriveObligations(terms, { signedOn, costs }).flatMap((each) => {
    const clause = clauseWith(blocks, fieldOfKind[each.kind])
    return clause ? [{ ...each, clause, activationId, timeZone }] : []
  })
  await storeDerived(tx, agreement, derived)
}

type Derived = DerivedObligation & { activationId: string | null; timeZone: string }

const storeDerived = async (tx: Executor, agreement: data.Agreement, derived: Derived[]) => {
  const { id: documentId, partnerId } = agreement
  await data.lockReplaced(tx, agreement)
  await data.lockPaid(tx, documentId)
  const predecessors = await data.listPredecessors(tx, agreement)
  const former = await data.listOfAgreement(tx, documentId)
  const ofKind = new Map(former.map((row) => [row.kind, row]))
  const added = derived.filter(({ kind }) => !ofKind.has(kind))
  await data.insertObligations(
    tx,
    added.map((each) => ({
      ...each,
      documentId,
      partnerId,
      predecessorId: predecessors.get(each.kind) ?? null,
    })),
  )
  const derivedKinds = new Map(derived.map((each) => [each.kind, each]))
  for (const row of former) {
    const change = changeOf(row, derivedKinds.get(row.kind))
    if (isDifferent(row, change)) await data.updateObligation(tx, row.id, change)
  }
  await data.recountPaid(tx, documentId)
}

type Row = Awaited<ReturnType<typeof data.listOfAgreement>>[number]

/** Returns what changes of an obligation. What people have closed keeps its day; payments follow the terms also once they are paid. */
const changeOf = (row: Row, next: Derived | undefined): Partial<Row> => {
  if (!next)
    return row.status === 'open' ? { status: 'waived', closedFor: 'changed', decidedAt: new Date() } : {}
  if (row.status === 'open' || row.closedFor) return { ...next, status: 'open', closedFor: null }
  const isPaid = row.status === 'done' && isOneOf(moneyKinds, row.kind)
  return isPaid ? next : { activationId: next.activationId }
}

const isDifferent = (row: Row, next: Partial<Row>) =>
  Object.entries(next).some(([name, value]) => row[name as keyof Row] !== value)

/**
 * Sums up the payments toward an agreement again. What a refund or a reversal has opened is closed at once if its agreement is no longer in
 * force, or its event was canceled. Call `lockPaid` first.
 */
export const followPayments = async (tx: Executor, documentId: string) => {
  await data.recountPaid(tx, documentId)
  for (const id of await data.listFollowing(tx, documentId)) {
    const agreement = await data.getAgreement(tx, id)
    const reason = agreement && closingReason(agreement, await data.getEvent(tx, agreement))
    if (reason) await data.closeOpen(tx, id, reason)
  }
}

/** Follows several agreements, one after the other. */
export const followAgreements = async (tx: Executor, documentIds: string[]) => {
  for (const id of documentIds) await followAgreement(tx, id)
}

/** Follows the agreements that activations belong to or belonged to, after a change of these. An id may be null for none. */
export const followAgreementsOf = (tx: Executor, documentIds: (string | null)[]) =>
  // The agreements are locked in the order of their ids.
  followAgreements(tx, [...new Set(documentIds.filter((id) => id !== null))].sort())

import { addDays } from '#contract/calendar-days.ts'
import { type AgreementSide, type ObligationKind, obligationKinds } from '#contract/obligations/kinds.ts'
import { addBusinessDays } from './business-days.ts'
import type { AgreementTerms } from './read-terms.ts'

/** When an obligation falls due: a day (`YYYY-MM-DD`) and, if it has one, a time (`HH:MM`) at the venue, and the amount to pay. */
type Due = { dueOn: string; time?: string; amountCents?: number }

/** An obligation that follows from the terms of an agreement. `clause` is the number of its clause. */
export type DerivedObligation = {
  kind: ObligationKind
  owedBy: AgreementSide
  amountCents: number | null
  dueOn: string
  time: string | null
  clause: string
}

const clauses: Record<ObligationKind, { owedBy: AgreementSide; clause: string }> = {
  deposit: { owedBy: 'company', clause: '4.2' },
  balance: { owedBy: 'company', clause: '4.3' },
  additional_costs: { owedBy: 'company', clause: '4.4' },
  collateral: { owedBy: 'company', clause: '2.3' },
  guest_count: { owedBy: 'partner', clause: '5.2' },
  cancellation: { owedBy: 'company', clause: '6.1' },
  short_cancellation: { owedBy: 'company', clause: '6.3' },
  setup: { owedBy: 'partner', clause: '3.1' },
  end: { owedBy: 'company', clause: '3.2' },
  exclusivity: { owedBy: 'partner', clause: '1.4' },
}

const reviewBusinessDays = 5
const depositDays = 10

/** Returns the deposit of a fee in cents, rounded half up. `depositHundredths` are hundredths of a percent. */
export const depositCents = (feeCents: number, depositHundredths: number) =>
  Number((BigInt(feeCents) * BigInt(depositHundredths) + 5000n) / 10_000n)

const duePayments = (
  { feeCents, depositHundredths, paymentDays, eventDates }: AgreementTerms,
  signedOn: string,
): { deposit?: Due; balance?: Due } => {
  if (feeCents === undefined || depositHundredths === undefined) return {}
  const depositDueOn = addDays(addBusinessDays(signedOn, reviewBusinessDays), depositDays)
  const deposit = { dueOn: depositDueOn, amountCents: depositCents(feeCents, depositHundredths) }
  if (!eventDates || paymentDays === undefined) return { deposit }
  const balanceDueOn = addDays(eventDates.firstDay, -paymentDays)
  const hasPassed = balanceDueOn < depositDueOn
  const balanceCents = feeCents - deposit.amountCents
  return {
    deposit,
    balance: { dueOn: hasPassed ? depositDueOn : balanceDueOn, amountCents: balanceCents },
  }
}

/** Returns the last days on which the company can cancel: without cost, and without losing the deposit. */
const dueCancellations = ({ eventDates, cancellationDays, shortCancellationDays }: AgreementTerms) => {
  if (!eventDates || shortCancellationDays === undefined) return {}
  const shortCancellation = { dueOn: addDays(eventDates.firstDay, -shortCancellationDays) }
  if (cancellationDays === undefined) return { short_cancellation: shortCancellation }
  // Clause 6.3 prevails over 6.1: once the Short Cancellation Period has begun, the deposit is lost even with the notice of clause 6.1.
  if (shortCancellationDays >= cancellationDays) return { cancellation: shortCancellation }
  return {
    cancellation: { dueOn: addDays(eventDates.firstDay, -cancellationDays) },
    short_cancellation: shortCancellation,
  }
}

/** The sum of the approved invoices for additional costs, in cents, and the day on which the last of them was received (`YYYY-MM-DD`). */
type ApprovedCosts = { amountCents: number; receivedOn: string }

const dueAroundEvent = (
  terms: AgreementTerms,
  costs: ApprovedCosts | undefined,
): Partial<Record<ObligationKind, Due | undefined>> => {
  if (!terms.eventDates) return {}
  const { firstDay, lastDay } = terms.eventDates
  const daysAfter = (day: string, days: number | undefined) =>
    days === undefined ? undefined : { dueOn: addDays(day, days) }
  // Until an invoice is approved, the days are counted from the end of the event.
  const costsDue = daysAfter(costs?.receivedOn ?? lastDay, terms.additionalCostDays)
  const daysBefore = (days: number | undefined) => daysAfter(firstDay, days === undefined ? days : -days)
  return {
    additional_costs: costsDue && { ...costsDue, ...(costs && { amountCents: costs.amountCents }) },
    collateral: daysBefore(terms.collateralDays),
    guest_count: daysBefore(terms.capacityChangeDays),
    setup: terms.setupTime ? { dueOn: firstDay, time: terms.setupTime } : undefined,
    end: terms.endTime ? { dueOn: lastDay, time: terms.endTime } : undefined,
    exclusivity: { dueOn: lastDay },
  }
}

/**
 * Derives the obligations that follow from the terms of an agreement, in the order of `obligationKinds`. Those whose terms are unknown
 * are left out, and so are payments of nothing.
 * @param signedOn the day at the venue on which the partner signed (`YYYY-MM-DD`)
 * @param costs the approved invoices for additional costs; undefined if there are none
 */
export const deriveObligations = (
  terms: AgreementTerms,
  { signedOn, costs }: { signedOn: string; costs?: ApprovedCosts | undefined },
): DerivedObligation[] => {
  const dues: Partial<Record<ObligationKind, Due | undefined>> = {
    ...duePayments(terms, signedOn),
    ...dueCancellations(terms),
    ...dueAroundEvent(terms, costs),
  }
  return obligationKinds.flatMap((kind) => {
    const due = dues[kind]
    if (!due || due.amountCents === 0) return []
    return [{ kind, ...clauses[kind], amountCents: null, time: null, ...due }]
  })
}

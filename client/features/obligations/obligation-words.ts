import { formatDate, formatDay, formatMoney, formatTime } from '#client/lib/format.ts'
import { calendarDay } from '#client/lib/local-moment.ts'
import { isOneOf, moneyKinds, type ObligationStatus } from '#contract/obligations/kinds.ts'
import type { Obligation } from '#contract/obligations/obligations.ts'

export const isMoney = ({ kind }: Pick<Obligation, 'kind'>) => isOneOf(moneyKinds, kind)

/** Returns who owes something, in words for the reader: "we" would mean another side to staff than to partners. */
export const debtorLabel = (side: Obligation['owedBy'], isStaff: boolean) => {
  if (isStaff) return side === 'company' ? 'Company' : 'Partner'
  return side === 'company' ? 'Partner team' : 'You'
}

/** Returns what is still to be paid, in cents; null if the amount is not known or nothing is to be paid. */
export const openCents = ({ amountCents, paidCents }: Pick<Obligation, 'amountCents' | 'paidCents'>) =>
  amountCents === null ? null : Math.max(0, amountCents - paidCents)

/** Formats an amount with what has been paid of it: "$2,500.00 of $6,250.00 paid"; null for what has no amount. */
export const amountText = ({ amountCents, paidCents, currency, status }: Obligation): string | null => {
  const paid = formatMoney(paidCents, currency)
  if (amountCents === null) return paidCents === 0 ? null : `${paid} paid`
  const amount = formatMoney(amountCents, currency)
  if (paidCents === 0 || (status === 'done' && paidCents === amountCents)) return amount
  return `${paid} of ${amount} paid`
}

/** Formats a day by the calendar of the place as "Apr 17", with the year if that is not the present one. */
export const dayText = (day: string, now: number) => {
  const noon = `${day}T12:00:00Z`
  const isThisYear = day.startsWith(calendarDay(new Date(now)).slice(0, 5))
  return isThisYear ? formatDay(noon, 'UTC') : formatDate(noon, 'UTC')
}

/** Formats when something is due, by the clocks of the place: "Apr 17, 7:30 AM". */
export const dueText = ({ dueOn, time }: Pick<Obligation, 'dueOn' | 'time'>, now: number) => {
  const day = dayText(dueOn, now)
  return time ? `${day}, ${formatTime(`${dueOn}T${time}:00Z`, 'UTC')}` : day
}

/** The state of an obligation as its badge names it. */
export type ShownState = ObligationStatus | 'late' | 'paid' | 'closed' | 'passed'

/** Returns the state to show. What passes by itself has passed once its day is over, and nobody is late with it. */
export const stateOf = (obligation: Obligation): ShownState => {
  const { status, closedFor, isLate, hasPassed } = obligation
  if (closedFor) return 'closed'
  if (status === 'done') return isMoney(obligation) ? 'paid' : 'done'
  if (isLate) return 'late'
  return hasPassed ? 'passed' : status
}

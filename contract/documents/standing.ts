/** The standing of an agreement on a day. In the API, its `status` stays `pending` or `signed`. */
export const agreementStandings = ['pending', 'declined', 'signed', 'ended', 'voided'] as const
export type AgreementStanding = (typeof agreementStandings)[number]

export const agreementStandingLabels: Record<AgreementStanding, string> = {
  pending: 'Pending',
  declined: 'Declined',
  signed: 'Signed',
  ended: 'Ended',
  voided: 'Voided',
}

/** The facts that determine the standing of an agreement. Days are `YYYY-MM-DD`. */
export interface StandingFacts {
  status: 'pending' | 'signed'
  declinedAt: Date | string | null
  voidedAt: Date | string | null
  endsOn: string | null
}

/** Returns the date of a moment in UTC, `YYYY-MM-DD`. @param moment milliseconds, or a Date */
export const utcDay = (moment: number | Date): string => new Date(moment).toISOString().slice(0, 10)

/**
 * Returns the standing of an agreement, which is in force up to and including its last day.
 * @param today the date in the reader's time zone, or by `utcDay` if there is no particular reader
 */
export const agreementStanding = (
  { status, declinedAt, voidedAt, endsOn }: StandingFacts,
  today: string,
): AgreementStanding => {
  if (status === 'pending') return declinedAt ? 'declined' : 'pending'
  if (voidedAt) return 'voided'
  return endsOn !== null && endsOn < today ? 'ended' : 'signed'
}

/** Returns the moment from which an agreement with this last day is no longer in force: the following midnight in UTC. */
export const endOf = (endsOn: string): Date => new Date(Date.parse(endsOn) + 24 * 60 * 60 * 1000)

/** Whether an agreement counts as signed: even if it has ended, but not if it was voided. */
export const countsAsSigned = ({ status, voidedAt }: Pick<StandingFacts, 'status' | 'voidedAt'>): boolean =>
  status === 'signed' && !voidedAt

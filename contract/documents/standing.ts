/** What an agreement amounts to on a day. On the wire its `status` stays `pending` or `signed`. */
export const agreementStandings = ['pending', 'declined', 'signed', 'ended', 'voided'] as const
export type AgreementStanding = (typeof agreementStandings)[number]

export const agreementStandingLabels: Record<AgreementStanding, string> = {
  pending: 'Pending',
  declined: 'Declined',
  signed: 'Signed',
  ended: 'Ended',
  voided: 'Voided',
}

/** What the standing of an agreement follows from. Days are `YYYY-MM-DD`. */
export interface StandingFacts {
  status: 'pending' | 'signed'
  declinedAt: Date | string | null
  voidedAt: Date | string | null
  endsOn: string | null
}

/** The day of a moment in UTC, `YYYY-MM-DD`. @param moment milliseconds, or a Date */
export const utcDay = (moment: number | Date): string => new Date(moment).toISOString().slice(0, 10)

/** The standing of an agreement. One that ends is in force on its last day still. @param today where the reader is, or by `utcDay` where nobody in particular reads it */
export const agreementStanding = (
  { status, declinedAt, voidedAt, endsOn }: StandingFacts,
  today: string,
): AgreementStanding => {
  if (status === 'pending') return declinedAt ? 'declined' : 'pending'
  if (voidedAt) return 'voided'
  return endsOn !== null && endsOn < today ? 'ended' : 'signed'
}

/** The moment from which an agreement with this last day is no longer in force: the midnight after it, in UTC. */
export const endOf = (endsOn: string): Date => new Date(Date.parse(endsOn) + 24 * 60 * 60 * 1000)

/** Whether an agreement counts as signed: also one that has ended, and not one that was voided. */
export const countsAsSigned = ({ status, voidedAt }: Pick<StandingFacts, 'status' | 'voidedAt'>): boolean =>
  status === 'signed' && !voidedAt

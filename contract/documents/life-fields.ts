import { z } from 'zod'
import { calendarDay, isoDate } from '../fields.ts'

/** The fields of a response that describe an agreement apart from its signature. */
export const lifeFields = {
  /** When the partner declined to sign the agreement, and why; null again once it is signed or offered again. */
  declinedAt: isoDate.nullable(),
  declineReason: z.string().nullable(),
  /** When an admin voided the signed agreement, and why. */
  voidedAt: isoDate.nullable(),
  voidReason: z.string().nullable(),
  /** The first day on which the agreement is in force; `endsOn` is the last. Both are `YYYY-MM-DD` in UTC; null if none is agreed. */
  effectiveOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  /** Whether the partner's earlier signed agreements of the same type end when this one is signed. */
  replacesEarlier: z.boolean(),
}

/** The fields of an agreement that are set when it is given to partners. */
export const givenLifeFields = {
  effectiveOn: calendarDay.nullable().default(null),
  endsOn: calendarDay.nullable().default(null),
  replacesEarlier: z.boolean().default(false),
}

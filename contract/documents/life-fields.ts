import { z } from 'zod'
import { calendarDay, isoDate } from '../fields.ts'

/** What an answer has of the life of an agreement, signed or not. */
export const lifeFields = {
  /** When its partner declined to sign it, and why; null again once it is signed or offered anew. */
  declinedAt: isoDate.nullable(),
  declineReason: z.string().nullable(),
  /** When an admin voided it after it was signed, and why. */
  voidedAt: isoDate.nullable(),
  voidReason: z.string().nullable(),
  /** The days on which it takes effect, and is in force for the last time, `YYYY-MM-DD` in UTC; null where none is agreed. */
  effectiveOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  /** Whether earlier signed ones of its type end with its signature. */
  replacesEarlier: z.boolean(),
}

/** What is set of it when it is given to partners. */
export const givenLifeFields = {
  effectiveOn: calendarDay.nullable().default(null),
  endsOn: calendarDay.nullable().default(null),
  replacesEarlier: z.boolean().default(false),
}

/** Whether the days are in their order. */
export const endsAfterItBegins = ({
  effectiveOn,
  endsOn,
}: {
  effectiveOn: string | null
  endsOn: string | null
}): boolean => !effectiveOn || !endsOn || endsOn >= effectiveOn
export const endsBeforeItBegins = { path: ['endsOn'], error: 'It cannot end before it takes effect' }

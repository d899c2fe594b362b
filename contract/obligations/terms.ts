import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDay, expectedUpdatedAt, idParams, isoDate } from '../fields.ts'

const day = calendarDay
const days = z.int().min(0, 'Enter a number of days').max(3650, 'Enter at most 3,650 days').nullable()
const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time')
  .nullable()

/** The most that a fee can be, in cents. */
export const maxFeeCents = 100_000_000_00

/** What the terms of an agreement mean that cannot be read with certainty. Null says that the term does not apply. */
export const TermAnswers = z.strictObject({
  eventDates: z
    .strictObject({ firstDay: day, lastDay: day })
    .refine(({ firstDay, lastDay }) => lastDay >= firstDay, {
      path: ['lastDay'],
      error: 'The last day must not be before the first',
    })
    .nullable()
    .optional(),
  eventSetupTime: time.optional(),
  eventEndTime: time.optional(),
  collateralDays: days.optional(),
  /** The fee in cents. */
  paymentAmount: z
    .int('Enter a whole number of cents')
    .min(0, 'Enter an amount')
    .max(maxFeeCents, 'Enter a smaller amount')
    .nullable()
    .optional(),
  /** Hundredths of a percent, of 50 % for example 5000. */
  depositPercentage: z
    .int()
    .min(0, 'Enter a percentage')
    .max(10_000, 'Enter at most 100 %')
    .nullable()
    .optional(),
  paymentDays: days.optional(),
  additionalCostDays: days.optional(),
  expectedGuests: z
    .int()
    .min(0, 'Enter a number')
    .max(10_000_000, 'Enter a smaller number')
    .nullable()
    .optional(),
  capacityChangeDays: days.optional(),
  cancellationDays: days.optional(),
  shortCancellationDays: days.optional(),
})
export type TermAnswers = z.output<typeof TermAnswers>
export type TermName = keyof TermAnswers

const termNames = TermAnswers.keyof().options

/** A term with the text that was signed. */
const signedTerm = z.strictObject({ name: z.enum(termNames), text: z.string() })

/** The terms of a signed agreement that staff are asked about, and what they have answered. */
export const TermQuestions = z.strictObject({
  /** The terms without an answer that cannot be read. */
  asked: z.array(signedTerm),
  answered: z.array(signedTerm),
  answers: TermAnswers,
  /** When the questions or answers last changed; null for an agreement that was not signed. */
  updatedAt: isoDate.nullable(),
})
export type TermQuestions = z.input<typeof TermQuestions>

export const getTermQuestions = endpoint('GET', '/api/admin/documents/:id/terms', {
  access: 'staff',
  byToken: true,
  summary: 'The terms of a signed agreement that cannot be read with certainty, and what staff have answered',
  params: idParams,
  responses: { 200: TermQuestions },
})

export const AnswerTerms = TermAnswers.extend(expectedUpdatedAt)

export const answerTerms = endpoint('PUT', '/api/admin/documents/:id/terms', {
  access: 'staff',
  summary:
    'Says what terms of a signed agreement mean, from which its obligations follow. What was signed stays as it is. 409 when the answers have changed, and for an agreement that is not signed',
  params: idParams,
  body: AnswerTerms,
  responses: { 200: TermQuestions },
})

import { z } from 'zod'
import { parseHundredths, writtenHundredths } from '#client/lib/hundredths.ts'
import { typedCount } from '#client/lib/typed-count.ts'
import { optionalLongText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { type Recap, SaveRecap } from '#contract/recaps.ts'

type AnswerName = `answer ${string}`

/**
 * The name of the field for the answer to a question of the plan. The question is in the name, so that a kept draft never shows an answer
 * below another question. Marks that the form would read as a path are written as their numbers.
 */
export const answerName = (question: string): AnswerName =>
  `answer ${question.replace(/[.[\]"'|%]/g, (mark) => `%${mark.charCodeAt(0)};`)}`

const isAnswerName = (name: string) => name.startsWith('answer ')

export type RecapValues = Record<
  'guests' | 'signUps' | 'wentWell' | 'improve' | 'screenings' | 'leads' | 'cost' | 'currency' | 'staffNote',
  string
> & { [Name in AnswerName]?: string }

const answerText = optionalLongText(limits.message)
const { wentWell, improve, costCents, currency, staffNote } = SaveRecap.shape

const requiredCount = (message: string) =>
  typedCount.transform((value, { addIssue }) => {
    if (value === null) addIssue({ code: 'custom', message })
    return value ?? 0
  })

/** A number that staff may leave open. */
const openCount = typedCount.transform((value) => value ?? undefined)

const cost = z
  .string()
  .transform((text) => (text.trim() === '' ? null : (parseHundredths(text) ?? Number.NaN)))
  .pipe(costCents.unwrap())

/** The typed answers, by the names of their fields. */
const typedAnswers = z
  .looseObject({})
  .transform((values) => Object.fromEntries(Object.entries(values).filter(([name]) => isAnswerName(name))))
  .pipe(z.record(z.string(), answerText))
  .transform((typed) => ({ typed }))

const shared = {
  guests: requiredCount('Enter how many guests came'),
  signUps: requiredCount('Enter how many signed up'),
  wentWell,
  improve,
}

/** The form of the partner. */
export const partnerSchema = z.object(shared).and(typedAnswers)

/** The form of staff, who may enter the figures of the company before the partner sends the recap. */
export const staffSchema = z
  .object({
    ...shared,
    guests: openCount,
    signUps: openCount,
    ...{ screenings: typedCount, leads: typedCount, cost, currency, staffNote },
  })
  .transform(({ cost: cents, ...checked }) => ({ ...checked, costCents: cents }))
  .and(typedAnswers)

export type CheckedRecap = z.output<typeof partnerSchema> | z.output<typeof staffSchema>

/**
 * Returns the request for what was typed, with the answers beside the questions of the record that the form was filled from. Questions
 * without an answer are left out, since the plan may no longer ask them.
 */
export const requestOf = ({ typed, ...checked }: CheckedRecap, { answers }: Pick<Recap, 'answers'>) => ({
  ...checked,
  ...(answers.length > 0 && {
    answers: answers.flatMap(({ question }) => {
      const answer = typed[answerName(question)] ?? null
      return answer === null ? [] : { question, answer }
    }),
  }),
})

const written = (value: number | null) => (value === null ? '' : String(value))

/** Returns the values with which the form begins. */
export const valuesOfRecap = (recap: Recap): RecapValues => ({
  guests: written(recap.guests),
  signUps: written(recap.signUps),
  wentWell: recap.wentWell ?? '',
  improve: recap.improve ?? '',
  ...Object.fromEntries(recap.answers.map(({ question, answer }) => [answerName(question), answer ?? ''])),
  screenings: written(recap.screenings),
  leads: written(recap.leads),
  cost: recap.costCents === null ? '' : writtenHundredths(recap.costCents),
  currency: recap.currency ?? 'USD',
  staffNote: recap.staffNote ?? '',
})

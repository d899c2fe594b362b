import { z } from 'zod'
import { parseHundredths, writtenHundredths } from '#client/lib/hundredths.ts'
import { typedCount } from '#client/lib/typed-count.ts'
import { optionalLongText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { type Recap, SaveRecap } from '#contract/recaps.ts'
import { maxRecapQuestions } from '#contract/task-plans/plans.ts'

type AnswerName = `answer${number}`

/** The name of the field for the answer to a question of the plan, by its place. */
export const answerName = (place: number): AnswerName => `answer${place}`

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

const answerFields: Record<AnswerName, z.ZodOptional<typeof answerText>> = Object.fromEntries(
  Array.from({ length: 2 * maxRecapQuestions }, (_, place) => [answerName(place), answerText.optional()]),
)

const shared = {
  ...answerFields,
  guests: requiredCount('Enter how many guests came'),
  signUps: requiredCount('Enter how many signed up'),
  wentWell,
  improve,
}

/** The form of the partner. */
export const partnerSchema = z.object(shared)

/** The form of staff, who may enter the figures of the company before the partner sends the recap. */
export const staffSchema = z
  .object({
    ...shared,
    guests: openCount,
    signUps: openCount,
    ...{ screenings: typedCount, leads: typedCount, cost, currency, staffNote },
  })
  .transform(({ cost: cents, ...checked }) => ({ ...checked, costCents: cents }))

export type CheckedRecap = z.output<typeof partnerSchema> | z.output<typeof staffSchema>

/** Returns the request for what was typed, with the answers beside their questions. */
export const requestOf = (checked: CheckedRecap, { answers }: Pick<Recap, 'answers'>) => {
  const typed: { [Name in AnswerName]?: string | null | undefined } = checked
  const others = Object.entries(checked).filter(([name]) => !name.startsWith('answer'))
  return {
    ...(Object.fromEntries(others) as Omit<CheckedRecap, AnswerName>),
    ...(answers.length > 0 && {
      answers: answers.map(({ question }, place) => ({
        question,
        answer: typed[answerName(place)] ?? null,
      })),
    }),
  }
}

const written = (value: number | null) => (value === null ? '' : String(value))

/** Returns the values with which the form begins. */
export const valuesOfRecap = (recap: Recap): RecapValues => ({
  guests: written(recap.guests),
  signUps: written(recap.signUps),
  wentWell: recap.wentWell ?? '',
  improve: recap.improve ?? '',
  ...Object.fromEntries(recap.answers.map(({ answer }, place) => [answerName(place), answer ?? ''])),
  screenings: written(recap.screenings),
  leads: written(recap.leads),
  cost: recap.costCents === null ? '' : writtenHundredths(recap.costCents),
  currency: recap.currency ?? 'USD',
  staffNote: recap.staffNote ?? '',
})

import { z } from 'zod'
import { parseHundredths, writtenHundredths } from '#client/lib/hundredths.ts'
import { TermAnswers, type TermName } from '#contract/obligations/terms.ts'

type TermKind = 'days' | 'dates' | 'time' | 'money' | 'percent' | 'guests'

/** The label of each term and what its answer is. */
export const termLooks: Record<TermName, { label: string; kind: TermKind }> = {
  eventDates: { label: 'Event dates', kind: 'dates' },
  eventSetupTime: { label: 'Setup begins at', kind: 'time' },
  eventEndTime: { label: 'Event ends at', kind: 'time' },
  collateralDays: { label: 'Days before the event to deliver materials', kind: 'days' },
  paymentAmount: { label: 'Fee in US dollars', kind: 'money' },
  depositPercentage: { label: 'Deposit in percent of the fee', kind: 'percent' },
  paymentDays: { label: 'Days before the event to pay the balance', kind: 'days' },
  additionalCostDays: { label: 'Days after the event to pay additional costs', kind: 'days' },
  expectedGuests: { label: 'Expected number of guests', kind: 'guests' },
  capacityChangeDays: { label: 'Days before the event to change the number of guests', kind: 'days' },
  cancellationDays: { label: 'Days before the event to cancel without cost', kind: 'days' },
  shortCancellationDays: {
    label: 'Days before the event to cancel before the deposit is lost',
    kind: 'days',
  },
}

/** The values of the form: the answers as text, the dates as two, and the terms that do not apply. */
export type TermValues = { [name in TermName | 'firstDay' | 'lastDay']?: string } & {
  without: { [name in TermName]?: boolean }
}

/** Fills the form with the answers so far; what is unanswered is empty. */
export const valuesOfAnswers = (answers: TermAnswers): TermValues => {
  const values: TermValues = { firstDay: '', lastDay: '', without: {} }
  for (const name of Object.keys(termLooks) as TermName[]) {
    const answer = answers[name]
    values.without[name] = answer === null
    values[name] = ''
    if (answer === null || answer === undefined) continue
    if (typeof answer === 'object') Object.assign(values, answer)
    else if (typeof answer === 'string') values[name] = answer
    else {
      const { kind } = termLooks[name]
      values[name] = kind === 'money' || kind === 'percent' ? writtenHundredths(answer) : String(answer)
    }
  }
  return values
}

const wrongNumber: Partial<Record<TermKind, string>> = {
  days: 'Enter a whole number of days',
  guests: 'Enter a whole number',
  money: 'Enter an amount, for example, 12,500.00',
  percent: 'Enter a percentage, for example, 50',
}

/** Returns the answer that a field means; undefined if it is empty, NaN for a text that is no number. */
const answerOf = (name: TermName, values: TermValues) => {
  if (values.without[name]) return null
  const { kind } = termLooks[name]
  const { firstDay = '', lastDay = '' } = values
  if (kind === 'dates') return firstDay || lastDay ? { firstDay, lastDay: lastDay || firstDay } : undefined
  const text = values[name]?.trim() ?? ''
  if (text === '') return undefined
  if (kind === 'time') return text
  if (kind === 'money' || kind === 'percent') return parseHundredths(text) ?? Number.NaN
  return /^(\d+|\d{1,3}(,\d{3})+)$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
}

/** Returns the schema that converts the form for the request. What is left empty stays unanswered; at least one term needs an answer. */
export const termSchema = (asked: readonly TermName[]) =>
  z.custom<TermValues>().transform((values, context): TermAnswers => {
    const refuse = (path: string, message: string) =>
      context.issues.push({ code: 'custom', message, path: [path], input: values })
    const answered = asked.flatMap((name) => {
      const answer = answerOf(name, values)
      return answer === undefined ? [] : [[name, answer] as const]
    })
    const [first] = asked
    if (answered.length === 0 && first)
      refuse(first === 'eventDates' ? 'firstDay' : first, 'Answer at least one')
    const checked = TermAnswers.safeParse(Object.fromEntries(answered))
    if (checked.success) return checked.data
    for (const { path, message } of checked.error.issues) {
      const [name, part] = path as [TermName, string?]
      const isNumber = Number.isNaN(Object.fromEntries(answered)[name])
      refuse(part ?? name, (isNumber && wrongNumber[termLooks[name].kind]) || message)
    }
    return z.NEVER
  })

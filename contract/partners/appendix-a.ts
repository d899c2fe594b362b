import { z } from 'zod'
import { dayProblem, optionalLongText, optionalText } from '../fields.ts'
import { limits } from '../limits.ts'
import { type AppendixAField, appendixAFields } from './appendix-a-fields.ts'

const givenTerm = optionalText(limits.term)
const givenDate = givenTerm.check(({ value, issues }) => {
  const message = value === null ? undefined : dayProblem(value)
  if (message) issues.push({ code: 'custom', message, input: value })
})
// The contract's form has a field of several lines for this term.
const givenLongTerm = optionalLongText(limits.term)
/** Whether a term is a date. */
export const isDateField = (name: string) => name === 'partnershipDate' || name === 'partnershipSignatureDate'

const inputOf = (name: AppendixAField) => {
  if (name === 'setupDetails') return givenLongTerm
  return isDateField(name) ? givenDate : givenTerm
}

/** The terms as staff enter them: free text, and two dates as `YYYY-MM-DD`. Each may be left out. */
export const appendixAInputs = Object.fromEntries(
  appendixAFields.map((name) => [name, inputOf(name)]),
) as Record<AppendixAField, ReturnType<typeof inputOf>>
export const AppendixA = z.strictObject(appendixAInputs)

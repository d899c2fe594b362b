import { z } from 'zod'
import { parseCalendarDate } from '../documents/agreements/calendar-date.ts'
import { limits, optionalLongText, optionalText } from '../fields.ts'
import { type AppendixAField, appendixAFields } from './profile.ts'

const isCalendarDate = (value: string | null) => value === null || parseCalendarDate(value) !== undefined
const givenTerm = optionalText(limits.term)
const givenDate = givenTerm.refine(isCalendarDate, 'Enter a date')
// The contract's form has it as text of several lines.
const givenLongTerm = optionalLongText(limits.term)
const isDateField = (name: AppendixAField) =>
  name === 'partnershipDate' || name === 'partnershipSignatureDate'

const inputOf = (name: AppendixAField) => {
  if (name === 'setupDetails') return givenLongTerm
  return isDateField(name) ? givenDate : givenTerm
}

/** The terms as staff enter them, each of which may be left out: free text, and two dates as `YYYY-MM-DD`. */
export const appendixAInputs = Object.fromEntries(
  appendixAFields.map((name) => [name, inputOf(name)]),
) as Record<AppendixAField, ReturnType<typeof inputOf>>
export const AppendixA = z.strictObject(appendixAInputs)

import { z } from 'zod'
import { dayProblem } from '../../fields.ts'
import { type AgreementField, type AgreementForm, agreementFields } from './agreement.ts'
import { agreementForms } from './agreement-forms.ts'

// Direction marks make a reader see another order of letters than the one that is signed; the rest prints nothing,
// and PostgreSQL stores neither NUL nor half a surrogate pair.
const invisible = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u

const isBlank = (value: string) => !/[^\s\p{Cf}]/u.test(value)

const textProblem = (field: AgreementField, value: string) => {
  if (field.kind !== 'long-text' && /[\r\n]/.test(value)) return 'Enter one line of text'
  if (invisible.test(value.replace(/\r?\n/g, ''))) return 'Remove tabs and invisible characters'
}

const numberProblem = (field: AgreementField & { kind: 'number' }, value: string) => {
  if (!/^\d+(\.\d+)?$/.test(value)) return 'Enter a number'
  if (field.unit === 'percent') return Number(value) > 100 ? 'Enter a number from 0 to 100' : undefined
  if (field.unit === 'dollars') {
    return /\.\d{3}/.test(value) ? 'Enter a number with at most two decimals' : undefined
  }
  if (value.includes('.')) return 'Enter a whole number'
}

const fieldProblem = (field: AgreementField, value: string, missingMessage: string) => {
  if (isBlank(value)) return missingMessage
  if (field.kind === 'date') return dayProblem(value)
  if (value.length > field.maxLength) return `At most ${field.maxLength} characters`
  return field.kind === 'number' ? numberProblem(field, value) : textProblem(field, value)
}

const fieldValue = (field: AgreementField, missingMessage: string) =>
  z
    .string({ error: (issue) => (issue.input == null ? missingMessage : 'Enter text') })
    .trim()
    .check((context) => {
      const message = fieldProblem(field, context.value, missingMessage)
      if (message) context.issues.push({ code: 'custom', message, input: context.value })
    })

const formValues = <Name extends string>(form: AgreementForm<Name>) => {
  const shape = agreementFields(form).map((field) => [field.name, fieldValue(field, form.missingMessage)])
  return z.strictObject(Object.fromEntries(shape) as Record<Name, ReturnType<typeof fieldValue>>)
}

/** The values of a signed NDA: six strings, trimmed, each right for its field (see `AgreementField`). */
export const ndaValues = formValues(agreementForms.nda)
export type NdaValues = z.infer<typeof ndaValues>

/** The values of a signed contract: the twenty of its form and `recipientCompany`. */
export const contractValues = formValues(agreementForms.venue_partnership_agreement)
export type ContractValues = z.infer<typeof contractValues>

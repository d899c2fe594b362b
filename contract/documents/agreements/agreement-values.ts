import { z } from 'zod'
import { tooLongMessage } from '../../error-messages.ts'
import { dayProblem, isPlainText } from '../../fields.ts'
import { limits } from '../../limits.ts'
import { type AgreementField, type AgreementForm, agreementFields } from './agreement.ts'
import { agreementForms } from './agreement-forms.ts'
import { isSignatureDate, signatureDayProblem } from './signature-days.ts'

// Direction marks would make a reader see another order of letters than the one that is signed. The other characters show nothing, and
// PostgreSQL stores neither NUL nor half a surrogate pair.
const invisible = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u

const removeInvisible = 'Remove tabs and invisible characters'

const isBlank = (value: string) => !/[^\s\p{Cf}]/u.test(value)

const textProblem = (field: AgreementField, value: string) => {
  if (field.kind !== 'long-text' && /[\r\n]/.test(value)) return 'Enter one line of text'
  if (invisible.test(value.replace(/\r?\n/g, ''))) return removeInvisible
}

const numberProblem = (field: AgreementField & { kind: 'number' }, value: string) => {
  if (!/^\d+(\.\d+)?$/.test(value)) return 'Enter a number'
  if (field.unit === 'percent') return Number(value) > 100 ? 'Enter a number from 0 to 100' : undefined
  if (field.unit === 'dollars') {
    return /\.\d{3}/.test(value) ? 'Enter a number with at most two decimals' : undefined
  }
  if (value.includes('.')) return `Enter a whole number of ${field.unit}`
}

const dateProblem = (field: AgreementField, value: string, today: string | undefined) => {
  const problem = dayProblem(value)
  if (problem || !today || !isSignatureDate(field)) return problem
  return signatureDayProblem(value, today)
}

const fieldProblem = (field: AgreementField, value: string, missingMessage: string, today?: string) => {
  if (isBlank(value)) return missingMessage
  if (field.kind === 'date') return dateProblem(field, value, today)
  if (value.length > field.maxLength) return tooLongMessage(field.maxLength)
  return field.kind === 'number' ? numberProblem(field, value) : textProblem(field, value)
}

const fieldValue = (missingMessage: string, problemOf: (value: string) => string | undefined) =>
  z
    .string({ error: (issue) => (issue.input == null ? missingMessage : 'Enter text') })
    .trim()
    .check((context) => {
      const message = problemOf(context.value)
      if (message) context.issues.push({ code: 'custom', message, input: context.value })
    })

const valuesOf = <Name extends string>(
  form: AgreementForm<Name>,
  problemOf: (field: AgreementField, value: string) => string | undefined,
) => {
  const shape = agreementFields(form).map((field) => [
    field.name,
    fieldValue(form.missingMessage, (value) => problemOf(field, value)),
  ])
  return z.strictObject(Object.fromEntries(shape) as Record<Name, ReturnType<typeof fieldValue>>)
}

/**
 * Returns a schema for the values that a signer fills into a form: trimmed strings that are valid for their fields (see
 * `AgreementField`).
 * @param today the date by the server's clock in the signer's time zone, for the signature date; without it, any date is valid
 */
export const formValues = <Name extends string>(form: AgreementForm<Name>, today?: string) =>
  valuesOf(form, (field, value) => fieldProblem(field, value, form.missingMessage, today))

/**
 * Returns a schema for the values of an agreement as they are sent. Each value of a contract may be an agreed term, which staff entered
 * as free text. Signing compares the agreed terms with the stored ones, and checks the other values with `formValues`.
 */
export const sentValues = (agreement: AgreementForm & { documentType: string }) => {
  if (agreement.documentType !== 'venue_partnership_agreement') return formValues(agreement)
  return valuesOf(agreement, (_field, value) => {
    if (isBlank(value)) return agreement.missingMessage
    if (!isPlainText(value)) return removeInvisible
    return value.length > limits.term ? tooLongMessage(limits.term) : undefined
  })
}

/** The values of a signed NDA. */
export const ndaValues = formValues(agreementForms.nda)
export type NdaValues = z.infer<typeof ndaValues>

/** The values of a signed contract without agreed terms: the twenty of its form, and `recipientCompany`. */
export const contractValues = formValues(agreementForms.venue_partnership_agreement)
export type ContractValues = z.infer<typeof contractValues>

import { type AppendixAField, appendixAFields } from '../partners/profile.ts'
import { type AgreementField, type AgreementForm, agreementFields } from './agreements/agreement.ts'
import { agreementForms } from './agreements/agreement-forms.ts'
import { parseCalendarDate } from './agreements/calendar-date.ts'

/** Terms as staff entered them: those of a partner's profile, or of one agreement. */
export type EnteredTerms = Partial<Record<AppendixAField, string | null>>

type Document = { id: string; documentType: string }

/** Who signs, and when, is the signer's own to say: what staff entered there is only a proposal. */
const signerFields: readonly AppendixAField[] = [
  'partnershipSignerName',
  'partnershipSignerTitle',
  'partnershipSignatureDate',
]

/**
 * A term that staff entered as free text, as its field accepts it: `$12,500` becomes `12500`, `14 days` becomes `14`. Empty where it
 * is ambiguous.
 */
export const valueForField = (field: AgreementField, term: string): string => {
  const text = term.trim()
  if (field.kind === 'date') return parseCalendarDate(text) ? text : ''
  if (field.kind !== 'number') return text.slice(0, field.maxLength)
  const [, number = ''] = /^\$?\s*(\d[\d,]*(?:\.\d+)?)\s*(?:%|percent|days?|guests?)?$/i.exec(text) ?? []
  return number.replaceAll(',', '')
}

/** The value of an agreed term in the agreement: as its field accepts it, else word for word as staff entered it. */
export const agreedValue = (field: AgreementField, term: string): string =>
  (field.kind === 'number' && valueForField(field, term)) || term.trim()

/**
 * Whether an agreement is the partner's first venue agreement, to which the terms of their profile apply: the oldest. Signing a later
 * one before it changes nothing, so that what is agreed for it stays agreed.
 * @param documents the partner's agreements, the oldest first
 */
export const isFirstContract = ({ id }: Pick<Document, 'id'>, documents: readonly Document[]): boolean =>
  documents.find(({ documentType }) => documentType === 'venue_partnership_agreement')?.id === id

/** The terms of an agreement that staff have entered, for itself or else, where it is the first, for the partner. */
export const enteredTerms = (
  { documentType, appendixA }: { documentType: string; appendixA: EnteredTerms | null },
  profile: EnteredTerms | null,
): Record<string, string> => {
  if (documentType !== 'venue_partnership_agreement') return {}
  const terms = appendixA ?? profile ?? {}
  return Object.fromEntries(
    appendixAFields.flatMap((name) => {
      const term = terms[name]?.trim()
      return term ? [[name, term]] : []
    }),
  )
}

/** The terms that are agreed before an agreement is signed, as they stand in it: not the signer's to change. */
export const agreedTerms = (entered: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    agreementFields<string>(agreementForms.venue_partnership_agreement).flatMap((field) => {
      const term = entered[field.name]
      return term && !signerFields.some((name) => name === field.name)
        ? [[field.name, agreedValue(field, term)]]
        : []
    }),
  )

/** The part of a form that is left to the signer. */
export const openForm = <Form extends AgreementForm<string>>(
  form: Form,
  agreed: Record<string, string>,
): Form => ({
  ...form,
  fieldGroups: form.fieldGroups
    .map((group) => ({ ...group, fields: group.fields.filter(({ name }) => !Object.hasOwn(agreed, name)) }))
    .filter(({ fields }) => fields.length > 0),
})

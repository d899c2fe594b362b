import { type AppendixAField, appendixAFields } from '../partners/appendix-a-fields.ts'
import {
  type AgreementField,
  type AgreementForm,
  agreementFields,
  amendmentType,
} from './agreements/agreement.ts'
import { agreementForms } from './agreements/agreement-forms.ts'
import { parseCalendarDate } from './agreements/calendar-date.ts'

/** Terms as staff entered them, in a partner's profile or for one agreement. */
export type EnteredTerms = Partial<Record<AppendixAField, string | null>>

type Document = { id: string; documentType: string }

/** The signer decides who signs and when: what staff entered in these fields is only a proposal. */
const signerFields: readonly AppendixAField[] = [
  'partnershipSignerName',
  'partnershipSignerTitle',
  'partnershipSignatureDate',
]

/**
 * Converts a term that staff entered as free text to a value that its field accepts: `$12,500` becomes `12500`, `14 days` becomes `14`.
 * Returns an empty text if the term is ambiguous.
 */
export const valueForField = (field: AgreementField, term: string): string => {
  const text = term.trim()
  if (field.kind === 'date') return parseCalendarDate(text) ? text : ''
  if (field.kind !== 'number') return text.slice(0, field.maxLength)
  const [, number = ''] = /^\$?\s*(\d[\d,]*(?:\.\d+)?)\s*(?:%|percent|days?|guests?)?$/i.exec(text) ?? []
  return number.replaceAll(',', '')
}

/** Returns the value of an agreed term in the agreement: converted for its field or, if that fails, exactly as staff entered it. */
export const agreedValue = (field: AgreementField, term: string): string =>
  (field.kind === 'number' && valueForField(field, term)) || term.trim()

/**
 * Whether an agreement is the partner's first (oldest) venue agreement, to which the terms of the profile apply. Signing a later one
 * before it changes nothing, so that the terms agreed for the first one stay agreed.
 * @param documents the partner's agreements, oldest first
 */
export const isFirstContract = ({ id }: Pick<Document, 'id'>, documents: readonly Document[]): boolean =>
  documents.find(({ documentType }) => documentType === 'venue_partnership_agreement')?.id === id

/** Returns the terms that staff have entered for an agreement, or else, for the partner's first one, those in the profile. */
export const enteredTerms = (
  { documentType, appendixA }: { documentType: string; appendixA: Record<string, string> | null },
  profile: EnteredTerms | null,
): Record<string, string> => {
  if (documentType === amendmentType) return appendixA ?? {}
  if (documentType !== 'venue_partnership_agreement') return {}
  const terms: EnteredTerms = appendixA ?? profile ?? {}
  return Object.fromEntries(
    appendixAFields.flatMap((name) => {
      const term = terms[name]?.trim()
      return term ? [[name, term]] : []
    }),
  )
}

const fields = [
  ...agreementFields<string>(agreementForms.venue_partnership_agreement),
  ...agreementFields<string>(agreementForms.party__amendment),
]

/** Returns the terms that are agreed before an agreement is signed, as the agreement shows them. The signer cannot change them. */
export const agreedTerms = (entered: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const term = entered[field.name]
      return term && !signerFields.some((name) => name === field.name)
        ? [[field.name, agreedValue(field, term)]]
        : []
    }),
  )

/** Returns the part of a form that the signer fills in. */
export const openForm = <Form extends AgreementForm<string>>(
  form: Form,
  agreed: Record<string, string>,
): Form => ({
  ...form,
  fieldGroups: form.fieldGroups
    .map((group) => ({ ...group, fields: group.fields.filter(({ name }) => !Object.hasOwn(agreed, name)) }))
    .filter(({ fields }) => fields.length > 0),
})

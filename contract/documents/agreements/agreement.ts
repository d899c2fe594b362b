/** The two agreements between the company and a partner, as they are named on the wire. */
export const documentTypes = ['nda', 'venue_partnership_agreement'] as const
export type DocumentType = (typeof documentTypes)[number]

/** The name of each wherever one is named; its whole title stands on its paper and on the card where it is signed. */
export const documentTypeLabels: Record<DocumentType, string> = {
  nda: 'NDA',
  venue_partnership_agreement: 'Venue Partnership Agreement',
}

/** The unit of a number. It decides the allowed values and how the text writes them: `14 days`, `$12,500`, `50%`, `1,250 guests`. */
export type NumberUnit = 'days' | 'dollars' | 'percent' | 'guests'

/**
 * One value that the signer fills in. `name` is its key in `signatureData`, `maxLength` counts as an input's
 * `maxlength` does. Values are strings on the wire: a date is `YYYY-MM-DD`, a number plain decimal digits.
 */
export type AgreementField<Name extends string = string> = {
  name: Name
  label: string
  hint?: string
  autoComplete?: 'organization' | 'name' | 'organization-title'
  maxLength: number
} & ({ kind: 'date' | 'text' | 'long-text' } | { kind: 'number'; unit: NumberUnit })

export type FieldGroup<Name extends string = string> = {
  heading: string
  fields: readonly AgreementField<Name>[]
}

/**
 * One block of the text. `number` is printed before it (`1.`, `1.1`, `(a)`), `label` before the value of a line of
 * terms or signatures. `text` contains the slots: `{{fieldName}}` of a field, and `{{companyName}}`.
 */
export type AgreementBlock = {
  kind: 'title' | 'heading' | 'clause' | 'paragraph' | 'item' | 'term' | 'signature'
  number?: string
  label?: string
  text: string
}

/** The form of an agreement. `missingMessage` is the error of every value that is not filled in. */
export type AgreementForm<Name extends string = string> = {
  missingMessage: string
  fieldGroups: readonly FieldGroup<Name>[]
}

/** One published version of an agreement. `version` is the date on which it was published. */
export type Agreement = AgreementForm & {
  documentType: DocumentType
  version: string
  title: string
  blocks: readonly AgreementBlock[]
}

/** The fields of a form in their order. */
export const agreementFields = <Name extends string>(form: AgreementForm<Name>) =>
  form.fieldGroups.flatMap((group) => group.fields)

/** Types a form by the names of its fields, so that its values are checked by name. */
export const defineForm = <Name extends string>(form: AgreementForm<Name>) => form

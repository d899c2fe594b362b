/** The two types of agreement that every partner signs in onboarding, as they are named on the wire. */
export const onboardingTypes = ['nda', 'venue_partnership_agreement'] as const
export type OnboardingType = (typeof onboardingTypes)[number]

/** The names of the two, until an admin gives them others. */
export const onboardingNames: Record<OnboardingType, string> = {
  nda: 'NDA',
  venue_partnership_agreement: 'Venue Partnership Agreement',
}

export const isOnboardingType = (documentType: string): documentType is OnboardingType =>
  onboardingTypes.some((type) => type === documentType)

/** The unit of a number. It decides the allowed values and how the text writes them: `14 days`, `$12,500`, `50%`, `1,250 guests`. */
export const numberUnits = ['days', 'dollars', 'percent', 'guests'] as const
export type NumberUnit = (typeof numberUnits)[number]

/**
 * One value that the signer fills in. `name` is its key in `signatureData`, `maxLength` counts as an input's
 * `maxlength` does. Values are strings on the wire: a date is `YYYY-MM-DD`, a number plain decimal digits.
 */
export type AgreementField<Name extends string = string> = {
  name: Name
  label: string
  hint?: string | undefined
  autoComplete?: 'organization' | 'name' | 'organization-title' | undefined
  maxLength: number
} & ({ kind: 'date' | 'text' | 'long-text' } | { kind: 'number'; unit: NumberUnit })

export type FieldGroup<Name extends string = string> = {
  heading: string
  fields: readonly AgreementField<Name>[]
}

export const blockKinds = ['title', 'heading', 'clause', 'paragraph', 'item', 'term', 'signature'] as const

/**
 * One block of the text. `number` is printed before it (`1.`, `1.1`, `(a)`), `label` before the value of a line of
 * terms or signatures. `text` contains the slots: `{{fieldName}}` of a field, and `{{companyName}}`.
 */
export type AgreementBlock = {
  kind: (typeof blockKinds)[number]
  number?: string | undefined
  label?: string | undefined
  text: string
}

/** The form of an agreement. `missingMessage` is the error of every value that is not filled in. */
export type AgreementForm<Name extends string = string> = {
  missingMessage: string
  fieldGroups: readonly FieldGroup<Name>[]
}

/** One version of the text of an agreement. `version` is the day on which it was published, with a number where it was not the first. */
export type Agreement = AgreementForm & {
  documentType: string
  version: string
  title: string
  blocks: readonly AgreementBlock[]
}

/** The fields of a form in their order. */
export const agreementFields = <Name extends string>(form: AgreementForm<Name>) =>
  form.fieldGroups.flatMap((group) => group.fields)

/** Types a form by the names of its fields, so that its values are checked by name. */
export const defineForm = <Name extends string>(form: AgreementForm<Name>) => form

/** The two types of agreement that every partner signs in onboarding, by their ids in the API. */
export const onboardingTypes = ['nda', 'venue_partnership_agreement'] as const
export type OnboardingType = (typeof onboardingTypes)[number]

/**
 * The type of agreement that corrects the partner's name in signed agreements. The names of types that admins add never become an id with
 * two underscores in a row.
 */
export const amendmentType = 'party__amendment'

/** The types that come with the portal. Their fields are fixed. */
export const builtInTypes = [...onboardingTypes, amendmentType] as const
export type BuiltInType = (typeof builtInTypes)[number]

export const isBuiltInType = (documentType: string): documentType is BuiltInType =>
  builtInTypes.some((type) => type === documentType)

/** The names of the two types of onboarding until an admin renames them. */
export const onboardingNames: Record<OnboardingType, string> = {
  nda: 'NDA',
  venue_partnership_agreement: 'Venue Partnership Agreement',
}

export const isOnboardingType = (documentType: string): documentType is OnboardingType =>
  onboardingTypes.some((type) => type === documentType)

/** The units of numbers, which decide the allowed values and how the text writes them: `14 days`, `$12,500`, `50%`, `1,250 guests`. */
export const numberUnits = ['days', 'dollars', 'percent', 'guests'] as const
export type NumberUnit = (typeof numberUnits)[number]

/**
 * A value that the signer fills in. `name` is its key in `signatureData`; `maxLength` counts like an input's `maxlength`. In the API,
 * values are strings: a date is `YYYY-MM-DD`, a number is plain decimal digits.
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
 * A block of the text. `number` is printed before it (`1.`, `1.1`, `(a)`), and `label` before the value in a line of terms or signatures.
 * `text` contains the slots: `{{fieldName}}` for a field, and `{{companyName}}`.
 */
export type AgreementBlock = {
  kind: (typeof blockKinds)[number]
  number?: string | undefined
  label?: string | undefined
  text: string
}

/** The form of an agreement. `missingMessage` is the error for every value that is not filled in. */
export type AgreementForm<Name extends string = string> = {
  missingMessage: string
  fieldGroups: readonly FieldGroup<Name>[]
}

/** A version of the text of an agreement. `version` is the date of its publication, with a number if the date already has a version. */
export type Agreement = AgreementForm & {
  documentType: string
  version: string
  title: string
  blocks: readonly AgreementBlock[]
}

/** Returns the fields of a form in order. */
export const agreementFields = <Name extends string>(form: AgreementForm<Name>) =>
  form.fieldGroups.flatMap((group) => group.fields)

/** Returns a form with its field names in its type, so that TypeScript checks its values by name. */
export const defineForm = <Name extends string>(form: AgreementForm<Name>) => form

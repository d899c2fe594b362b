import type { AgreementField } from '#contract/documents/agreements/agreement.ts'
import { agreementForms } from '#contract/documents/agreements/agreement-forms.ts'
import { type AppendixAField, appendixAFields } from '#contract/partners/profile.ts'

/** The terms of Appendix A: a form's field, which a partner's record holds under the same name. */
export type Term = AgreementField<AppendixAField>

const isTerm = (field: AgreementField): field is Term => appendixAFields.some((name) => name === field.name)

/** The terms in the groups of the contract's form, which asks for them by the same words. */
export const termGroups = agreementForms.venue_partnership_agreement.fieldGroups.map(
  ({ heading, fields }) => ({ heading, terms: (fields as readonly AgreementField[]).filter(isTerm) }),
)

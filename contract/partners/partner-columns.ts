import { agreementFields } from '../documents/agreements/agreement.ts'
import { agreementForms } from '../documents/agreements/agreement-forms.ts'
import { type AppendixAField, appendixAFields } from './appendix-a-fields.ts'
import { profileFieldList } from './profile-fields.ts'

const termLabels = new Map<string, string>(
  agreementFields(agreementForms.venue_partnership_agreement).map(({ name, label }) => [name, label]),
)

const termColumn = (name: AppendixAField) => [name, `Appendix A: ${termLabels.get(name) ?? name}`] as const

/** The columns of a file of partners: each field and its heading. An import accepts either, in any order. */
export const partnerColumns = [
  ...profileFieldList.map(({ name, heading }) => [name, heading] as const),
  ['partnerGroup', 'Group'],
  ...appendixAFields.map(termColumn),
  ['userEmail', 'Signs in as'],
] as const

/** Columns of the export that the import ignores. */
export const exportOnlyColumns = [
  ['manager', 'Partner manager'],
  ['people', 'People'],
  ['onboardingStatus', 'Status'],
  ['createdAt', 'Added'],
] as const

/** The heading of the column with the reason why each row was refused, in a file of refused rows. The import ignores it. */
export const reasonHeading = 'Why not imported'

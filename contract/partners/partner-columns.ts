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
  ['managerEmail', 'Partner manager'],
] as const

/** The column by which an import finds the partner to change. It is in exports, and not in the template for new partners. */
export const idColumn = ['partnerId', 'Partner ID'] as const

/** The columns of an import. The parts of a name together are the full name, unless a row has one. */
export const importColumns = [
  ...partnerColumns,
  idColumn,
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
] as const

export type ImportField = (typeof importColumns)[number][0]

/** Columns of the export that the import ignores. */
export const exportOnlyColumns = [
  ['people', 'People'],
  ['onboardingStatus', 'Status'],
  ['createdAt', 'Added'],
] as const

/** The heading of the column with the reason why each row was refused, in a file of refused rows. The import ignores it. */
export const reasonHeading = 'Why not imported'

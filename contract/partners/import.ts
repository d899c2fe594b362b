import { z } from 'zod'
import { agreementFields } from '../documents/agreements/agreement.ts'
import { agreementForms } from '../documents/agreements/agreement-forms.ts'
import { endpoint } from '../endpoint.ts'
import { limits, optionalEmail, optionalText } from '../fields.ts'
import { appendixAInputs } from './appendix-a.ts'
import { CommunicationMethod } from './communication-methods.ts'
import { type AppendixAField, appendixAFields, ProfileFields } from './profile.ts'
import { profileFieldList } from './profile-fields.ts'

/** The limits of an import file. */
export const maxImportBytes = 10 * 1024 * 1024
export const maxImportRows = 20_000

const termLabels = new Map<string, string>(
  agreementFields(agreementForms.venue_partnership_agreement).map(({ name, label }) => [name, label]),
)
const termColumn = (name: AppendixAField) => [name, `Appendix A: ${termLabels.get(name) ?? name}`] as const

/** The columns of a file of partners: the field and its heading. A file is read by either, in any order. */
export const partnerColumns = [
  ...profileFieldList.map(({ name, heading }) => [name, heading] as const),
  ['partnerGroup', 'Group'],
  ...appendixAFields.map(termColumn),
  ['userEmail', 'Signs in as'],
] as const

/** Further columns of the export, which the import ignores. */
export const exportOnlyColumns = [
  ['onboardingStatus', 'Status'],
  ['createdAt', 'Added'],
] as const

const methodOrNone = z.preprocess((value) => value || 'email', CommunicationMethod)

/** A row of the file, by the names of its fields. */
export const ImportedPartner = ProfileFields.extend({
  preferredCommunicationMethod: methodOrNone,
  marketingPreferredCommunicationMethod: methodOrNone,
  partnerGroup: optionalText(limits.group),
  /** The email of the user, where it differs from the partner's own. */
  userEmail: optionalEmail('Valid email'),
  ...appendixAInputs,
})
export type ImportedPartner = z.output<typeof ImportedPartner>

const count = z.number().int()

export const ImportedRow = z.strictObject({
  /** As a spreadsheet counts: the heading is row 1. */
  row: count,
  /** `new_user`: a user and a profile; `existing_user`: a profile for a user who is there. */
  outcome: z.enum(['new_user', 'existing_user', 'refused']),
  fullName: z.string(),
  businessName: z.string(),
  email: z.string(),
  /** Empty unless it is refused. */
  problems: z.array(z.strictObject({ field: z.string(), message: z.string() })),
})
export type ImportedRow = z.output<typeof ImportedRow>

/** Accepts the file itself as `text/csv` in UTF-8; 413 when it is too large. */
export const checkPartnerImport = endpoint({
  method: 'POST',
  path: '/api/admin/partners/import/check',
  access: 'staff',
  cost: 'import',
  summary: 'What would become of each row of a CSV file of partners; stores nothing',
  answers: { 200: z.strictObject({ rows: z.array(ImportedRow), good: count, refused: count }) },
})

export const importPartners = endpoint({
  method: 'POST',
  path: '/api/admin/partners/import',
  access: 'staff',
  cost: 'import',
  summary: 'Adds the partners of a CSV file, all of them or, when one row is refused (400), none',
  answers: { 201: z.strictObject({ partners: count, users: count }) },
})

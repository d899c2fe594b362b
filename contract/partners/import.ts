import { z } from 'zod'
import { agreementFields } from '../documents/agreements/agreement.ts'
import { agreementForms } from '../documents/agreements/agreement-forms.ts'
import { endpoint } from '../endpoint.ts'
import { limits, optionalEmail, optionalText } from '../fields.ts'
import { flag } from '../query-values.ts'
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

/** The heading of the column that says why a row was refused, in a file of such rows. The import ignores it. */
export const reasonHeading = 'Why not imported'

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
  /** Rows are counted as in a spreadsheet: the heading is row 1, unless empty rows come before it. */
  row: count,
  /** `new_user`: a user and a profile; `existing_user`: a profile for a user who is there. */
  outcome: z.enum(['new_user', 'existing_user', 'refused']),
  fullName: z.string(),
  businessName: z.string(),
  email: z.string(),
  /** Empty unless it is refused. */
  problems: z.array(z.strictObject({ field: z.string(), message: z.string() })),
  /** All its cells as they are in the file; none unless it is refused. */
  cells: z.array(z.string()),
})
export type ImportedRow = z.output<typeof ImportedRow>

/** What an import would do. */
export const PartnerImportPlan = z.strictObject({
  rows: z.array(ImportedRow),
  good: count,
  refused: count,
  /** The headings of the file. */
  heading: z.array(z.string()),
  /** The columns that the portal does not know. They are left out. */
  unknownColumns: z.array(z.string()),
  /** The groups of the good rows by name, with how many of these are in each. `isNew`: nothing names the group so far. */
  groups: z.array(z.strictObject({ name: z.string(), partners: count, isNew: z.boolean() })),
  /** How many open tasks the partners of the good rows would get all together. */
  openTasks: count,
  /** How many of them would be emailed about these: those who use the portal already. Nobody who was never invited is emailed. */
  emailed: count,
})
export type PartnerImportPlan = z.output<typeof PartnerImportPlan>

/** Accepts the file itself as `text/csv`, as spreadsheets write it: in UTF-8, UTF-16 or Windows-1252; 413 when it is too large. */
export const checkPartnerImport = endpoint('POST', '/api/admin/partners/import/check', {
  access: 'staff',
  cost: 'import',
  summary: 'What would become of each row of a CSV file of partners; stores nothing',
  answers: { 200: PartnerImportPlan },
})

export const importPartners = endpoint('POST', '/api/admin/partners/import', {
  access: 'staff',
  cost: 'import',
  summary:
    'Adds the partners of a CSV file; without `skipRefused` all of them or, when one row is refused (400), none; 409 when one of the partners was added meanwhile',
  query: z.strictObject({
    /** Adds the good rows although others are refused. */
    skipRefused: flag,
    /** Leaves out the columns that the portal does not know; without it a file that has one is refused (400). */
    skipUnknownColumns: flag,
  }),
  answers: { 201: z.strictObject({ partners: count, users: count, refused: count }) },
})

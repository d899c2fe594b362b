import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { isoDate, optionalEmail, optionalText } from '../fields.ts'
import { limits } from '../limits.ts'
import { flag } from '../query-values.ts'
import { appendixAInputs } from './appendix-a.ts'
import { communicationMethods } from './communication-methods.ts'
import { ProfileFields } from './profile.ts'

const methodOrNone = z.preprocess((value) => value || 'email', z.enum(communicationMethods))

/** A row of the file, by field names. */
export const ImportedPartner = ProfileFields.extend({
  preferredCommunicationMethod: methodOrNone,
  marketingPreferredCommunicationMethod: methodOrNone,
  partnerGroup: optionalText(limits.group),
  /** The email address of the user, if it differs from that of the partner. */
  userEmail: optionalEmail('Valid email'),
  ...appendixAInputs,
})
export type ImportedPartner = z.output<typeof ImportedPartner>

const count = z.number().int()

export const ImportedRow = z.strictObject({
  /** The number of the row as in a spreadsheet: the heading is row 1, unless empty rows come before it. */
  row: count,
  /** `new_user` creates a user and a profile; `existing_user` creates a profile for a user who exists. */
  outcome: z.enum(['new_user', 'existing_user', 'refused']),
  fullName: z.string(),
  businessName: z.string(),
  email: z.string(),
  /** The problems of a refused row; empty for other rows. */
  problems: z.array(z.strictObject({ field: z.string(), message: z.string() })),
  /** All cells of a refused row as they are in the file; empty for other rows. */
  cells: z.array(z.string()),
})
export type ImportedRow = z.output<typeof ImportedRow>

/** The effects that an import would have. */
export const PartnerImportPlan = z.strictObject({
  rows: z.array(ImportedRow),
  good: count,
  refused: count,
  /** The headings of the file. */
  heading: z.array(z.string()),
  /** The columns that the portal does not know, which an import leaves out. */
  unknownColumns: z.array(z.string()),
  /** The groups of the good rows by name, with the number of their good rows. `isNew` means that the group does not exist yet. */
  groups: z.array(z.strictObject({ name: z.string(), partners: count, isNew: z.boolean() })),
  /** The total number of open tasks that the partners of the good rows would get. */
  openTasks: count,
  /** How many of these partners would be emailed about their tasks: those who use the portal already. Uninvited users are not emailed. */
  emailed: count,
})
export type PartnerImportPlan = z.output<typeof PartnerImportPlan>

/** Checks a file sent as `text/csv`, as spreadsheets write it: in UTF-8, UTF-16 or Windows-1252. Responds with 413 if it is too large. */
export const checkPartnerImport = endpoint('POST', '/api/admin/partners/import/check', {
  access: 'staff',
  cost: 'import',
  summary: 'Checks each row of a CSV file of partners and says what it would do; saves nothing',
  responses: { 200: PartnerImportPlan },
})

export const importPartners = endpoint('POST', '/api/admin/partners/import', {
  access: 'staff',
  cost: 'import',
  summary:
    'Adds the partners of a CSV file. Without `skipRefused`, none are added when one row is refused (400); 409 when one of the partners was added in the meantime',
  query: z.strictObject({
    /** Whether to import the good rows even if others are refused. */
    skipRefused: flag,
    /** Whether to leave out columns that the portal does not know. Otherwise a file with such a column is refused (400). */
    skipUnknownColumns: flag,
  }),
  responses: {
    201: z.strictObject({
      partners: count,
      users: count,
      refused: count,
      /** The moment at which all partners of the file were added: the filter `added` finds them by it. */
      addedAt: isoDate,
    }),
  },
})

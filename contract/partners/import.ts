import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { isoDate, optionalEmail, optionalText } from '../fields.ts'
import { limits, maxImportEditBytes } from '../limits.ts'
import { flag, wholeNumber } from '../query-values.ts'
import { appendixAInputs } from './appendix-a.ts'
import { communicationMethods } from './communication-methods.ts'
import { importColumns } from './partner-columns.ts'
import { ProfileFields } from './profile.ts'

const emptyAs = <Schema extends z.ZodType>(value: unknown, schema: Schema) =>
  z.preprocess((cell) => cell || value, schema)

// A row may leave these fields empty until the partner confirms the profile, whose form requires them.
const orEmpty = <Schema extends z.ZodType<string>>(schema: Schema) =>
  emptyAs('', z.union([z.literal(''), schema]))
const { shape } = ProfileFields

/** A row of the file, by field names. */
export const ImportedPartner = ProfileFields.extend({
  state: orEmpty(shape.state),
  businessWebsite: orEmpty(shape.businessWebsite),
  mainMarketingContact: orEmpty(shape.mainMarketingContact),
  preferredCommunicationMethod: emptyAs('email', z.enum(communicationMethods)),
  marketingPreferredCommunicationMethod: emptyAs('email', z.enum(communicationMethods)),
  partnerGroup: optionalText(limits.group),
  /** The email address of the user, if it differs from that of the partner. */
  userEmail: optionalEmail('Valid email'),
  /** The email address or the name of the partner manager. */
  managerEmail: optionalText(limits.email),
  ...appendixAInputs,
})
export type ImportedPartner = z.output<typeof ImportedPartner>

const count = z.number().int()
const field = z.enum(importColumns.map(([name]) => name))

/** What the user has decided about a file: which fields its columns fill in, and the corrected cells. */
export const ImportEdits = z.strictObject({
  fileName: optionalText(limits.fileName),
  /** The fields of columns by their places, the first being 0; null leaves a column out. The portal matches all other columns itself. */
  columns: z.array(z.strictObject({ column: count.min(0), field: field.nullable() })).refine((columns) => {
    const fields = columns.flatMap((column) => column.field ?? [])
    return new Set(fields).size === fields.length
  }, 'Two columns are matched to the same field'),
  /** The corrected values by the number of their row and their field. */
  cells: z.array(z.strictObject({ row: count, field, value: z.string().max(limits.description) })),
})
export type ImportEdits = z.output<typeof ImportEdits>

const fields = z.record(z.string(), z.unknown())

export const ImportedRow = z.strictObject({
  /** The number of the row as in a spreadsheet, where the first row is 1. */
  row: count,
  /**
   * `new_user` creates a user and a profile, `existing_user` a profile for a user who exists. `changed` changes a partner, and `unchanged`
   * is a partner with the same values.
   */
  outcome: z.enum(['new_user', 'existing_user', 'changed', 'unchanged', 'refused']),
  fullName: z.string(),
  businessName: z.string(),
  email: z.string(),
  /** The problems of a refused row; empty for other rows. */
  problems: z.array(z.strictObject({ field: z.string(), message: z.string() })),
  /** All cells of a refused row as they are in the file, or corrected; empty for other rows. */
  cells: z.array(z.string()),
  /** The fields that change; null for other rows, and for rows after the first 500 that change. */
  changes: z.strictObject({ before: fields, after: fields }).nullable(),
})
export type ImportedRow = z.output<typeof ImportedRow>

export const ImportedColumn = z.strictObject({
  /** The place of the column; the first is 0. */
  column: count,
  heading: z.string(),
  /** The field that the column fills in; null for a column that is left out. */
  field: field.nullable(),
  /** Whether the heading is one of the portal's own, so that there is nothing to guess. */
  isKnown: z.boolean(),
  /** The first value in the column. */
  sample: z.string(),
})
export type ImportedColumn = z.output<typeof ImportedColumn>

/** The effects that an import would have. */
export const PartnerImportPlan = z.strictObject({
  rows: z.array(ImportedRow),
  /** The numbers of rows by what they would do. `added` counts new partners. */
  added: count,
  changed: count,
  unchanged: count,
  refused: count,
  /** The number of values that would change. */
  changedValues: count,
  /** The headings of the file, and those of fields that only corrections fill in. */
  heading: z.array(z.string()),
  columns: z.array(ImportedColumn),
  /** The groups of the added partners by name, with the number of these. `isNew` means that the group does not exist yet. */
  groups: z.array(z.strictObject({ name: z.string(), partners: count, isNew: z.boolean() })),
  /** The total number of open tasks that the added partners would get. */
  openTasks: count,
  /** How many of these partners would be emailed about their tasks: those who use the portal already. Uninvited users are not emailed. */
  emailed: count,
  /** Identifies these effects. An import that names them is refused if it would have others by then. */
  fingerprint: z.string(),
})
export type PartnerImportPlan = z.output<typeof PartnerImportPlan>

const edited = {
  /** The size in bytes of the `ImportEdits` in JSON that come before the file in the body. */
  edits: wholeNumber(0, maxImportEditBytes, 'Enter the size of the edits in bytes').optional(),
}

/** Checks a file sent as `text/csv`, as spreadsheets write it: in UTF-8, UTF-16, Windows-1252 or Mac OS Roman. Responds with 413 if it is too large. */
export const checkPartnerImport = endpoint('POST', '/api/admin/partners/import/check', {
  access: 'staff',
  cost: 'import',
  summary: 'Checks each row of a CSV file of partners and says what it would do; saves nothing',
  query: z.strictObject(edited),
  responses: { 200: PartnerImportPlan },
})

export const importPartners = endpoint('POST', '/api/admin/partners/import', {
  access: 'staff',
  cost: 'import',
  summary:
    'Adds and changes the partners of a CSV file. Without `skipRefused`, nothing is saved when one row is refused (400); 409 when one of the partners was added or changed in the meantime',
  query: z.strictObject({
    ...edited,
    /** Whether to import the good rows even if others are refused. */
    skipRefused: flag,
    /** Whether to leave out columns that the portal does not know. Otherwise a file with such a column is refused (400). */
    skipUnknownColumns: flag,
    /** The `fingerprint` of the effects that the user has seen. */
    fingerprint: z.string().max(100).optional(),
  }),
  responses: {
    201: z.strictObject({
      partners: count,
      users: count,
      changed: count,
      refused: count,
      /** The moment at which all partners of the file were added: the filter `added` finds them by it. */
      addedAt: isoDate,
    }),
  },
})

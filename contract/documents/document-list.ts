import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDay, id, inputDate, isoDate, optionalText, staffFilter, WithReason } from '../fields.ts'
import { limits, maxSelectedDocuments } from '../limits.ts'
import { PartnerDocumentRow } from '../overview.ts'
import { paging } from '../paging.ts'
import { wholeNumber } from '../query-values.ts'
import { documentSorts, documentStates } from './document-filters.ts'

/** An agreement in the list of the agreements of all partners. */
export const ListedDocument = PartnerDocumentRow.extend({
  /** The event in the agreed terms. */
  eventName: z.string().nullable(),
  /** When the partner first opened the agreement to sign it. */
  openedAt: isoDate.nullable(),
})
export type ListedDocument = z.input<typeof ListedDocument>

export const listAllDocuments = endpoint('GET', '/api/admin/documents', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The agreements of all partners, newest first by default',
  query: z.strictObject({
    /** Words, all of which must occur in the name of the partner, of their business, of the agreement or of the event. */
    search: optionalText(limits.name),
    status: z.enum(documentStates).optional(),
    /** Agreement types, separated by commas. */
    type: z
      .string()
      .max(limits.name)
      .transform((text) => text.split(','))
      .optional(),
    /** The version of the signed text; `earlier` for agreements in force with an earlier text whose partner has none to sign. */
    version: z.string().max(40).optional(),
    /** The moment from which agreements were sent, inclusive; `until` is exclusive. */
    from: inputDate.optional(),
    until: inputDate.optional(),
    /** The number of days that must have passed since an agreement was sent. */
    olderThan: wholeNumber(1, 3650, 'Enter a number of days').optional(),
    /** The moment from which agreements were signed, inclusive; `signedUntil` is exclusive. */
    signedFrom: inputDate.optional(),
    signedUntil: inputDate.optional(),
    /** Whether the partner has opened the agreement to sign it. */
    opened: z.enum(['yes', 'no']).optional(),
    /** Whether the partner's owner can sign in or is disabled. */
    access: z.enum(['enabled', 'disabled']).optional(),
    partnerId: id.optional(),
    /** The group of the partners' owners. */
    partnerGroup: optionalText(limits.group),
    /** The manager of the partners. */
    manager: staffFilter,
    /** An agreement for several partners, or `none` to leave all of them out. */
    shared: z.union([z.literal('none'), id]).optional(),
    /** `none` leaves out partners who joined after all others had signed. */
    joinedLater: z.literal('none').optional(),
    sort: z.enum(documentSorts).optional(),
    ...paging,
  }),
  responses: { 200: z.array(ListedDocument) },
})

const ids = z
  .array(id.toLowerCase())
  .min(1, 'Select an agreement')
  .max(maxSelectedDocuments, `Choose at most ${maxSelectedDocuments} at a time`)
  .transform((all) => [...new Set(all)])

/** How many agreements were changed, and how many needed no change. */
const Done = z.strictObject({ changed: z.int(), unchanged: z.int() })
export type Done = z.input<typeof Done>

export const voidDocuments = endpoint('POST', '/api/admin/documents/void', {
  access: 'admin',
  stepUp: true,
  summary:
    'Voids several signed agreements, all or none of them; those that are voided already stay as they are. 409 when one is not signed',
  body: WithReason.extend({ ids }),
  responses: { 200: Done },
})

export const changeEndOfDocuments = endpoint('POST', '/api/admin/documents/end', {
  access: 'staff',
  summary:
    'Sets the last day of several agreements, all or none of them; null removes it. 409 when one is voided or takes effect later',
  body: z.strictObject({ ids, endsOn: calendarDay.nullable() }),
  responses: { 200: Done },
})

export const askForNewText = endpoint('POST', '/api/admin/documents/new-text', {
  access: 'staff',
  byToken: true,
  summary:
    'Gives the partners of several agreements the text in force to sign, with their agreed terms. Leaves out agreements that are not in force or have this text, and partners who have one to sign',
  body: z.strictObject({ ids }),
  responses: { 200: Done },
})

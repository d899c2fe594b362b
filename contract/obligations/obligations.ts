import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  calendarDay,
  expectedUpdatedAt,
  id,
  idParams,
  isoDate,
  optionalLongText,
  optionalText,
  staffFilter,
} from '../fields.ts'
import { announcedFile, FileType, filePath } from '../files/file-fields.ts'
import { limits } from '../limits.ts'
import { rowPartner } from '../overview.ts'
import { paging } from '../paging.ts'
import { withoutAccountNumbers } from '../payments/account-numbers.ts'
import {
  agreementSides,
  closedForReasons,
  obligationKinds,
  obligationSorts,
  obligationStates,
  obligationStatuses,
} from './kinds.ts'

export const ObligationKind = z.enum(obligationKinds)
export const AgreementSide = z.enum(agreementSides)

/** What one side of a signed agreement owes the other by a day. Members who may not sign see no amounts, clauses, notes, evidence or agreements. */
export const Obligation = z.strictObject({
  id,
  partnerId: id,
  /** The activation that the agreement belongs to; null while it belongs to none. */
  activationId: id.nullable(),
  documentId: id.nullable(),
  kind: ObligationKind,
  owedBy: AgreementSide,
  /** What is to be paid, in cents; null if nothing is, or while the amount is not known. */
  amountCents: z.int().nullable(),
  /** The ISO 4217 code of the amount, such as USD. */
  currency: z.string(),
  /** The sum of what has been paid toward it, in cents. */
  paidCents: z.int(),
  /** The day by which it is due, at the place of the event: `YYYY-MM-DD`. */
  dueOn: z.string(),
  /** The time of the day, by the clocks of the place: `HH:MM`; null for the whole day. */
  time: z.string().nullable(),
  status: z.enum(obligationStatuses),
  /** Whether it is open after its day has ended at the place. What passes by itself is never late. */
  isLate: z.boolean(),
  /** Whether it is one that passes by itself, is open, and its day has ended at the place. */
  hasPassed: z.boolean(),
  /** The number of the clause that asks for it. */
  clause: z.string().nullable(),
  /** The reason for which the portal closed it; null if people did, or if it is open. */
  closedFor: z.enum(closedForReasons).nullable(),
  /** What was written when it was done, or why it was waived. */
  note: z.string().nullable(),
  /** The file that shows that it was done. */
  filePath: z.string().nullable(),
  fileName: z.string().nullable(),
  fileType: FileType.nullable(),
  /** The size in bytes. */
  fileSize: z.int().nullable(),
  updatedAt: isoDate,
})
export type Obligation = z.input<typeof Obligation>

export const listActivationObligations = endpoint('GET', '/api/activations/:id/obligations', {
  access: 'signed-in',
  byToken: true,
  summary: 'What the two sides owe each other for an activation, next due first; for its partner and staff',
  params: idParams,
  responses: { 200: z.array(Obligation) },
})

export const listDocumentObligations = endpoint('GET', '/api/partner/documents/:id/obligations', {
  access: 'signed-in',
  byToken: true,
  summary:
    'What the two sides of a signed agreement owe each other, next due first; for those who may read it',
  params: idParams,
  responses: { 200: z.array(Obligation) },
})

export const listOwnObligations = endpoint('GET', '/api/partner/obligations', {
  access: 'signed-in',
  summary: 'What the partner of the caller and the company owe each other, next due first',
  query: z.strictObject({ status: z.enum(obligationStatuses).optional(), ...paging }),
  responses: { 200: z.array(Obligation) },
})

/** An obligation in the list of those of all partners, with the name of its activation. */
export const ObligationRow = Obligation.extend({ partner: rowPartner, activationName: z.string().nullable() })
export type ObligationRow = z.input<typeof ObligationRow>

export const listAllObligations = endpoint('GET', '/api/admin/obligations', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'What the company and its partners owe each other, next due first by default',
  query: z.strictObject({
    /** Words, all of which must occur in the name of the partner or of their business. */
    search: optionalText(limits.name),
    state: z.enum(obligationStates).optional(),
    kind: ObligationKind.optional(),
    owedBy: AgreementSide.optional(),
    /** The first and the last day on which they are due. */
    from: calendarDay.optional(),
    until: calendarDay.optional(),
    partnerId: id.optional(),
    /** The manager of the partners. */
    manager: staffFilter,
    sort: z.enum(obligationSorts).optional(),
    ...paging,
  }),
  responses: { 200: z.array(ObligationRow) },
})

/** Starts uploading evidence. The bytes and the registration go the way of the proof of a task (see `task-work.ts`). */
export const requestEvidenceUpload = endpoint('POST', '/api/obligations/:id/upload', {
  access: 'onboarded',
  cost: 'upload',
  summary:
    'A one-time address for uploading evidence, for the partner who owes it; 403 without the right to sign',
  params: idParams,
  body: announcedFile,
  responses: { 201: z.strictObject({ uploadURL: z.string() }) },
})

export const UpdateObligation = z
  .strictObject({
    status: z.enum(obligationStatuses),
    /** What was done; required as the reason of what is waived. */
    note: withoutAccountNumbers(optionalLongText(limits.reason)),
    /** The path of a file that the caller has just uploaded, or of the current one. */
    filePath: filePath.nullish(),
    ...expectedUpdatedAt,
  })
  .refine(({ status, note }) => status !== 'waived' || note, { path: ['note'], error: 'Enter a reason' })

export const updateObligation = endpoint('PUT', '/api/obligations/:id', {
  access: 'signed-in',
  summary:
    'Marks an obligation as done or open, by staff or by the partner who owes it, or waives it, by staff alone; 409 when it has changed, for payments, which are done once they are paid, and for what the portal has closed',
  params: idParams,
  body: UpdateObligation,
  responses: { 200: Obligation },
})

import { z } from 'zod'
import { audienceFields, missingAudienceIssue, namesSomeone, shownViewId } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { expectedUpdatedAt, id, idParams, isoDate, WithReason } from '../fields.ts'
import { maxPartnersInQuery } from '../limits.ts'
import { PartnerDocumentRow } from '../overview.ts'
import { paging } from '../paging.ts'
import { AppendixA } from '../partners/appendix-a.ts'
import {
  DocumentStatus,
  documentFields,
  hasTermsOfItsType,
  offeredFields,
  termsOfOtherType,
} from './documents.ts'
import { endsAfterItBegins, endsBeforeItBegins } from './life-dates.ts'

const count = z.int()

/** An agreement for several partners. Each of them has a copy of their own to sign. */
export const SharedDocument = z.strictObject({
  id,
  /** Always null, because the agreement is for several partners. */
  partnerId: z.null(),
  documentType: z.string(),
  documentName: z.string(),
  appendixA: z.record(z.string(), z.string()).nullable(),
  /** The days and the setting that each partner's copy was created with, as in `PartnerDocument`. */
  effectiveOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  replacesEarlier: z.boolean(),
  assignedPartnerIds: z.array(z.string()),
  assignedGroup: z.string().nullable(),
  assignedViewId: shownViewId,
  /**
   * How many partners have a copy, and how many have signed. `joinedLater` got theirs after all others had signed, and count separately.
   */
  progress: z.strictObject({ partners: count, signed: count, joinedLater: count.optional() }),
  createdBy: id.nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type SharedDocument = z.input<typeof SharedDocument>

/** The terms of single partners, which replace those that the partner's former agreement would bring along and those for all. */
const partnerTerms = z
  .array(z.strictObject({ partnerId: id.toLowerCase(), appendixA: AppendixA }))
  .max(maxPartnersInQuery, `Choose at most ${maxPartnersInQuery} partners`)

export const CreateSharedDocument = offeredFields
  .extend({ ...audienceFields, partnerTerms: partnerTerms.optional() })
  .refine(namesSomeone, missingAudienceIssue)
  .refine(hasTermsOfItsType, termsOfOtherType)
  .refine(
    ({ documentType, partnerTerms: terms }) =>
      !terms?.length || documentType === 'venue_partnership_agreement',
    {
      ...termsOfOtherType,
      path: ['partnerTerms'],
    },
  )
  .refine(endsAfterItBegins, endsBeforeItBegins)
export type CreateSharedDocument = z.output<typeof CreateSharedDocument>

export const createSharedDocument = endpoint('POST', '/api/admin/documents', {
  access: 'staff',
  byToken: true,
  summary: 'Adds an agreement for one partner or an audience to sign',
  body: CreateSharedDocument,
  responses: { 201: z.union([PartnerDocumentRow.omit({ partner: true }), SharedDocument]) },
})

export const listSharedDocuments = endpoint('GET', '/api/admin/shared-documents', {
  access: 'staff',
  byToken: true,
  summary: 'The agreements for several partners, each with its progress, newest first',
  query: z.strictObject(paging),
  responses: { 200: z.array(SharedDocument) },
})

export const getSharedDocument = endpoint('GET', '/api/admin/shared-documents/:id', {
  access: 'staff',
  byToken: true,
  summary: 'An agreement for several partners, with its progress',
  params: idParams,
  responses: { 200: SharedDocument },
})

export const listDocumentsOfShared = endpoint('GET', '/api/admin/shared-documents/:id/documents', {
  access: 'staff',
  byToken: true,
  summary: "Each partner's own part of an agreement for several partners, by the partner's name",
  params: idParams,
  query: z.strictObject({
    /** The status of the listed copies. `signed` leaves out voided copies, which are listed with those to sign. */
    status: DocumentStatus.optional(),
    ...paging,
  }),
  responses: { 200: z.array(PartnerDocumentRow) },
})

/** A change of the audience, and of the terms of unsigned copies. Fields that are left out stay unchanged. */
export const UpdateSharedDocument = z
  .strictObject({
    appendixA: documentFields.shape.appendixA,
    assignedPartnerIds: audienceFields.assignedPartnerIds,
    assignedGroup: audienceFields.assignedGroup,
    assignedViewId: audienceFields.assignedViewId,
    ...expectedUpdatedAt,
  })
  .refine(({ updatedAt: _expected, ...change }) => Object.keys(change).length > 0, {
    error: 'Change at least one field',
  })
export type UpdateSharedDocument = z.output<typeof UpdateSharedDocument>

export const updateSharedDocument = endpoint('PUT', '/api/admin/shared-documents/:id', {
  access: 'staff',
  byToken: true,
  summary:
    'Changes the audience or terms of an agreement for several partners; signed parts stay as they are; 409 when someone else has changed it since',
  params: idParams,
  body: UpdateSharedDocument,
  responses: { 200: SharedDocument },
})

export const withdrawSharedDocument = endpoint('POST', '/api/admin/shared-documents/:id/withdraw', {
  access: 'staff',
  byToken: true,
  summary: 'Deletes the unsigned parts of an agreement for several partners; signed parts stay',
  params: idParams,
  body: WithReason,
  responses: { 204: z.void() },
})

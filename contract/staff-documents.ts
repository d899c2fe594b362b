import { z } from 'zod'
import { documentTypes } from './agreements/agreement.ts'
import { AppendixA } from './appendix-a.ts'
import { PartnerDocument } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { idParams, partnerParams, seen } from './fields.ts'

export const listPartnerDocuments = endpoint({
  method: 'GET',
  path: '/api/admin/partners/:partnerId/documents',
  access: 'staff',
  summary: "A partner's agreements, the oldest first",
  params: partnerParams,
  answers: { 200: z.array(PartnerDocument) },
})

/** The terms prefill the contract's form; an NDA has none. */
export const AddDocument = z
  .strictObject({
    documentType: z.enum(documentTypes, { error: 'Document type is required' }),
    appendixA: AppendixA.optional(),
  })
  .refine(({ documentType, appendixA }) => !appendixA || documentType === 'venue_partnership_agreement', {
    path: ['appendixA'],
    error: 'Only the partnership agreement has these terms',
  })

export const addDocument = endpoint({
  method: 'POST',
  path: '/api/admin/partners/:partnerId/documents',
  access: 'staff',
  summary: 'Gives a partner another agreement to sign',
  params: partnerParams,
  body: AddDocument,
  answers: { 201: PartnerDocument },
})

export const markDocumentSigned = endpoint({
  method: 'PUT',
  path: '/api/partner/documents/:id',
  access: 'staff',
  summary: 'Records that an agreement was signed on paper; 409 when it is signed already',
  params: idParams,
  body: z.strictObject({
    status: z.literal('signed', { error: 'An agreement can only be marked as signed' }),
    /** The server sets it itself: what is said of it is ignored. */
    signedAt: z.string().max(100).optional(),
    ...seen,
  }),
  answers: { 200: PartnerDocument },
})

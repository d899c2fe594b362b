import { z } from 'zod'
import { shownViewId } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import {
  expectedUpdatedAt,
  id,
  idParams,
  isoDate,
  partnerParams,
  requiredText,
  WithReason,
} from '../fields.ts'
import { FileType, filePath, fileSize } from '../files/file-fields.ts'
import { limits } from '../limits.ts'
import { paging } from '../paging.ts'
import { AppendixA } from '../partners/appendix-a.ts'
import type { AgreementForm } from './agreements/agreement.ts'
import { sentValues } from './agreements/agreement-values.ts'
import { Countersignature } from './countersignature.ts'
import { documentStatuses, scanTypes } from './document-status.ts'
import { endsAfterItBegins, endsBeforeItBegins } from './life-dates.ts'
import { givenLifeFields, lifeFields } from './life-fields.ts'

/** The id of an agreement type: see agreement-types.ts. */
export const DocumentType = requiredText(limits.documentType, 'Document type is required')
export const DocumentStatus = z.enum(documentStatuses)

/** The evidence of a signature as the signer and staff see it. */
export const SignatureEvidence = z.strictObject({
  agreementVersion: z.string(),
  /** SHA-256 of the signed text, in hexadecimal. */
  textSha256: z.string(),
  consentVersion: z.string(),
  /** The name of the company in the text. */
  companyName: z.string(),
  signerName: z.string(),
  signedAt: isoDate,
  /** When the sealed PDF was created, usually seconds after signing; null until then. */
  sealedAt: isoDate.nullable(),
})
export type SignatureEvidence = z.input<typeof SignatureEvidence>

/** An amendment that both sides have signed, and the name that it gives the partner. `at` is the time of the last signature. */
const Amendment = z.strictObject({ id, documentName: z.string(), at: isoDate, partnerName: z.string() })

export const PartnerDocument = z.strictObject({
  id,
  partnerId: id,
  documentType: z.string(),
  /** The name of the agreement's type. `documentTitle` is the title of the text that was signed or is to be signed. */
  documentName: z.string(),
  documentTitle: z.string(),
  /** The proof of the signature is at `/objects/{documentPath}`: the sealed PDF, or the scan of the paper. */
  documentPath: z.string().nullable(),
  fileName: z.string().nullable(),
  fileType: FileType.nullable(),
  /** The size in bytes. */
  fileSize: z.number().int().nullable(),
  status: DocumentStatus,
  signedAt: isoDate.nullable(),
  ...lifeFields,
  signatureData: z.string().nullable(),
  appendixA: z.record(z.string(), z.string()).nullable(),
  /** The agreement for several partners that this one is part of; null to partners, and if it was given to this partner alone. */
  sharedDocumentId: id.nullable(),
  /** The audience of that shared agreement; empty to partners. */
  assignedPartnerIds: z.array(z.string()),
  assignedGroup: z.string().nullable(),
  assignedViewId: shownViewId,
  createdAt: isoDate,
  updatedAt: isoDate,
  evidence: SignatureEvidence.nullable(),
  /** Whether the agreement waits for the company's signature. `countersignature` is this signature once it exists. */
  awaitsCompany: z.boolean(),
  countersignature: Countersignature.nullable(),
  /** The amendments of the agreement, latest first. Those that are voided or not signed by both are left out. */
  amendedBy: z.array(Amendment),
})
export type PartnerDocument = z.input<typeof PartnerDocument>

export const listOwnDocuments = endpoint('GET', '/api/partner/documents', {
  access: 'signed-in',
  summary: "The caller's agreements, oldest first; empty until there is a profile",
  query: z.strictObject(paging),
  responses: { 200: z.array(PartnerDocument) },
})

/** An agreement with everything that is needed to show it. */
export const AgreementDetails = PartnerDocument.extend({
  partner: z.strictObject({ id, fullName: z.string(), businessName: z.string() }),
  /** The terms that staff have entered for the agreement or, for the partner's first contract, in the profile. */
  enteredTerms: z.record(z.string(), z.string()),
  /** The name of the admin who voided the agreement; null to partners. */
  voidedByName: z.string().nullable(),
  /** The agreements that this one amends. */
  amends: z.array(z.strictObject({ id, documentName: z.string(), signedAt: isoDate })),
  /** Whether the caller is an admin and can sign for the company: the agreement waits for this, or its type requires it by now. */
  canCountersign: z.boolean(),
})
export type AgreementDetails = z.input<typeof AgreementDetails>

export const getDocument = endpoint('GET', '/api/partner/documents/:id', {
  access: 'signed-in',
  byToken: true,
  summary: 'An agreement with its terms, for its partner and staff',
  params: idParams,
  responses: { 200: AgreementDetails },
})

// The server sets these values itself. Clients may send them, and they are ignored.
const ignored = z.string().max(100).optional()

/** Returns the schema of `signatureData` for an agreement: the values of its form as they are sent, and the signature. */
export const signatureDataOf = (agreement: AgreementForm & { documentType: string }) =>
  sentValues(agreement).extend({
    documentType: z.literal(agreement.documentType).optional(),
    signedAt: ignored,
    digitalSignature: requiredText(limits.name, 'A signature is required'),
  })

/** The maximum length of the data, which is more than all texts of a contract at their longest. */
const maxSignatureDataLength = 60_000

const jsonObject = z
  .string()
  .max(maxSignatureDataLength)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'Not valid JSON' })
      return z.NEVER
    }
  })

// The object is passed on unparsed, because an object schema would leave out the key `__proto__` instead of refusing it.
const anyObject = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null,
  'An object is required',
)

/** The request with which a signer agrees to the agreement and consents to sign electronically. */
export const SignDocument = z.strictObject({
  documentType: DocumentType,
  /** An object, or the JSON text of an object. The handler checks it with `signatureDataOf` for the form in force. */
  signatureData: z.union([jsonObject, anyObject]).pipe(anyObject),
  /** The agreement to sign, if the partner has several of this type; by default the oldest that is open. */
  documentId: id.optional(),
  /** The version of the agreement that the signer read (`consentVersion`: of the consent). The response is 409 if another is in force. */
  agreementVersion: z.string().max(40).optional(),
  consentVersion: z.string().max(40).optional(),
  status: ignored,
  signedAt: ignored,
})
export type SignDocument = z.output<typeof SignDocument>

export const signDocument = endpoint('POST', '/api/partner/documents', {
  access: 'signed-in',
  stepUp: 'old-session',
  summary:
    "Signs the caller's open agreement of that type; 404 for one that is not theirs, 409 when there is none left to sign, or an agreed term has changed",
  body: SignDocument,
  responses: { 201: PartnerDocument },
})

export const listPartnerDocuments = endpoint('GET', '/api/admin/partners/:partnerId/documents', {
  access: 'staff',
  byToken: true,
  summary: "A partner's agreements, oldest first",
  params: partnerParams,
  query: z.strictObject(paging),
  responses: { 200: z.array(PartnerDocument) },
})

export const documentFields = z.strictObject({
  documentType: DocumentType,
  appendixA: AppendixA.optional(),
})

export const hasTermsOfItsType = ({ documentType, appendixA }: z.output<typeof documentFields>): boolean =>
  !appendixA || documentType === 'venue_partnership_agreement'
export const termsOfOtherType = {
  path: ['appendixA'],
  error: 'Only the partnership agreement has these terms',
}

/** The fields of an agreement that are set when it is given to partners. */
export const offeredFields = documentFields.extend(givenLifeFields)

/** A new agreement. Its terms are agreed before the partner signs; an NDA has none. */
export const CreateDocument = offeredFields
  .refine(hasTermsOfItsType, termsOfOtherType)
  .refine(endsAfterItBegins, endsBeforeItBegins)
export const UpdateDocument = documentFields
  .extend(expectedUpdatedAt)
  .refine(hasTermsOfItsType, termsOfOtherType)

export const createDocument = endpoint('POST', '/api/admin/partners/:partnerId/documents', {
  access: 'staff',
  byToken: true,
  summary: 'Adds an agreement for a partner to sign',
  params: partnerParams,
  body: CreateDocument,
  responses: { 201: PartnerDocument },
})

export const updateDocument = endpoint('PUT', '/api/admin/documents/:id', {
  access: 'staff',
  byToken: true,
  summary:
    'Changes the type and terms of an agreement that is not signed; 409 when it is, or when it is the last one of its type',
  params: idParams,
  body: UpdateDocument,
  responses: { 200: PartnerDocument },
})

export const withdrawDocument = endpoint('POST', '/api/admin/documents/:id/withdraw', {
  access: 'staff',
  byToken: true,
  summary: 'Deletes an agreement that is not signed; 409 when it is, or when it is the last one of its type',
  params: idParams,
  body: WithReason,
  responses: { 204: z.void() },
})

export const revokeSignature = endpoint('POST', '/api/admin/documents/:id/take-back', {
  access: 'admin',
  summary:
    'Takes back Mark Signed: an agreement that was signed on paper is pending again; 409 for any other',
  params: idParams,
  body: WithReason,
  responses: { 200: PartnerDocument },
})

/** The scan of a paper agreement: a file that the caller has just uploaded. */
const scan = z.strictObject({
  filePath,
  fileType: z
    .string()
    .toLowerCase()
    .pipe(z.enum(scanTypes, { error: 'Upload the scan as a PDF or a picture' })),
  fileSize,
})

export const MarkDocumentSigned = z.strictObject({
  status: z.literal('signed', { error: 'An agreement can only be marked as signed' }),
  /** The server sets this time itself. The sent value is ignored. */
  signedAt: z.string().max(100).optional(),
  scan: scan.optional(),
  ...expectedUpdatedAt,
})
export type MarkDocumentSigned = z.output<typeof MarkDocumentSigned>

export const markDocumentSigned = endpoint('PUT', '/api/partner/documents/:id', {
  access: 'staff',
  summary: 'Records that an agreement was signed on paper; 409 when it is already signed',
  params: idParams,
  body: MarkDocumentSigned,
  responses: { 200: PartnerDocument },
})

export const AddScan = z.strictObject({ scan, ...expectedUpdatedAt })
export type AddScan = z.output<typeof AddScan>

export const addScan = endpoint('POST', '/api/admin/documents/:id/scan', {
  access: 'staff',
  summary: 'Adds a scan to an agreement that was marked as signed without one; 409 for any other',
  params: idParams,
  body: AddScan,
  responses: { 200: PartnerDocument },
})

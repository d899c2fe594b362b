import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  expectedUpdatedAt,
  id,
  idParams,
  isoDate,
  limits,
  partnerParams,
  requiredText,
  WithReason,
} from '../fields.ts'
import { FileType, filePath, fileSize } from '../files/file-fields.ts'
import { paging } from '../paging.ts'
import { AppendixA } from '../partners/appendix-a.ts'
import type { AgreementForm } from './agreements/agreement.ts'
import { sentValues } from './agreements/agreement-values.ts'
import { Countersignature } from './countersignature.ts'
import { endsAfterItBegins, endsBeforeItBegins, givenLifeFields, lifeFields } from './life-fields.ts'

/** The id of an agreement type: see agreement-types.ts. */
export const DocumentType = requiredText(limits.documentType, 'Document type is required')
export const documentStatuses = ['pending', 'signed'] as const
export const DocumentStatus = z.enum(documentStatuses)
export type DocumentStatus = z.output<typeof DocumentStatus>

export const documentStatusLabels: Record<DocumentStatus, string> = { pending: 'Pending', signed: 'Signed' }

/** The evidence of a signature, as its signer and staff see it. */
export const SignatureEvidence = z.strictObject({
  agreementVersion: z.string(),
  /** SHA-256 of the text as signed, in hexadecimal. */
  textSha256: z.string(),
  consentVersion: z.string(),
  /** The company as it is named in the text. */
  companyName: z.string(),
  signerName: z.string(),
  signedAt: isoDate,
  /** When the sealed PDF was made, seconds after the signature as a rule; null until then. */
  sealedAt: isoDate.nullable(),
})
export type SignatureEvidence = z.input<typeof SignatureEvidence>

export const PartnerDocument = z.strictObject({
  id,
  partnerId: id,
  documentType: z.string(),
  /** The name of its type, and the title of its text: as signed, or as it is to be signed. */
  documentName: z.string(),
  documentTitle: z.string(),
  /** What proves the signature is at `/objects/{documentPath}`: the sealed PDF, or the scan of the paper. */
  documentPath: z.string().nullable(),
  fileName: z.string().nullable(),
  fileType: FileType.nullable(),
  /** Bytes. */
  fileSize: z.number().int().nullable(),
  status: DocumentStatus,
  signedAt: isoDate.nullable(),
  ...lifeFields,
  signatureData: z.string().nullable(),
  appendixA: z.record(z.string(), z.string()).nullable(),
  /** The agreement for several partners that this one is a part of; null for one of this partner alone, and to partners. */
  sharedDocumentId: id.nullable(),
  /** The audience of that one; empty to partners. */
  assignedPartnerIds: z.array(z.string()),
  assignedGroup: z.string().nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
  evidence: SignatureEvidence.nullable(),
  /** Whether it waits for the company's signature after the partner's, and that signature once it is there. */
  awaitsCompany: z.boolean(),
  countersignature: Countersignature.nullable(),
})
export type PartnerDocument = z.input<typeof PartnerDocument>

export const listOwnDocuments = endpoint('GET', '/api/partner/documents', {
  access: 'signed-in',
  summary: "The caller's agreements, the oldest first; empty until there is a profile",
  query: z.strictObject(paging),
  answers: { 200: z.array(PartnerDocument) },
})

/** An agreement with what is needed to show it. */
export const AgreementDetails = PartnerDocument.extend({
  partner: z.strictObject({ id, fullName: z.string(), businessName: z.string() }),
  /** The terms that staff have entered, for it or, where it is the partner's first contract, in the profile. */
  enteredTerms: z.record(z.string(), z.string()),
  /** Who voided it; null to partners. */
  voidedByName: z.string().nullable(),
  /** Whether the caller can sign it for the company: an admin, where it waits for that or agreements of its type do by now. */
  canCountersign: z.boolean(),
})
export type AgreementDetails = z.input<typeof AgreementDetails>

export const getDocument = endpoint('GET', '/api/partner/documents/:id', {
  access: 'signed-in',
  byToken: true,
  summary: 'An agreement with its terms, for its partner and staff',
  params: idParams,
  answers: { 200: AgreementDetails },
})

// The server sets these itself: clients may send them, and the values are ignored.
const ignored = z.string().max(100).optional()

/** `signatureData` for an agreement: the values of its form as they are sent, and the signature. */
export const signatureDataOf = (agreement: AgreementForm & { documentType: string }) =>
  sentValues(agreement).extend({
    documentType: z.literal(agreement.documentType).optional(),
    signedAt: ignored,
    digitalSignature: requiredText(limits.name, 'A signature is required'),
  })

/** Larger than the longest texts of all contract fields together. */
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

// Passed on unparsed: an object schema would leave out the key `__proto__` instead of refusing it.
const anyObject = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null,
  'An object is required',
)

/** By sending it the signer agrees to the agreement and consents to sign electronically. */
export const SignDocument = z.strictObject({
  documentType: DocumentType,
  /** An object, or the JSON text of one: see `signatureDataOf`, by which it is checked with the form in force. */
  signatureData: z.union([jsonObject, anyObject]).pipe(anyObject),
  /** The document to sign where a partner has several of one type; by default the oldest open one. */
  documentId: id.optional(),
  /** The version of the agreement and of the consent that the signer read: refused (409) when another is in force. */
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
    "Signs the caller's open agreement of that type; 404 for one that is not theirs, 409 when there is none left to sign, or an agreed term is another",
  body: SignDocument,
  answers: { 201: PartnerDocument },
})

export const listPartnerDocuments = endpoint('GET', '/api/admin/partners/:partnerId/documents', {
  access: 'staff',
  byToken: true,
  summary: "A partner's agreements, the oldest first",
  params: partnerParams,
  query: z.strictObject(paging),
  answers: { 200: z.array(PartnerDocument) },
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

/** What is set of an agreement when it is given to a partner. */
export const offeredFields = documentFields.extend(givenLifeFields)

/** The terms are agreed before the partner signs; an NDA has none. */
export const CreateDocument = offeredFields
  .refine(hasTermsOfItsType, termsOfOtherType)
  .refine(endsAfterItBegins, endsBeforeItBegins)
export const UpdateDocument = documentFields
  .extend(expectedUpdatedAt)
  .refine(hasTermsOfItsType, termsOfOtherType)

export const createDocument = endpoint('POST', '/api/admin/partners/:partnerId/documents', {
  access: 'staff',
  byToken: true,
  summary: 'Creates another agreement for a partner to sign',
  params: partnerParams,
  body: CreateDocument,
  answers: { 201: PartnerDocument },
})

export const updateDocument = endpoint('PUT', '/api/admin/documents/:id', {
  access: 'staff',
  byToken: true,
  summary:
    'Changes the type and terms of an agreement that is not signed; 409 when it is, or when it is the last one of its type',
  params: idParams,
  body: UpdateDocument,
  answers: { 200: PartnerDocument },
})

export const withdrawDocument = endpoint('POST', '/api/admin/documents/:id/withdraw', {
  access: 'staff',
  byToken: true,
  summary: 'Deletes an agreement that is not signed; 409 when it is, or when it is the last one of its type',
  params: idParams,
  body: WithReason,
  answers: { 204: z.void() },
})

export const takeBackSignature = endpoint('POST', '/api/admin/documents/:id/take-back', {
  access: 'admin',
  summary: 'Makes an agreement that was marked as signed on paper pending again; 409 for any other',
  params: idParams,
  body: WithReason,
  answers: { 200: PartnerDocument },
})

/** The kinds of file that a scanned paper may be. */
export const scanTypes = ['pdf', 'jpg', 'jpeg', 'png', 'webp'] as const satisfies z.output<typeof FileType>[]

/** The scan of a paper: a file that the caller has just uploaded. */
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
  /** The server sets it itself: the value is ignored. */
  signedAt: z.string().max(100).optional(),
  scan: scan.optional(),
  ...expectedUpdatedAt,
})
export type MarkDocumentSigned = z.output<typeof MarkDocumentSigned>

export const markDocumentSigned = endpoint('PUT', '/api/partner/documents/:id', {
  access: 'staff',
  summary: 'Records that an agreement was signed on paper; 409 when it is signed already',
  params: idParams,
  body: MarkDocumentSigned,
  answers: { 200: PartnerDocument },
})

export const AddScan = z.strictObject({ scan, ...expectedUpdatedAt })
export type AddScan = z.output<typeof AddScan>

export const addScan = endpoint('POST', '/api/admin/documents/:id/scan', {
  access: 'staff',
  summary:
    'Adds the scan of the paper to an agreement that was marked as signed without one; 409 for any other',
  params: idParams,
  body: AddScan,
  answers: { 200: PartnerDocument },
})

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idParams, requiredText } from '../fields.ts'
import { limits } from '../limits.ts'
import { PartnerDocument } from './documents.ts'

/** The request with which an admin signs for the company and consents to sign electronically. */
export const CountersignDocument = z.strictObject({
  signerName: requiredText(limits.name, 'Your name is required'),
  signerTitle: requiredText(limits.name, 'Your title is required'),
  /** SHA-256 of the text that the partner signed and the admin read, in hexadecimal. If the text is another, the response is 409. */
  textSha256: z.string().regex(/^[0-9a-f]{64}$/, 'Send the hash as 64 hexadecimal digits'),
  /** The version of the consent that the admin read. If another version is in force, the response is 409. */
  consentVersion: z.string().max(40).optional(),
})
export type CountersignDocument = z.output<typeof CountersignDocument>

export const countersignDocument = endpoint('POST', '/api/admin/documents/:id/countersign', {
  access: 'admin',
  stepUp: 'old-session',
  summary:
    'Signs an agreement for the company after its partner; 409 when the partner has not signed it in the portal, or it is voided, already countersigned or of a type that needs no countersignature',
  params: idParams,
  body: CountersignDocument,
  responses: { 200: PartnerDocument },
})

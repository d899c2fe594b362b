import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { isoDate } from './fields.ts'
import { notAVerificationCode, readVerificationCode } from './verification-code.ts'

export const verificationStates = ['in-force', 'upcoming', 'ended', 'voided'] as const
export type VerificationState = (typeof verificationStates)[number]

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'Send the hash as 64 hexadecimal digits')

/** @see readVerificationCode */
export const verificationCode = z
  .string()
  .max(64, notAVerificationCode)
  .transform((typed, context) => {
    const code = readVerificationCode(typed)
    if (code !== undefined) return code
    context.addIssue({ code: 'custom', message: notAVerificationCode })
    return z.NEVER
  })

/** The facts that anyone may learn about an agreement if they have the agreement or its code. */
export const VerifiedAgreement = z.strictObject({
  /** The title of the agreement; `version` is that of its text. */
  title: z.string(),
  version: z.string(),
  companyName: z.string(),
  /** The name of the partner's business in the document. */
  partnerName: z.string(),
  /** The name of the signer in the document. */
  signerName: z.string(),
  signedAt: isoDate,
  sealedAt: isoDate,
  /** SHA-256 of the sealed PDF, in hexadecimal. */
  sha256,
  /** The company's signature, and whether the PDF contains it; null if the company has not signed. */
  countersignature: z
    .strictObject({ signerName: z.string(), signedAt: isoDate, isInPdf: z.boolean() })
    .nullable(),
  state: z.enum(verificationStates),
  /** Since when the agreement is no longer in force, or from when it will be; null while it is. */
  stateSince: isoDate.nullable(),
})
export type VerifiedAgreement = z.input<typeof VerifiedAgreement>

/** Verifies an agreement by the hash of a file, which itself is not sent, or by the code on the certificate page. */
export const verifyAgreement = endpoint('GET', '/api/verification', {
  access: 'anyone',
  summary:
    'Identifies a sealed agreement of this portal by the SHA-256 of its PDF or the code on it; 404 when there is none',
  query: z
    .strictObject({ sha256: sha256.optional(), code: verificationCode.optional() })
    .refine(({ sha256, code }) => (sha256 === undefined) !== (code === undefined), {
      message: 'Send either sha256 or code',
      path: ['sha256'],
    }),
  responses: { 200: VerifiedAgreement },
})

export const SigningCertificate = z.strictObject({
  /** SHA-256 of the certificate's DER encoding, in hexadecimal. */
  sha256,
  pem: z.string(),
  firstUsedAt: isoDate,
})
export type SigningCertificate = z.input<typeof SigningCertificate>

export const listSigningCertificates = endpoint('GET', '/api/verification/certificates', {
  access: 'anyone',
  summary: 'The certificates that this portal has sealed agreements with, newest first',
  responses: { 200: z.array(SigningCertificate) },
})

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { isoDate } from './fields.ts'

export const verificationStates = ['in-force', 'upcoming', 'ended', 'voided'] as const
export type VerificationState = (typeof verificationStates)[number]

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'Send the hash as 64 hexadecimal digits')

/** The message for what is no code. */
export const notAVerificationCode = 'Enter the 16 characters of the code on the certificate page'

/**
 * The code on a certificate page as it is printed, `XXXX-XXXX-XXXX-XXXX`, of what was typed: without regard to case, dashes and spaces, and
 * to letters that look like digits. Undefined for what is no code.
 */
export const readVerificationCode = (typed: string): string | undefined => {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (!/^[0-9A-HJKMNP-TV-Z]{16}$/.test(code)) return undefined
  return code.replaceAll(/(.{4})(?=.)/g, '$1-')
}

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

/** What the public may know of an agreement that they have, or whose code they have. */
export const VerifiedAgreement = z.strictObject({
  /** Its name and the version of its text. */
  title: z.string(),
  version: z.string(),
  companyName: z.string(),
  /** The partner's business, as it stands on the document. */
  partnerName: z.string(),
  /** As it stands on the document. */
  signerName: z.string(),
  signedAt: isoDate,
  sealedAt: isoDate,
  /** Of the sealed PDF, in hexadecimal. */
  sha256,
  /** The company's signature after the partner's, and whether that PDF has it; null where the company has not signed. */
  countersignature: z
    .strictObject({ signerName: z.string(), signedAt: isoDate, isInPdf: z.boolean() })
    .nullable(),
  state: z.enum(verificationStates),
  /** Since when it is no longer in force, or from when it will be; null while it is. */
  stateSince: isoDate.nullable(),
})
export type VerifiedAgreement = z.input<typeof VerifiedAgreement>

/** By the hash of a file that is itself not sent, or by the code on its certificate page. */
export const verifyAgreement = endpoint('GET', '/api/verification', {
  access: 'anyone',
  summary:
    'What a sealed agreement of this portal is, by the SHA-256 of its PDF or the code on it; 404 when there is none',
  query: z
    .strictObject({ sha256: sha256.optional(), code: verificationCode.optional() })
    .refine(({ sha256, code }) => (sha256 === undefined) !== (code === undefined), {
      message: 'Send either sha256 or code',
      path: ['sha256'],
    }),
  answers: { 200: VerifiedAgreement },
})

export const SigningCertificate = z.strictObject({
  /** Of its DER encoding, in hexadecimal. */
  sha256,
  pem: z.string(),
  firstUsedAt: isoDate,
})
export type SigningCertificate = z.input<typeof SigningCertificate>

export const listSigningCertificates = endpoint('GET', '/api/verification/certificates', {
  access: 'anyone',
  summary: 'The certificates that this portal has sealed agreements with, the newest first',
  answers: { 200: z.array(SigningCertificate) },
})

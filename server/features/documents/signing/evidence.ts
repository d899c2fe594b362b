import type { Agreement } from '#contract/documents/agreements/agreement.ts'
import {
  electronicConsent,
  electronicConsentText,
} from '#contract/documents/agreements/electronic-consent.ts'
import { appendixAFields } from '#contract/partners/appendix-a-fields.ts'
import type { SignInMethod } from '#server/db/schema/users.ts'
import { valueHash } from '#server/domain-events/chain/event-hash.ts'
import { sha256 } from '#server/sessions/sessions.ts'
import type { Signature } from '../data.ts'

/** The signer, with evidence that comes from the session and the connection, never from the request body. */
export interface Signer {
  id: string
  email: string
  ipAddress: string
  userAgent: string
  signInMethod: SignInMethod
  signedInAt: Date
}

export type Values = Record<string, string>

interface Signed {
  documentId: string
  signer: Signer
  agreement: Agreement
  companyName: string
  values: Values
  text: string
  signedAt: Date
}

/** The terms of Appendix A among the values of a venue agreement. */
export const termsOf = (values: Values): Values =>
  Object.fromEntries(appendixAFields.map((name) => [name, values[name] ?? '']))

/** Returns the values that a signed agreement stores about its signature. */
export const signedFields = (
  documentType: string,
  { digitalSignature, ...values }: Values & { digitalSignature: string },
  signedAt: Date,
) => ({
  signedAt,
  signatureData: JSON.stringify({
    documentType,
    signedAt: signedAt.toISOString(),
    ...values,
    digitalSignature,
  }),
  ...(documentType === 'venue_partnership_agreement' && { appendixA: termsOf(values) }),
})

/** Returns the row with the evidence of a signature. */
export const signatureRow = ({ signer, agreement, text, ...signed }: Signed) => {
  const { id: signerId, email: signerEmail, ...evidence } = signer
  const { values } = signed
  const consentText = electronicConsentText()
  return {
    ...signed,
    ...evidence,
    signerId,
    signerEmail,
    signerName: values.signerName ?? values.partnershipSignerName ?? '',
    agreementVersion: agreement.version,
    agreementText: text,
    agreementSha256: sha256(text),
    consentVersion: electronicConsent.version,
    consentText,
    consentSha256: sha256(consentText),
  }
}

export type SignatureRow = Omit<Signature, 'id'>

/** Returns the SHA-256, in hexadecimal, of everything stored about a signature. It reveals any later change. */
export const signatureSha256 = ({ id: _id, ...signature }: SignatureRow & { id?: string }) =>
  valueHash(signature)

/** Returns the evidence of a signature, by the types of its two events. */
export const signingEvidence = (signature: SignatureRow) => {
  const { signerId: by, consentVersion, consentSha256, ipAddress, userAgent } = signature
  return {
    consented: { by, consentVersion, consentSha256, ipAddress, userAgent },
    signed: {
      by,
      signerName: signature.signerName,
      signedAt: signature.signedAt.toISOString(),
      agreementVersion: signature.agreementVersion,
      textSha256: signature.agreementSha256,
      signatureSha256: signatureSha256(signature),
    },
  }
}

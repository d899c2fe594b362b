import {
  electronicConsent,
  electronicConsentText,
} from '#contract/documents/agreements/electronic-consent.ts'
import type { CountersignDocument } from '#contract/documents/countersigning.ts'
import { valueHash } from '#server/domain-events/chain/event-hash.ts'
import { sha256 } from '#server/sessions/sessions.ts'
import type { Signer } from '../signing/evidence.ts'
import type { CountersignatureRow } from './data.ts'

/** The row with the evidence of the company's signature. */
export const countersignatureRow = (
  documentId: string,
  { id: signerId, email: signerEmail, ...connection }: Signer,
  { signerName, signerTitle, textSha256 }: CountersignDocument,
  signedAt: Date,
): CountersignatureRow => {
  const consentText = electronicConsentText()
  return {
    documentId,
    signerId,
    signerName,
    signerTitle,
    signerEmail,
    textSha256,
    consentVersion: electronicConsent.version,
    consentText,
    consentSha256: sha256(consentText),
    signedAt,
    ...connection,
  }
}

/** Returns the SHA-256, in hexadecimal, of everything stored about the company's signature. It reveals any later change. */
export const countersignatureSha256 = (countersignature: CountersignatureRow) => valueHash(countersignature)

/** Returns the evidence of the company's signature. */
export const countersigningEvidence = (countersignature: CountersignatureRow) => {
  const { signerId: by, signerName, signedAt, textSha256 } = countersignature
  const { consentVersion, consentSha256 } = countersignature
  return {
    by,
    signerName,
    signedAt: signedAt.toISOString(),
    textSha256,
    consentVersion,
    consentSha256,
    countersignatureSha256: countersignatureSha256(countersignature),
  }
}

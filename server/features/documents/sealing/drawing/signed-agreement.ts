import type { DrawnBlock } from '#contract/documents/agreements/draw-agreement.ts'
import type { SignInMethod } from '#server/db/schema/users.ts'

/** Who signed, and how. Hashes are hexadecimal. */
export interface SignerEvidence {
  signerName: string
  signerTitle: string | null
  /** The signature as it was typed. */
  digitalSignature: string
  signerEmail: string
  signedAt: Date
  ipAddress: string
  userAgent: string
  signInMethod: SignInMethod
  /** When the signer last proved who they are. */
  provedAt: Date
  consentVersion: string
  consentText: string
  consentSha256: string
}

/** What a sealed PDF shows. */
export interface SignedAgreement {
  documentId: string
  title: string
  /** Of its text. */
  version: string
  /** As a language tag: `en`. */
  language: string
  blocks: DrawnBlock[]
  /** The text exactly as signed, which `textSha256` is of, in hexadecimal. */
  text: string
  textSha256: string
  companyName: string
  /** The partner's company as it stands in the agreement. */
  partnerName: string
  signature: SignerEvidence
  /** Of the company, which signs after the partner; null where it has not. */
  countersignature: SignerEvidence | null
  /** The chain of evidence so far; its last hash is its head. */
  events: { sequence: number; at: Date; description: string; hash: string }[]
  /** The chain as JSON. */
  evidence: string
  /** Where the file can be checked: the address with the code, the page without it, and the code. */
  verification: { url: string; page: string; code: string }
  drawnAt: Date
}

/** An instant as `2026-11-20 14:05:09.123 UTC`. */
export const utcTime = (instant: Date) => `${instant.toISOString().replace('T', ' ').slice(0, -1)} UTC`

/** What names a document in the foot of its pages. */
export const shortId = (documentId: string) => documentId.slice(0, 8)

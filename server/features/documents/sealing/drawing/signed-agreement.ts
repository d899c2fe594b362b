import type { DrawnBlock } from '#contract/documents/agreements/draw-agreement.ts'
import type { SignInMethod } from '#server/db/schema/users.ts'

/** The evidence of who signed, and how. Hashes are hexadecimal. */
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
  /** The time at which the signer last proved their identity. */
  provedAt: Date
  consentVersion: string
  consentText: string
  consentSha256: string
}

/** The content of a sealed PDF. */
export interface SignedAgreement {
  documentId: string
  title: string
  /** The version of the agreement's text. */
  version: string
  /** The language of the agreement as a tag, such as `en`. */
  language: string
  blocks: DrawnBlock[]
  /** The text exactly as signed. `textSha256` is its hash, in hexadecimal. */
  text: string
  textSha256: string
  companyName: string
  /** The partner's company as it stands in the agreement. */
  partnerName: string
  /** The agreements that an amendment amends, as its text lists them; empty for other agreements. */
  amends: string[]
  signature: SignerEvidence
  /** The signature of the company, which signs after the partner; null if it has not signed. */
  countersignature: SignerEvidence | null
  /** The chain of evidence so far; its last hash is its head. */
  events: { sequence: number; at: Date; description: string; hash: string }[]
  /** The chain of evidence as JSON. */
  evidence: string
  /** How the file can be verified: the address with the code, the page without the code, and the code alone. */
  verification: { url: string; page: string; code: string }
  drawnAt: Date
}

/** Formats an instant as `2026-11-20 14:05:09.123 UTC`. */
export const utcTime = (instant: Date) => `${instant.toISOString().replace('T', ' ').slice(0, -1)} UTC`

/** Returns the short id of a document for the footer of its pages. */
export const shortId = (documentId: string) => documentId.slice(0, 8)

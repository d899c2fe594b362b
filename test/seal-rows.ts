import { randomBytes } from 'node:crypto'
import type { SealPart } from '#contract/documents/evidence.ts'
import { readVerificationCode } from '#contract/verification-code.ts'
import { agreementEvents, documentSeals, signingCertificates } from '#server/db/schema/evidence.ts'
import type { TestApp } from './app.ts'

type Portal = Pick<TestApp, 'db'>
interface Seal {
  part: SealPart
  sealedAt: Date
  /** The SHA-256 of the sealed PDF, in hexadecimal. */
  sha256: string
  code: string
}

const newCode = () => {
  const code = readVerificationCode(randomBytes(8).toString('hex'))
  if (code === undefined) throw new Error('16 hexadecimal digits are a code')
  return code
}

/** Records that the PDF of a signed document has been sealed. */
export const createSeal = async ({ db }: Portal, documentId: string, seal: Partial<Seal> = {}) => {
  const values: Seal = {
    part: 'signature',
    sealedAt: new Date(),
    sha256: randomBytes(32).toString('hex'),
    code: newCode(),
    ...seal,
  }
  await db
    .insert(documentSeals)
    .values({ ...values, documentId })
    .onConflictDoUpdate({ target: [documentSeals.documentId, documentSeals.part], set: values })
  return values
}

/** Adds the event that a document was voided, by default far beyond the end of its chain. */
export const voidDocument = async ({ db }: Portal, documentId: string, at = new Date(), sequence = 1000) => {
  const hashes = { previousHash: '0'.repeat(64), hash: randomBytes(32).toString('hex') }
  const event = { documentId, sequence, type: 'voided' as const, at, data: {}, ...hashes }
  await db.insert(agreementEvents).values(event)
}

/** Records a certificate, in DER, that documents are sealed with. */
export const createSigningCertificate = async (
  { db }: Portal,
  certificate: Buffer,
  sha256: string,
  firstUsedAt = new Date(),
) => {
  await db.insert(signingCertificates).values({ certificate, sha256, firstUsedAt })
}

import { loadFile } from '#client/lib/load-file.ts'
import { maxFileSize } from '#contract/files/file-types.ts'
import type { SigningCertificate } from '#contract/verification.ts'
import { outcomeOfDamage } from './damaged-file.ts'
import { findAgreement, listCertificates } from './find-agreement.ts'
import { type IntactSeal, type Outcome, outcomeOfFailure } from './outcome.ts'

// PDF readers look for the header in the first 1024 bytes.
const headBytes = 1024

const isPdf = (bytes: Uint8Array) =>
  new TextDecoder('latin1').decode(bytes.subarray(0, headBytes)).includes('%PDF-')

/**
 * Checks a PDF in the browser. Reads the portal's certificates and looks up the hash of the file; the file itself is not sent anywhere.
 * Every failure is an outcome, too.
 */
export const checkFile = async (file: File): Promise<Outcome> => {
  if (file.size > maxFileSize) return { kind: 'too-large' }
  if (file.size === 0) return { kind: 'empty' }
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  )
  if (!bytes) return { kind: 'unreadable' }
  if (!isPdf(bytes)) return { kind: 'not-a-pdf' }
  // Browsers offer cryptography only over https and on localhost.
  if (!isSecureContext) return { kind: 'insecure' }
  // Some browsers cache the failure to load a script until a reload. Request the certificates first, to know that the portal responds.
  const certificates = await listCertificates().catch(outcomeOfFailure)
  return 'kind' in certificates ? certificates : checkBytes(bytes, certificates)
}

const checkBytes = async (bytes: Uint8Array, certificates: SigningCertificate[]): Promise<Outcome> => {
  // The check is loaded on demand because most visits do not need it.
  const check = await loadFile(() => import('#packages/sealed-pdf/check.ts')).catch(() => null)
  if (!check) return { kind: 'unreachable' }
  try {
    const checked = await check.checkSealedPdf(bytes)
    if (checked.state !== 'intact') return await outcomeOfDamage(bytes, checked, certificates)
    return await outcomeOfSeal(checked, certificates)
  } catch (failure) {
    console.error(failure)
    return { kind: 'failed' }
  }
}

const outcomeOfSeal = async (seal: IntactSeal, certificates: SigningCertificate[]): Promise<Outcome> => {
  if (!certificates.some(({ sha256 }) => sha256 === seal.certificateSha256))
    return { kind: 'sealed-elsewhere' }
  try {
    const agreement = await findAgreement({ sha256: seal.sha256 })
    return agreement ? { kind: 'found', agreement, seal } : { kind: 'unknown-file' }
  } catch (failure) {
    return outcomeOfFailure(failure)
  }
}

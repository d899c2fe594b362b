import { loadFile } from '#client/lib/load-file.ts'
import { maxFileSize } from '#contract/files/file-types.ts'
import type { SigningCertificate } from '#contract/verification.ts'
import { findAgreement, listCertificates } from './find-agreement.ts'
import { type Outcome, outcomeOfFailure, type SealedFile } from './outcome.ts'

// Readers of PDFs look for it in as many bytes.
const headBytes = 1024

const isPdf = (bytes: Uint8Array) =>
  new TextDecoder('latin1').decode(bytes.subarray(0, headBytes)).includes('%PDF-')

/**
 * Checks a PDF here in the browser, and asks the portal for its certificates and about the hash. The file itself is sent nowhere.
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
  // Browsers offer cryptography by https, and on the machine itself, alone.
  if (!isSecureContext) return { kind: 'insecure' }
  // Some browsers remember that a script could not be loaded until the page is loaded anew: the portal has to answer before one is asked for.
  const certificates = await listCertificates().catch(outcomeOfFailure)
  return 'kind' in certificates ? certificates : checkBytes(bytes, certificates)
}

const checkBytes = async (bytes: Uint8Array, certificates: SigningCertificate[]): Promise<Outcome> => {
  // Most pages do without it.
  const check = await loadFile(() => import('#packages/sealed-pdf/check.ts')).catch(() => null)
  if (!check) return { kind: 'unreachable' }
  try {
    const checked = await check.checkSealedPdf(bytes)
    if (checked.state === 'not-sealed') return { kind: 'not-sealed' }
    return await outcomeOfSeal(bytes, checked, certificates)
  } catch (failure) {
    console.error(failure)
    return { kind: 'failed' }
  }
}

const outcomeOfSeal = async (
  bytes: Uint8Array,
  checked: SealedFile,
  certificates: SigningCertificate[],
): Promise<Outcome> => {
  if (checked.state === 'changed') {
    return isOfPortal(bytes, certificates)
      ? { kind: 'changed', problem: checked.problem }
      : { kind: 'sealed-elsewhere' }
  }
  if (!certificates.some(({ sha256 }) => sha256 === checked.certificateSha256)) {
    return { kind: 'sealed-elsewhere' }
  }
  try {
    const agreement = await findAgreement({ sha256: checked.sha256 })
    return agreement ? { kind: 'found', agreement, seal: checked } : { kind: 'unknown-file' }
  } catch (failure) {
    return outcomeOfFailure(failure)
  }
}

/**
 * Whether a file whose seal proves nothing has a certificate of the portal in its seal. What another program has signed was not changed for
 * that.
 */
const isOfPortal = (bytes: Uint8Array, certificates: SigningCertificate[]) => {
  const text = new TextDecoder('latin1').decode(bytes).toLowerCase()
  return certificates.some(({ pem }) => piecesOf(pem).some((piece) => text.includes(piece)))
}

/** Parts of a certificate that no other one has, since its end is its own signature. Several, as one of them may have been changed. */
const piecesOf = (pem: string) => hexOf(pem).slice(-128).match(/.{32}/g) ?? []

const hexOf = (pem: string) =>
  [...atob(pem.replaceAll(/-----[^-]+-----|\s/g, ''))]
    .map((character) => character.charCodeAt(0).toString(16).padStart(2, '0'))
    .join('')

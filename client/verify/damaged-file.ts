import type { SigningCertificate } from '#contract/verification.ts'
import { createCertificateSearch } from '#packages/sealed-pdf/carried-certificate.ts'
import { damageOf } from '#packages/sealed-pdf/damage.ts'
import { findAgreement } from './find-agreement.ts'
import { findCodes } from './find-codes.ts'
import { type BrokenSeal, type NamedAgreement, type Outcome, outcomeOfFailure } from './outcome.ts'

// A merged file may contain many codes, and each lookup counts toward the limit of checks.
const maxNamed = 8

/** Classifies a file without an intact seal. Such a file proves nothing; the outcome explains to the reader which original to ask for. */
export const outcomeOfDamage = async (
  bytes: Uint8Array,
  checked: BrokenSeal,
  certificates: SigningCertificate[],
): Promise<Outcome> => {
  const text = new TextDecoder('latin1').decode(bytes)
  const { kind, hasSignature } = damageOf(text)
  // A file with someone else's signature is not a changed agreement of the portal.
  const hasCertificate = createCertificateSearch(text)
  if (hasSignature && !certificates.some(({ pem }) => hasCertificate(derOf(pem))))
    return { kind: 'sealed-elsewhere' }
  if (kind === 'cut-off') return { kind: 'incomplete' }
  if (kind === 'changed' && checked.state === 'changed') return { kind: 'changed', problem: checked.problem }
  const named = await findNamedAgreements(bytes)
  if ('kind' in named) return named
  if (kind === 'rewritten') return { kind: 'saved-again', named }
  return named.length > 0 ? { kind: 'seal-missing', named } : { kind: 'not-sealed' }
}

/** Returns the agreements of the portal whose codes are printed in a file, or the outcome of a failed lookup. */
const findNamedAgreements = async (bytes: Uint8Array): Promise<NamedAgreement[] | Outcome> => {
  const codes = await findCodes(bytes)
  try {
    const found = await Promise.all(
      codes.slice(0, maxNamed).map(async (code) => ({ code, agreement: await findAgreement({ code }) })),
    )
    return found.flatMap(({ code, agreement }) => (agreement ? { code, agreement } : []))
  } catch (failure) {
    return outcomeOfFailure(failure)
  }
}

const derOf = (pem: string) =>
  Uint8Array.from(atob(pem.replaceAll(/-----[^-]+-----|\s/g, '')), (character) => character.charCodeAt(0))

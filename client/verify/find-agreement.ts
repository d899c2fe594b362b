import { call, read } from '#client/lib/api.ts'
import type { SigningCertificate, VerifiedAgreement } from '#contract/verification.ts'
import { type Outcome, outcomeOfFailure } from './outcome.ts'

/**
 * Finds the sealed agreement with a code or with the hash of its PDF; null when the portal has none.
 * @throws the same errors as `call`
 */
export const findAgreement = (by: { code: string } | { sha256: string }) =>
  read<VerifiedAgreement>(`/api/verification?${new URLSearchParams({ ...by })}`, { nullOn: [404] })

export const lookUpCode = async (code: string): Promise<Outcome> => {
  try {
    const agreement = await findAgreement({ code })
    return agreement ? { kind: 'found', agreement, seal: null } : { kind: 'unknown-code' }
  } catch (failure) {
    return outcomeOfFailure(failure)
  }
}

/** Reads the certificates that this portal has sealed with, the newest first. @throws the same errors as `call` */
export const listCertificates = (): Promise<SigningCertificate[]> =>
  call('GET /api/verification/certificates', {})

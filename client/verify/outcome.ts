import { ApiError } from '#client/lib/api.ts'
import type { VerifiedAgreement } from '#contract/verification.ts'
import type { Problem, SealCheck } from '#packages/sealed-pdf/check.ts'

/** What an unchanged seal says. */
export type IntactSeal = Extract<SealCheck, { state: 'intact' }>

/** What a file says that has no intact seal. */
export type BrokenSeal = Exclude<SealCheck, { state: 'intact' }>

/** An agreement of the portal whose code is printed in a file. */
export type NamedAgreement = { code: string; agreement: VerifiedAgreement }

/** Why a file is not even read. */
export type FileRefusal =
  | 'too-large'
  | 'empty'
  | 'not-a-pdf'
  | 'several'
  | 'folder'
  | 'unreadable'
  | 'insecure'

/** What a check has found. */
export type Outcome =
  /** In the portal's records; with its seal where a file was checked, which is then unchanged. */
  | { kind: 'found'; agreement: VerifiedAgreement; seal: IntactSeal | null }
  | { kind: 'changed'; problem: Problem }
  /** Its end is missing. */
  | { kind: 'incomplete' }
  /** Another program wrote the file anew, with what is left of a seal of this portal. */
  | { kind: 'saved-again'; named: NamedAgreement[] }
  /** There is nothing of a seal in it, but the code of an agreement of this portal. */
  | { kind: 'seal-missing'; named: NamedAgreement[] }
  | { kind: 'not-sealed' | 'sealed-elsewhere' | 'unknown-file' | 'unknown-code' }
  | { kind: FileRefusal }
  | { kind: 'unreachable' | 'failed' }
  | { kind: 'too-many'; message: string }

export const canRetry = ({ kind }: Outcome) =>
  kind === 'unreachable' || kind === 'failed' || kind === 'too-many'

/** The outcome of a call to the portal that has failed. */
export const outcomeOfFailure = (failure: unknown): Outcome => {
  if (!(failure instanceof ApiError)) return { kind: 'unreachable' }
  if (failure.code !== 'too_many_requests') return { kind: 'failed' }
  return { kind: 'too-many', message: failure.serverMessage ?? 'Try again later.' }
}

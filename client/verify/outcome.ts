import { ApiError } from '#client/lib/api.ts'
import type { VerifiedAgreement } from '#contract/verification.ts'
import type { Problem, SealCheck } from '#packages/sealed-pdf/check.ts'

/** The result of checking a file whose seal is intact. */
export type IntactSeal = Extract<SealCheck, { state: 'intact' }>

/** The result of checking a file without an intact seal. */
export type BrokenSeal = Exclude<SealCheck, { state: 'intact' }>

/** An agreement of the portal whose code is printed in a file. */
export type NamedAgreement = { code: string; agreement: VerifiedAgreement }

/** The reasons to refuse a file without checking it. */
export type FileRefusal =
  | 'too-large'
  | 'empty'
  | 'not-a-pdf'
  | 'several'
  | 'folder'
  | 'unreadable'
  | 'insecure'

/** The outcome of a check. */
export type Outcome =
  /** The portal has the agreement. `seal` is set if a file was checked, which is then unchanged. */
  | { kind: 'found'; agreement: VerifiedAgreement; seal: IntactSeal | null }
  | { kind: 'changed'; problem: Problem }
  /** The end of the file is missing. */
  | { kind: 'incomplete' }
  /** Another program has rewritten the file, and only remains of a seal of this portal are left. */
  | { kind: 'saved-again'; named: NamedAgreement[] }
  /** The file has no trace of a seal, but the code of an agreement of this portal. */
  | { kind: 'seal-missing'; named: NamedAgreement[] }
  | { kind: 'not-sealed' | 'sealed-elsewhere' | 'unknown-file' | 'unknown-code' }
  | { kind: FileRefusal }
  | { kind: 'unreachable' | 'failed' }
  | { kind: 'too-many'; message: string }

export const canRetry = ({ kind }: Outcome) =>
  kind === 'unreachable' || kind === 'failed' || kind === 'too-many'

/** Returns the outcome of a failed call to the portal. */
export const outcomeOfFailure = (failure: unknown): Outcome => {
  if (!(failure instanceof ApiError)) return { kind: 'unreachable' }
  if (failure.code !== 'too_many_requests') return { kind: 'failed' }
  return { kind: 'too-many', message: failure.serverMessage ?? 'Try again later.' }
}

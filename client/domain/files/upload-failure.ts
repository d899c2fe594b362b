import { ApiError } from '#client/lib/api.ts'

/** Sending the bytes, having them checked, and taking the file into use. */
export type UploadStep = 'send' | 'register' | 'use'

export interface UploadFailure {
  step: UploadStep
  /** The message for the user. */
  reason: string
  /** Whether the same file may well pass another time. */
  canRetry: boolean
  /** The step to begin again with: what has been done before need not be done twice. */
  from: UploadStep
  cause: unknown
}

/** Of the file itself: sent again it would be refused again. */
const refusals: readonly number[] = [413, 415]

const reasonOf = (error: unknown, lost: boolean) => {
  if (lost) return 'The file has to be uploaded again.'
  if (!(error instanceof ApiError)) return 'The connection was lost.'
  // A bucket answers in its own language.
  if (error.status === 500 || error.serverMessage === undefined) return 'Unknown error'
  return error.serverMessage
}

/** Describes the failure of a step. A failure without a response is a lost connection. */
export const failureOf = (step: UploadStep, error: unknown): UploadFailure => {
  const status = error instanceof ApiError ? error.status : 0
  const fields = error instanceof ApiError ? error.fields : {}
  // The server knows nothing of what was sent before, or no longer.
  const lost = step === 'use' && 'filePath' in fields
  const refused = step === 'register' && status >= 400 && status < 500 && status !== 409
  return {
    step,
    reason: reasonOf(error, lost),
    canRetry: !refusals.includes(status),
    from: lost || refused ? 'send' : step,
    cause: error,
  }
}

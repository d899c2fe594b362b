import { ApiError } from '#client/lib/api.ts'
import type { FileType } from '#contract/files/file-types.ts'
import { StorageFailure } from './storage-failure.ts'

/** The stage of an upload: `waiting` for its turn; `checking` until the portal has checked the bytes and put the file to use. */
export type UploadStage = 'chosen' | 'waiting' | 'sending' | 'checking' | 'done' | 'failed'

/** A file that is being uploaded. */
export interface Upload {
  id: string
  title: string
  fileName: string
  fileType: FileType
  /** The size in bytes. */
  fileSize: number
  sentBytes: number
  stage: UploadStage
  failure: UploadFailure | null
  /** The path of the file on the server, once the server has checked the bytes. */
  filePath: string | null
}

const underWay: readonly UploadStage[] = ['waiting', 'sending', 'checking']

export const isUnderWay = ({ stage }: Pick<Upload, 'stage'>) => underWay.includes(stage)

/** Returns whether the next click on the button Upload or Retry includes the file. A retry may need no bytes to be sent. */
export const isToUpload = ({ stage, failure }: Pick<Upload, 'stage' | 'failure'>) =>
  stage === 'chosen' || (stage === 'failed' && failure?.canRetry === true)

/** The steps of an upload: send the bytes, register them with the server, which checks them, and put the file to use. */
export type UploadStep = 'send' | 'register' | 'use'

export interface UploadFailure {
  step: UploadStep
  /** The message for the user. */
  reason: string
  /** Whether another attempt with the same file may succeed. */
  canRetry: boolean
  /** Whether Retry must send the bytes again, because the server does not have them or has removed them. */
  mustSendAgain: boolean
  cause: unknown
}

/** The statuses that refuse the file itself, so that another attempt would also fail. */
const refusals: readonly number[] = [413, 415]

const reasonOf = (error: unknown, isLost: boolean) => {
  if (isLost) return 'Upload the file again.'
  if (error instanceof StorageFailure) return error.message
  if (!(error instanceof ApiError)) return 'The connection was lost.'
  // The response comes from the bucket, not from the portal, and its text is not meant for users.
  if (error.status === 500 || error.serverMessage === undefined) return 'Unknown error'
  return error.serverMessage
}

/** Describes the failure of a step. A failure without a response is a lost connection. */
export const failureOf = (step: UploadStep, error: unknown): UploadFailure => {
  const { status = 0, fields = {} } = error instanceof ApiError ? error : {}
  const isLost = step === 'use' && 'filePath' in fields
  const isRefused = step === 'register' && status >= 400 && status < 500 && status !== 409
  return {
    step,
    reason: reasonOf(error, isLost),
    canRetry: !refusals.includes(status),
    mustSendAgain: step === 'send' || isLost || isRefused,
    cause: error,
  }
}

import { ApiError } from '#client/lib/api.ts'
import type { FileType } from '#contract/files/file-types.ts'
import { StorageFailure } from './storage-failure.ts'

/** `waiting` for its turn; `checking` until the portal has looked at the bytes and taken the file into use. */
export type UploadStage = 'chosen' | 'waiting' | 'sending' | 'checking' | 'done' | 'failed'

/** A file that is being uploaded. */
export interface Upload {
  id: string
  title: string
  fileName: string
  fileType: FileType
  /** Bytes. */
  fileSize: number
  sentBytes: number
  stage: UploadStage
  failure: UploadFailure | null
  /** Where the server stores the bytes, once it has checked them. */
  filePath: string | null
}

const underWay: readonly UploadStage[] = ['waiting', 'sending', 'checking']

export const isUnderWay = ({ stage }: Pick<Upload, 'stage'>) => underWay.includes(stage)

/** Whether Upload or Retry sends it. */
export const isToSend = ({ stage, failure }: Pick<Upload, 'stage' | 'failure'>) =>
  stage === 'chosen' || (stage === 'failed' && failure?.canRetry === true)

/** Sending the bytes, having them checked, and taking the file into use. */
export type UploadStep = 'send' | 'register' | 'use'

export interface UploadFailure {
  step: UploadStep
  /** The message for the user. */
  reason: string
  /** Whether the same file may well pass another time. */
  canRetry: boolean
  /** The server does not have the bytes, or no longer: Retry sends them again instead of continuing after that. */
  mustSendAgain: boolean
  cause: unknown
}

/** Of the file itself: sent again it would be refused again. */
const refusals: readonly number[] = [413, 415]

const reasonOf = (error: unknown, isLost: boolean) => {
  if (isLost) return 'The file has to be uploaded again.'
  if (error instanceof StorageFailure) return error.message
  if (!(error instanceof ApiError)) return 'The connection was lost.'
  // A bucket answers in its own language.
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

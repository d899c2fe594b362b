/** The part of a logger, such as pino, that this package writes to. */
export type Log = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>

/** A log for callers who want none. */
export const silentLog: Log = { info() {}, warn() {}, error() {} }

/**
 * - `UNSUPPORTED_PLATFORM`: there are no Unix sockets for PostgreSQL here (Windows)
 * - `BINARIES_MISSING`: the package with PostgreSQL's programs is not installed
 * - `BINARIES_FAILED`: PostgreSQL's programs cannot be run here
 * - `IN_USE`: another process uses the data folder
 * - `UNUSABLE_FOLDER`: the data folder is not a folder, or has other content
 * - `NO_ACCESS`: the folder may not be read or written
 * - `DISK_FULL`
 * - `OTHER_VERSION`: the data was created by another major version of PostgreSQL
 * - `FAILED`: anything else, mostly with PostgreSQL's own reason
 */
export type EmbeddedPostgresErrorCode =
  | 'UNSUPPORTED_PLATFORM'
  | 'BINARIES_MISSING'
  | 'BINARIES_FAILED'
  | 'IN_USE'
  | 'UNUSABLE_FOLDER'
  | 'NO_ACCESS'
  | 'DISK_FULL'
  | 'OTHER_VERSION'
  | 'FAILED'

/** PostgreSQL cannot be started. The message is for the operator; the code lets a caller add what to do about it. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
  readonly code: EmbeddedPostgresErrorCode

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Turns an error of the file system into one that names the data folder; any other error stays as it is. */
export function explainFileError(error: unknown, dataDir: string): unknown {
  if (error instanceof EmbeddedPostgresError || !(error instanceof Error && 'code' in error)) return error
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new EmbeddedPostgresError('DISK_FULL', `The disk of ${dataDir} is full.`, { cause: error })
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new EmbeddedPostgresError(
        'NO_ACCESS',
        `Cannot write to the data folder ${dataDir} (${error.message}).`,
        { cause: error },
      )
    case 'ENOTDIR':
      return new EmbeddedPostgresError('UNUSABLE_FOLDER', `${dataDir} is inside a file, not a folder.`, {
        cause: error,
      })
    default:
      return error
  }
}

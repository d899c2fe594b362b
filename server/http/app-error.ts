import type { ErrorCode } from '#contract/errors.ts'

/** An error for the caller. Its message is sent in the response; its cause is only logged. */
export class AppError extends Error {
  readonly code: ErrorCode
  /** Error messages by the dotted path of the wrong field. */
  readonly fields: Record<string, string> | undefined
  /** The number of seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; fields?: Record<string, string>; retryAfter?: number } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.fields = options.fields
    this.retryAfter = options.retryAfter
  }
}

export const unauthorized = () => new AppError('unauthorized', 'Unauthorized')
export const forbidden = () => new AppError('forbidden', 'Forbidden')
/** Creates an error about one field of the input. */
export const wrongField = (field: string, message: string) =>
  new AppError('bad_request', message, { fields: { [field]: message } })

/** Creates a "not found" error. Things that belong to others get the same error, so that callers cannot find out that they exist. */
export const notFound = () => new AppError('not_found', 'Not found')

/** Returns the value. @throws AppError `not_found` when it is undefined */
export const orNotFound = <T>(thing: T | undefined): T => {
  if (thing === undefined) throw notFound()
  return thing
}

import type { ErrorCode } from '#contract/errors.ts'

/** A failure that the caller is told of. Its message goes over the wire; its cause goes to the log alone. */
export class AppError extends Error {
  readonly code: ErrorCode
  /** The input at fault: its dotted path and what is wrong with it. */
  readonly fields: Record<string, string> | undefined
  /** Seconds after which trying again makes sense. */
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
/** What is wrong with one field of the input. */
export const wrongField = (field: string, message: string) =>
  new AppError('bad_request', message, { fields: { [field]: message } })

/** Also for what is there but not the caller's: they are not to learn which. */
export const notFound = () => new AppError('not_found', 'Not found')

/** What was looked for. @throws AppError `not_found` when it is not there */
export const orNotFound = <T>(thing: T | undefined): T => {
  if (thing === undefined) throw notFound()
  return thing
}

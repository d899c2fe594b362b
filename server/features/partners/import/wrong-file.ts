import { AppError } from '#server/http/app-error.ts'

/** Returns the error for a file that cannot be read at all. */
export const wrongFile = (message: string) =>
  new AppError('bad_request', message, { fields: { file: message } })

import { ApiError } from '#client/lib/api.ts'

/** What to tell a person of a call that failed. */
export const failureText = (error: unknown) =>
  error instanceof ApiError && error.serverMessage
    ? error.serverMessage
    : 'The portal cannot be reached. Check your connection and try again.'

import { ApiError } from '#client/lib/api.ts'

/** The message to show for a failed call. */
export const failureText = (error: unknown) =>
  error instanceof ApiError && error.serverMessage
    ? error.serverMessage
    : 'The portal cannot be reached. Check your connection and try again.'

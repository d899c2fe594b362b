import { ApiError } from './api.ts'
import { toast } from './toast.ts'

/** The reason that the server gave for a refusal, where it is more than a missing permission. */
const failureReason = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const hasReason = error.status === 409 || (error.status === 403 && error.serverMessage !== 'Forbidden')
  return hasReason ? error.serverMessage : undefined
}

/**
 * Shows that something could not be saved: with the server's reason where it gave one, else with the given message. A lost
 * session already shows a toast of its own.
 */
export const showFailure = (error: unknown, message: string, title = 'Error') => {
  if (error instanceof ApiError && error.status === 401) return
  toast({ title, description: failureReason(error) ?? message, tone: 'danger' })
}

/**
 * Shows staff that a change was refused: with any message of the server, even one not written for partners, else with the
 * given message.
 */
export const showRefusal = (error: unknown, message: string) => {
  if (error instanceof ApiError && error.status === 401) return
  const reason = error instanceof ApiError ? error.serverMessage : undefined
  toast({ title: 'Error', description: reason ?? message, tone: 'danger' })
}

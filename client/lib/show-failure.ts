import { ApiError } from './api.ts'
import { toast } from './toast.ts'

/** The reason that the server gave for a refusal, where it is more than a missing permission. */
const failureReason = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const hasReason = error.status === 409 || (error.status === 403 && error.serverMessage !== 'Forbidden')
  return hasReason ? error.serverMessage : undefined
}

const show = (error: unknown, description: string, title = 'Error') => {
  // A lost session already shows a toast of its own.
  if (error instanceof ApiError && error.status === 401) return
  toast({ title, description, tone: 'danger' })
}

/** Shows that something could not be saved: with the server's reason where it gave one, else with the given message. */
export const showFailure = (error: unknown, message: string, title?: string) =>
  show(error, failureReason(error) ?? message, title)

/** The same for staff, with any message of the server, even one not written for partners. */
export const showRefusal = (error: unknown, message: string) =>
  show(error, (error instanceof ApiError && error.serverMessage) || message)

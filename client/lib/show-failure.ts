import { ApiError } from './api.ts'
import { toast } from './toast.ts'

/** What the server says to the person of why it refused something, where it had a reason beyond who may do what. */
export const failureReason = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const hasReason = error.status === 409 || (error.status === 403 && error.serverMessage !== 'Forbidden')
  return hasReason ? error.serverMessage : undefined
}

/**
 * Tells that something could not be saved: in the server's words where it had a reason to refuse it, else in those given.
 * Whoever is no longer signed in has been told so already.
 */
export const showFailure = (error: unknown, words: string) => {
  if (error instanceof ApiError && error.status === 401) return
  toast({ title: 'Error', description: failureReason(error) ?? words, tone: 'danger' })
}

/**
 * Tells staff that a change was refused: in the server's words whatever it says, else in those given. What a partner should
 * not have to read may be plain to them.
 */
export const showRefusal = (error: unknown, words: string) => {
  if (error instanceof ApiError && error.status === 401) return
  const reason = error instanceof ApiError ? error.serverMessage : undefined
  toast({ title: 'Error', description: reason ?? words, tone: 'danger' })
}

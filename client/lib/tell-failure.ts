import { ApiError } from './api.ts'
import { toast } from './toast.ts'

/**
 * Tells that something could not be saved: in the server's words where it had a reason to refuse it, else in those given.
 * Whoever is no longer signed in has been told so already.
 */
export const tellFailure = (error: unknown, words: string) => {
  if (error instanceof ApiError && error.status === 401) return
  const reason = error instanceof ApiError && error.status === 409 ? error.said : undefined
  toast({ title: 'Error', description: reason ?? words, tone: 'danger' })
}

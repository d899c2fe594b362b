import { useState } from 'react'
import { passkeyProblem } from './webauthn.ts'

/** The call of a small form: which one is pending, and the message of the last one that failed. */
export const useAttempt = () => {
  const [{ pending, error }, setState] = useState<{ pending?: string; error?: string | undefined }>({})
  return {
    pending,
    error,
    showError: (message: string | undefined) => setState({ error: message }),
    clearError: () => setState((state) => ({ ...state, error: undefined })),
    /** Resolves to whether the call has succeeded. */
    attempt: async (name: string, work: () => Promise<unknown>) => {
      setState({ pending: name })
      try {
        await work()
        setState({})
        return true
      } catch (failure) {
        setState({ error: passkeyProblem(failure) })
        return false
      }
    },
  }
}

import { useState } from 'react'
import { passkeyProblem } from './webauthn.ts'

/** The state of the calls of a small form: the name of the pending call, and the error message of the last call. */
export const useAttempt = () => {
  const [{ pending, error }, setState] = useState<{ pending?: string; error?: string | undefined }>({})
  return {
    pending,
    error,
    showError: (message: string | undefined) => setState({ error: message }),
    clearError: () => setState((state) => ({ ...state, error: undefined })),
    /** Runs a call; resolves to whether the call has succeeded. */
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

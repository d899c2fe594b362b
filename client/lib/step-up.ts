import { ApiError } from './api.ts'

/** A request that waits until the user has confirmed that they are present. */
export type PendingStepUp = { finish: (isConfirmed: boolean) => void }

let pending: (PendingStepUp & { outcome: Promise<boolean> }) | null = null
const listeners = new Set<() => void>()

const setPending = (next: typeof pending) => {
  pending = next
  for (const notify of listeners) notify()
}

export const readPendingStepUp = (): PendingStepUp | null => pending

/** Calls the listener after every change; returns a function that unsubscribes it. */
export const subscribeToStepUp = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // Without a listener, nothing can ask the user, so the request fails.
    if (listeners.size === 0) pending?.finish(false)
  }
}

/** Asks the user once for all waiting requests. */
const askUser = (): Promise<boolean> => {
  if (listeners.size === 0) return Promise.resolve(false)
  if (pending) return pending.outcome
  const { promise: outcome, resolve } = Promise.withResolvers<boolean>()
  const finish = (isConfirmed: boolean) => {
    setPending(null)
    resolve(isConfirmed)
  }
  setPending({ outcome, finish })
  return outcome
}

/** The error when the user was asked to confirm and did not. */
export class StepUpCancelled extends Error {
  override name = 'StepUpCancelled'

  constructor() {
    super('The step-up was cancelled')
  }
}

const needsStepUp = (error: unknown) => error instanceof ApiError && error.code === 'step_up_required'

/**
 * Sends a request. If the server requires a step-up, asks the user to confirm that they are present, and then sends it again.
 * @throws StepUpCancelled when the user does not confirm; also the errors of `send`
 */
export const withStepUp = async <T>(send: () => Promise<T>): Promise<T> => {
  try {
    return await send()
  } catch (error) {
    if (!needsStepUp(error)) throw error
    if (!(await askUser())) throw new StepUpCancelled()
    return send()
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const

/** The error of a command that Ctrl-C or SIGTERM interrupted. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/**
 * Handles interruption. A first Ctrl-C or SIGTERM no longer ends the process, so that the command can clean up; a second one does. The
 * first aborts `signal`; `orInterrupted` resolves like the work, or rejects with Interrupted immediately.
 */
export const watchInterruption = () => {
  const controller = new AbortController()
  const interrupted = Promise.withResolvers<never>()
  interrupted.promise.catch(() => {})
  const release = () => {
    for (const signal of signals) process.off(signal, interrupt)
  }
  const interrupt = () => {
    release()
    const reason = new Interrupted('Interrupted.')
    interrupted.reject(reason)
    controller.abort(reason)
  }
  for (const signal of signals) process.on(signal, interrupt)
  return {
    signal: controller.signal,
    orInterrupted: <T>(work: Promise<T>): Promise<T> => Promise.race([work, interrupted.promise]),
    release,
  }
}

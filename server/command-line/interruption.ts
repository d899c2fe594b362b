const signals = ['SIGINT', 'SIGTERM'] as const

/** What a command rejects with that Ctrl-C or SIGTERM has interrupted. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/**
 * From now on a first Ctrl-C or SIGTERM does not end the process, so that what has been begun can be put away; a second one does. `signal` is aborted by
 * the first; `orInterrupted` resolves as the work does, or then rejects with Interrupted at once.
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

import { setTimeout as delay } from 'node:timers/promises'

/**
 * A check that rejects when it has no result after a time. Calls share a check that is still running: it may hang, and each more would
 * occupy another connection or thread.
 */
export const createCheck = (run: () => Promise<unknown>, timeoutMs: number) => {
  let running: Promise<unknown> | undefined
  return async () => {
    running ??= run().finally(() => {
      running = undefined
    })
    const answered = new AbortController()
    const late = delay(timeoutMs, undefined, { signal: answered.signal }).then(() => {
      throw new Error(`no result after ${timeoutMs} ms`)
    })
    try {
      await Promise.race([running, late])
    } finally {
      answered.abort()
      late.catch(() => {})
    }
  }
}

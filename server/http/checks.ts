import { setTimeout as delay } from 'node:timers/promises'

/**
 * Creates a check that rejects when it has no result within a time limit. Simultaneous calls share one run: a run may hang, and each
 * additional run would occupy another connection or thread.
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

import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

// A step that takes longer probably waits for something that will never happen.
const defaultMaxMs = 20_000

const late = Symbol('late')

/** The resources that a process has opened, to be closed in reverse order. */
export interface Closing {
  /** @param what the name in the log, after "gave up waiting for" */
  add(what: string, close: () => unknown, maxMs?: number): void
  /** Closes everything. A step that fails or takes longer than its limit is logged, and does not stop the other steps. */
  closeAll(): Promise<void>
}

export const createClosing = (log: Pick<FastifyBaseLogger, 'error' | 'warn'>): Closing => {
  const steps: { what: string; close: () => unknown; maxMs: number }[] = []

  const closeOne = async ({ what, close, maxMs }: (typeof steps)[number]) => {
    const limit = new AbortController()
    try {
      const outcome = await Promise.race([close(), delay(maxMs, late, { signal: limit.signal })])
      if (outcome === late) log.warn({ seconds: maxMs / 1000 }, `gave up waiting for ${what}`)
    } catch (err) {
      log.error({ err }, `closing ${what} failed`)
    } finally {
      limit.abort()
    }
  }

  return {
    add: (what, close, maxMs = defaultMaxMs) => void steps.push({ what, close, maxMs }),
    closeAll: async () => {
      for (const step of steps.splice(0).reverse()) await closeOne(step)
    },
  }
}

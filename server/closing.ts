import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

// What takes longer waits for something that will not come.
const defaultMaxMs = 20_000

const late = Symbol('late')

/** What a process has opened, to be closed in the reverse order. */
export interface Closing {
  /** @param what the log calls it, after "gave up waiting for" */
  add(what: string, close: () => unknown, maxMs?: number): void
  /** Closes everything. What fails or takes longer than its limit is logged, and does not keep the rest open. */
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

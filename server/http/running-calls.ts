import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Keeps the application from closing until this has settled, which it returns. */
    finishBeforeClose<T>(call: Promise<T>): Promise<T>
  }
}

// The server's limits end every call well before; one that hangs must not keep the process.
const maxWaitMs = 15_000

/**
 * Makes `close` wait for calls whose clients have disconnected, too: their connections are gone, but they still use the database. Call
 * before any route is registered. `maxMs` is how long it waits.
 */
export const finishRunningCalls = (app: FastifyInstance, maxMs = maxWaitMs) => {
  const running = new Set<Promise<unknown>>()
  app.decorate('finishBeforeClose', (call) => {
    running.add(call)
    const forget = () => running.delete(call)
    call.then(forget, forget)
    return call
  })
  app.addHook('onClose', async () => {
    const until = performance.now() + maxMs
    // One that ends may be followed by the next part of its request.
    for (let leftMs = maxMs; running.size > 0 && leftMs > 0; leftMs = until - performance.now()) {
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, leftMs)
      await Promise.race([Promise.allSettled(running), late])
      clearTimeout(timer)
    }
    if (running.size > 0) app.log.warn({ calls: running.size }, 'closed before all calls had ended')
  })
}

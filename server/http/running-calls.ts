import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Keeps the application from closing until the call has ended. Returns the call's own promise. */
    finishBeforeClose<T>(call: Promise<T>): Promise<T>
  }
}

// The server's limits end every call well before this. A call that hangs must not keep the process running.
const maxWaitMs = 15_000

/**
 * Makes `close` also wait for calls whose clients have disconnected: their connections are gone, but they still use the database. `maxMs`
 * is how long it waits. Call it before any route is registered.
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
    // After one call of a request ends, its next part may begin.
    for (let leftMs = maxMs; running.size > 0 && leftMs > 0; leftMs = until - performance.now()) {
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, leftMs)
      await Promise.race([Promise.allSettled(running), late])
      clearTimeout(timer)
    }
    if (running.size > 0) app.log.warn({ calls: running.size }, 'closed before all calls had ended')
  })
}

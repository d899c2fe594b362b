import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long a body may take, where that is more than a minute. */
    bodyTimeoutMs?: number
  }
}

// The largest body that is not a file has 128 KB: whoever takes longer wants to hold the connection.
const defaultBodyTimeoutMs = 60_000
// Time to notice the answer. A connection that is closed at once loses it on the way.
const closeDelayMs = 2_000

/** What no route may allow: longer than the longest that one does. */
export const maxBodyTimeoutMs = 15 * 60_000

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Ends connections whose body takes too long, and those that go on sending one after they have been answered: a refused
 * file of any size is not listened to until its end.
 */
export const limitBodies = (app: FastifyInstance) => {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  // Without promises: every request passes here.
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) limit(request)
    done()
  })

  const limit = (request: FastifyRequest) => {
    const { bodyTimeoutMs = defaultBodyTimeoutMs } = request.routeOptions.config
    const timer = setTimeout(() => request.raw.socket.destroy(), bodyTimeoutMs)
    timers.set(request, timer)
    for (const event of ['end', 'close']) request.raw.once(event, () => clearTimeout(timer))
  }

  app.addHook('onResponse', (request, _reply, done) => {
    // What is still coming has the shorter time from here on.
    clearTimeout(timers.get(request))
    if (request.raw.complete === false) endSoon(request)
    done()
  })

  const endSoon = ({ raw }: FastifyRequest) => {
    // One that has come to its end meanwhile leaves the connection to the next request.
    const timer = setTimeout(() => raw.complete || raw.socket.destroy(), closeDelayMs)
    raw.socket.once('close', () => clearTimeout(timer))
  }
}

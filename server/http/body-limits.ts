import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long a body may take; a minute by default. */
    bodyTimeoutMs?: number
  }
}

// A body other than a file has at most 128 KB: taking longer for it only occupies the connection.
const defaultBodyTimeoutMs = 60_000
// Time for the client to read the answer, which an immediate close could lose.
const closeDelayMs = 2_000

/** The longest time that any route allows. */
export const maxBodyTimeoutMs = 15 * 60_000

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Ends a timer once the body has ended or its connection is closed. A listener on the connection itself would stay for all its later requests. */
const clearWithBody = ({ raw }: FastifyRequest, timer: NodeJS.Timeout) => {
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer))
}

/**
 * Closes connections whose body takes too long, or that still send one after the answer: a refused file is not read to its end.
 */
export const limitBodies = (app: FastifyInstance) => {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  // With callbacks instead of promises, since every request passes here.
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) limit(request)
    done()
  })

  const limit = (request: FastifyRequest) => {
    const { bodyTimeoutMs = defaultBodyTimeoutMs } = request.routeOptions.config
    const timer = setTimeout(() => request.raw.socket.destroy(), bodyTimeoutMs)
    timers.set(request, timer)
    clearWithBody(request, timer)
  }

  app.addHook('onResponse', (request, _reply, done) => {
    // After the answer, the rest of the body has less time.
    clearTimeout(timers.get(request))
    if (request.raw.complete === false) endSoon(request)
    done()
  })

  const endSoon = (request: FastifyRequest) => {
    const { raw } = request
    // A handler that failed halfway has not read the rest, which lies on the connection before the next request.
    raw.resume()
    // A body that is complete by then leaves the connection open for the next request.
    const timer = setTimeout(() => raw.complete || raw.socket.destroy(), closeDelayMs)
    clearWithBody(request, timer)
  }
}

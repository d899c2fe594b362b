import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long a client may take to send a body; a minute by default. */
    bodyTimeoutMs?: number
  }
}

// Bodies other than files have at most 128 KB. A client that takes longer only occupies the connection.
const defaultBodyTimeoutMs = 60_000
// The client needs this time to read the response, which could be lost if the connection closed at once.
const closeDelayMs = 2_000

/** The longest time that any route allows. */
export const maxBodyTimeoutMs = 15 * 60_000

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Clears a timer once the body has ended or its connection is closed. A listener on the connection would remain for later requests. */
const clearWithBody = ({ raw }: FastifyRequest, timer: NodeJS.Timeout) => {
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer))
}

/** Closes connections whose body takes too long, or that still send a body after the response: a refused file is not read to its end. */
export const limitBodies = (app: FastifyInstance) => {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  // The hooks use callbacks instead of promises, because they run for every request.
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
    // After the response, the rest of the body has less time.
    clearTimeout(timers.get(request))
    if (request.raw.complete === false) endSoon(request)
    done()
  })

  const endSoon = (request: FastifyRequest) => {
    const { raw } = request
    // A handler that failed halfway has not read the rest of the body, which would block the next request on the connection.
    raw.resume()
    // If the body is complete by then, the connection stays open for the next request.
    const timer = setTimeout(() => raw.complete || raw.socket.destroy(), closeDelayMs)
    clearWithBody(request, timer)
  }
}

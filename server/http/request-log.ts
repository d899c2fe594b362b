import type { FastifyInstance } from 'fastify'

/**
 * Logs one line per request, with the route's pattern instead of the address: addresses, queries and bodies contain names,
 * emails and tokens. A stream that fails after its headers is logged as an error, because the status can no longer show it.
 */
export const logRequests = (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isStream(payload)) return
    payload.once('error', (err) => {
      // A client that disconnects is not an error.
      if (reply.raw.headersSent && !reply.raw.destroyed) request.log.error({ err }, 'the answer broke off')
    })
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
}

/** By its method, because some packages bring their own stream classes. */
const isStream = (payload: unknown): payload is NodeJS.ReadableStream =>
  typeof payload === 'object' && payload !== null && 'pipe' in payload

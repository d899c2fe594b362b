import type { FastifyInstance } from 'fastify'

/**
 * One line for each answered request. The route's pattern stands for the address, and nothing of the person is in it:
 * addresses, queries and bodies carry names, e-mails and tokens. An answer whose source fails in its middle is an error:
 * nobody else can be told.
 */
export const logRequests = (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isStream(payload)) return
    payload.once('error', (err) => {
      // A reader who goes away is no failure.
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

/** Also of the streams that packages bring themselves. */
const isStream = (payload: unknown): payload is NodeJS.ReadableStream =>
  typeof payload === 'object' && payload !== null && 'pipe' in payload

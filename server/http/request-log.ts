import type { FastifyInstance } from 'fastify'

/**
 * One line for each answered request. The route's pattern stands for the address, and nothing of the person is in it:
 * addresses, queries and bodies carry names, e-mails and tokens.
 */
export const logRequests = (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
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

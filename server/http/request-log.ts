import type { FastifyInstance } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { networkOf } from './network.ts'

// Where attempts to get past a rule come from; all other lines do without the network, which is personal data.
const attempts = new Set<ErrorCode | null>(['forbidden', 'misdirected', 'too_many_requests'])

/**
 * Logs one line per request, with the id of the signed-in user and the code of an error, and the route's pattern instead of the address: addresses,
 * queries and bodies contain names, emails and tokens. A stream that fails after its headers is logged as an error, because the status can no longer show it.
 */
export const logRequests = (app: FastifyInstance) => {
  // With callbacks instead of promises, since every request passes here.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isStream(payload)) {
      payload.once('error', (err) => {
        // A client that disconnects is not an error.
        if (reply.raw.headersSent && !reply.raw.destroyed) request.log.error({ err }, 'the answer broke off')
      })
    }
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        // The person, also while viewing the portal as another.
        user: request.signedIn?.impersonation?.by.id ?? request.signedIn?.id,
        apiToken: request.signedIn?.apiToken?.id,
        code: request.failure ?? undefined,
        network: attempts.has(request.failure) ? networkOf(request.ip) : undefined,
      },
      'request',
    )
    done()
  })
}

/** By its method, because some packages bring their own stream classes. */
const isStream = (payload: unknown): payload is NodeJS.ReadableStream =>
  typeof payload === 'object' && payload !== null && 'pipe' in payload

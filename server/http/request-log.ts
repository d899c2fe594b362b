import type { FastifyInstance } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { networkOf } from './network.ts'

// Attempts to get around a rule are logged with their network. All other lines do without it, because it is personal data.
const attempts = new Set<ErrorCode | null>(['forbidden', 'misdirected', 'too_many_requests'])

/**
 * Logs one line per request, with the id of the signed-in user and the code of an error. It has the route's pattern instead of the URL:
 * URLs and bodies contain names, emails and tokens. A stream that fails after its headers is logged as an error, since the status cannot
 * show that.
 */
export const logRequests = (app: FastifyInstance) => {
  // The hooks use callbacks instead of promises, because they run for every request.
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
        // While staff view the portal as a partner, this is the member of staff.
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

/** Whether a payload is a stream. The check looks for a method, because some packages have their own stream classes. */
const isStream = (payload: unknown): payload is NodeJS.ReadableStream =>
  typeof payload === 'object' && payload !== null && 'pipe' in payload

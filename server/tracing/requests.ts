import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { chatPath } from '#contract/chat/frames.ts'
import { subscribeToInvalidations } from '#contract/events.ts'
import type { Spans } from './spans.ts'

// Open for as long as a page is; their spans would have no end.
const longLived = new Set<string>([chatPath, subscribeToInvalidations.path])

/**
 * Traces requests by method, pattern of the route and status, with the id that the log has. A `traceparent` of the client is not taken over:
 * anyone could send one.
 */
export const observeRequests = (app: FastifyInstance, spans: Spans) => {
  const open = new WeakMap<FastifyRequest, Span>()

  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url
    if (route && longLived.has(route)) return done()
    const span = spans.start(`${request.method} ${route ?? 'none'}`, SpanKind.SERVER, {
      'http.request.method': request.method,
      'http.route': route ?? 'none',
      'portal.request_id': request.id,
    })
    open.set(request, span)
    spans.run(span, done)
  })
  // A body arrives outside of what the first hook runs.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = open.get(request)
    if (span) spans.run(span, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = open.get(request)
    span?.setAttribute('http.response.status_code', reply.raw.statusCode)
    if (reply.raw.statusCode >= 500) {
      span?.setAttribute('error.type', String(reply.raw.statusCode))
      span?.setStatus({ code: SpanStatusCode.ERROR })
    }
    span?.end()
    done()
  })
}

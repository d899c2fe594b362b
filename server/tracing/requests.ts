import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { chatPath } from '#contract/chat/connection.ts'
import { subscribeToInvalidations } from '#contract/events.ts'
import type { Spans } from './spans.ts'

// These connections are open as long as a page is, so their spans would not end.
const longLived = new Set<string>([chatPath, subscribeToInvalidations.path])

/**
 * Traces requests by method, route pattern and status, with the id that is in the log. Ignores a client's `traceparent`, because anyone
 * could send one.
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
  // A body arrives outside the context of the first hook, so the span is set again.
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

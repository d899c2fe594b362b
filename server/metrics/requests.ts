import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Counts the requests of an application and measures their duration, by the route's pattern: URLs contain ids and names. Leaves out chats
 * and event streams, which are open as long as a page is.
 */
export const observeRequests = (registry: Registry, app: FastifyInstance) => {
  const requests = new Counter({
    name: 'portal_http_requests_total',
    help: 'Requests that this process has answered, by route, method and status. The route "none" is for pages and unknown addresses. Chats and event streams are not included.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'portal_http_request_duration_seconds',
    help: 'Time from a request to the end of its response, by route.',
    labelNames: ['route'],
    buckets,
    registers: [registry],
  })
  // The hook uses a callback instead of a promise, because it runs for every request.
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    requests.inc({ route, method: request.method, status: reply.raw.statusCode })
    durations.observe({ route }, reply.elapsedTime / 1000)
    done()
  })
}

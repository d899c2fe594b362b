import type { FastifyInstance } from 'fastify'
import { isInRanges } from './network.ts'

// Load balancers and Prometheus send these requests themselves.
const checkPaths = new Set(['/healthz', '/readyz', '/metrics'])

/** Warns once when a trusted proxy forwards a request without the client's address. All clients would seem to have the proxy's. */
export const warnOfMissingAddresses = (app: FastifyInstance, trustProxy: readonly string[] = []) => {
  if (trustProxy.length === 0) return
  const isTrusted = isInRanges(trustProxy)
  let hasWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    const proxy = request.socket.remoteAddress
    const isMissing = !hasWarned && request.headers['x-forwarded-for'] === undefined
    if (isMissing && proxy && isTrusted(proxy) && !checkPaths.has(request.routeOptions.url ?? '')) {
      hasWarned = true
      request.log.warn(
        { proxy },
        `The proxy ${proxy} sends no X-Forwarded-For: signatures and limits have its address instead of the client's. See docs/deploy.`,
      )
    }
    done()
  })
}

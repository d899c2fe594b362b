import type { FastifyRequest } from 'fastify'
import type { Settings } from '#server/settings.ts'
import { forbidden } from './app-error.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a browser says that a page of another site sent this request. Browsers set these headers themselves;
 * a request without either comes from no browser, and carries no cookie that it was not given.
 * Without `BASE_URL` the portal is what the browser calls it: `localhost` as well as `127.0.0.1`.
 */
export const isCrossSite = (request: FastifyRequest, settings: Settings, baseUrl: () => string) => {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return isCrossOrigin(request, settings, baseUrl)
}

/** The same by the `Origin` alone, which every browser sends with a WebSocket: no other rule keeps pages of other sites from opening one. */
export const isCrossOrigin = (request: FastifyRequest, settings: Settings, baseUrl: () => string) => {
  const { origin } = request.headers
  if (origin === undefined) return false
  return origin !== (settings.baseUrlGiven ? baseUrl() : `http://${request.headers.host}`)
}

/** Refuses what would write on behalf of another site. */
export const rejectCrossSiteWrites =
  (settings: Settings, baseUrl: () => string) => async (request: FastifyRequest) => {
    if (!safeMethods.has(request.method) && isCrossSite(request, settings, baseUrl)) throw forbidden()
  }

import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { unsubscribe } from '#contract/notifications/unsubscribe.ts'
import type { Settings } from '#server/settings.ts'
import { forbidden } from './app-error.ts'
import { tokenOf } from './bearer.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a page of another site sent this request, judging by headers that only browsers can set. A request without them does not come
 * from a browser. Without `BASE_URL`, the portal's origin is the host in the browser's request, such as `localhost` or `127.0.0.1`.
 */
export const isCrossSite = (request: FastifyRequest, settings: Settings, baseUrl: () => string) => {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return isCrossOrigin(request, settings, baseUrl)
}

/** Like `isCrossSite`, but only by `Origin`, which browsers send with every WebSocket. Nothing else keeps other sites from opening one. */
export const isCrossOrigin = (request: FastifyRequest, settings: Settings, baseUrl: () => string) => {
  const { origin } = request.headers
  if (origin === undefined) return false
  return origin !== (settings.baseUrlGiven ? baseUrl() : `http://${request.headers.host}`)
}

// Webmail pages post to this endpoint, which relies only on the token in its URL.
const isForOtherSites = ({ routeOptions }: FastifyRequest) => routeOptions.url === unsubscribe.path

/** Rejects writes that another site's page sends. */
export const rejectCrossSiteWrites =
  (settings: Settings, baseUrl: () => string): onRequestHookHandler =>
  (request, _reply, done) => {
    // Browsers never add a token on their own. A token together with a session is refused later.
    const isFree =
      safeMethods.has(request.method) || isForOtherSites(request) || tokenOf(request) !== undefined
    done(!isFree && isCrossSite(request, settings, baseUrl) ? forbidden() : undefined)
  }

import type { Page, Request } from '@playwright/test'

/** Holds requests back until a test has seen what shows meanwhile. */
export const createGate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

/** Keeps a page from hearing what others change, for a test of what a page does that shows what is there no longer. */
export const blockLiveUpdates = (page: Page) =>
  page.route('/api/events?*', (route) =>
    // Else the browser would open the stream again as soon as it has ended.
    route.fulfill({ contentType: 'text/event-stream', body: 'retry: 3600000\n\n' }),
  )

/** The paths that a page is still waiting for, from now on. */
export const trackPendingRequests = (page: Page) => {
  const pending = new Set<Request>()
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return () => [...pending].map((request) => new URL(request.url()).pathname)
}

import type { Page, Request } from '@playwright/test'

/** Holds requests back until a test has seen what shows meanwhile. */
export const openGate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

/** The paths that a page is still waiting for, from now on. */
export const watchPending = (page: Page) => {
  const pending = new Set<Request>()
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return () => [...pending].map((request) => new URL(request.url()).pathname)
}

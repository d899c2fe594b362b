import type { Page } from '@playwright/test'

/** Creates a gate that delays requests until a test has seen what the page shows meanwhile. */
export const createGate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

/** Blocks the live updates of a page, to test what a page with outdated content does. */
export const blockLiveUpdates = (page: Page) =>
  page.route('/api/events?*', (route) =>
    // Without this interval, the browser would reopen the stream as soon as it has ended.
    route.fulfill({ contentType: 'text/event-stream', body: 'retry: 3600000\n\n' }),
  )

/** Makes the browser render every page itself, as when the server could not read who is signed in. */
export const blockRenderedPages = (page: Page) =>
  page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const html = await response.text()
    const plain = '<div id="root"><div role="status">Loading...</div></div>'
    await route.fulfill({ response, body: html.replace(/<div id="root".*<\/script>/s, plain) })
  })

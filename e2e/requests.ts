import type { Page } from '@playwright/test'

/** Delays requests until a test has seen what shows meanwhile. */
export const createGate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

/** Cuts a page off from live updates, for a test of what a page with outdated content does. */
export const blockLiveUpdates = (page: Page) =>
  page.route('/api/events?*', (route) =>
    // Otherwise the browser would reopen the stream as soon as it has ended.
    route.fulfill({ contentType: 'text/event-stream', body: 'retry: 3600000\n\n' }),
  )

/** Has the browser render every page itself, as it does where the server could not read who is signed in. */
export const blockRenderedPages = (page: Page) =>
  page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const html = await response.text()
    const plain = '<div id="root"><div role="status">Loading...</div></div>'
    await route.fulfill({ response, body: html.replace(/<div id="root".*<\/script>/s, plain) })
  })

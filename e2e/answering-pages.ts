import type { BrowserContext, Page } from '@playwright/test'

/** Waits until the page is interactive. Until then, a page that the server rendered remembers clicks but not keys. */
const untilAnswering = (page: Page) =>
  page.waitForFunction(() => document.getElementById('root')?.getAttribute('aria-busy') !== 'true')

/** Makes going to an address and reloading in a context wait until the page is interactive, unless a test sets another `waitUntil`. */
export const awaitAnsweringPages = (context: BrowserContext) => {
  context.on('page', (page) => {
    const { goto, reload } = page
    page.goto = async (url, options) => {
      const response = await goto.call(page, url, options)
      if (!options?.waitUntil) await untilAnswering(page)
      return response
    }
    page.reload = async (options) => {
      const response = await reload.call(page, options)
      if (!options?.waitUntil) await untilAnswering(page)
      return response
    }
  })
}

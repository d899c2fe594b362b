import type { BrowserContext, Page } from '@playwright/test'

/** Waits until the page answers, where the server has rendered it: what shows before keeps clicks, but no keys. */
const untilAnswering = (page: Page) =>
  page.waitForFunction(() => document.getElementById('root')?.getAttribute('aria-busy') !== 'true')

/** In the pages of a context, going to an address and reloading end when the page answers, unless a test says when to end. */
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

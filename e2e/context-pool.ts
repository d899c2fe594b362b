import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { awaitAnsweringPages } from './answering-pages.ts'

/**
 * Browser contexts that the tests of a worker use one after the other. Each test gets new pages in a context without cookies,
 * storage or routes. Only the renderer process stays, because starting one takes longer than most pages.
 */
export interface ContextPool {
  take(): Promise<BrowserContext>
  /** Empties a context for the next test. */
  putBack(context: BrowserContext): Promise<void>
  close(): Promise<void>
}

interface Pooled {
  /** A plain page of the portal that stays open, since the process ends with the last page of its site. */
  plainPage: Page
  devTools: CDPSession
}

export const createContextPool = (browser: Browser, origin: string): ContextPool => {
  const idle: BrowserContext[] = []
  const pooled = new Map<BrowserContext, Pooled>()

  const take = async () => {
    const former = idle.pop()
    if (former) return former
    const context = await browser.newContext()
    awaitAnsweringPages(context)
    const plainPage = await context.newPage()
    // Chromium gives this page the process of the portal's pages because it has the same headers, which /healthz does not have.
    await plainPage.goto(`${origin}/robots.txt`)
    pooled.set(context, { plainPage, devTools: await context.newCDPSession(plainPage) })
    return context
  }

  const putBack = async (context: BrowserContext) => {
    const { plainPage, devTools } = pooled.get(context) as Pooled
    const pages = context.pages().filter((page) => page !== plainPage)
    await Promise.all(pages.map((page) => page.close()))
    await Promise.all([
      context.clearCookies(),
      context.clearPermissions(),
      context.unrouteAll(),
      context.setOffline(false),
      devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
    ])
    idle.push(context)
  }

  const close = async () => {
    for (const context of pooled.keys()) await context.close()
  }

  return { take, putBack, close }
}

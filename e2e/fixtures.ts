import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { awaitAnsweringPages } from './answering-pages.ts'
import { type BrowserErrors, collectBrowserErrors } from './browser-errors.ts'
import { type ContextPool, createContextPool } from './context-pool.ts'
import { type Person, type Portal, type Storage, startPortal } from './portal.ts'

export { expect }

interface TestFixtures {
  /** Gives the test a portal of its own, for changing the demo data for good. Otherwise the test shares the portal of its worker. */
  ownPortal: boolean
  /** Gives the test new browser contexts, for changing what cannot be reset (the clock), or when it depends on an empty cache. */
  ownContext: boolean
  /** The kind of storage for the files of the portal. */
  storage: Storage
  /** Gives the test a portal of its own with these settings, named as environment variables. */
  settings: Record<string, string>
  portal: Portal
  /** Opens a browser context that closes at the end of the test. */
  openContext: (options?: BrowserContextOptions) => Promise<BrowserContext>
  /** Fails the test for every browser error that no assertion expects, unless the test allows the error. */
  browserErrors: BrowserErrors
  /** Leaves a page and stops all its requests, then signs a user in on its browser. */
  signInAs: (page: Page, person: Person) => Promise<void>
  /** Leaves a page and stops all its requests, then signs out on its browser. */
  signOut: (page: Page) => Promise<void>
  /** Opens a page in another browser without a session. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>
}

interface WorkerFixtures {
  /** Returns the worker's portal with that storage, which starts when it is first needed. */
  sharedPortal: (storage: Storage) => Promise<Portal>
  /** Returns the worker's browser contexts for the portal that stores files on disk. */
  sharedContexts: () => Promise<ContextPool>
}

// Stops the requests of the page, which would otherwise be refused without a session, or run in the session of the next user.
const leave = (page: Page) => page.goto('about:blank')

export const test = base.extend<TestFixtures, WorkerFixtures>({
  sharedPortal: [
    async ({ browserName: _ }, provide) => {
      const started: Partial<Record<Storage, Promise<Portal>>> = {}
      await provide((storage) => {
        started[storage] ??= startPortal({}, storage)
        return started[storage]
      })
      for (const portal of Object.values(started)) await (await portal).stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  sharedContexts: [
    async ({ browser, sharedPortal }, provide) => {
      let pool: ContextPool | undefined
      await provide(async () => {
        pool ??= createContextPool(browser, (await sharedPortal('disk')).url)
        return pool
      })
      await pool?.close()
    },
    { scope: 'worker' },
  ],

  ownPortal: [false, { option: true }],
  ownContext: [false, { option: true }],
  storage: ['disk', { option: true }],
  settings: [{}, { option: true }],

  portal: async ({ ownPortal, storage, settings, sharedPortal }, provide) => {
    if (!ownPortal && Object.keys(settings).length === 0) return provide(await sharedPortal(storage))
    const portal = await startPortal(settings, storage)
    await provide(portal)
    await portal.stop()
  },

  baseURL: async ({ portal }, provide) => provide(portal.url),

  openContext: async (
    { browser, baseURL, viewport, sharedContexts, ownPortal, ownContext, storage, settings, isMobile },
    provide,
  ) => {
    const isShared = !ownPortal && Object.keys(settings).length === 0 && storage === 'disk'
    const isPooled = isShared && !ownContext && !isMobile
    const pool = isPooled ? await sharedContexts() : undefined
    const open = new Map<BrowserContext, (context: BrowserContext) => Promise<void>>()
    await provide(async (options) => {
      const isPlain = pool && !options
      const context = isPlain ? await pool.take() : await browser.newContext({ baseURL, ...options })
      if (!isPlain) {
        awaitAnsweringPages(context)
        open.set(context, (own) => own.close())
        return context
      }
      // A pooled context has the size of the test that created it.
      const resize = async (page: Page) => {
        if (viewport) await page.setViewportSize(viewport)
      }
      context.on('page', resize)
      open.set(context, (own) => {
        own.off('page', resize)
        return pool.putBack(own)
      })
      return context
    })
    for (const [context, end] of open) await end(context)
  },

  context: async ({ openContext }, provide) => provide(await openContext()),

  page: async ({ context, viewport, browserErrors }, provide, testInfo) => {
    const page = await context.newPage()
    // Wait for the size, since a test may measure at once.
    if (viewport) await page.setViewportSize(viewport)
    await provide(page)
    if (testInfo.status === testInfo.expectedStatus || page.isClosed()) return
    // Attach what neither the screenshot nor the message of the failed assertion shows.
    const focus = await page.evaluate(() => [
      document.hasFocus(),
      document.activeElement?.outerHTML.slice(0, 100),
    ])
    const body = `page focused, active element: ${focus.join(', ')}\nerrors: ${browserErrors.unexpected().join('\n')}`
    await testInfo.attach('page', { body, contentType: 'text/plain' })
  },

  browserErrors: [
    async ({ context, portal }, provide) => {
      const errors = collectBrowserErrors(portal.url, portal.deps.store.bucket?.origin)
      errors.add(context)
      await provide(errors)
      errors.stop()
      expect(errors.unexpected(), 'no error that the test does not expect').toEqual([])
    },
    { auto: true },
  ],

  signInAs: async ({ portal }, provide) => {
    await provide(async (page, person) => {
      await leave(page)
      await portal.signIn(page.context(), person)
    })
  },

  signOut: async ({ portal }, provide) => {
    await provide(async (page) => {
      await leave(page)
      await page.goto(`${portal.url}/api/logout`)
    })
  },

  openBrowser: async ({ openContext, browserErrors, viewport }, provide) => {
    await provide(async (options) => {
      const context = await openContext(options)
      browserErrors.add(context, options?.baseURL)
      const page = await context.newPage()
      if (viewport && !options) await page.setViewportSize(viewport)
      return page
    })
  },
})

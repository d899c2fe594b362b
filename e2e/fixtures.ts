import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { type Person, type Portal, type Storage, startPortal } from './portal.ts'
import { type Watch, watchFor } from './watch.ts'

export { expect }

interface TestFixtures {
  /** Gives the test a portal of its own, where it uses up what the demo holds; else it shares its worker's. */
  ownPortal: boolean
  /** Where its portal keeps its files. */
  storage: Storage
  portal: Portal
  /** Fails the test for all that goes wrong unseen, unless the test allows it. */
  watch: Watch
  /** Signs somebody in on the browser of a page. */
  signInAs: (page: Page, person: Person) => Promise<void>
  /** Another browser, with a page in it and nobody signed in. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>
}

interface WorkerFixtures {
  /** The worker's portal that keeps its files there, started when first asked for. */
  sharedPortal: (storage: Storage) => Promise<Portal>
}

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

  ownPortal: [false, { option: true }],
  storage: ['disk', { option: true }],

  portal: async ({ ownPortal, storage, sharedPortal }, provide) => {
    if (!ownPortal) return provide(await sharedPortal(storage))
    const portal = await startPortal({}, storage)
    await provide(portal)
    await portal.stop()
  },

  baseURL: async ({ portal }, provide) => provide(portal.url),

  watch: [
    async ({ context, portal }, provide) => {
      const watch = watchFor(portal.url, portal.deps.store.bucket?.origin)
      watch.add(context)
      await provide(watch)
      expect(watch.troubles(), 'nothing went wrong unseen').toEqual([])
    },
    { auto: true },
  ],

  signInAs: async ({ portal }, provide) => {
    await provide((page, person) => portal.signIn(page.context(), person))
  },

  openBrowser: async ({ browser, baseURL, watch }, provide) => {
    const contexts: BrowserContext[] = []
    await provide(async (options) => {
      const context = await browser.newContext({ baseURL, ...options })
      contexts.push(context)
      watch.add(context, options?.baseURL)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

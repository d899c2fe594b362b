import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect } from '@playwright/test'
import { type Person, type Portal, startPortal } from '../e2e/portal.ts'
import type { Browser, Engine } from './browser.ts'
import { firefox } from './firefox.ts'
import { type Steps, stepsIn } from './steps.ts'
import { webkit } from './webkit.ts'

export { expect }

const engines: Record<string, Engine> = { firefox, webkit }

/** A browser, and the steps that a user takes in it. */
export type User = Steps & { browser: Browser }

interface TestFixtures {
  user: User
  /** Opens another browser, without a session. */
  openUser: () => Promise<User>
  signInAs: (user: User, person: Person, origin?: string) => Promise<void>
}

interface WorkerFixtures {
  /** The engine that the project is named after; Firefox for other projects. */
  engine: Engine
  portal: Portal
}

/** Tests in a browser that Playwright does not drive. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: [
    async ({ browserName: _ }, provide, { project }) => {
      const engine = engines[project.name] ?? firefox
      await provide(engine)
      await engine.close()
    },
    { scope: 'worker' },
  ],

  portal: [
    async ({ browserName: _ }, provide) => {
      const portal = await startPortal()
      await provide(portal)
      await portal.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  openUser: async ({ engine }, provide, testInfo) => {
    const opened: { browser: Browser; home: string }[] = []
    await provide(async () => {
      const home = await mkdtemp(join(tmpdir(), 'portal-browser-'))
      const browser = await engine.open(home)
      opened.push({ browser, home })
      return { ...stepsIn(browser), browser }
    })
    for (const { browser, home } of opened) {
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('page', { body: await browser.screenshot(), contentType: 'image/png' })
      }
      await browser.close()
      // The processes of the browser still write for a moment.
      await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    }
  },

  user: async ({ openUser }, provide) => provide(await openUser()),

  signInAs: async ({ portal }, provide) => {
    await provide(({ browser }, person, origin = portal.url) => {
      const addCookies: BrowserContext['addCookies'] = async ([cookie]) => {
        if (cookie) await browser.setCookie({ name: cookie.name, value: cookie.value, url: origin })
      }
      // Signing in uses only this method of a context.
      return portal.signIn({ addCookies } as BrowserContext, person)
    })
  },
})

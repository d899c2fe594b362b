import { expect } from '@playwright/test'
import type { Portal } from '../e2e/portal.ts'
import type { User } from './fixtures.ts'
import { startHoldingProxy } from './holding-proxy.ts'
import { by } from './steps.ts'

/** Records in the tab's storage which errors the page shows until it is gone. The client itself records there that it has reloaded. */
const noteErrors = () => {
  const note = () => {
    const shown = [...document.querySelectorAll('[role=alert], h1')].map((element) => element.textContent)
    const errors = shown.filter((text) => /went wrong|cannot be reached|could not|Error/.test(text ?? ''))
    if (errors.length > 0) sessionStorage.setItem('shown-errors', errors.join('\n'))
  }
  new MutationObserver(note).observe(document.documentElement, { childList: true, subtree: true })
}

const readNotes = ({ browser }: User) =>
  browser.evaluate(() => [
    sessionStorage.getItem('shown-errors'),
    sessionStorage.getItem('reloaded-for-new-version'),
  ])

/** How a page is left, what is loading meanwhile, and on which tab. Each way uses another file, since a loaded file stays in the cache. */
export const leavings = [
  ['script', /\/assets\/users-/, 'users'],
  ['script', /\/api\/admin\/users-with/, 'users'],
  ['back', /\/assets\/emails-/, 'emails'],
  ['link', /\/assets\/audit-log-/, 'audit'],
] as const

/**
 * Leaves a page while its scripts run and while a file or a read is still loading, by a script, by Back and by a link. The user is an
 * admin with a time zone, for whom the server renders.
 */
export const leaveWhileLoading = async (
  user: User,
  portal: Portal,
  signIn: (origin: string) => Promise<void>,
  ways: readonly (typeof leavings)[number][] = leavings,
) => {
  const { browser } = user
  const proxy = await startHoldingProxy(portal.url)
  const leave = {
    script: async () => browser.evaluate(() => location.assign('/verify')),
    back: () => browser.back(),
    link: () => user.press(by.link('Logout')),
  }
  try {
    await signIn(proxy.url)
    for (const [way, held, tab] of ways) {
      await user.open(`${proxy.url}/verify?from=${way}`)
      const arrived = proxy.hold(held)
      // This promise resolves when the page has loaded, which is not the case before the page is left.
      const loading = browser.goto(`${proxy.url}/admin?tab=${tab}`).catch(() => {})
      await arrived
      // Aborting requests only matters once the scripts run and handle what fails.
      await user.see({ role: 'heading', name: 'Admin Panel' })
      await browser.evaluate(noteErrors)
      await leave[way]()
      const left = way === 'link' ? by.link('Partner Login') : by.heading('Verify a signed agreement')
      await user.see(left)
      proxy.release()
      await loading
      await user.see(left)
      expect(await readNotes(user), `${way}, ${held}`).toEqual([null, null])
    }
  } finally {
    await proxy.stop()
  }
}

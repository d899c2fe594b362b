import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from './browser.ts'

/**
 * Starts to load a page, and waits until its document is there. The drivers' own waiting never ends when a page redirects to the previous
 * page (WebKitGTK), or when a page loads after a step in the history that left a loading page (Firefox).
 */
export const loadPage = async ({ evaluate }: Pick<Browser, 'evaluate'>, begin: () => Promise<unknown>) => {
  await evaluate(() => void Object.assign(window, { isLeftPage: true }))
  await begin()
  const isThere = () => evaluate(() => !('isLeftPage' in window) && document.readyState !== 'loading')
  // Between two documents, there is no page in which the check could run.
  while (!(await isThere().catch(() => false))) await sleep(50)
}

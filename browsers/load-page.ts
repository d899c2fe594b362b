import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from './browser.ts'

/**
 * Begins to load a page, and waits until its document is there. The drivers' own waiting has no end where a page redirects to the one
 * before it (WebKitGTK), or is loaded after a step in the history that left one that was loading (Firefox).
 */
export const loadPage = async ({ evaluate }: Pick<Browser, 'evaluate'>, begin: () => Promise<unknown>) => {
  await evaluate(() => void Object.assign(window, { isLeftPage: true }))
  await begin()
  const isThere = () => evaluate(() => !('isLeftPage' in window) && document.readyState !== 'loading')
  // While it changes from one document to the next there is none.
  while (!(await isThere().catch(() => false))) await sleep(50)
}

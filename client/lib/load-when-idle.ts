import { loadAhead } from './load-file.ts'

// This delay lets the page finish its own requests first.
const delayMs = 2_000

const whenIdle = () =>
  new Promise<void>((resolve) => {
    // Safari does not have requestIdleCallback.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 200)
    else requestIdleCallback(() => resolve())
  })

// TypeScript's types lack `connection`, since only some browsers support it.
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Loads files one after the other while the browser is idle, so that screens opened later are available immediately, even offline.
 * Does nothing when the user has asked the browser to save data. A file that fails to load here is loaded when it is needed.
 */
export const loadWhenIdle = async (loads: readonly (() => Promise<unknown> | undefined)[]): Promise<void> => {
  if (savesData()) return
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  for (const load of loads) {
    await whenIdle()
    await loadAhead(load)?.catch(() => {})
  }
}

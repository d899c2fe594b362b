import { loadAhead } from './load-file.ts'

// Long enough that nothing is taken from what the page itself still loads.
const delayMs = 2_000

const whenIdle = () =>
  new Promise<void>((resolve) => {
    // Safari has none.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 200)
    else requestIdleCallback(() => resolve())
  })

// Not in the types, since only some browsers know it.
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Loads files one after the other while the browser has nothing else to do, so that what is opened next is there, also without a
 * network. Who has asked the browser to save data is spared. What cannot be loaded is loaded when it is opened.
 */
export const loadWhenIdle = async (loads: readonly (() => Promise<unknown> | undefined)[]): Promise<void> => {
  if (savesData()) return
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  for (const load of loads) {
    await whenIdle()
    await loadAhead(load)?.catch(() => {})
  }
}

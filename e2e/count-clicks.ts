import { expect, type Page } from '@playwright/test'

/** Counts from now on, and across reloads, how often the user presses something on a page with a pointer. */
export const countClicks = async (page: Page) => {
  let pressed: string[] = []
  await page.exposeFunction('reportPress', (what: string) => pressed.push(what))
  const watch = () =>
    addEventListener(
      'pointerdown',
      (event) => {
        if (!event.isTrusted || !(event.target instanceof Element)) return
        const { reportPress } = window as unknown as { reportPress: (what: string) => void }
        reportPress(
          (event.target.getAttribute('aria-label') ?? event.target.textContent ?? '').trim().slice(0, 40),
        )
      },
      { capture: true },
    )
  await page.addInitScript(watch)
  await page.evaluate(watch)
  return {
    /** Starts to count from zero again. */
    reset: () => {
      pressed = []
    },
    expectAtMost: (count: number) =>
      expect(pressed.length, `${count} clicks: ${pressed.join(', ')}`).toBeLessThanOrEqual(count),
    expectSome: () => expect(pressed).not.toEqual([]),
  }
}

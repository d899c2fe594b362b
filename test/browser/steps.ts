import { expect, onTestFinished, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'

/** The texts of all these elements. */
export const texts = (locator: Locator) => locator.elements().map(({ textContent }) => textContent)

/** A field by its whole label, with or without the asterisk. */
export const field = (parent: Pick<Locator, 'getByLabelText'>, label: string) =>
  parent.getByLabelText(new RegExp(`^${RegExp.escape(label)}( \\*)?$`))

export const section = (name: string) => page.getByRole('region', { name, exact: true })

/** A row of a list by its title. */
export const row = (title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** The path and query of the page's address. */
export const address = () => location.pathname + location.search

/** Chooses an item from the menu of a row. */
export const chooseAction = async (title: string, item: string) => {
  // A menu that is still closing would receive the click.
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  // In rows of several partners, the name of the partner follows the title.
  const name = new RegExp(`^Actions for ${RegExp.escape(title)}( of |$)`)
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Waits for a toast, and dismisses it. On a busy machine, a click of the mouse could come after the toast has left by itself. */
export const expectToast = async (words: string) => {
  const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
  await expect.element(toast.getByText(words, { exact: true })).toBeVisible()
  for (const dismiss of toast.getByRole('button', { name: 'Dismiss' }).elements()) {
    if (dismiss instanceof HTMLElement) dismiss.click()
  }
  await expect.element(toast).not.toBeInTheDocument()
}

/** Takes the timers of the page from now on, so that a test does not wait for one of several seconds. They go on as before by themselves. */
export const takeTimers = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 })
  onTestFinished(() => void vi.useRealTimers())
}

/** Waits until an element is gone that stays for eight seconds with its Undo, after `takeTimers`. */
export const expectToLeave = (locator: Locator) =>
  expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(1_000)
      return locator.query()
    })
    .toBeNull()

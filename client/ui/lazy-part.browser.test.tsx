import { Suspense } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { noNetwork } from '#test/browser/portal-responses.ts'
import { lazyDialog } from './lazy-dialog.tsx'
import { lazyPart } from './lazy-part.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', noNetwork)
})

// React logs errors that a boundary has caught.
afterEach(() => void vi.mocked(console.error).mockClear())

/** Simulates a browser without a network, until the returned function is called. */
const goOffline = () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => onLine.mockRestore())
  dispatchEvent(new Event('offline'))
  return () => {
    onLine.mockReturnValue(true)
    dispatchEvent(new Event('online'))
  }
}

/** Returns a loader that succeeds once the browser is online. */
const fileOf =
  <T,>(component: T) =>
  async () => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: component }
  }

test('a part that cannot be loaded shows an error in its own place, and appears when the network is back', async () => {
  const goOnline = goOffline()
  const Files = lazyPart(fileOf(() => <p>The files</p>))
  await render(
    <>
      <h1>Partner Portal</h1>
      <Suspense>
        <Files />
      </Suspense>
    </>,
  )
  await expect.element(page.getByText("You're offline")).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Partner Portal' })).toBeVisible()
  goOnline()
  await expect.element(page.getByText('The files')).toBeVisible()
  await expect.element(page.getByText("You're offline")).not.toBeInTheDocument()
})

test('Retry loads a part that could not be loaded while the browser is online', async () => {
  let isThere = false
  const Files = lazyPart(async () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: () => <p>The files</p> }
  })
  await render(
    <Suspense>
      <Files />
    </Suspense>,
  )
  await expect.element(page.getByRole('alert').getByText('This part could not be loaded')).toBeVisible()
  // The file becomes available only with the click, because the part also retries by itself.
  document.addEventListener('click', () => (isThere = true), { capture: true, once: true })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('The files')).toBeVisible()
})

test('a dialog that cannot be loaded says why, and opens when the network is back unless it was closed', async () => {
  const goOnline = goOffline()
  const close = vi.fn()
  const Search = lazyDialog(
    fileOf(({ open }: { open: boolean }) => open && <p>The search</p>),
    close,
  )
  const screen = await render(<Search open />)
  await expect.element(page.getByRole('dialog', { name: "You're offline" })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  expect(close).toHaveBeenCalled()
  await screen.rerender(<Search open={false} />)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await screen.rerender(<Search open />)
  await expect.element(page.getByRole('dialog', { name: "You're offline" })).toBeVisible()
  goOnline()
  await expect.element(page.getByText('The search')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

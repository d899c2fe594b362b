import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { forgetKept, storeMark } from '#client/lib/kept-mark.ts'
import { partner } from '#test/browser/people.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'

afterEach(forgetKept)

test('when the browser does not let the portal read the photos, logging out still asks about them', async () => {
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  onTestFinished(() => opening.mockRestore())
  answerEmptyHome()
  storeMark(partner.id, 2)
  await showPortal('/', partner)
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('link', { name: 'Logout' }).click()
  const dialog = page.getByRole('dialog', { name: '2 photos not sent yet' })
  const problem = dialog.getByText(/^This browser does not let the portal read them now/)
  await expect.element(problem).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Discard and log out' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Send and log out' }).click()
  await expect.element(problem).toBeVisible()
  await dialog.getByRole('button', { name: 'Stay logged in' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

import type { Page } from '@playwright/test'
import { sampleFile } from '#test/sample-files.ts'
import { expect, test } from './fixtures.ts'
import { uniqueName, uploadToLibrary } from './resource-steps.ts'

/** Expects the browser's own viewer, which has a frame of its own. */
const expectViewer = (page: Page) => {
  const viewers = () => page.frames().filter((frame) => frame.url().startsWith('chrome-extension://'))
  return expect.poll(() => viewers().length).toBe(1)
}

test("the browser's viewer shows a PDF in its preview, and by itself for a phone, whose preview is a link", async ({
  page,
  openContext,
  portal,
  signInAs,
}) => {
  const staff = await openContext()
  await portal.signIn(staff, 'support@demo.test')
  const title = uniqueName('Document')
  const { id, filePath } = await uploadToLibrary(staff.request, title, 'pdf', await sampleFile('pdf'))
  await signInAs(page, 'partner@demo.test')

  await page.goto(`/resources?file=${id}`)
  const preview = page.getByRole('dialog')
  await expect(preview.locator('iframe')).toHaveAttribute('title', title)
  await expectViewer(page)

  await page.setViewportSize({ width: 390, height: 844 })
  const way = preview.getByRole('link', { name: 'Open in a new tab' })
  const [opened] = await Promise.all([page.waitForEvent('popup'), way.click()])
  await expect(opened).toHaveURL((url) => url.pathname === `/objects/${filePath}`)
  await expectViewer(opened)
})

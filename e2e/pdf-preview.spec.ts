import { expect, test } from './fixtures.ts'
import { openPreview } from './resource-steps.ts'

test('a PDF shows in the browser’s own viewer', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  const shown = page.waitForResponse(
    (response) => response.url().includes('/objects/') && response.request().resourceType() === 'document',
  )
  const preview = await openPreview(page, 'Set-up guide')
  await expect(preview.locator('iframe')).toHaveAttribute('title', 'Set-up guide')
  expect((await shown).headers()['content-type']).toBe('application/pdf')
  // The viewer has a frame of its own.
  await expect
    .poll(() => page.frames().filter((frame) => frame.url().startsWith('chrome-extension://')).length)
    .toBe(1)
  await page.setViewportSize({ width: 390, height: 844 })
  const way = preview.getByRole('link', { name: 'Open in a new tab' })
  const [opened] = await Promise.all([page.waitForEvent('popup'), way.click()])
  await expect(opened).toHaveURL(/\/objects\//)
})

import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openPreview } from './resource-steps.ts'

/** Moves a video or a sound to its third second, and returns its position afterwards. */
const seek = (recording: Locator) =>
  recording.evaluate(async (element: HTMLMediaElement) => {
    await new Promise((resolve) => {
      if (element.readyState >= 1) resolve(null)
      element.onloadedmetadata = resolve
    })
    await new Promise((resolve) => {
      element.onseeked = resolve
      element.currentTime = 2
    })
    return element.currentTime
  })

test('pictures fit into the window, Retry loads a picture that failed to load, and videos and sound can be sought', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/500.*\/objects\//)
  await signInAs(page, 'partner@demo.test')
  for (const title of ['Logo, drawn', 'Beach at noon']) {
    const preview = await openPreview(page, title)
    const picture = preview.getByRole('img', { name: title })
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      const box = await picture.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
    }
  }

  await page.setViewportSize({ width: 390, height: 844 })
  const toggle = page.getByRole('button', { name: 'Beach at noon, natural size' })
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  const picture = toggle.getByRole('img', { includeHidden: true })
  const [shown, natural] = await picture.evaluate((image: HTMLImageElement) => [
    image.clientWidth,
    image.naturalWidth,
  ])
  expect(shown).toBe(natural)

  await page.setViewportSize({ width: 1440, height: 900 })
  const isFile = (url: URL) => url.pathname.startsWith('/objects/') && !url.searchParams.has('thumbnail')
  for (const title of ['Beach at dusk', 'Walk through the site']) {
    await page.route(isFile, (route) => route.fulfill({ status: 500, body: '' }))
    const preview = await openPreview(page, title)
    const alert = preview.getByRole('alert')
    await expect(alert).toContainText('The preview could not be loaded')
    await page.unroute(isFile)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toHaveCount(0)
    if (title === 'Walk through the site') expect(await seek(preview.locator('video'))).toBe(2)
    else await expect(preview.getByRole('img', { name: title })).not.toHaveJSProperty('naturalWidth', 0)
  }
  expect(await seek((await openPreview(page, 'Welcome, spoken')).locator('audio'))).toBe(2)
})

import type { Locator } from '@playwright/test'
import { createPartner, createResource } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { openPreview } from './resource-steps.ts'

test('a photograph and a drawing fit into the window, on a phone, too, and a larger one shows in its natural size', async ({
  page,
  signInAs,
}) => {
  await signInAs(page, 'partner@demo.test')
  for (const title of ['Logo, drawn', 'Beach at noon']) {
    const preview = await openPreview(page, title)
    const picture = preview.getByRole('img', { name: title })
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
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
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
})

/** Moves a film or a sound to its third second, and returns where it is then. */
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

test('films and sound play and can be sought', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  for (const [title, kind] of [
    ['Teaser film', 'video'],
    ['Welcome, spoken', 'audio'],
  ] as const) {
    const preview = await openPreview(page, title)
    expect(await seek(preview.locator(kind))).toBe(2)
  }
})

test('texts show as text and CSV files as tables', async ({ page, portal, signInAs }) => {
  const { user } = await createPartner(portal, { status: 'completed' })
  const title = `Long text of ${user.id}`
  await createResource(portal, { title, bytes: Buffer.from(`${'a line\n'.repeat(40_000)}the end`) })
  await signInAs(page, user)

  let preview = await openPreview(page, 'House rules')
  await expect(preview).toContainText('Be early. Be kind. Call us when something is unclear.')
  preview = await openPreview(page, 'Guest counts')
  await expect(preview.getByRole('columnheader')).toHaveText(['Day', 'Place', 'Hours'])
  await expect(preview.getByRole('row').nth(1).getByRole('cell')).toHaveText([
    'Friday',
    'Entrance',
    '09:00 to 13:00',
  ])
  preview = await openPreview(page, title)
  await expect(preview).toContainText('First 200 KB of 273 KB. Download the file to read the rest.')
  await expect(preview).not.toContainText('the end')
})

test('a preview that fails to load shows an error, and Retry loads it', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/500.*\/objects\//)
  await signInAs(page, 'partner@demo.test')
  for (const title of ['Beach at dusk', 'Set-up guide', 'Walk through the site']) {
    const isFile = (url: URL) => url.pathname.startsWith('/objects/') && !url.searchParams.has('thumbnail')
    await page.route(isFile, (route) => route.fulfill({ status: 500, body: '' }))
    const preview = await openPreview(page, title)
    const alert = preview.getByRole('alert')
    await expect(alert).toContainText('The preview could not be loaded')
    await page.unroute(isFile)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toHaveCount(0)
    if (title === 'Walk through the site') expect(await seek(preview.locator('video'))).toBe(2)
  }
})

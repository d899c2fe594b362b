import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { resourceFiles } from '#server/db/schema/resources.ts'
import { createFolder, createPartner, createResource } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Portal } from './portal.ts'
import { createGate } from './requests.ts'
import { openLibrary } from './resource-steps.ts'

const idOf = async ({ db }: Portal, title: string) => {
  const [file] = await db.select().from(resourceFiles).where(eq(resourceFiles.title, title))
  if (!file) throw new Error(`no file is called ${title}`)
  return file.id
}

/** Searches for a file and opens it. */
const openPreview = async (page: Page, title: string) => {
  const { file, preview } = await openLibrary(page, `?${new URLSearchParams({ search: title })}`)
  await file(title).click()
  await expect(preview).toHaveAccessibleName(title)
  return preview
}

test('a photograph and a drawing fit into the window, on a phone, too', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  for (const title of ['Beach at noon', 'Logo, drawn']) {
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
})

test('a picture larger than the window shows in its natural size when it is clicked', async ({
  page,
  signInAs,
}) => {
  await signInAs(page, 'partner@demo.test')
  await page.setViewportSize({ width: 390, height: 844 })
  const preview = await openPreview(page, 'Beach at noon')
  const toggle = preview.getByRole('button', { name: 'Beach at noon, natural size' })
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

test('films and sound play and can be sought', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  for (const [title, kind] of [
    ['Walk through the site', 'video'],
    ['Teaser film', 'video'],
    ['Welcome, spoken', 'audio'],
  ] as const) {
    const preview = await openPreview(page, title)
    const recording = preview.locator(kind)
    const position = await recording.evaluate(async (element: HTMLMediaElement) => {
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
    expect(position).toBe(2)
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
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

test('a type without a preview shows a message and offers the download', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  const preview = await openPreview(page, 'Shift plan')
  await expect(preview).toContainText('No preview for XLSX files. Download to view.')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    preview.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Shift plan.xlsx')
})

test('Back closes a preview, and its link opens it', async ({ page, portal, signInAs, openBrowser }) => {
  await signInAs(page, 'partner@demo.test')
  const { folder, file, preview } = await openLibrary(page, '?category=all')
  await folder('Logos').click()
  const before = page.url()
  await file('Logo, drawn').click()
  await expect(preview).toHaveAccessibleName('Logo, drawn')
  const link = page.url()
  await page.goBack()
  await expect(preview).toHaveCount(0)
  await expect(page).toHaveURL(before)
  await expect(file('Logo, drawn')).toBeFocused()

  await page.goForward()
  await expect(preview).toHaveAccessibleName('Logo, drawn')
  await preview.getByRole('button', { name: 'Previous file' }).click()
  await expect(preview).toHaveAccessibleName('Logo for screens')
  await preview.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(before)
  await expect(file('Logo for screens')).toBeFocused()

  const other = await openBrowser()
  await signInAs(other, 'support@demo.test')
  await other.goto(link)
  const dialog = other.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Logo, drawn')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(other).toHaveURL(before)

  // The link works without the expanded folder, too.
  await other.goto(`/resources?file=${await idOf(portal, 'Logo, drawn')}`)
  await expect(dialog).toHaveAccessibleName('Logo, drawn')
})

test('a double click on Close closes the preview without leaving the page', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  await page.goto('/')
  const { file, preview } = await openLibrary(page, '?search=beach')
  const before = page.url()
  await file('Beach at noon').click()
  await expect(preview).toHaveAccessibleName('Beach at noon')
  await preview.getByRole('button', { name: 'Close' }).dblclick()
  await expect(preview).toHaveCount(0)
  // Here both clicks come before the browser has gone back; of a real double click the second may reach the page below.
  await file('Beach at noon').click()
  await preview.getByRole('button', { name: 'Close' }).evaluate((close: HTMLElement) => {
    const steps = { taken: 0 }
    const back = history.back.bind(history)
    history.back = () => {
      steps.taken += 1
      back()
    }
    Object.assign(window, { steps })
    close.click()
    close.click()
  })
  await expect(preview).toHaveCount(0)
  await expect(file('Beach at noon')).toBeFocused()
  expect(await page.evaluate(() => Reflect.get(window, 'steps'))).toEqual({ taken: 1 })
  await expect(page).toHaveURL(before)
})

test('a preview closed while the next page of its list loads stays closed', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user } = await createPartner(portal, { status: 'completed' })
  const folder = await createFolder(portal, { name: `Long list of ${user.id}` })
  for (let number = 1; number <= 51; number++) {
    const title = `Page ${String(number).padStart(2, '0')} of ${user.id}`
    await createResource(portal, { title, folderId: folder.id })
  }
  await signInAs(page, user)
  const gate = createGate()
  await page.route(/page=2/, async (route) => {
    await gate.opened
    await route.continue()
  })
  const { file, preview } = await openLibrary(page, `?folder=${folder.id}`)
  const before = page.url()
  await file(`Page 50 of ${user.id}`).click()
  const asked = page.waitForRequest(/page=2/)
  await preview.getByRole('button', { name: 'Next file' }).click()
  await asked
  await page.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)
  const answered = page.waitForResponse(/page=2/)
  gate.open()
  await (await answered).finished()
  await expect(file(`Page 51 of ${user.id}`)).toBeVisible()
  await expect(preview).toHaveCount(0)
  await expect(page).toHaveURL(before)
})

test('a link to a missing or hidden file shows an error', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/404.*\/api\/resources\/[^/]+$/)
  const { user } = await createPartner(portal, { status: 'completed' })
  await signInAs(page, user)
  for (const id of [
    '018f0000-0000-7000-8000-000000000001',
    await idOf(portal, 'Shoreline route'),
    'nonsense',
  ]) {
    await page.goto(`/resources?file=${id}`)
    const preview = page.getByRole('dialog')
    await expect(preview).toContainText('This file is not available.')
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
    await expect(page).toHaveURL('/resources')
  }
})

test('a preview that fails to load shows an error, and Retry loads it', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/500.*\/objects\//)
  await signInAs(page, 'partner@demo.test')
  for (const [title, shows] of [
    ['House rules', 'Be early.'],
    ['Beach at dusk', ''],
    ['Set-up guide', ''],
    ['Walk through the site', ''],
  ] as const) {
    const isFile = (url: URL) => url.pathname.startsWith('/objects/') && !url.searchParams.has('thumbnail')
    await page.route(isFile, (route) => route.fulfill({ status: 500, body: '' }))
    const preview = await openPreview(page, title)
    const alert = preview.getByRole('alert')
    await expect(alert).toContainText('The preview could not be loaded')
    await page.unroute(isFile)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toHaveCount(0)
    await expect(preview).toContainText(shows)
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
  }
})

test('every kind of preview passes axe, at both widths', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  for (const title of [
    'Beach at noon',
    'Welcome, spoken',
    'Walk through the site',
    'Guest counts',
    'House rules',
    'Shift plan',
  ]) {
    const preview = await openPreview(page, title)
    await expect(preview.getByText('Loading...')).toHaveCount(0)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expectNoAxeViolations(page, preview)
    }
  }
})

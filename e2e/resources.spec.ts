import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { resourceFiles } from '#server/db/schema/resources.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { unzip } from '#test/zip.ts'
import { expect, test } from './fixtures.ts'
import { keyboardInput } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { createGate } from './requests.ts'
import { library, openLibrary, toast } from './resource-steps.ts'

const categories = ['Activation Materials', 'Creative Assets', 'Communication']
const whole = ['Recently added', ...categories]
const cards = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 })
/** The stored bytes of a file. */
const storedBytes = async ({ db, deps }: Portal, title: string) => {
  const [file] = await db.select().from(resourceFiles).where(eq(resourceFiles.title, title))
  if (!file) throw new Error(`no file is called ${title}`)
  return (await (await deps.store.read(fileKey(file.objectKey))).toArray()).reduce<Buffer>(
    (whole, part: Buffer) => Buffer.concat([whole, part]),
    Buffer.alloc(0),
  )
}

/** The download that a button starts. */
const savedBy = async (button: Locator) => {
  const page = button.page()
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('a partner sees folders and files without folders, and no controls of staff', async ({
  page,
  signInAs,
}) => {
  await signInAs(page, 'partner@demo.test')
  const { category, folder, filesIn, row } = await openLibrary(page)
  await expect(folder('Studio open days')).toHaveText('Studio open days2 files')
  await expect(folder('Logos')).toHaveText('LogosFor print and for screens. Leave room around them.')
  await expect(
    category('Creative Assets').getByRole('heading', { name: 'Uncategorized Files' }),
  ).toBeVisible()
  await expect(row('Risk assessment form')).toContainText(/Updated [A-Z][a-z]{2} \d{1,2}, \d{4}DOC · 6 KB$/)

  await expect(folder('Photographs')).toHaveAttribute('aria-expanded', 'false')
  await folder('Photographs').click()
  await expect(folder('Photographs')).toHaveAttribute('aria-expanded', 'true')
  await expect(filesIn('Photographs').getByRole('link')).toHaveText([
    'Bayfront Conservatory terrace',
    'Beach at dusk',
    'Beach at noon',
  ])
  await expect(filesIn('Photographs').locator('img').first()).toHaveJSProperty('complete', true)
  await folder('Photographs').click()
  await expect(filesIn('Photographs')).toHaveCount(0)

  await expect(page.getByText(/New Folder|Upload|downloads?$|Gulf Coast Venues/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^(Edit|Delete|Actions)/ })).toHaveCount(0)
})

test('pictures and films show as a grid, and the choice of the view is in the address', async ({
  page,
  signInAs,
}) => {
  await signInAs(page, 'partner@demo.test')
  const { tree, filesIn, row } = await openLibrary(page)
  const view = page.getByRole('navigation', { name: 'View' })
  // Elsewhere other tests may add pictures.
  await tree.getByRole('link', { name: 'First steps' }).click()
  await expect(filesIn('First steps').getByRole('link')).toHaveCount(4)
  await expect(view.locator('[aria-current]')).toHaveAccessibleName('List')
  await tree.getByRole('link', { name: 'Photographs' }).click()
  await expect(filesIn('Photographs').getByRole('link')).toHaveCount(3)
  await expect(view.locator('[aria-current]')).toHaveAccessibleName('Grid')
  const picture = await row('Beach at noon').locator('img').boundingBox()
  expect(picture?.width).toBeGreaterThan(200)
  await expect(row('Beach at noon')).not.toContainText('NEW')
  await view.getByRole('link', { name: 'List' }).click()
  await page.reload()
  await expect(view.locator('[aria-current]')).toHaveAccessibleName('List')
  await expect(row('Beach at noon')).toContainText('Updated')
  await tree.getByRole('link', { name: 'Logos' }).click()
  await expect(filesIn('Logos').getByRole('link')).toHaveCount(3)
  await page.goBack()
  await expect(filesIn('Photographs').getByRole('link')).toHaveCount(3)
  await page.goBack()
  await expect(filesIn('First steps').getByRole('link')).toHaveCount(4)
})

test('the address restores category, order and expanded folders after a reload, Back and as a link', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  await signInAs(page, 'partner@demo.test')
  const { tree, folder, filesIn, sort } = await openLibrary(page)
  await tree.getByRole('link', { name: 'Creative Assets' }).click()
  await expect(page).toHaveURL('/resources?category=creative')
  await expect(cards(page)).toHaveText(['Creative Assets'])
  await folder('Logos').click()
  await sort.selectOption('Newest')
  const titles = ['All logos', 'Logo for screens', 'Logo, drawn']
  await expect(filesIn('Logos').getByRole('link')).toHaveText(titles)
  await page.reload()
  await expect(cards(page)).toHaveText(['Creative Assets'])
  await expect(sort).toHaveValue('newest')
  await expect(filesIn('Logos').getByRole('link')).toHaveText(titles)
  await expect(tree.locator('[aria-current]')).toHaveText(['Creative Assets'])

  const other = await openBrowser()
  await signInAs(other, 'support@demo.test')
  await other.goto(page.url())
  await expect(library(other).filesIn('Logos').getByRole('link')).toHaveText(titles)

  await tree.getByRole('link', { name: 'Communication' }).click()
  await expect(cards(page)).toHaveText(['Communication'])
  await page.goBack()
  await expect(filesIn('Logos').getByRole('link')).toHaveText(titles)
  await page.goBack()
  await expect(cards(page)).toHaveText(whole)

  await page.goto('/resources?category=nonsense&folder=nonsense')
  await expect(cards(page)).toHaveText(whole)
  await page.goto('/resources?folder=018f0000-0000-7000-8000-000000000001')
  await expect(page.getByText('This folder is not available.')).toBeVisible()
  await tree.getByRole('link', { name: 'All Resources' }).click()
  await expect(cards(page)).toHaveText(whole)
})

test('a download is recorded first, then saved under its title with the same bytes', async ({
  page,
  portal,
  signInAs,
}) => {
  await signInAs(page, 'partner@demo.test')
  const { download } = await openLibrary(page, '?search=beach')
  const gate = createGate()
  await page.route('**/download', async (route) => {
    await gate.opened
    await route.continue()
  })
  const saved: string[] = []
  page.on('download', (item) => saved.push(new URL(item.url()).search))
  const opened: Page[] = []
  page.context().on('page', (other) => opened.push(other))
  const recording = page.waitForRequest(/\/api\/resources\/[^/]+\/download$/)
  const saving = page.waitForEvent('download')
  await download('Beach at noon').click()
  expect((await recording).method()).toBe('POST')
  await expect(download('Beach at noon')).toHaveAttribute('aria-disabled', 'true')
  expect(saved).toEqual([])
  gate.open()

  const file = await saving
  expect(file.suggestedFilename()).toBe('Beach at noon.jpg')
  expect(new URL(file.url()).pathname).toMatch(/^\/objects\/[A-Za-z0-9_-]{16,}$/)
  const bytes = await readFile(await file.path())
  expect(bytes.equals(await storedBytes(portal, 'Beach at noon'))).toBe(true)
  await expect(toast(page)).toContainText('Download Started')
  await expect(toast(page)).toContainText('Opening Beach at noon...')
  expect(saved).toEqual(['?download'])
  expect(opened).toEqual([])
})

test('a folder is downloaded as one zip with all its files', async ({ page, portal, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  const { folder } = await openLibrary(page)
  await folder('Photographs').click()
  const saved = await savedBy(page.getByRole('button', { name: 'Download folder' }))
  expect(saved.name).toBe('Photographs.zip')
  const entries = await unzip(saved.bytes)
  expect(Object.keys(entries)).toEqual([
    'Bayfront Conservatory terrace.png',
    'Beach at dusk.jpeg',
    'Beach at noon.jpg',
  ])
  expect(entries['Beach at noon.jpg']).toBe((await storedBytes(portal, 'Beach at noon')).toString())
  await expect(toast(page)).toContainText('Opening Photographs...')
})

test('a partner finds, previews and downloads a file by the keyboard alone', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  const { search, results, file, preview, folder, filesIn } = await openLibrary(page)
  const input = keyboardInput(page)
  await input.press(folder('Logos'))
  await expect(filesIn('Logos').getByRole('link')).toHaveCount(3)
  await input.fill(search, 'beach')
  await expect(results.getByRole('status')).toHaveText('2 files found')
  await input.press(file('Beach at dusk'))
  await expect(preview).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(preview).toHaveAccessibleName('Beach at noon')
  await page.keyboard.press('ArrowLeft')
  await expect(preview).toHaveAccessibleName('Beach at dusk')
  const saving = page.waitForEvent('download')
  await input.press(preview.getByRole('button', { name: 'Download' }))
  expect((await saving).suggestedFilename()).toBe('Beach at dusk.jpeg')
  // The first Escape closes the toast, the second the preview.
  await expect(toast(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(toast(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)
  await expect(file('Beach at dusk')).toBeFocused()
  await input.press(search)
  await page.keyboard.press('Escape')
  await expect(filesIn('Logos').getByRole('link')).toHaveCount(3)
})

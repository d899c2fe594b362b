import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { resourceFiles, resourceFolders } from '#server/db/schema/resources.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { createFolder, createPartner, createResource } from '#test/factories.ts'
import { unzip } from '#test/zip.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { keyboardInput } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { blockLiveUpdates, createGate } from './requests.ts'
import { library, openLibrary, toast } from './resource-steps.ts'

const categories = ['Activation Materials', 'Creative Assets', 'Communication']
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

test.describe('an empty library', () => {
  test.use({ ownPortal: true })

  test('each category shows its empty state', async ({ page, portal, signInAs }) => {
    await portal.db.delete(resourceFiles)
    await portal.db.delete(resourceFolders)
    await signInAs(page, 'partner@demo.test')
    const { tree, category } = await openLibrary(page, '?category=all')
    await expect(
      page.getByText('Access activation materials, brand assets, and partner tools.', { exact: true }),
    ).toBeVisible()
    await expect(tree.getByRole('link')).toHaveText(['Recently added', 'All Resources', ...categories])
    await expect(cards(page)).toHaveText(categories)
    for (const name of categories) {
      await expect(category(name).getByText(`No ${name} available`, { exact: true })).toBeVisible()
    }
  })
})

test('a partner sees folders and files without folders, and no controls of staff', async ({
  page,
  signInAs,
}) => {
  await signInAs(page, 'partner@demo.test')
  const { category, folder, filesIn, row } = await openLibrary(page, '?category=all')
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

test('staff see the audience and the downloads of a file', async ({ page, signInAs }) => {
  await signInAs(page, 'support@demo.test')
  const { folder, row } = await openLibrary(page, '?category=all')
  await folder('Summer weekends').click()
  await expect(row('Shoreline route')).toContainText('Gulf Coast Venues')
  await expect(row('Shoreline route')).toContainText('9 downloads')
  await expect(row('Set-up guide')).not.toContainText(/For /)
  await folder('Photographs').click()
  await expect(row('Bayfront Conservatory terrace')).toContainText('1 partner')
})

test('a download counts at once and reloads no other list', async ({ page, portal, signInAs }) => {
  const folder = await createFolder(portal, { name: 'Counted' })
  const [file, other] = [
    await createResource(portal, { title: 'Counted once', folderId: folder.id }),
    await createResource(portal, { title: 'Counted as well', folderId: folder.id }),
  ]
  await signInAs(page, 'support@demo.test')
  // The files just created would reload the lists, too.
  await blockLiveUpdates(page)
  const { row, download } = await openLibrary(page, `?folder=${folder.id}`)
  await expect(row(file.title)).toContainText('0 downloads')
  await page.waitForLoadState('networkidle')
  const lists: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/resources') lists.push(searchParams.get('folder') ?? '')
  })
  await savedBy(download(file.title))
  await expect(row(file.title)).toContainText('1 download')
  await expect(row(other.title)).toContainText('0 downloads')
  expect(lists).toEqual([])
  await savedBy(page.getByRole('button', { name: 'Download folder' }))
  await expect(row(file.title)).toContainText('2 downloads')
  await expect(row(other.title)).toContainText('1 download')
  expect(lists).toEqual([folder.id])
})

test('a search runs while typing, tolerates a typo, and marks the matches', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  await page.goto('/')
  const { search, results, sort, row, tree } = await openLibrary(page)
  await search.pressSequentially('beech')
  await expect(results.getByRole('status')).toHaveText('2 files found')
  await expect(row('Beach at noon')).toContainText('Creative Assets · Photographs')
  await expect(results.locator('mark')).toHaveCount(0)

  await search.fill('bea')
  await expect(results.locator('mark')).toHaveText(['Bea', 'Bea'])
  await expect(page).toHaveURL('/resources?search=bea')
  await expect(sort).toHaveValue('')
  await sort.selectOption('Most downloaded')
  await expect(results.getByRole('link', { name: /^Beach/ })).toHaveText(['Beach at noon', 'Beach at dusk'])

  await tree.getByRole('link', { name: 'Communication' }).click()
  await expect(results).toContainText('No files found')
  await expect(results).toContainText('Nothing matches “bea” in Communication')
  await results.getByRole('button', { name: 'Clear the search' }).click()
  await expect(cards(page)).toHaveText(['Communication'])
  await expect(search).toHaveValue('')

  await search.fill('house')
  await expect(results.getByRole('status')).toHaveText('1 file found')
  await search.press('Escape')
  await expect(search).toHaveValue('')
  await expect(cards(page)).toHaveText(['Communication'])
  await search.fill('house')
  await page.getByRole('search').getByRole('button', { name: 'Clear the search' }).click()
  await expect(search).toBeFocused()
  await expect(cards(page)).toHaveText(['Communication'])

  // Searches are no steps of the history: Back leads to the chosen category, then to the former page.
  await page.goBack()
  await expect(search).toHaveValue('bea')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('a search result links to its folder', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  await page.setViewportSize({ width: 390, height: 600 })
  const { row, filesIn } = await openLibrary(page, '?search=welcome')
  await row('Welcome, spoken').getByRole('link', { name: 'First steps' }).click()
  await expect(filesIn('First steps').getByRole('link')).toHaveCount(4)
  await expect(cards(page)).toHaveText(['First steps'])
  // The tree is a sheet here, whose button names the place.
  const places = page.getByRole('button', { name: 'Categories and folders: First steps' })
  await places.click()
  const sheet = page.getByRole('dialog', { name: 'Categories and folders' })
  await expect(sheet.locator('[aria-current=page]')).toContainText('First steps')
  await expectNoAxeViolations(page, sheet)
  await sheet.getByRole('link', { name: 'Logos' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(filesIn('Logos').getByRole('link')).toHaveCount(3)
  await page.goBack()
  await page.goBack()
  await expect(row('Welcome, spoken')).toBeVisible()
})

test('what was added last shows first, each new file marked for a week', async ({
  page,
  portal,
  signInAs,
}) => {
  await createResource(portal, { title: 'Just in', fileType: 'txt' })
  await signInAs(page, 'partner@demo.test')
  const { tree, row } = await openLibrary(page)
  await expect(cards(page)).toHaveText(['Recently added'])
  await expect(tree.locator('[aria-current]')).toHaveText(['Recently added'])
  await expect(page.getByRole('list', { name: 'Recently added' }).getByRole('link').first()).toHaveText(
    'Just in',
  )
  await expect(row('Just in')).toContainText('NEW')
})

test('pictures and films show as a grid, and the choice of the view is in the address', async ({
  page,
  signInAs,
}) => {
  await signInAs(page, 'partner@demo.test')
  const { tree, filesIn, row } = await openLibrary(page, '?category=all')
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
  await expectNoAxeViolations(page)
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

test('former results stay, dimmed, while the next load', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  const { search, results } = await openLibrary(page, '?search=beach')
  await expect(results.getByRole('status')).toHaveText('2 files found')
  const gate = createGate()
  await page.route(/\/api\/resources\?.*search=logo/, async (route) => {
    await gate.opened
    await route.continue()
  })
  await search.fill('logo')
  await expect(results.locator('[aria-busy=true]')).toContainText('Beach at noon')
  await expect(results.getByRole('status')).toBeEmpty()
  gate.open()
  await expect(results.getByRole('status')).toHaveText('3 files found')
  await expect(results.locator('[aria-busy=true]')).toHaveCount(0)
})

test('the address restores category, order and expanded folders after a reload, Back and as a link', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  await signInAs(page, 'partner@demo.test')
  const { tree, folder, filesIn, sort } = await openLibrary(page, '?category=all')
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
  await expect(cards(page)).toHaveText(categories)

  await page.goto('/resources?category=nonsense&folder=nonsense')
  await expect(cards(page)).toHaveText(['Recently added'])
  await page.goto('/resources?folder=018f0000-0000-7000-8000-000000000001')
  await expect(page.getByText('This folder is not available.')).toBeVisible()
  await tree.getByRole('link', { name: 'All Resources' }).click()
  await expect(cards(page)).toHaveText(categories)
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

test('a double click downloads once', async ({ page, portal, signInAs }) => {
  const { user } = await createPartner(portal, { status: 'completed' })
  const resource = await createResource(portal, { title: 'Pressed twice' })
  await signInAs(page, user)
  const { download } = await openLibrary(page, '?search=pressed')
  const saved: string[] = []
  page.on('download', (item) => saved.push(item.suggestedFilename()))
  await download('Pressed twice').dblclick()
  await expect.poll(() => saved).toEqual(['Pressed twice.txt'])
  await savedBy(download('Pressed twice'))
  const [{ downloadCount } = { downloadCount: null }] = await portal.db
    .select()
    .from(resourceFiles)
    .where(eq(resourceFiles.id, resource.id))
  expect(downloadCount).toBe(2)
})

test('a download that cannot be recorded shows an error and saves nothing', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/500.*\/download$/)
  await signInAs(page, 'partner@demo.test')
  const { download } = await openLibrary(page, '?search=logo')
  await page.route('**/download', (route) => route.fulfill({ status: 500, body: '' }))
  const saved: string[] = []
  page.on('download', (item) => saved.push(item.suggestedFilename()))
  await download('All logos').click()
  await expect(toast(page)).toContainText('Download Error')
  await expect(toast(page)).toContainText('Failed to track download. Please try again.')
  await page.unroute('**/download')
  expect((await savedBy(download('All logos'))).name).toBe('All logos.zip')
  expect(saved).toEqual(['All logos.zip'])
})

test('a file without a path is not requested', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  await page.route(/\/api\/resources\?.*search=house/, async (route) => {
    const response = await route.fetch()
    const files = (await response.json()).map((file: object) => ({ ...file, filePath: '' }))
    await route.fulfill({ response, json: files })
  })
  const { download } = await openLibrary(page, '?search=house')
  await download('House rules').click()
  await expect(toast(page)).toContainText('Download Error')
  await expect(toast(page)).toContainText('File path not found for this resource.')
})

test('a folder is downloaded as one zip with all its files', async ({ page, portal, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  const { folder } = await openLibrary(page, '?category=all')
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

test('a folder with many files loads in pages, and the preview goes beyond the first page', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/500.*page=2$/)
  const { user } = await createPartner(portal, { status: 'completed' })
  const folder = await createFolder(portal, { name: `Crowded ${user.id}` })
  for (let number = 1; number <= 60; number += 1) {
    await createResource(portal, { folderId: folder.id, title: `Sheet ${String(number).padStart(3, '0')}` })
  }
  await signInAs(page, user)
  const { filesIn, file, preview } = await openLibrary(page, `?folder=${folder.id}`)
  const files = filesIn(folder.name).getByRole('link')
  await expect(files).toHaveCount(50)
  const more = page.getByRole('button', { name: 'Show more (10 left)' })
  await page.route(/page=2$/, (route) => route.fulfill({ status: 500, body: '' }))
  await more.press('Enter')
  await expect(page.getByRole('alert')).toContainText('More files could not be loaded')
  await expect(files).toHaveCount(50)
  await page.unroute(/page=2$/)
  await more.press('Enter')
  await expect(files).toHaveCount(60)
  await expect(more).toHaveCount(0)
  await expect(file('Sheet 051')).toBeFocused()

  await page.reload()
  await expect(files).toHaveCount(50)
  await file('Sheet 050').click()
  await expect(preview).toHaveAccessibleName('Sheet 050')
  await page.keyboard.press('ArrowRight')
  await expect(preview).toHaveAccessibleName('Sheet 051')
  await page.keyboard.press('Escape')
  await expect(file('Sheet 051')).toBeFocused()
})

test('parts that fail to load show an error, and Retry loads them', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/500.*\/api\/resource/)
  await signInAs(page, 'partner@demo.test')
  await page.route('/api/resource-folders', (route) => route.fulfill({ status: 500, body: '' }))
  const { folder, filesIn, search, results } = library(page)
  await page.goto('/resources?category=all')
  const alert = page.getByRole('alert')
  const cannotLoad = alert.filter({ hasText: 'The resources could not be loaded' })
  await expect(alert.filter({ hasText: 'The folders could not be loaded' })).toBeVisible()
  await page.unroute('/api/resource-folders')
  await cannotLoad.getByRole('button', { name: 'Retry' }).click()
  await expect(cards(page)).toHaveText(categories)

  await page.route(/\/api\/resources\?/, (route) => route.fulfill({ status: 500, body: '' }))
  await folder('Logos').click()
  await expect(alert).toContainText('The files could not be loaded')
  await page.unroute(/\/api\/resources\?/)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(filesIn('Logos').getByRole('link')).toHaveCount(3)

  await page.route(/\/api\/resources\?.*search/, (route) => route.fulfill({ status: 500, body: '' }))
  await search.fill('logo')
  await expect(alert).toContainText('The files could not be loaded')
  await page.unroute(/\/api\/resources\?.*search/)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(results.getByRole('status')).toHaveText('3 files found')
})

test('a partner finds, previews and downloads a file by the keyboard alone', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  const { search, results, file, preview, folder, filesIn } = await openLibrary(page, '?category=all')
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

test('names of 200 letters in one word break no part of the library', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const { user, profile } = await createPartner(portal, { status: 'completed' })
  const long = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5).slice(0, 200)
  const folder = await createFolder(portal, { name: long, description: long })
  const given = {
    title: long,
    description: long,
    assignedPartnerIds: [profile.id],
    assignedGroup: long.slice(0, 100),
  }
  await createResource(portal, { ...given, folderId: folder.id })
  const staff = await openBrowser()
  await signInAs(page, user)
  await signInAs(staff, 'support@demo.test')
  for (const reader of [page, staff]) {
    for (const query of [`?folder=${folder.id}`, '?search=donaudampf']) {
      const { file, preview } = await openLibrary(reader, query)
      await file(long).first().click()
      await expect(preview).toHaveAccessibleName(long)
      for (const width of [1440, 768, 390, 320]) {
        await reader.setViewportSize({ width, height: 800 })
        expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        const close = await preview.getByRole('button', { name: 'Close' }).boundingBox()
        expect((close?.x ?? 0) + (close?.width ?? 0)).toBeLessThanOrEqual(width)
      }
    }
  }
})

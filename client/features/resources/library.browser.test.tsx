import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listResourceFolders, recordFolderDownload } from '#contract/resources/folders.ts'
import { listResources, type Resource, recordDownload } from '#contract/resources/resources.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import {
  answerLibrary,
  catchSaves,
  category,
  expectToast,
  file,
  filesIn,
  folderButton,
  row,
  showLibrary,
} from '#test/browser/library.ts'
import { partner, support } from '#test/browser/people.ts'
import { answer, callsSoFar, createGate, refusal } from '#test/browser/portal-responses.ts'
import { folder, resource } from '#test/browser/resource-rows.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'

const categories = ['Activation Materials', 'Creative Assets', 'Communication']
const tree = page.getByRole('navigation', { name: 'Categories and folders' })
const search = page.getByRole('searchbox', { name: 'Search resources' })
const results = category('Search results')
const preview = page.getByRole('dialog')
const alert = page.getByRole('alert')
const download = (title: string) => page.getByRole('button', { name: `Download ${title}`, exact: true })
const textsOf = (selector: string, within: ParentNode = document) =>
  [...within.querySelectorAll(selector)].map(({ textContent }) => textContent)
const cards = () => textsOf('main h2')
const searchCalls = () => callsSoFar().filter((call) => call === 'GET /api/resources').length

/** Responds with the files in a folder of this name. */
const inFolder = (name: string, titles: string[], given: Partial<Resource> = {}) => {
  const place = folder({ name, fileCount: titles.length })
  return { place, files: titles.map((title) => resource({ title, folderId: place.id, ...given })) }
}

test('each category of an empty library shows its empty state', async () => {
  answerLibrary({ files: [], folders: [] })
  await showLibrary('', partner)
  await expect
    .element(page.getByText('Access activation materials, brand assets, and partner tools.', { exact: true }))
    .toBeVisible()
  expect(textsOf('a', await tree.findElement())).toEqual(['All Resources', ...categories])
  expect(cards()).toEqual(['Recently added', ...categories])
  for (const name of categories)
    await expect.element(category(name).getByText(`No ${name} available`, { exact: true })).toBeVisible()
})

test('a partner sees folders and files without folders, and no controls of staff', async () => {
  const photographs = inFolder('Photographs', ['Beach at dusk', 'Beach at noon'])
  const described = folder({ name: 'Logos', description: 'For print and for screens.' })
  const loose = resource({ title: 'Risk form', fileType: 'docx', fileSize: 6_000 })
  answerLibrary({ files: [...photographs.files, loose], folders: [photographs.place, described] })
  await showLibrary('?category=creative', partner)
  await expect.element(folderButton('Photographs')).toHaveTextContent('Photographs2 files')
  await expect.element(folderButton('Logos')).toHaveTextContent('LogosFor print and for screens.')
  await expect.element(page.getByRole('heading', { name: 'Uncategorized Files' })).toBeVisible()
  await expect.element(row('Risk form')).toMatchTextContent('Updated Nov 2, 2026DOCX · 6 KB')
  await expect.element(folderButton('Photographs')).toHaveAttribute('aria-expanded', 'false')
  await folderButton('Photographs').click()
  await expect.element(folderButton('Photographs')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(filesIn('Photographs').getByRole('link')).toHaveLength(2)
  await folderButton('Photographs').click()
  await expect.element(filesIn('Photographs')).not.toBeInTheDocument()
  expect(page.getByText(/New Folder|Upload|downloads?$/).elements()).toEqual([])
  expect(page.getByRole('button', { name: /^(Edit|Delete|Actions)/ }).elements()).toEqual([])
})

test('pictures show as a grid, and the address keeps view, category, order and expanded folders', async () => {
  const pictures = inFolder('Photographs', ['Beach at dusk', 'Beach at noon'], { fileType: 'jpg' })
  const texts = inFolder('First steps', ['House rules'])
  answerLibrary({ files: [...pictures.files, ...texts.files], folders: [pictures.place, texts.place] })
  await showLibrary('', partner)
  const view = page.getByRole('navigation', { name: 'View' })
  const currentView = () => view.element().querySelector('[aria-current]')?.getAttribute('aria-label')
  await tree.getByRole('link', { name: /^First steps/ }).click()
  await expect.poll(currentView).toBe('List')
  await tree.getByRole('link', { name: /^Photographs/ }).click()
  await expect.poll(currentView).toBe('Grid')
  await view.getByRole('link', { name: 'List' }).click()
  await showLibrary(location.search, partner)
  await expect.poll(currentView).toBe('List')
  history.back()
  await expect.element(file('House rules')).toBeVisible()

  await tree.getByRole('link', { name: 'Creative Assets' }).click()
  await folderButton('Photographs').click()
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await sort.selectOptions('Newest')
  await expect.poll(() => location.search).toContain('sort=newest')
  await showLibrary(location.search, support)
  await expect.element(sort).toHaveValue('newest')
  await expect.element(filesIn('Photographs').getByRole('link')).toHaveLength(2)
  expect(cards()).toEqual(['Creative Assets'])
  await tree.getByRole('link', { name: 'Communication' }).click()
  await expect.poll(cards).toEqual(['Communication'])
  history.back()
  await expect.element(filesIn('Photographs').getByRole('link')).toHaveLength(2)
  await showLibrary('?category=nonsense&folder=nonsense', partner)
  expect(cards()).toEqual(['Recently added', ...categories])
  await showLibrary('?folder=00000000-0000-4000-8000-000000000000', partner)
  await expect.element(page.getByText(/^This folder is not available\./)).toBeVisible()
})

test('staff see the audience and the downloads of a file', async () => {
  const files = [
    resource({ title: 'Shoreline route', assignedGroup: 'Gulf Coast Venues', downloadCount: 9 }),
    resource({ title: 'Set-up guide' }),
    resource({ title: 'Terrace', assignedPartnerIds: [partner.id] }),
  ]
  answerLibrary({ files, folders: [] })
  await showLibrary('', support)
  await expect.element(row('Shoreline route')).toMatchTextContent('Gulf Coast Venues')
  await expect.element(row('Shoreline route')).toMatchTextContent('9 downloads')
  await expect.element(row('Set-up guide')).not.toMatchTextContent(/For /)
  await expect.element(row('Terrace')).toMatchTextContent('1 partner')
})

test('a download is counted at once and reloads no other list, and the download of a folder reloads its list', async () => {
  const saved = catchSaves()
  const { place, files } = inFolder('Counted', ['Counted once', 'Counted as well'])
  const held = { files, folders: [place] }
  answerLibrary(held)
  answer(recordDownload, { downloadCount: 1 })
  await showLibrary(`?folder=${place.id}`, support)
  await expect.element(row('Counted once')).toMatchTextContent('0 downloads')
  const before = searchCalls()
  await download('Counted once').click()
  await expect.element(row('Counted once')).toMatchTextContent('1 download')
  await expect.element(row('Counted as well')).toMatchTextContent('0 downloads')
  expect(searchCalls()).toBe(before)
  answer(recordFolderDownload, () => {
    held.files = files.map((each, index) => ({ ...each, downloadCount: 2 - index }))
  })
  await page.getByRole('button', { name: 'Download folder' }).click()
  await expect.element(row('Counted once')).toMatchTextContent('2 downloads')
  await expect.element(row('Counted as well')).toMatchTextContent('1 download')
  expect(searchCalls()).toBe(before + 1)
  expect(saved).toEqual([
    `/objects/${files[0]?.filePath}?download as Counted once`,
    `/api/resource-folders/${place.id}/zip as Counted.zip`,
  ])
})

test('a double click downloads once', async () => {
  const saved = catchSaves()
  answerLibrary({ files: [resource({ title: 'Pressed twice' })], folders: [] })
  answer(recordDownload, { downloadCount: 1 })
  await showLibrary('', partner)
  await download('Pressed twice').dblClick()
  await expect.poll(() => saved.length).toBe(1)
  await download('Pressed twice').click()
  await expect.poll(() => saved.length).toBe(2)
  expect(callsSoFar().filter((call) => call.endsWith('/download'))).toHaveLength(2)
})

test('a download that cannot be recorded, or has no path, shows an error and saves nothing', async () => {
  const saved = catchSaves()
  answerLibrary({
    files: [resource({ title: 'All logos' }), resource({ title: 'Lost', filePath: '' })],
    folders: [],
  })
  answer(recordDownload, refusal('internal'))
  await showLibrary('', partner)
  await download('All logos').click()
  await expectToast('Download Error')
  await expectToast('Failed to track download. Please try again.')
  expect(saved).toEqual([])
  const posts = () => callsSoFar().filter((call) => call.startsWith('POST'))
  const recorded = posts()
  await download('Lost').click()
  await expectToast('File path not found for this resource.')
  expect(posts()).toEqual(recorded)
  answer(recordDownload, { downloadCount: 1 })
  await download('All logos').click()
  await expect.poll(() => saved.length).toBe(1)
})

test('a search runs while typing, marks the matches, and is no step of the history', async () => {
  answerEmptyHome()
  const { place, files } = inFolder('Photographs', ['Beach at dusk', 'Beach at noon'])
  const rules = resource({ title: 'House rules', category: 'training' })
  answerLibrary({ files: [...files, rules], folders: [place] })
  await showPortal('/', partner)
  await page.getByRole('link', { name: 'Resources', exact: true }).first().click()
  // The server tolerates a typo.
  answer(listResources, ({ query }) => {
    const words = query.get('search') ?? ''
    const found = { bea: files, beech: files, house: [rules] }[words] ?? []
    const chosen = query.get('category')
    const kept = found.filter((each) => !chosen || each.category === chosen)
    const page = query.get('sort') === 'downloads' ? kept.toReversed() : kept
    return { page, total: page.length }
  })
  await search.click()
  await userEvent.keyboard('beech')
  await expect.element(results.getByRole('status')).toHaveTextContent('2 files found')
  await expect.element(row('Beach at noon')).toMatchTextContent('Creative Assets · Photographs')
  expect(textsOf('mark')).toEqual([])

  await search.fill('bea')
  await expect.poll(() => textsOf('mark')).toEqual(['Bea', 'Bea'])
  expect(location.pathname + location.search).toBe('/resources?search=bea')
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await expect.element(sort).toHaveValue('')
  await sort.selectOptions('Most downloaded')
  await expect
    .poll(async () => textsOf('a[id^=file-]', await results.findElement()))
    .toEqual(['Beach at noon', 'Beach at dusk'])

  await tree.getByRole('link', { name: 'Communication' }).click()
  await expect.element(results).toMatchTextContent('No files found')
  await expect.element(results).toMatchTextContent('Nothing matches “bea” in Communication')
  await results.getByRole('button', { name: 'Clear the search' }).click()
  await expect.poll(cards).toEqual(['Communication'])
  await expect.element(search).toHaveValue('')

  await search.fill('house')
  await expect.element(results.getByRole('status')).toHaveTextContent('1 file found')
  await userEvent.keyboard('{Escape}')
  await expect.element(search).toHaveValue('')
  await expect.poll(cards).toEqual(['Communication'])
  await search.fill('house')
  await page.getByRole('search').getByRole('button', { name: 'Clear the search' }).click()
  await expect.element(search).toHaveFocus()
  await expect.poll(cards).toEqual(['Communication'])

  // Back leads to the chosen category, then to the page before the library.
  history.back()
  await expect.element(search).toHaveValue('bea')
  history.back()
  await expect.poll(() => location.pathname).toBe('/')
})

test('a search result links to its folder, and on a phone the places are in a dialog', async () => {
  await page.viewport(390, 600)
  const steps = inFolder('First steps', ['Welcome, spoken', 'House rules'])
  const logos = inFolder('Logos', ['All logos', 'Logo, drawn', 'Logo for screens'])
  answerLibrary({ files: [...steps.files, ...logos.files], folders: [steps.place, logos.place] })
  await showLibrary('?search=welcome', partner)
  await row('Welcome, spoken').getByRole('link', { name: 'First steps' }).click()
  await expect.element(filesIn('First steps').getByRole('link')).toHaveLength(2)
  expect(cards()).toEqual(['First steps'])
  await page.getByRole('button', { name: 'Categories and folders: First steps' }).click()
  const sheet = page.getByRole('dialog', { name: 'Categories and folders' })
  expect(textsOf('[aria-current=page]', await sheet.findElement())).toEqual([
    expect.stringContaining('First steps'),
  ])
  await expectNoAxeViolations(sheet)
  await sheet.getByRole('link', { name: /^Logos/ }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(filesIn('Logos').getByRole('link')).toHaveLength(3)
  history.back()
  await expect.element(filesIn('First steps').getByRole('link')).toHaveLength(2)
  history.back()
  await expect.element(file('Welcome, spoken')).toBeVisible()
})

test('the files that were added last are shown only above the whole library, and new files are marked for a week', async () => {
  const now = new Date().toISOString()
  const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000).toISOString()
  const files = [
    resource({ title: 'Just in', createdAt: now, updatedAt: now }),
    resource({ title: 'Last week', createdAt: eightDaysAgo, updatedAt: eightDaysAgo }),
  ]
  answerLibrary({ files, folders: [] })
  answer(listResources, ({ query }) => ({ page: query.get('sort') === 'newest' ? files : [], total: 2 }))
  await showLibrary('', partner)
  const recent = category('Recently added').getByRole('listitem')
  await expect.element(recent.first()).toMatchTextContent('Just in')
  await expect.element(recent.first()).toMatchTextContent('NEW')
  await expect.element(recent.last()).toMatchTextContent('Last week')
  await expect.element(recent.last()).not.toMatchTextContent('NEW')
  for (const place of ['?category=creative', '?search=week', `?folder=${folder().id}`]) {
    await showLibrary(place, partner)
    expect(cards()).not.toContain('Recently added')
  }
})

test('the library opens with at most four new files and a card for each category, with its folders and a button to add one', async () => {
  const places = [
    folder({ name: 'Summer weekends', category: 'activation' }),
    folder({ name: 'Logos', category: 'creative' }),
    folder({ name: 'Office hours', category: 'training' }),
  ]
  const files = Array.from({ length: 6 }, (_, number) => resource({ title: `File ${number}` }))
  answerLibrary({ files, folders: places })
  await showLibrary('', support)
  expect(cards()).toEqual(['Recently added', ...categories])
  expect(textsOf('[aria-current]', await tree.findElement())).toEqual(['All Resources'])
  expect(category('Recently added').getByRole('listitem').elements()).toHaveLength(4)
  for (const [index, name] of categories.entries()) {
    await expect.element(category(name).getByRole('button', { name: 'New Folder' })).toBeVisible()
    await expect.element(category(name)).toMatchTextContent(places[index]?.name ?? '')
  }
  await showLibrary('', partner)
  expect(page.getByRole('button', { name: 'New Folder' }).elements()).toHaveLength(0)
})

test('earlier results stay, dimmed, while the next ones load', async () => {
  const files = ['Beach at noon', 'Beach at dusk'].map((title) => resource({ title }))
  answerLibrary({ files, folders: [] })
  await showLibrary('?search=beach', partner)
  const status = results.getByRole('status')
  await expect.element(status).toHaveTextContent('2 files found')
  const gate = createGate()
  answer(listResources, async () => {
    await gate.opened
    return { page: [resource({ title: 'All logos' })], total: 1 }
  })
  await search.fill('logo')
  const dimmed = () => textsOf('main section [aria-busy=true]').join()
  await expect.poll(dimmed).toContain('Beach at noon')
  await expect.element(status).toHaveTextContent('')
  gate.open()
  await expect.element(status).toHaveTextContent('1 file found')
  expect(dimmed()).toBe('')
})

test('a folder with many files loads in pages, and the preview goes beyond the first page', async () => {
  const titles = Array.from({ length: 60 }, (_, index) => `Sheet ${String(index + 1).padStart(3, '0')}`)
  const { place, files } = inFolder('Crowded', titles, { fileType: 'docx' })
  const held = { files, folders: [place] }
  answerLibrary(held)
  let isBroken = true
  answer(listResources, ({ query }) => {
    const isSecond = query.get('page') === '2'
    if (isSecond && isBroken) return refusal('internal')
    return { page: isSecond ? files.slice(50) : files.slice(0, 50), total: 60 }
  })
  await showLibrary(`?folder=${place.id}`, partner)
  const links = filesIn('Crowded').getByRole('link')
  await expect.element(links).toHaveLength(50)
  const more = page.getByRole('button', { name: 'Show more (10 left)' })
  const pressMore = async () => {
    ;((await more.findElement()) as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
  }
  await pressMore()
  await expect.element(alert).toMatchTextContent('More files could not be loaded')
  await expect.element(links).toHaveLength(50)
  isBroken = false
  await pressMore()
  await expect.element(links).toHaveLength(60)
  await expect.element(more).not.toBeInTheDocument()
  await expect.element(file('Sheet 051')).toHaveFocus()

  await showLibrary(`?folder=${place.id}`, partner)
  await expect.element(links).toHaveLength(50)
  await file('Sheet 050').click()
  await expect.element(preview).toHaveAccessibleName('Sheet 050')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(preview).toHaveAccessibleName('Sheet 051')
  await userEvent.keyboard('{Escape}')
  await expect.element(file('Sheet 051')).toHaveFocus()
})

test('parts that fail to load show an error, and Retry loads them', async () => {
  const { place, files } = inFolder('Logos', ['All logos', 'Logo, drawn', 'Logo for screens'])
  const held = { files, folders: [place] }
  answerLibrary(held)
  answer(listResourceFolders, () => refusal('internal'))
  await showLibrary('', partner)
  await expect.element(alert.filter({ hasText: 'The folders could not be loaded' })).toBeVisible()
  answerLibrary(held)
  await alert
    .filter({ hasText: 'The resources could not be loaded' })
    .getByRole('button', { name: 'Retry' })
    .click()
  await expect.poll(cards).toEqual(['Recently added', ...categories])

  const failAndRetry = async (act: () => Promise<void>) => {
    answer(listResources, () => refusal('internal'))
    await act()
    await expect.element(alert).toMatchTextContent('The files could not be loaded')
    answerLibrary(held)
    await alert.getByRole('button', { name: 'Retry' }).click()
  }
  await failAndRetry(() => folderButton('Logos').click())
  await expect.element(filesIn('Logos').getByRole('link')).toHaveLength(3)
  await failAndRetry(() => search.fill('logo'))
  await expect.element(results.getByRole('status')).toHaveTextContent('3 files found')
})

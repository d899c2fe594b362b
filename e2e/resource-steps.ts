import type { APIRequestContext, Page, Route } from '@playwright/test'
import { desc, eq } from 'drizzle-orm'
import { contentTypeOf, type FileType } from '#contract/files/file-types.ts'
import { resourceFiles } from '#server/db/schema/resources.ts'
import { expect } from './fixtures.ts'
import { field } from './input-methods.ts'
import type { Portal } from './portal.ts'

/** The parts of the library of resources. */
const library = (page: Page) => {
  const category = (name: string) => page.getByRole('region', { name, exact: true })
  return {
    /** The categories and folders on the left. */
    tree: page.getByRole('navigation', { name: 'Categories and folders' }),
    search: page.getByRole('searchbox', { name: 'Search resources' }),
    sort: page.getByRole('combobox', { name: 'Sort by' }),
    category,
    results: category('Search results'),
    /** The button that expands a folder. */
    folder: (name: string) =>
      page
        .getByRole('heading', { level: 3 })
        .getByRole('button', { name: new RegExp(`^${RegExp.escape(name)}`) }),
    filesIn: (folder: string) => page.getByRole('list', { name: `Files in ${folder}`, exact: true }),
    /** The link on a file's title. */
    file: (title: string) => page.getByRole('link', { name: title, exact: true }),
    row: (title: string) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name: title, exact: true }) })
        .last(),
    download: (title: string) => page.getByRole('button', { name: `Download ${title}`, exact: true }),
    preview: page.getByRole('dialog'),
  }
}

/** Opens the library, or the part of it that the query names, and waits until it has loaded. */
export const openLibrary = async (page: Page, query = '') => {
  await page.goto(`/resources${query}`)
  await page.getByRole('heading', { level: 1, name: 'Partner Resources' }).waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  return library(page)
}

/** Searches for a file and opens it. A library that is already open is not loaded again. */
export const openPreview = async (page: Page, title: string) => {
  const { file, preview, search } = library(page)
  if (page.url().includes('/resources')) {
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
    // Move the pointer there as well: a file that appears under the pointer cannot be clicked for half a second.
    await search.click()
    await search.fill(title)
  } else {
    await openLibrary(page, `?${new URLSearchParams({ search: title })}`)
  }
  await file(title).click()
  await expect(preview).toHaveAccessibleName(title)
  return preview
}

/** The toast, even above a dialog, which hides everything else from screen readers. */
export const toast = (page: Page) =>
  page
    .getByRole('region', { name: /^Notifications/, includeHidden: true })
    .getByRole('listitem', { includeHidden: true })

/** The dialog in which files are uploaded. */
const uploadDialog = (page: Page) => {
  const section = page.getByRole('dialog', { name: 'Upload New Resources (Admin Only)' })
  return {
    section,
    picker: section.locator('input[type=file][multiple]'),
    title: field(section, 'Title'),
    category: field(section, 'Category'),
    submit: section.getByRole('button', { name: 'Upload resource' }),
    retry: section.getByRole('button', { name: 'Retry' }),
    progress: section.getByRole('progressbar'),
  }
}

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' })

/**
 * Waits for a toast and dismisses it, so that it is not mistaken for a second toast with the same text. On a busy machine, a click of the
 * mouse could come after the toast has left by itself.
 */
export const expectToast = async (page: Page, words: string) => {
  await expect(toasts(page).getByText(words, { exact: true })).toBeVisible()
  await toasts(page)
    .getByRole('button', { name: 'Dismiss' })
    .evaluateAll((buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click()
    })
  await expect(toasts(page).getByRole('listitem')).toHaveCount(0)
}

/** Makes the browser ask pages to save data. The code for the next taps is then not loaded ahead while the browser is idle. */
export const saveData = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))

/** Returns the stored file with this title, if there is one. */
export const stored = async ({ db }: Portal, title: string) => {
  const [row] = await db
    .select()
    .from(resourceFiles)
    .where(eq(resourceFiles.title, title))
    .orderBy(desc(resourceFiles.createdAt))
  return row
}

/** Whether a request uploads the bytes of a file, to the portal or to a bucket. */
const carriesFileBytes = (route: Route) =>
  route.request().method() === 'PUT' && route.request().headers()['content-type'] !== 'application/json'

/** Handles the requests that upload bytes. Returns a function that counts them. */
export const interceptFileBytes = async (page: Page, handle: (route: Route) => Promise<void>) => {
  let sent = 0
  await page.route(/^https?:/, async (route) => {
    if (!carriesFileBytes(route)) return route.fallback()
    sent += 1
    return handle(route)
  })
  return () => sent
}

let last = 0
/** Returns a name that no other test uses. */
export const uniqueName = (name: string) => `${name} ${process.pid}-${++last}`

/** Opens the categories of the library as support. */
export const openLibraryAsStaff = async (
  _: Portal,
  page: Page,
  signInAs: (page: Page, person: string) => Promise<void>,
) => {
  await signInAs(page, 'support@demo.test')
  await openLibrary(page)
}

/** Opens the dialog in which files are uploaded. */
const openUpload = async (page: Page) => {
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const form = uploadDialog(page)
  await expect(form.title).toBeVisible()
  return form
}

/** Opens the library as support, and the dialog in which files are uploaded. */
export const openUploadAsStaff = async (
  ...[portal, page, signInAs]: Parameters<typeof openLibraryAsStaff>
) => {
  await openLibraryAsStaff(portal, page, signInAs)
  return openUpload(page)
}

export const uploaded = 'Resource uploaded successfully!'

/** Whether a page has loaded the code that uploads files. `saveData` keeps it from being loaded ahead. */
export const hasUploader = async (page: Page) => {
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  )
  const texts = await Promise.all(scripts.map(async (script) => (await page.request.get(script)).text()))
  return texts.some((text) => text.includes('XHRUpload'))
}

/** Uploads a file into the library through the API. */
export const uploadToLibrary = async (
  request: APIRequestContext,
  title: string,
  fileType: FileType,
  bytes: Buffer,
) => {
  const send = async (method: 'post' | 'put', address: string, data: unknown, type = 'application/json') => {
    const response = await request[method](address, { data, headers: { 'content-type': type } })
    expect(response.ok(), await response.text()).toBe(true)
    return response.status() === 204 ? null : response.json()
  }
  const described = { fileType, fileSize: bytes.length }
  const { uploadURL } = await send('post', '/api/objects/upload', described)
  await send('put', uploadURL, bytes, contentTypeOf(fileType))
  const { objectPath: filePath } = await send('put', '/api/resources/upload', { resourceURL: uploadURL })
  const details = { title, category: 'creative', folderId: null }
  return send('post', '/api/resources', { ...details, ...described, filePath })
}

import type { Locator, Page, Route } from '@playwright/test'
import { desc, eq } from 'drizzle-orm'
import { resourceFiles } from '#server/db/schema/resources.ts'
import { createPartner } from '#test/factories.ts'
import { field } from './fields.ts'
import { expect } from './fixtures.ts'
import type { Portal } from './portal.ts'

/** The section at the end of the page, where one file is uploaded. */
export const uploadSection = (page: Page) => {
  const section = page.getByRole('region', { name: 'Upload New Resources (Admin Only)' })
  return {
    section,
    picker: section.locator('input[type=file]'),
    title: field(section, 'Title'),
    category: field(section, 'Category'),
    folder: field(section, 'Folder'),
    description: field(section, 'Description'),
    submit: section.getByRole('button', { name: 'Upload resource' }),
    retry: section.getByRole('button', { name: 'Retry' }),
    cancel: section.getByRole('button', { name: 'Cancel' }),
    progress: section.getByRole('progressbar'),
  }
}

const openLibrary = async (page: Page) => {
  await page.goto('/resources')
  await expect(uploadSection(page).title).toBeVisible()
}

/** Waits for a toast, and puts it away, so that the next of the same words is another one. */
export const expectToast = async (page: Page, words: string) => {
  const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
  await expect(toast.getByText(words, { exact: true })).toBeVisible()
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast).toHaveCount(0)
}

export const chooseGroup = async (place: Page | Locator, group: string) => {
  await place.getByRole('radio', { name: 'A group', exact: true }).check()
  const groups = field(place, 'Group')
  await expect(groups.locator('option', { hasText: group })).toHaveCount(1)
  await groups.selectOption(group)
}

export const expandFolder = (page: Page, folder: string) =>
  page.locator('button[aria-expanded=false]', { hasText: folder }).click()

/** The dialog that puts many files into a folder, which is opened for it. */
export const openFolderUpload = async (page: Page, folder: string) => {
  await expandFolder(page, folder)
  await page.getByRole('button', { name: `Upload files to ${folder}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload files' })
  return {
    dialog,
    picker: dialog.locator('input[type=file]'),
    button: (name: string) => dialog.getByRole('button', { name, exact: true }),
  }
}

/** Opens an item of a file's menu. */
export const act = async (page: Page, title: string, item: string) => {
  // One that is still going would take the click for its own.
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** The file of this title as it is stored; undefined where there is none. */
export const stored = async ({ db }: Portal, title: string) => {
  const [row] = await db
    .select()
    .from(resourceFiles)
    .where(eq(resourceFiles.title, title))
    .orderBy(desc(resourceFiles.createdAt))
  return row
}

/** Whether a request brings a file's bytes, be it to the portal or to a bucket. */
const bringsBytes = (route: Route) =>
  route.request().method() === 'PUT' && route.request().headers()['content-type'] !== 'application/json'

/** Takes the requests that bring bytes; all others go their way. Answers how many have been sent so far. */
export const onBytes = async (page: Page, handle: (route: Route) => Promise<void>) => {
  let sent = 0
  await page.route(/^https?:/, async (route) => {
    if (!bringsBytes(route)) return route.fallback()
    sent += 1
    return handle(route)
  })
  return () => sent
}

let last = 0
/** A name that no other test uses. */
export const fresh = (name: string) => `${name} ${process.pid}-${++last}`

/** Staff before the library, and what its section for uploads holds. */
export const arrive = async (
  portal: Portal,
  page: Page,
  signInAs: (page: Page, person: string) => Promise<void>,
) => {
  await signInAs(page, 'support@demo.test')
  await openLibrary(page)
  return { portal, ...uploadSection(page) }
}

/** An onboarded partner of this group. */
export const partnerIn = (portal: Portal, partnerGroup: string) =>
  createPartner(portal, { status: 'completed', user: { partnerGroup } })

export const uploaded = 'Resource uploaded successfully!'
export const failedToUpload = 'Failed to upload resource. Please try again.'
export const failedToProcess = 'Failed to process uploaded file. Please try again.'

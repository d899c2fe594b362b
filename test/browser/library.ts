import { expect, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { queryClient } from '#client/lib/query-client.ts'
import { listQuarantinedFiles } from '#contract/files/quarantined-files.ts'
import { listResourceFolders, type ResourceFolder } from '#contract/resources/folders.ts'
import { listNotDownloaded, listResources, type Resource } from '#contract/resources/resources.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { listOwnTasks } from '#contract/tasks.ts'
import { answer } from './portal-responses.ts'
import { showPortal } from './screen.tsx'

/** The files and folders of the library in a test, which may change them. */
export interface Library {
  files: Resource[]
  folders: ResourceFolder[]
}

export const category = (name: string) => page.getByRole('region', { name, exact: true })
export const file = (title: string) => page.getByRole('link', { name: title, exact: true })
/** The row of a file. */
export const row = (title: string) => page.getByRole('listitem').filter({ has: file(title) })
export const filesIn = (folder: string) => page.getByRole('list', { name: `Files in ${folder}`, exact: true })
export const folderButton = (name: string) =>
  page.getByRole('heading', { level: 3 }).getByRole('button', { name: new RegExp(`^${RegExp.escape(name)}`) })
const toasts = page.getByRole('region', { name: /^Notifications/, includeHidden: true })

/** Expects a toast with these words, even above a dialog, which hides everything else from screen readers. */
export const expectToast = (words: string) =>
  expect.element(toasts.getByText(words, { exact: true })).toBeVisible()

/** Answers the lists of the library from its current content, in pages of 50 and in the given order. */
export const answerLibrary = (held: Library) => {
  answer(listQuarantinedFiles, [])
  answer(listNotDownloaded, { page: [], total: 0 })
  // Every screen of a partner reads their tasks.
  answer(listOwnTasks, [])
  answer(listResourceFolders, () => ({ page: held.folders, total: held.folders.length }))
  answer(listResources, ({ query }) => {
    const [folder, category, search] = ['folder', 'category', 'search'].map((name) => query.get(name))
    const found = held.files.filter(
      (file) =>
        (!category || file.category === category) &&
        (!folder || (file.folderId ?? 'none') === folder) &&
        (!search || file.title.toLowerCase().includes(search)),
    )
    const limit = Number(query.get('limit') ?? 50)
    const from = (Number(query.get('page') ?? 1) - 1) * limit
    return { page: found.slice(from, from + limit), total: found.length }
  })
}

/** Shows the library, or the part of it that the query names, as after a page load, and waits until it has read everything. */
export const showLibrary = async (query: string, user: CurrentUser) => {
  await cleanup()
  queryClient.clear()
  await showPortal(`/resources${query}`, user)
  const heading = page.getByRole('heading', { level: 1, name: 'Partner Resources', includeHidden: true })
  await expect.element(heading).toBeVisible()
  await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull()
}

/** Collects the address of each file that the browser would save, without saving any. */
export const catchSaves = () => {
  const saved: string[] = []
  const keep = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[download]')
    if (!link) return
    event.preventDefault()
    saved.push(`${link.pathname}${link.search} as ${link.download}`)
  }
  document.addEventListener('click', keep, true)
  onTestFinished(() => document.removeEventListener('click', keep, true))
  return saved
}

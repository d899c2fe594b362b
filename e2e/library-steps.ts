import type { Page } from '@playwright/test'

/** The parts of the library of resources, as people find them. */
export const library = (page: Page) => {
  const category = (name: string) => page.getByRole('region', { name, exact: true })
  return {
    filter: page.getByRole('navigation', { name: 'Category' }),
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

/** Opens the library, or the part of it that the query names, and waits until it is there. */
export const openLibrary = async (page: Page, query = '') => {
  await page.goto(`/resources${query}`)
  await page.getByRole('heading', { level: 1, name: 'Partner Resources' }).waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  return library(page)
}

/** What is told at the edge of the window, also above a dialog, which hides all else from a screen reader. */
export const toast = (page: Page) =>
  page
    .getByRole('region', { name: /^Notifications/, includeHidden: true })
    .getByRole('listitem', { includeHidden: true })

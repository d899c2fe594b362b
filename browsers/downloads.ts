import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Browser } from './browser.ts'

// Browsers add these extensions to a file until it is complete.
const unfinished = /\.(part|wkdownload)$/

const listDownloads = async ({ downloads }: Browser) =>
  existsSync(downloads)
    ? (await readdir(downloads, { withFileTypes: true })).filter((entry) => entry.isFile())
    : []

/** Waits until the browser has downloaded one file, and returns its content. */
export const readDownload = async (browser: Browser) => {
  await expect
    .poll(async () => (await listDownloads(browser)).map(({ name }) => unfinished.test(name)), 'a download')
    .toEqual([false])
  const [{ name } = { name: '' }] = await listDownloads(browser)
  const path = join(browser.downloads, name)
  return { name, path, bytes: await readFile(path) }
}

import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { resourceFiles } from '#server/db/schema/resources.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { unzip } from '#test/zip.ts'
import { expect, test } from './fixtures.ts'
import { keyboardInput } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { createGate } from './requests.ts'
import { hasUploader, openLibrary, saveData, toast } from './resource-steps.ts'

/** Returns the stored bytes of a file. */
const storedBytes = async ({ db, deps }: Portal, title: string) => {
  const [file] = await db.select().from(resourceFiles).where(eq(resourceFiles.title, title))
  if (!file) throw new Error(`no file is called ${title}`)
  return (await (await deps.store.read(fileKey(file.objectKey))).toArray()).reduce<Buffer>(
    (whole, part: Buffer) => Buffer.concat([whole, part]),
    Buffer.alloc(0),
  )
}

/** Returns the download that an action starts. */
const savedBy = async (page: Page, act: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  const { pathname, search } = new URL(download.url())
  const bytes = await readFile(await download.path())
  return { name: download.suggestedFilename(), address: pathname + search, bytes }
}

test('a partner finds, previews and downloads files by the keyboard alone, each with its bytes, and a folder as one zip', async ({
  page,
  portal,
  signInAs,
}) => {
  await signInAs(page, 'partner@demo.test')
  await saveData(page)
  const { search, results, file, preview, folder, filesIn } = await openLibrary(page)
  const input = keyboardInput(page)
  await input.press(folder('Photographs'))
  await expect(filesIn('Photographs').getByRole('link')).toHaveCount(3)
  const zip = await savedBy(page, () => input.press(page.getByRole('button', { name: 'Download folder' })))
  expect(zip.name).toBe('Photographs.zip')
  const stored = await storedBytes(portal, 'Beach at noon')
  const entries = await unzip(zip.bytes)
  expect(Object.keys(entries)).toEqual([
    'Bayfront Conservatory terrace.png',
    'Beach at dusk.jpeg',
    'Beach at noon.jpg',
  ])
  expect(entries['Beach at noon.jpg']).toBe(stored.toString())
  await expect(toast(page)).toContainText('Opening Photographs...')

  await input.fill(search, 'beach')
  await expect(results.getByRole('status')).toHaveText('2 files found')
  await input.press(file('Beach at dusk'))
  await expect(preview).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(preview).toHaveAccessibleName('Beach at noon')
  const gate = createGate()
  await page.route('**/download', async (route) => {
    await gate.opened
    await route.continue()
  })
  const opened: Page[] = []
  page.context().on('page', (other) => opened.push(other))
  const recording = page.waitForRequest(/\/api\/resources\/[^/]+\/download$/)
  const saving = savedBy(page, () => input.press(preview.getByRole('button', { name: 'Download' })))
  expect((await recording).method()).toBe('POST')
  gate.open()
  const saved = await saving
  expect(saved.name).toBe('Beach at noon.jpg')
  expect(saved.address).toMatch(/^\/objects\/[A-Za-z0-9_-]{16,}\?download$/)
  expect(saved.bytes.equals(stored)).toBe(true)
  expect(opened).toEqual([])
  // The first Escape closes the toast, the second the preview.
  await expect(toast(page)).toContainText('Opening Beach at noon...')
  await page.keyboard.press('Escape')
  await expect(toast(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)
  await expect(file('Beach at noon')).toBeFocused()
  expect(await hasUploader(page), 'the upload code').toBe(false)
})

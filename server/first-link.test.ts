import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { showFirstLink } from './first-link.ts'

const folder = await mkdtemp(join(tmpdir(), 'first-link-'))
afterAll(() => rm(folder, { recursive: true }))

test('two starts at once both succeed, and the file has one of the links and is readable only by its account', async () => {
  for (let round = 0; round < 50; round += 1) {
    const links = [`one ${round}`, `other ${round}`]
    await Promise.all(links.map((link) => showFirstLink(folder, link)))
    expect(await readdir(folder)).toEqual(['first-sign-in-link'])
    const file = join(folder, 'first-sign-in-link')
    expect(links).toContain((await readFile(file, 'utf8')).trim())
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  }
  expect(await showFirstLink(folder, undefined)).toBeUndefined()
  expect(await readdir(folder)).toEqual([])
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { builtClient } from './client-files.ts'

// The client comes from the build, which `npm test` runs first.
const portal = await createTestApp({ withClient: 'built' })
afterAll(portal.close)

const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: builtClient }).filter((name) => !/\.(br|gz)$/.test(name))
const compressed = { 'accept-encoding': 'gzip, deflate, br, zstd' }

test('all scripts and styles are sent compressed, and are cached for a year', async () => {
  const files = filesOf('assets/*.{js,css}')
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    const { headers } = await portal.visit().send('HEAD', `/${file}`, undefined, compressed)
    expect(headers, file).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  }
})

test('fonts and other files with a hash in their name are cached for a year, too', async () => {
  for (const file of filesOf('assets/*').filter((name) => !/\.(js|css)$/.test(name))) {
    const { statusCode, headers } = await portal.visit().send('HEAD', `/${file}`)
    expect([statusCode, headers['cache-control']], file).toEqual([200, 'public, max-age=31536000, immutable'])
  }
})

test.each([
  ['/', 'no-store'],
  ['/sign-in', 'no-cache'],
  ['/verify', 'no-cache'],
  ['/day/0000', 'no-cache'],
])('the page of a visitor at %s comes compressed, and a cache asks again', async (url, cacheControl) => {
  const { headers, rawPayload } = await portal.visit().get(url, compressed)
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': cacheControl })
  const html = brotliDecompressSync(rawPayload).toString()
  expect(html).toMatch(/<script type="module" crossorigin src="\/assets\/[^"]+"><\/script>/)
  // The content security policy refuses scripts and styles in the page itself.
  expect(html).not.toMatch(/<style| style=| on\w+=|<script(?![^>]* src=)/)
})

test('the worker of the day keeps every file that its page names, and is asked for again each time', async () => {
  const page = await portal.visit().get('/day/0000')
  const worker = await portal.visit().get('/day-worker.js')
  expect(worker.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringMatching(/javascript/),
  })
  const named = [...page.body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(named.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(3)
  for (const path of named) {
    expect(worker.body).toContain(path)
    expect((await portal.visit().get(path)).statusCode, path).toBe(200)
  }
})

test('the editor of agreement texts is in the file of the draft alone, which nothing loads before an admin opens a draft', () => {
  const scripts = filesOf('assets/*.js').map((file) => ({
    file,
    code: readFileSync(join(builtClient, file), 'utf8'),
  }))
  const editors = scripts.filter(({ code }) => code.includes('ProseMirror'))
  expect(editors.map(({ file }) => file)).toEqual([expect.stringMatching(/^assets\/draft-form-/)])
  const [name = ''] = /draft-form-[^/]+$/.exec(editors[0]?.file ?? '') ?? []
  // A script that imports the file statically would load it with every screen that needs this script.
  const importing = scripts.filter(({ code }) =>
    new RegExp(`from\\s*["'\`]\\./${RegExp.escape(name)}`).test(code),
  )
  expect(importing).toEqual([])
})

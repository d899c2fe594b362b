import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Browser, chromium } from '@playwright/test'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTemporaryPostgres } from '#packages/embedded-postgres/temporary-postgres.ts'
import { readSettings } from '#server/settings.ts'
import { createStore } from '#server/storage/create-store.ts'
import { runPortalCommand } from '#test/portal-command.ts'
import { createDatabase } from '#test/postgres.ts'
import { type ServerProcess, startServerProcess } from '#test/server-process.ts'
import { unzipBytes } from '#test/zip.ts'
import { findFreePort } from './account-program.ts'
import { openPortalClient } from './portal-client.ts'
import { failedStart } from './portal-processes.ts'
import { startSwift } from './swift.ts'

const chief = 'chief@example.com'
const text = 'text/plain'
// A page of a listing has at most 1,000 keys; these fill more than one page.
const fillers = 1_010

const undo: (() => unknown)[] = []
afterAll(async () => {
  for (const step of undo.reverse()) await step()
})

let swift: Awaited<ReturnType<typeof startSwift>>
let settings: Record<string, string>
let portal: ServerProcess
let client: ReturnType<typeof openPortalClient>
let browser: Browser
let postgresUrl: string
let folder: string

beforeAll(async () => {
  swift = await startSwift()
  undo.push(() => swift.stop())
  const postgres = await startTemporaryPostgres({ name: 'partner-portal' })
  undo.push(() => postgres.stop())
  postgresUrl = postgres.url
  folder = await mkdtemp(join(tmpdir(), 'portal-swift-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const port = await findFreePort()
  settings = {
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    DEMO: 'off',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: await createDatabase(postgresUrl, 'portal'),
    ...swift.settings,
  }
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  undo.push(() => browser.close())
})

/** Starts a portal that runs until the tests end. */
const start = async (given = settings) => {
  const started = await startServerProcess(given)
  undo.push(() => started.child.exitCode === null && started.stop())
  return started
}

/** Signs the admin in with the link that the command line prints. */
const signIn = async (given = settings) => {
  const { output } = await runPortalCommand(['admin', 'grant', chief], given)
  const token = /#token=([\w-]{43})/.exec(output)?.[1]
  const signedIn = openPortalClient(given.BASE_URL ?? '')
  expect((await signedIn.post('/api/sign-in/redeem', { token })).status).toBe(200)
  return signedIn
}

const checkedStorage = async () =>
  /^. Storage: .*$/m.exec((await runPortalCommand(['check'], settings)).output)?.[0]

const openStore = (more: Record<string, string> = {}) => createStore(readSettings({ ...settings, ...more }))

const keysOf = async (bucket: string) => {
  const keys: string[] = []
  for await (const key of (await openStore({ S3_BUCKET: bucket })).list()) keys.push(key)
  return keys.toSorted()
}

/** Opens the dialog in which the admin uploads a file to the library. */
const openUpload = async () => {
  const context = await browser.newContext()
  const cookies = client
    .cookie()
    .split('; ')
    .map((pair) => pair.split('=') as [string, string])
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: settings.BASE_URL ?? '' })))
  const page = await context.newPage()
  await page.goto(`${settings.BASE_URL}/resources?category=all`)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload New Resources (Admin Only)' })
  return {
    page,
    dialog,
    send: async (title: string, bytes: Buffer) => {
      const file = { name: `${title}.txt`, mimeType: text, buffer: bytes }
      await dialog.locator('input[type=file]').setInputFiles(file)
      await dialog.getByLabel(/^Category/).selectOption('training')
      await dialog.getByRole('button', { name: 'Upload resource' }).click()
    },
  }
}

/** Uploads bytes as a page does, and returns the upload URL and the bucket's response. */
const send = async (bytes: Uint8Array<ArrayBuffer>, size = bytes.length, type = text) => {
  const asked = await client.post('/api/objects/upload', { fileType: 'txt', fileSize: size })
  const { uploadURL } = (await asked.json()) as { uploadURL: string }
  expect(uploadURL).toMatch(`${settings.S3_ENDPOINT}/files/uploads/`)
  const headers = { 'content-type': type, origin: settings.BASE_URL ?? '' }
  return { uploadURL, response: await fetch(uploadURL, { method: 'PUT', body: bytes, headers }) }
}

/** Uploads and registers bytes, and returns the fields with which a resource is created or replaced. */
const upload = async (bytes: Uint8Array<ArrayBuffer>) => {
  const { uploadURL, response } = await send(bytes)
  expect(response.status).toBe(200)
  const resourceURL = JSON.stringify({ resourceURL: uploadURL })
  const registered = await client.put('/api/resources/upload', resourceURL, 'application/json')
  expect(registered.status).toBe(200)
  const { objectPath } = (await registered.json()) as { objectPath: string }
  return { filePath: objectPath, fileType: 'txt', fileSize: bytes.length }
}

const createResource = async (
  title: string,
  bytes: Uint8Array<ArrayBuffer>,
  folderId: string | null = null,
) => {
  const form = { title, category: 'creative', folderId, ...(await upload(bytes)) }
  const created = await client.post('/api/resources', form)
  expect(created.status).toBe(201)
  return (await created.json()) as { id: string; filePath: string }
}

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${settings.BASE_URL}${path}`, {
    headers: { cookie: client.cookie(), ...headers },
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** Sets the admin's picture, which the portal itself writes into the bucket, and returns the response that the picture is served with. */
const sendPicture = async () => {
  const picture = await readFile(join(import.meta.dirname, '../client/public/apple-touch-icon.png'))
  const account = await (await client.put('/api/account/picture', picture, 'image/png')).json()
  return client.get(account.profileImageUrl)
}

test('the start stops with a line that names the setting', async () => {
  expect(await failedStart(settings)).toContain(
    `S3_BUCKET: there is no bucket files at ${settings.S3_ENDPOINT}. Create it, or name another.`,
  )
  await swift.createBucket('files')
  // Swift gives the same response to an unknown key and to a wrong secret.
  for (const [name, value] of [
    ['S3_ACCESS_KEY_ID', 'portal:nobody'],
    ['S3_SECRET_ACCESS_KEY', 'guessed'],
  ] as const)
    expect(await failedStart({ ...settings, [name]: value })).toContain(
      'S3_SECRET_ACCESS_KEY: it does not belong to S3_ACCESS_KEY_ID.',
    )
  expect(await failedStart({ ...settings, S3_ACCESS_KEY_ID: 'portal:guest' })).toContain(
    'S3_BUCKET: these keys lack the permission s3:PutObject in the bucket files',
  )
  expect(await failedStart({ ...settings, S3_REGION: 'eu-west-1' })).toContain(
    'S3_REGION: the bucket files is not in eu-west-1.',
  )
})

test('without the origin of the portal in proxy-server.conf, the check, the log and an upload name the reason', async () => {
  expect(await checkedStorage()).toMatch(/^✗ Storage: the bucket does not let browsers send and read files/)
  portal = await start()
  expect(portal.output()).toContain('the bucket does not let browsers send and read files from this site')
  client = await signIn()
  const { page, dialog, send } = await openUpload()
  await send('Refused', Buffer.from('refused'))
  await dialog.getByText('does not let this site upload (CORS)').waitFor()
  await page.context().close()
})

test('with the origin, the check finds nothing wrong, and a browser uploads', async () => {
  await swift.pause()
  await swift.start({ allowedOrigins: [settings.BASE_URL ?? ''] })
  expect(await checkedStorage()).toBe('✓ Storage: the bucket files can be used, also by browsers.')
  const bytes = Buffer.from(randomBytes(3_000_000).toString('base64'))
  const { page, send } = await openUpload()
  await send('From a browser', bytes)
  await page.getByText('Resource uploaded successfully!', { exact: true }).waitFor()
  await page.context().close()
  const [resource] = (await (await client.get('/api/resources?sort=newest&limit=1')).json()) as {
    filePath: string
  }[]
  expect((await read(`/objects/${resource?.filePath}`)).bytes.equals(bytes)).toBe(true)
})

test('a signed address accepts only the size and type that were announced, and only at its own key', async () => {
  const bytes = new TextEncoder().encode('0123456789')
  expect((await send(bytes, 9)).response.status).toBe(403)
  expect((await send(bytes, 10, 'text/html')).response.status).toBe(403)
  const { uploadURL, response } = await send(bytes)
  expect(response.status).toBe(200)
  expect(response.headers.get('access-control-allow-origin')).toBe(settings.BASE_URL)
  expect((await fetch(uploadURL.replace('uploads/', 'files/'))).status).toBe(403)
})

test('a file is served as it was uploaded, in ranges, and downloaded from the bucket under its name', async () => {
  const bytes = new TextEncoder().encode('The terms of summer 2026.')
  const { filePath } = await createResource('Ünterlagen, für alle', bytes)
  const part = await read(`/objects/${filePath}`, { range: 'bytes=4-8' })
  expect([part.response.status, part.bytes.toString()]).toEqual([206, 'terms'])
  expect(part.response.headers.get('content-range')).toBe(`bytes 4-8/${bytes.length}`)
  const download = await read(`/objects/${filePath}?download`)
  expect(download.response.url).toMatch(`${settings.S3_ENDPOINT}/files/files/`)
  expect(download.response.headers.get('content-disposition')).toContain(
    "filename*=UTF-8''%C3%9Cnterlagen%2C%20f%C3%BCr%20alle.txt",
  )
  expect(download.bytes).toEqual(Buffer.from(bytes))
  const picture = await sendPicture()
  expect(picture.headers.get('content-type')).toBe('image/webp')
})

test('a replaced file is served in its new version, and the earlier version stays', async () => {
  const { id, filePath } = await createResource('Prices', new TextEncoder().encode('old'))
  const body = JSON.stringify(await upload(new TextEncoder().encode('new')))
  expect((await client.put(`/api/resources/${id}/file`, body, 'application/json')).status).toBe(200)
  expect((await read(`/objects/${filePath}`)).bytes.toString()).toBe('new')
  const versions = (await (await client.get(`/api/resources/${id}/versions`)).json()) as { id: string }[]
  const earlier = await read(`/objects/${filePath}?version=${versions.at(-1)?.id}`)
  expect(earlier.bytes.toString()).toBe('old')
})

test('the sweep deletes uploads that nothing uses', async () => {
  const bytes = new TextEncoder().encode('unused')
  const { uploadURL } = await send(bytes)
  await upload(bytes)
  const database = new pg.Client(settings.DATABASE_URL)
  await database.connect()
  const { rows } = await database.query<{ id: string; object_key: string }>(
    `update object_uploads set created_at = now() - interval '2 days' where used_at is null returning id, object_key`,
  )
  await database.end()
  const unused = new Set(rows.flatMap(({ id, object_key }) => [`uploads/${id}`, `files/${object_key}`]))
  const left = async () => (await keysOf('files')).filter((key) => unused.has(key))
  const before = await left()
  expect(before).toContain(new URL(uploadURL).pathname.replace('/files/', ''))
  expect(before.filter((key) => key.startsWith('files/'))).toHaveLength(1)
  // Erasing a user starts a sweep.
  const invited = await client.post('/api/admin/users', { email: 'gone@example.com', role: 'user' })
  const { id } = (await invited.json()) as { id: string }
  const erased = await client.post(`/api/admin/users/${id}/erasure`, { email: 'gone@example.com' })
  expect(erased.status).toBe(200)
  await expect.poll(left, { timeout: 20_000 }).toEqual([])
})

test('a folder is exported as a zip', async () => {
  const made = await client.post('/api/resource-folders', { name: 'Summer', category: 'creative' })
  const { id } = (await made.json()) as { id: string }
  const files = { 'One.txt': randomBytes(200_000).toString('hex'), 'Two.txt': 'two' }
  for (const [name, content] of Object.entries(files))
    await createResource(name.replace('.txt', ''), new TextEncoder().encode(content), id)
  const { bytes } = await read(`/api/resource-folders/${id}/zip`)
  const found = await unzipBytes(bytes)
  expect(
    Object.fromEntries(Object.entries(found).map(([name, content]) => [name, content.toString()])),
  ).toEqual(files)
})

test('while Swift is unavailable, users are informed and the portal is not ready, and both recover', async () => {
  const { filePath } = await createResource('Stays', new TextEncoder().encode('stays'))
  await swift.pause()
  const away = await read(`/objects/${filePath}`)
  expect([away.response.status, JSON.parse(away.bytes.toString()).message]).toEqual([
    503,
    'Files are temporarily unavailable. Try again in a few seconds.',
  ])
  expect((await fetch(`${portal.url}/readyz`)).status).toBe(503)
  expect((await client.get('/api/resources')).status).toBe(200)
  await swift.start({ allowedOrigins: [settings.BASE_URL ?? ''] })
  await expect.poll(async () => (await fetch(`${portal.url}/readyz`)).status, { timeout: 20_000 }).toBe(200)
  expect((await read(`/objects/${filePath}`)).bytes.toString()).toBe('stays')
})

test('a backup has every page of the bucket, and is restored into another', async () => {
  const store = await openStore()
  const names = Array.from({ length: fillers }, (_, number) => `files/filler-${number}`)
  const writer = async () => {
    for (let key = names.pop(); key; key = names.pop())
      await store.write(key, Readable.from([Buffer.from(key)]), key.length)
  }
  await Promise.all(Array.from({ length: 16 }, writer))
  const { filePath } = await createResource('Kept', new TextEncoder().encode('kept'))
  const archive = join(folder, 'backup.zip')
  expect(await runPortalCommand(['backup', archive], settings)).toMatchObject({ code: 0, errors: '' })
  await portal.stop()

  await swift.createBucket('restored')
  const restored = {
    ...settings,
    S3_BUCKET: 'restored',
    DATA_DIR: join(folder, 'restored'),
    DATABASE_URL: await createDatabase(postgresUrl, 'restored'),
  }
  expect(await runPortalCommand(['restore', archive], restored)).toMatchObject({ code: 0, errors: '' })
  const keys = await keysOf('restored')
  expect(keys.length).toBeGreaterThan(fillers)
  expect(keys).toEqual(await keysOf('files'))
  const copy = await openStore({ S3_BUCKET: 'restored' })
  expect((await buffer(await copy.read('files/filler-7'))).toString()).toBe('files/filler-7')
  portal = await start(restored)
  expect((await read(`/objects/${filePath}`)).bytes.toString()).toBe('kept')
})

import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { repeatedly, startRawServer, switching } from '#test/raw-server.ts'
import { startS3 } from '#test/s3.ts'
import { createDiskStore } from './disk-store.ts'
import type { ObjectStore } from './object-store.ts'
import { createS3Store } from './s3-store.ts'

const folder = await mkdtemp(join(tmpdir(), 'portal-store-'))
const s3 = await startS3()
const s3Settings = readSettings(s3.settings).s3
if (!s3Settings) throw new Error('the settings name no bucket')
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

const stores: [string, ObjectStore][] = [
  ['disk', createDiskStore(join(folder, 'objects'))],
  ['s3', await createS3Store(s3Settings)],
]

const write = (store: ObjectStore, key: string, bytes: Buffer) =>
  store.write(key, Readable.from([bytes]), bytes.length)

describe.each(stores)('the %s store', (_name, store) => {
  const bytes = randomBytes(100_000)

  test('returns what was written, whole and in ranges', async () => {
    await write(store, 'files/whole', bytes)
    expect(await store.size('files/whole')).toBe(bytes.length)
    expect(await buffer(await store.read('files/whole'))).toEqual(bytes)
    const part = await store.read('files/whole', { start: 10, end: 19 })
    expect(await buffer(part)).toEqual(bytes.subarray(10, 20))
    const end = await store.read('files/whole', { start: 99_999, end: 99_999 })
    expect(await buffer(end)).toEqual(bytes.subarray(99_999))
  })

  test('does not read a chunk after requesting the next: its memory can be reused', async () => {
    const large = randomBytes(20 * 1024 * 1024 + 7)
    const chunks = async function* () {
      const reused = Buffer.allocUnsafeSlow(300_001)
      for (let at = 0; at < large.length; at += reused.length) {
        const length = large.copy(reused, 0, at)
        yield reused.subarray(0, length)
        reused.fill(0)
      }
    }
    await store.write('files/large', chunks(), large.length)
    const stored = await buffer(await store.read('files/large'))
    expect(stored.equals(large)).toBe(true)
  })

  test('moves an object, and replaces one at the target', async () => {
    await write(store, 'uploads/here', bytes)
    await write(store, 'files/there', randomBytes(10))
    await store.move('uploads/here', 'files/there')
    expect(await store.size('uploads/here')).toBeNull()
    expect(await buffer(await store.read('files/there'))).toEqual(bytes)
  })

  test('removes an object, even twice', async () => {
    await write(store, 'files/gone', bytes)
    await store.remove('files/gone')
    await store.remove('files/gone')
    expect(await store.size('files/gone')).toBeNull()
  })

  test('reports a missing object', async () => {
    await expect(store.read('files/none')).rejects.toMatchObject({ failure: 'missing' })
    await expect(store.move('uploads/none', 'files/none')).rejects.toMatchObject({ failure: 'missing' })
    expect(await store.size('files/none')).toBeNull()
  })

  test('stores one of several concurrent writes of a key as a whole', async () => {
    const versions = Array.from({ length: 8 }, () => randomBytes(50_000))
    await Promise.all(versions.map((version) => write(store, 'files/busy', version)))
    const content = await buffer(await store.read('files/busy'))
    expect(versions.some((version) => version.equals(content))).toBe(true)
  })

  test('can be read and written', async () => {
    await expect(store.check()).resolves.toBeUndefined()
  })
})

/** Yields half of an announced megabyte, and then fails. */
const brokenOff = () =>
  Readable.from(
    (async function* () {
      yield randomBytes(512 * 1024)
      throw new Error('cut')
    })(),
  )

describe('the disk', () => {
  const bytes = randomBytes(1000)
  const store = createDiskStore(join(folder, 'disk'))
  const unfinished = join(folder, 'disk', 'unfinished')

  test.each([
    '../etc/passwd',
    'files/../../x',
    'files/a/b',
    '/files/x',
    'files/',
    'files/a\0',
    'files/a.b',
    'x',
  ])('rejects the key %j', async (key) => {
    await expect(store.read(key)).rejects.toThrow('not a key')
    await expect(store.remove(key)).rejects.toThrow('not a key')
    await expect(write(store, key, Buffer.from('x'))).rejects.toThrow('not a key')
  })

  test('refuses a file whose size is not the announced one, and leaves nothing', async () => {
    for (const size of [9, 11]) {
      const bytes = Readable.from([Buffer.alloc(10)])
      await expect(store.write('files/x', bytes, size)).rejects.toMatchObject({ failure: 'unavailable' })
    }
    expect(await store.size('files/x')).toBeNull()
    expect(await readdir(unfinished)).toEqual([])
  })

  test('stores nothing of an interrupted write, and preserves the old content', async () => {
    await expect(store.write('files/half', brokenOff(), 1024 * 1024)).rejects.toMatchObject({
      failure: 'unavailable',
    })
    expect(await store.size('files/half')).toBeNull()

    await write(store, 'files/existing', bytes)
    await expect(store.write('files/existing', brokenOff(), 1024 * 1024)).rejects.toThrow()
    expect(await buffer(await store.read('files/existing'))).toEqual(bytes)
  })

  test('sweeps unfinished writes of killed processes, and leaves running ones', async () => {
    await mkdir(unfinished, { recursive: true })
    const [old, fresh] = [join(unfinished, 'old'), join(unfinished, 'fresh')]
    await writeFile(old, 'x')
    await writeFile(fresh, 'x')
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await utimes(old, yesterday, yesterday)
    await store.sweep(new Date(Date.now() - 24 * 3_600_000))
    expect(await readdir(unfinished)).toEqual(['fresh'])
  })

  test('whose path is not a folder cannot be used', async () => {
    await writeFile(join(folder, 'file'), 'x')
    const wrong = createDiskStore(join(folder, 'file', 'objects'))
    await expect(wrong.check()).rejects.toMatchObject({ failure: 'unavailable' })
    await expect(write(wrong, 'files/x', Buffer.from('x'))).rejects.toMatchObject({ failure: 'unavailable' })
  })
})

describe('the bucket', () => {
  const [, store] = stores[1] ?? []
  const bucket = store?.bucket
  if (!store || !bucket) throw new Error('an S3 store has a bucket')
  const bytes = Buffer.from('0123456789')
  const put = (address: string, body: Buffer, contentType = 'text/plain') =>
    fetch(address, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': contentType } })

  test('accepts an upload at a signed URL only with the signed size and type', async () => {
    const upload = { contentType: 'text/plain', size: bytes.length }
    const address = await bucket.signUploadUrl('uploads/signed', upload, 60)
    expect(address).toMatch(`${bucket.origin}/`)
    expect((await put(address, Buffer.from('01234567891'))).status).toBe(403)
    expect((await put(address, bytes, 'text/html')).status).toBe(403)
    expect(await store.size('uploads/signed')).toBeNull()
    expect((await put(address, bytes)).status).toBe(200)
    expect(await buffer(await store.read('uploads/signed'))).toEqual(bytes)
  })

  test('serves a file at a signed URL under its name, until it expires', async () => {
    await write(store, 'files/named', bytes)
    const download = { contentType: 'text/plain', disposition: 'attachment; filename="a.txt"' }
    const response = await fetch(await bucket.signDownloadUrl('files/named', download, 60))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toBe(download.disposition)
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)

    const late = await bucket.signDownloadUrl('files/named', download, 1)
    await expect.poll(async () => (await fetch(late)).status, { timeout: 10_000 }).toBe(403)
  })

  test('that is unavailable is reported, and works again once it is back', async () => {
    await write(store, 'files/stays', bytes)
    await s3.pause()
    await expect(store.check()).rejects.toMatchObject({ failure: 'unavailable' })
    await expect(store.read('files/stays')).rejects.toMatchObject({ failure: 'unavailable' })
    await s3.resume()
    await expect(store.check()).resolves.toBeUndefined()
    expect(await buffer(await store.read('files/stays'))).toEqual(bytes)
  })
})

describe('a bucket that never answers', () => {
  test.each<[string, Parameters<typeof repeatedly>[0] | undefined]>([
    ['switches to another protocol', undefined],
    ['announces its answer without an end', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ])('and %s is given up', async (_what, part) => {
    const server = await startRawServer()
    server.behave = part ? repeatedly(part) : (socket) => socket.write(switching)
    const store = await createS3Store({ ...s3Settings, endpoint: server.url }, { responseTimeoutMs: 300 })
    const unavailable = { failure: 'unavailable' }
    await expect(store.check()).rejects.toMatchObject(unavailable)
    await expect(store.read('files/a')).rejects.toMatchObject(unavailable)
    await expect(write(store, 'files/b', randomBytes(5_000_000))).rejects.toMatchObject(unavailable)
    server.stop()
  })
})

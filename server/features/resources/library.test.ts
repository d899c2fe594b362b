import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { contentTypeOf, type FileType, fileTypes, previewOf } from '#contract/files/file-types.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { heic } from '#test/heic.ts'
import { startS3 } from '#test/s3.ts'
import { sampleFile } from '#test/sample-files.ts'
import { uploadResource } from '#test/uploads.ts'

// Staff upload files and a partner downloads them, with storage on a disk and in a bucket of a real S3 server.
const s3 = await startS3()
const portals = [
  ['the disk', await createTestApp({ runsJobs: true })],
  ['a bucket', await createTestApp({ runsJobs: true, settings: s3.settings })],
] as const
afterAll(() => s3.stop())

const soon = { timeout: 20_000 }

/** Returns the bytes that a browser would save, following the redirect to a bucket. */
const saved = async (browser: Browser, filePath: string) => {
  const response = await browser.get(`/objects/${filePath}?download`)
  if (response.statusCode !== 302) {
    return { bytes: response.rawPayload, name: String(response.headers['content-disposition']) }
  }
  const stored = await fetch(String(response.headers.location))
  return {
    bytes: Buffer.from(await stored.arrayBuffer()),
    name: String(stored.headers.get('content-disposition')),
  }
}

describe.each(portals)('with storage on %s', (_where, portal) => {
  // The app closes after its tests: its jobs would seal agreements into the bucket while another test has made the bucket unavailable.
  afterAll(() => portal.close())
  afterEach(() => expect(portal.log.takeErrors()).toEqual([]))

  const isShownAsItIs = (type: FileType) => type !== 'heic' && type !== 'heif'

  test.each(fileTypes)('a %s is downloaded exactly as it was uploaded', async (type) => {
    const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
    const partner = await portal.signIn(
      (await createPartner(portal, { status: 'completed', onPaper: true })).user,
    )
    const bytes = await sampleFile(type)
    const resource = await uploadResource(staff, type, bytes, { title: `Summer ${type}` })
    expect(resource).toMatchObject({ fileType: type, fileSize: bytes.length, fileName: `sample.${type}` })

    const shown = await partner.get(`/objects/${resource.filePath}`)
    expect(shown.statusCode).toBe(200)
    expect(shown.rawPayload.equals(bytes)).toBe(isShownAsItIs(type))
    const shownType = isShownAsItIs(type) ? type : 'jpg'
    expect(shown.headers['content-type']).toContain(contentTypeOf(shownType))
    const kind = previewOf(type) ? 'inline' : 'attachment'
    expect(shown.headers['content-disposition']).toContain(`${kind}; filename="Summer ${type}.${shownType}"`)

    const { bytes: copy, name } = await saved(partner, resource.filePath)
    expect(copy.equals(bytes)).toBe(true)
    expect(name).toContain(`attachment; filename="Summer ${type}.${type}"`)
  })

  test('a photo from an iPhone that no program can read is stored, and has no preview', async () => {
    const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
    const broken = heic.subarray(0, -100)
    const { filePath } = await uploadResource(staff, 'heic', broken)
    for (const query of ['', '', '?thumbnail']) {
      expect((await staff.get(`/objects/${filePath}${query}`)).statusCode).toBe(404)
    }
    expect((await saved(staff, filePath)).bytes.equals(broken)).toBe(true)
  })

  test.each(['jpg', 'png', 'gif', 'webp', 'heic'] as const)('a %s gets a thumbnail', async (type) => {
    const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
    const resource = await uploadResource(staff, type, await sampleFile(type))
    const read = () => staff.get(`/objects/${resource.filePath}?thumbnail`)
    await expect.poll(async () => (await read()).statusCode, soon).toBe(200)
    const thumbnail = await read()
    expect(thumbnail.headers['content-type']).toBe('image/webp')
    expect(thumbnail.rawPayload.subarray(8, 12).toString()).toBe('WEBP')
    const [listed] = (await staff.get('/api/resources?sort=newest&limit=1')).json()
    expect(listed).toMatchObject({ id: resource.id, hasThumbnail: true, updatedAt: resource.updatedAt })
  })

  test('a range of a file can be requested', async () => {
    const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
    const bytes = await sampleFile('mp4')
    const { filePath } = await uploadResource(staff, 'mp4', bytes)
    const part = await staff.get(`/objects/${filePath}`, { range: 'bytes=100-199' })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 100-199/${bytes.length}`)
    expect(part.rawPayload.equals(bytes.subarray(100, 200))).toBe(true)
  })
})

test('while the bucket is unavailable, files respond with 503 and the portal is not ready, and both recover', async () => {
  const portal = await createTestApp({ settings: s3.settings })
  const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
  const { filePath } = await uploadResource(staff, 'txt', Buffer.from('hello'))
  await s3.pause()
  const response = await staff.get(`/objects/${filePath}`)
  expect(response.statusCode).toBe(503)
  expect(response.json().message).toBe('Files are temporarily unavailable. Try again in a few seconds.')
  expect((await staff.get('/readyz')).json()).toMatchObject({ message: 'The file storage cannot be reached' })
  expect((await staff.get('/api/resources')).statusCode).toBe(200)
  await s3.resume()
  expect((await staff.get('/readyz')).statusCode).toBe(200)
  expect((await staff.get(`/objects/${filePath}`)).body).toBe('hello')
  expect(portal.log.takeErrors()).toMatchObject([{ msg: 'request failed' }])
  await portal.close()
})

import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { maxChatFileSize } from '#contract/files/file-types.ts'
import { chatMessages } from '#server/db/schema/chat.ts'
import { uploads } from '#server/db/schema/files.ts'
import { sweepUploads } from '#server/features/files/actions.ts'
import { createThumbnail } from '#server/features/files/thumbnails.ts'
import { setResourceThumbnail } from '#server/features/resources/actions.ts'
import { fileKey, uploadKey } from '#server/storage/object-keys.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { type ChatClient, cookieOf, openChat } from '#test/chat-client.ts'
import { type EventStream, openEvents } from '#test/event-stream.ts'
import { createPartner, createUpload, createUser, fileOf } from '#test/factories.ts'
import { pngOfSize } from '#test/pictures.ts'
import { startS3 } from '#test/s3.ts'
import { sampleFile } from '#test/sample-files.ts'
import { enqueueMissingThumbnails, setChatThumbnail } from './actions.ts'

// The tests run with files on the disk, and with files in a bucket of a real S3 server.
const s3 = await startS3()
const openPortal = async (settings = {}) => {
  const portal = await createTestApp({ settings })
  return { portal, url: await portal.app.listen({ port: 0, host: '127.0.0.1' }) }
}
const portals = [
  ['the disk', await openPortal()],
  ['a bucket', await openPortal(s3.settings)],
] as const
const open: ChatClient[] = []
afterAll(async () => {
  for (const client of open) client.socket.terminate()
  for (const [, { portal }] of portals) await portal.close()
  await s3.stop()
})

type User = Awaited<ReturnType<typeof createUser>>

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Uploads bytes to an address of the portal or of a bucket. */
const putBytes = async (browser: Browser, address: string, bytes: Buffer, contentType: string) => {
  const headers = { 'content-type': contentType }
  if (address.startsWith('/')) return (await browser.put(address, bytes, headers)).statusCode
  return (await fetch(address, { method: 'PUT', body: new Uint8Array(bytes), headers })).status
}
const put = async (browser: Browser, fileName: string, bytes: Buffer, contentType: string) => {
  const asked = await browser.post('/api/chat/uploads', { fileName, fileSize: bytes.length })
  expect(asked.statusCode, asked.body).toBe(201)
  const { uploadURL } = asked.json()
  expect([200, 204]).toContain(await putBytes(browser, uploadURL, bytes, contentType))
  return browser.put('/api/chat/uploads', { resourceURL: uploadURL })
}
/** Uploads a file so that it can be sent. Returns its path. */
const upload = async (
  browser: Browser,
  fileName = 'stage plan.png',
  bytes: Buffer = png,
  contentType = 'image/png',
) => {
  const registered = await put(browser, fileName, bytes, contentType)
  expect(registered.statusCode, registered.body).toBe(200)
  return registered.json<{ filePath: string }>().filePath
}
const uploadsOf = ({ db }: TestApp, { id }: User) => db.select().from(uploads).where(eq(uploads.userId, id))
/** Returns the keys of these uploads that exist in the store. */
const storedKeys = async ({ deps }: TestApp, rows: (typeof uploads.$inferSelect)[]) => {
  const keys = rows.flatMap((upload) => [uploadKey(upload), fileKey(upload.objectKey)])
  const sizes = await Promise.all(keys.map((key) => deps.store.size(key)))
  return keys.filter((_, index) => sizes[index] !== null)
}
/** Deletes the waiting jobs, and makes the thumbnails of these files, or of all. */
const runThumbnailJobs = async ({ db, deps }: TestApp, only?: string[]) => {
  const { rows } = await db.execute<{ data: { objectKey: string } }>(
    sql`delete from pgboss.job where name = 'thumbnail' returning data`,
  )
  const keys = rows.map(({ data }) => data.objectKey).filter((key) => only?.includes(key) ?? true)
  for (const key of keys)
    await createThumbnail(deps, key, [setResourceThumbnail(deps), setChatThumbnail(deps)])
  return keys
}
/** Returns what a browser downloads when it follows the redirect to a bucket. */
const downloaded = async (browser: Browser, filePath: string) => {
  const response = await browser.get(`/api/chat/files/${filePath}?download`)
  if (response.statusCode !== 302)
    return { bytes: response.rawPayload, disposition: response.headers['content-disposition'] }
  const stored = await fetch(String(response.headers.location))
  return {
    bytes: Buffer.from(await stored.arrayBuffer()),
    disposition: stored.headers.get('content-disposition'),
  }
}

describe.each(portals)('a file, stored on %s,', (_where, { portal, url }) => {
  const connect = async (user: User) => {
    const client = await openChat(url, cookieOf(await portal.signIn(user)))
    open.push(client)
    return client
  }
  const newPartner = async () => {
    const { user } = await createPartner(portal)
    return { user, browser: await portal.signIn(user) }
  }
  const newStaff = async () => {
    const user = await createUser(portal, { role: 'support' })
    return { user, browser: await portal.signIn(user) }
  }

  test('can be sent by a partner and by staff, with text or without, and read by both', async () => {
    const [partner, staff] = [await newPartner(), await newStaff()]
    const [partnerSocket, team] = [await connect(partner.user), await connect(staff.user)]
    const filePath = await upload(partner.browser)
    partnerSocket.send({ type: 'chat', message: null, file: { filePath } })
    const sent = await team.waitForMessage('stage plan.png')
    expect(sent.file).toEqual({
      filePath,
      fileName: 'stage plan.png',
      fileType: 'png',
      fileSize: png.length,
      thumbnail: 'pending',
    })
    const text = Buffer.from('Doors at seven')
    const answered = await upload(staff.browser, 'Schedule.txt', text, 'text/plain')
    team.send({
      type: 'chat',
      message: ' See here ',
      file: { filePath: answered },
      receiverId: partner.user.id,
    })
    expect((await partnerSocket.waitForMessage('See here')).file).toMatchObject({
      filePath: answered,
      fileType: 'txt',
      thumbnail: 'none',
    })

    for (const { browser } of [partner, staff]) {
      const shown = await browser.get(`/api/chat/files/${filePath}`)
      expect(shown.rawPayload).toEqual(png)
      expect(shown.headers).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': expect.stringContaining('inline'),
        'content-security-policy': expect.stringContaining('sandbox'),
      })
      const part = await browser.get(`/api/chat/files/${filePath}`, { range: 'bytes=1-3' })
      expect([part.statusCode, part.body]).toEqual([206, 'PNG'])
      expect(await downloaded(browser, answered)).toEqual({
        bytes: text,
        disposition: 'attachment; filename=Schedule.txt',
      })
    }
    const history = (await (await connect(partner.user)).frame('chat_history')).data
    expect(history.map(({ file }) => file?.filePath)).toEqual([filePath, answered])
  })

  test('that is a picture gets a thumbnail, and only the pages of both sides are notified of it', async () => {
    const [partner, other, staff] = [await newPartner(), await newPartner(), await newStaff()]
    const streams = await Promise.all(
      [partner, other, staff].map(({ browser }) => openEvents(url, cookieOf(browser))),
    )
    const [own, others, teams] = streams as [EventStream, EventStream, EventStream]
    const partnerSocket = await connect(partner.user)
    const filePath = await upload(partner.browser, 'dusk.jpg', await sampleFile('jpg'), 'image/jpeg')
    const address = `/api/chat/files/${filePath}`
    expect((await partner.browser.get(`${address}/thumbnail`)).statusCode).toBe(404)
    partnerSocket.send({ type: 'chat', message: 'Dusk', file: { filePath } })
    expect((await partnerSocket.waitForMessage('Dusk')).file?.thumbnail).toBe('pending')
    expect((await partner.browser.get(`${address}/thumbnail`)).json()).toEqual({ thumbnail: 'pending' })
    expect((await partner.browser.get(`${address}?thumbnail`)).statusCode).toBe(404)

    expect(await runThumbnailJobs(portal, [filePath])).toEqual([filePath])
    await own.waitForPath('/api/chat/files')
    await teams.waitForPath('/api/chat/files')
    expect(others.paths()).not.toContain('/api/chat/files')
    for (const { browser } of [partner, staff]) {
      expect((await browser.get(`${address}/thumbnail`)).json()).toEqual({ thumbnail: 'ready' })
      const thumbnail = await browser.get(`${address}?thumbnail`)
      expect(thumbnail.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-security-policy': expect.stringContaining('sandbox'),
      })
      const { width = 0, height = 0, format } = await sharp(thumbnail.rawPayload).metadata()
      expect([format, Math.max(width, height)]).toEqual(['webp', 480])
    }
    for (const path of [`${address}/thumbnail`, `${address}?thumbnail`]) {
      expect((await other.browser.get(path)).statusCode).toBe(404)
      expect((await portal.visit().get(path)).statusCode).toBe(401)
    }
    const history = (await (await connect(partner.user)).frame('chat_history')).data
    expect(history.map(({ file }) => file?.thumbnail)).toEqual(['ready'])
    for (const stream of streams) await stream.close()
  })

  test('that is a broken picture never gets a thumbnail, and a picture whose job failed gets it at night', async () => {
    const partner = await newPartner()
    const partnerSocket = await connect(partner.user)
    const broken = await upload(partner.browser, 'broken.png', pngOfSize(40, 40), 'image/png')
    const whole = await upload(partner.browser)
    for (const filePath of [broken, whole])
      partnerSocket.send({ type: 'chat', message: filePath, file: { filePath } })
    await partnerSocket.waitForMessage(whole)
    const stateOf = async (filePath: string) =>
      (await partner.browser.get(`/api/chat/files/${filePath}/thumbnail`)).json().thumbnail
    await runThumbnailJobs(portal, [broken])
    expect([await stateOf(broken), await stateOf(whole)]).toEqual(['none', 'pending'])

    await enqueueMissingThumbnails(portal.deps)
    expect(await runThumbnailJobs(portal)).toEqual([])
    await portal.db
      .update(chatMessages)
      .set({ createdAt: new Date(Date.now() - 2 * 60 * 60 * 1000) })
      .where(eq(chatMessages.conversationId, partner.user.id))
    await enqueueMissingThumbnails(portal.deps)
    expect(await runThumbnailJobs(portal)).toEqual([whole])
    expect([await stateOf(broken), await stateOf(whole)]).toEqual(['none', 'ready'])
  })

  test('of one conversation does not exist for another partner at any address', async () => {
    const [partner, other] = [await newPartner(), await newPartner()]
    const onboarded = await portal.signIn(
      (await createPartner(portal, { status: 'completed', onPaper: true })).user,
    )
    const partnerSocket = await connect(partner.user)
    const filePath = await upload(partner.browser)
    const unsent = await upload(partner.browser)
    partnerSocket.send({ type: 'chat', message: 'Here', file: { filePath } })
    await partnerSocket.waitForMessage('Here')
    await runThumbnailJobs(portal)
    const addresses = [filePath, `${filePath}?download`, `${filePath}?thumbnail`, `${filePath}/thumbnail`]
    for (const address of addresses)
      expect((await partner.browser.get(`/api/chat/files/${address}`)).statusCode, address).toBeLessThan(400)
    for (const browser of [other.browser, onboarded]) {
      for (const address of addresses)
        expect((await browser.get(`/api/chat/files/${address}`)).statusCode, address).toBe(404)
      expect((await browser.get(`/api/chat/files/${unsent}`)).statusCode).toBe(404)
    }
    expect((await onboarded.get(`/objects/${filePath}`)).statusCode).toBe(404)
    expect((await (await newStaff()).browser.get(`/api/chat/files/${unsent}`)).statusCode).toBe(404)
    for (const address of addresses)
      expect((await portal.visit().get(`/api/chat/files/${address}`)).statusCode, address).toBe(401)
  })

  test('can be sent only once and only by its uploader, and is stored once if the frame is sent again', async () => {
    const [partner, other] = [await newPartner(), await newPartner()]
    const [partnerSocket, stranger] = [await connect(partner.user), await connect(other.user)]
    const filePath = await upload(partner.browser)
    const clientId = crypto.randomUUID()
    const refused = async (client: ChatClient, path: string) => {
      const id = crypto.randomUUID()
      client.send({ type: 'chat', message: 'Mine', file: { filePath: path }, clientId: id })
      return (await client.frame('chat_error', (error) => error.clientId === id)).code
    }
    expect(await refused(stranger, filePath)).toBe('bad_request')
    const frame = { type: 'chat', message: 'Mine', file: { filePath }, clientId } as const
    for (let time = 0; time < 3; time += 1) partnerSocket.send(frame)
    const stored = () =>
      partnerSocket.frames.flatMap((each) => (each.type === 'chat_stored' ? [each.data.seq] : []))
    await expect.poll(stored).toEqual([1, 1, 1])
    expect(await refused(partnerSocket, filePath)).toBe('bad_request')
    expect(await refused(partnerSocket, 'x'.repeat(43))).toBe('bad_request')
    expect(await refused(partnerSocket, '../secret')).toBe('bad_request')
    const rows = await portal.db.select().from(chatMessages).where(eq(chatMessages.filePath, filePath))
    expect(rows).toHaveLength(1)
  })

  test('is refused when its content does not match its extension, and when it is too large or not allowed', async () => {
    const { user, browser } = await newPartner()
    const wrong = await put(browser, 'stage.png', Buffer.from('<html>'), 'image/png')
    expect([wrong.statusCode, wrong.json().message]).toEqual([415, 'This file is not a PNG.'])
    const ask = (body: unknown) => browser.post('/api/chat/uploads', body)
    expect((await ask({ fileName: 'run.exe', fileSize: 5 })).json().fields).toEqual({
      fileName: 'This kind of file is not allowed.',
    })
    const large = await ask({ fileName: 'film.mp4', fileSize: maxChatFileSize + 1 })
    expect([large.statusCode, large.json().message]).toEqual([413, 'The file is too large. At most 10 MB.'])
    expect((await ask({ fileName: 'film.mp4', fileSize: maxChatFileSize })).statusCode).toBe(201)
    expect((await ask({ fileName: 'film.mp4' })).statusCode).toBe(400)
    const drawing = Buffer.from(`<svg>${' '.repeat(256 * 1024)}</svg>`)
    const heavy = await put(browser, 'plan.svg', drawing, 'image/svg+xml')
    expect([heavy.statusCode, heavy.json().message]).toEqual([
      413,
      'The SVG file is too large. The limit is 256 KB.',
    ])
    const bomb = await put(browser, 'stage.png', pngOfSize(60_000, 60_000), 'image/png')
    expect([bomb.statusCode, bomb.json().message]).toEqual([
      415,
      'This picture has 60,000 × 60,000 pixels. The limit is 50 megapixels.',
    ])
    const small = (await ask({ fileName: 'a.txt', fileSize: 5 })).json()
    const more = Buffer.from('more than five')
    const { bucket } = portal.deps.store
    expect(await putBytes(browser, small.uploadURL, more, 'text/plain')).toBe(bucket ? 403 : 413)
    // With a bucket, the portal itself does not accept uploads.
    const own = `/api/chat/uploads/${URL.parse(small.uploadURL, url)?.pathname.split('/').at(-1)}`
    expect(await putBytes(browser, own, more, 'text/plain')).toBe(bucket ? 404 : 413)
    expect(await storedKeys(portal, await uploadsOf(portal, user))).toEqual([])
  })

  test('that was uploaded for the chat cannot be used in the library, nor the other way around', async () => {
    const staff = await newStaff()
    const [chat, library] = [
      await createUpload(portal, { userId: staff.user.id, purpose: 'chat', state: 'registered' }),
      await createUpload(portal, { userId: staff.user.id, state: 'registered' }),
    ]
    const resource = { title: 'Plan', category: 'creative', folderId: null }
    expect((await staff.browser.post('/api/resources', { ...resource, ...fileOf(chat) })).statusCode).toBe(
      400,
    )
    const team = await connect(staff.user)
    const receiverId = (await newPartner()).user.id
    const clientId = crypto.randomUUID()
    team.send({ type: 'chat', message: 'x', file: { filePath: library.objectKey }, receiverId, clientId })
    expect((await team.frame('chat_error')).code).toBe('bad_request')
    const asked = await createUpload(portal, { userId: staff.user.id, purpose: 'chat' })
    const headers = { 'content-type': 'text/plain' }
    const address = `/api/objects/upload/${asked.id}`
    expect((await staff.browser.put(address, 'hello', headers)).statusCode).toBe(404)
    const { uploadURL } = (
      await staff.browser.post('/api/chat/uploads', { fileName: 'a.txt', fileSize: 5 })
    ).json()
    await putBytes(staff.browser, uploadURL, Buffer.from('hello'), 'text/plain')
    const elsewhere = await staff.browser.put('/api/resources/upload', { resourceURL: uploadURL })
    expect(elsewhere.statusCode).toBe(400)
  })

  test('can be uploaded a hundred times a day by one user, however quickly', async () => {
    const { browser } = await newPartner()
    const body = { fileName: 'a.txt', fileSize: 5 }
    const responses = await Promise.all(
      Array.from({ length: 107 }, () => browser.post('/api/chat/uploads', body)),
    )
    const statuses = responses.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([...Array(100).fill(201), ...Array(7).fill(429)])
    const refused = responses.find(({ statusCode }) => statusCode === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(23 * 60 * 60)
    expect((await (await newPartner()).browser.post('/api/chat/uploads', body)).statusCode).toBe(201)
  })

  test('that was never sent is deleted after a day, and a sent one stays', async () => {
    const { user, browser } = await newPartner()
    const partnerSocket = await connect(user)
    const make = (state: 'received' | 'registered') =>
      createUpload(portal, { userId: user.id, purpose: 'chat', state })
    const [sent] = [await make('registered'), await make('registered'), await make('received')]
    partnerSocket.send({ type: 'chat', message: 'Here', file: { filePath: sent.objectKey } })
    await partnerSocket.waitForMessage('Here')
    const rows = await uploadsOf(portal, user)
    expect(await storedKeys(portal, rows)).toHaveLength(3)
    await portal.db
      .update(uploads)
      .set({ createdAt: new Date(Date.now() - 25 * 60 * 60 * 1000) })
      .where(eq(uploads.userId, user.id))
    await sweepUploads(portal.deps)
    expect(await storedKeys(portal, rows)).toEqual([fileKey(sent.objectKey)])
    expect((await browser.get(`/api/chat/files/${sent.objectKey}`)).body).toBe('hello')
  })
})

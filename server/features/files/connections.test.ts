import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { maxFileSize } from '#contract/files/file-types.ts'
import { uploads } from '#server/db/schema/files.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUpload, createUser } from '#test/factories.ts'
import { storedFiles } from '#test/stored-files.ts'
import { sweepUploads } from './actions.ts'

// These requests go over real connections, and no browser sends them: they have a wrong length, are broken off, or never end.
const portal = await createTestApp()
afterAll(portal.close)
const address = new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' }))

const user = await createUser(portal, { role: 'support' })
const cookieOf = ({ cookies }: Awaited<ReturnType<typeof portal.signIn>>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const cookie = cookieOf(await portal.signIn(user))

const newUpload = () => createUpload(portal, { userId: user.id, fileType: null, fileSize: null })

type Headers = Record<string, string | number>

const headOf = (call: string, headers: Headers) => {
  const lines = Object.entries({ host: address.host, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `${call} HTTP/1.1\r\n${lines.join('')}\r\n`
}

const open = async () => {
  const socket = connect(Number(address.port), address.hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Opens a connection and sends the head of a PUT. */
const begin = async (id: string, headers: Headers, as = cookie) => {
  const socket = await open()
  socket.write(headOf(`PUT /api/objects/upload/${id}`, { cookie: as, ...headers }))
  return socket
}

const unfinished = async () => (await storedFiles(portal)).filter((path) => path.startsWith('unfinished/'))

/** Returns the first response on the socket. */
const answerOn = async (socket: Socket) => String((await once(socket, 'data'))[0])

test('an upload of one byte more than 50 MB is refused before its body is read', async () => {
  const socket = await begin((await newUpload()).id, { 'content-length': maxFileSize + 1 })
  expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 413 .*The file is too large\. At most 50 MB\./s)
  socket.destroy()
  expect(await storedFiles(portal)).toEqual([])
})

test('an upload of 50 MB is accepted', async () => {
  const { id } = await newUpload()
  const socket = await begin(id, { 'content-length': maxFileSize })
  const response = answerOn(socket)
  const chunk = Buffer.alloc(1024 * 1024)
  for (let sent = 0; sent < maxFileSize; sent += chunk.length) {
    if (!socket.write(chunk)) await once(socket, 'drain')
  }
  expect(await response).toMatch(/^HTTP\/1\.1 204 /)
  socket.destroy()
  expect(await portal.deps.store.size(`uploads/${id}`)).toBe(maxFileSize)
  await portal.deps.store.remove(`uploads/${id}`)
})

test('the connection closes when a client continues sending after a refusal', async () => {
  const partner = await portal.signIn(
    (await createPartner(portal, { status: 'completed', onPaper: true })).user,
  )
  const socket = await begin((await newUpload()).id, { 'content-length': 10 ** 12 }, cookieOf(partner))
  expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 403 /)
  // Writing to a closed connection is an error, which is what is expected here.
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const chunk = Buffer.alloc(64 * 1024)
  const sending = setInterval(() => socket.writable && socket.write(chunk), 50)
  await Promise.race([closed, delay(10_000).then(() => Promise.reject(new Error('still listening')))])
  clearInterval(sending)
})

test('after a body that is refused halfway, the next request on the same connection gets a response', async () => {
  const admin = cookieOf(await portal.signIn(await createUser(portal, { role: 'admin' })))
  const socket = await open()
  const responses = text(socket)
  const body = { 'content-type': 'text/csv', 'transfer-encoding': 'chunked' }
  socket.write(headOf('POST /api/admin/partners/import/check', { cookie: admin, ...body }))
  // The import refuses the body after 10 MB, and the rest of the body arrives before the next request.
  const bytes = Buffer.alloc(16 * 1024 * 1024, 'a')
  socket.write(`${bytes.length.toString(16)}\r\n`)
  socket.write(bytes)
  socket.write('\r\n0\r\n\r\n')
  socket.write(headOf('GET /healthz', { connection: 'close' }))
  expect(await responses).toMatch(/^HTTP\/1\.1 413 .*The file is too large\..*HTTP\/1\.1 200 /s)
})

test('an upload without a length, or with one that is not a number, is refused', async () => {
  const chunked = await begin((await newUpload()).id, { 'transfer-encoding': 'chunked' })
  expect(await answerOn(chunked)).toMatch(/^HTTP\/1\.1 400 .*Content-Length is required/s)
  chunked.destroy()
  const wrong = await begin((await newUpload()).id, { 'content-length': 'many' })
  expect(await answerOn(wrong)).toMatch(/^HTTP\/1\.1 400 /)
  wrong.destroy()
})

test('bytes beyond the announced length do not become part of the file', async () => {
  const { id } = await newUpload()
  const socket = await begin(id, { 'content-length': 5, connection: 'close' })
  socket.write('hello, and more than that')
  expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 (204|400) /)
  socket.destroy()
  await expect.poll(() => unfinished()).toEqual([])
  expect([5, null]).toContain(await portal.deps.store.size(`uploads/${id}`))
})

test('an upload whose connection breaks halfway stores nothing and can be tried again', async () => {
  const { id } = await newUpload()
  const half = await begin(id, { 'content-length': 1_000_000 })
  half.write(Buffer.alloc(500_000))
  await expect.poll(unfinished).toHaveLength(1)
  half.destroy()
  await expect.poll(unfinished).toEqual([])
  const [row] = await portal.db.select().from(uploads).where(eq(uploads.id, id))
  expect(row).toMatchObject({ receivedAt: null, registeredAt: null, usedAt: null })

  const whole = await begin(id, { 'content-length': 5, connection: 'close' })
  whole.write('hello')
  expect(await text(whole)).toMatch(/^HTTP\/1\.1 204 /)

  await portal.db
    .update(uploads)
    .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
    .where(eq(uploads.id, id))
  await sweepUploads(portal.deps)
  expect(await portal.db.$count(uploads, eq(uploads.id, id))).toBe(0)
  expect((await storedFiles(portal)).join()).not.toContain(id)
  // A client that disconnects is logged as information, since it is not an error of the server.
  expect(portal.log.takeErrors()).toEqual([])
})

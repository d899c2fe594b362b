import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { cookieOf } from '#test/chat-client.ts'
import { createResource, createUser } from '#test/factories.ts'
import { openReader, type SlowReader } from '#test/slow-reader.ts'

const opened: SlowReader[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((reader) => reader.leave()))
})

// The file is far larger than what a connection buffers.
const bytes = Buffer.alloc(24 * 2 ** 20)

const start = async (maxStallMs: number) => {
  const portal = await createTestApp({ maxStallMs })
  const user = await createUser(portal, { role: 'support' })
  const { filePath } = await createResource(portal, { bytes })
  const cookie = cookieOf(await portal.signIn(user))
  const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const read = async (options = {}) => {
    const reader = await openReader(`${url}/objects/${filePath}`, cookie, options)
    opened.push(reader)
    return reader
  }
  return { portal, read }
}

test('a download that reads nothing is destroyed, and one that reads slowly is not', async () => {
  // The limit is less than a fifth of the portal's own, and the steady client is eight times as fast as 10 KB a second.
  const { portal, read } = await start(3_500)
  await using _ = portal
  const [stalled, steady] = [await read(), await read({ bytesPerSecond: 80_000 })]
  expect(await Promise.all([stalled.status, steady.status])).toEqual([200, 200])
  const cutOff = () =>
    portal.log.lines.filter(({ msg }) => msg === 'a client took nothing of its reply').length
  await expect.poll(cutOff, { timeout: 30_000 }).toBe(1)
  // By this time, the steady client's system would have accepted nothing more for longer than the limit.
  await expect.poll(steady.received, { timeout: 30_000 }).toBeGreaterThan(900_000)
  await stalled.readToEnd()
  expect(stalled.received()).toBeLessThan(bytes.length)
  expect(cutOff()).toBe(1)
  expect(steady.isClosed()).toBe(false)
  await steady.leave()
  // A client that disconnects is not an error of the server.
  expect(portal.log.takeErrors()).toEqual([])
})

test('a client that pauses for less than the limit gets the whole file', async () => {
  const { portal, read } = await start(8_000)
  await using _ = portal
  const paused = await read()
  await once(AbortSignal.timeout(2_500), 'abort')
  paused.readToEnd()
  await expect.poll(paused.received, { timeout: 30_000 }).toBeGreaterThan(bytes.length)
})

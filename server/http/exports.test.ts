import { sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { cookieOf } from '#test/chat-client.ts'
import { createFolder, createResource, createUser } from '#test/factories.ts'
import { addManyPartners } from '#test/many-partners.ts'
import { openReader, type SlowReader } from '#test/slow-reader.ts'

const path = '/api/admin/partners/export'
const long = { timeout: 30_000 }
const neverMs = 10 * 60_000
const opened: SlowReader[] = []
const portals: TestApp[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((reader) => reader.leave()))
  await Promise.all(portals.splice(0).map((portal) => portal.close()))
})

// The tests' own servers share this database, because adding the partners takes longer than most tests.
const filled = await createTestApp()
await addManyPartners(filled, 7500)
afterAll(filled.close)

const start = async (options: Parameters<typeof createTestApp>[0]) => {
  const portal = await createTestApp({
    settings: { BUDGETS: 'export=1000' },
    databaseOf: filled,
    ...options,
  })
  portals.push(portal)
  const browser = await portal.signIn(await createUser(portal, { role: 'support' }))
  const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const read = async (address = path, { as = browser, ...options } = {}) => {
    const reader = await openReader(url + address, cookieOf(as), options)
    opened.push(reader)
    return reader
  }
  return { portal, browser, read, connections: portal.deps.exports.db.$client }
}

const statusesOf = (readers: SlowReader[]) => Promise.all(readers.map(({ status }) => status))

test('fifty exports that nobody reads do not affect other users, and all connections are returned', async () => {
  const { portal, browser, read, connections } = await start({ maxExportWaitMs: 2000, maxStallMs: 5000 })
  const readers = await Promise.all(Array.from({ length: 50 }, () => read()))
  await expect.poll(() => connections.totalCount, long).toBe(2)
  expect((await browser.get('/api/admin/partners?limit=10')).statusCode).toBe(200)
  // On a busy machine the readiness check may exceed its limit once. Both exports are still running when it succeeds.
  const whileTheyRun = async () => [(await browser.get('/readyz')).statusCode, connections.totalCount]
  await expect.poll(whileTheyRun, long).toEqual([200, 2])

  const statuses = await statusesOf(readers)
  expect(statuses.filter((status) => status === 200)).toHaveLength(2)
  expect(statuses.filter((status) => status === 503)).toHaveLength(48)
  const refused = await readers[statuses.indexOf(503)]?.head
  expect(refused).toMatch(/retry-after: 2\r\n/i)
  expect(refused).toContain('Too many exports are running. Try again in a minute.')

  // The two running exports are cut off, and their connections become free.
  await expect.poll(() => connections.totalCount, long).toBe(0)
  for (const [place, reader] of readers.entries()) {
    if (statuses[place] === 200) expect(await reader.readToEnd()).toBe(false)
  }
  const { $client: pool } = portal.db
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
  expect((await browser.get(`${path}?status=profile`)).statusCode).toBe(200)
  portal.log.takeErrors()
})

test('an export waits for its turn, and gets it when another ends', async () => {
  const { read } = await start({ maxExportWaitMs: neverMs })
  const [first, second] = [await read(), await read()]
  expect(await statusesOf([first, second])).toEqual([200, 200])
  const third = await read()
  expect(await first.readToEnd()).toBe(true)
  expect(await third.status).toBe(200)
  expect(await third.readToEnd()).toBe(true)
  expect(await second.readToEnd()).toBe(true)
})

test('a client that disconnects gives up its place in line, or its turn if it was reading', async () => {
  const { portal, read, connections } = await start({ maxExportWaitMs: neverMs })
  const running = [await read(), await read()]
  expect(await statusesOf(running)).toEqual([200, 200])
  const impatient = await read()
  const patient = await read()
  await impatient.leave()
  await running[0]?.leave()
  expect(await patient.status).toBe(200)
  await Promise.all([...running, patient].map((reader) => reader.leave()))
  await expect.poll(() => connections.totalCount, long).toBe(0)
  portal.log.takeErrors()
})

test('a broken connection to the database ends its export at once, even when nobody reads it', async () => {
  const { portal, read, connections } = await start({ maxStallMs: neverMs })
  const reader = await read()
  expect(await reader.status).toBe(200)
  const idle = sql`select pg_terminate_backend(pid) as ended from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`
  await expect.poll(async () => (await portal.db.execute(idle)).rows, long).toEqual([{ ended: true }])
  await expect.poll(() => connections.totalCount, long).toBe(0)
  expect(await reader.readToEnd()).toBe(false)
  expect(portal.log.takeErrors().map(({ msg }) => msg)).toContain('the answer broke off')
})

test('an export that the database cannot begin gets an error status', async () => {
  await using portal = await createTestApp()
  const browser = await portal.signIn(await createUser(portal, { role: 'support' }))
  await portal.db.execute(sql`alter table partner_profiles rename column business_name to former_name`)
  const response = await browser.get(path)
  expect(response.statusCode).toBe(500)
  expect(response.json().code).toBe('internal')
  expect(response.headers['content-disposition']).toBeUndefined()
  expect(portal.log.takeErrors().map(({ msg }) => msg)).toContain('request failed')
})

test('downloads of folders wait for each other and not for exports, and HEAD for nothing', async () => {
  const { portal, browser, read } = await start({ maxExportWaitMs: 2000 })
  const folder = await createFolder(portal)
  await createResource(portal, { folderId: folder.id, bytes: Buffer.alloc(12 * 2 ** 20) })
  const zip = `/api/resource-folders/${folder.id}/zip`
  const [second, third] = [
    await portal.signIn(await createUser(portal, { role: 'support' })),
    await portal.signIn(await createUser(portal, { role: 'support' })),
  ]
  const running = [await read(), await read(), await read(zip), await read(zip, { as: second })]
  expect(await statusesOf(running)).toEqual([200, 200, 200, 200])
  const refused = await read(zip, { as: third })
  expect(await refused.status).toBe(503)
  expect(await refused.head).toContain('Too many downloads are running. Try again in a minute.')
  expect((await browser.send('HEAD', zip)).statusCode).toBe(200)
  expect((await browser.send('HEAD', path)).statusCode).toBe(200)
  await running[2]?.leave()
  const next = await read(zip)
  expect(await next.status).toBe(200)
  await Promise.all(running.map((reader) => reader.leave()))
  portal.log.takeErrors()
})

test('downloads of folders by one user take one turn at a time, so that others get the second one', async () => {
  const { portal, browser, read } = await start({ maxExportWaitMs: 2000 })
  const folder = await createFolder(portal)
  await createResource(portal, { folderId: folder.id, bytes: Buffer.alloc(12 * 2 ** 20) })
  const zip = `/api/resource-folders/${folder.id}/zip`
  const record = () => browser.post(`/api/resource-folders/${folder.id}/download`, {})
  expect((await record()).statusCode).toBe(204)
  const first = await read(zip)
  expect(await first.status).toBe(200)
  const refused = await record()
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toBe('Another download is still running. Try again when it is done.')
  const again = await read(zip)
  const other = await read(zip, { as: await portal.signIn(await createUser(portal, { role: 'support' })) })
  expect(await other.status).toBe(200)
  await first.leave()
  expect(await again.status).toBe(200)
  await Promise.all([again, other].map((reader) => reader.leave()))
  await expect.poll(async () => (await record()).statusCode, long).toBe(204)
  portal.log.takeErrors()
})

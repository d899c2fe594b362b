import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withLongStatements } from '#server/db/client.ts'
import { isDatabaseOutage } from '#server/db/outage.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { createProxiedApp } from '#test/proxied-app.ts'

const soon = { timeout: 25_000 }
// This is shorter than the portal's own limit, which server/three-processes.slow.test.ts waits for.
const limits = { statementTimeoutMs: 1000 }
// The database stays frozen until all calls have a response, so without time limits none of them would end.
const testTimeoutMs = 60_000

const countSockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length

test(
  'while the database is frozen every call gets 503, and afterwards no connection is left over',
  async () => {
    const { portal, proxy } = await createProxiedApp(limits)
    const { db } = portal
    const { user } = await createPartner(portal)
    const browser = await portal.signIn(user)
    const staff = await portal.signIn(await createUser(portal, { role: 'admin' }))
    expect((await browser.get('/readyz')).statusCode).toBe(200)
    const sockets = countSockets()

    proxy.freeze()
    const calls = [
      () => browser.get('/api/auth/user'),
      () => browser.get('/api/partner/documents'),
      () => staff.get('/api/admin/partners?limit=20&page=1'),
      () => staff.get('/api/admin/overview'),
      () => staff.post('/api/admin/users', { email: 'new@example.test', role: 'user' }),
      () => portal.visit().post('/api/sign-in/code', { email: user.email }),
      () => portal.visit().get('/readyz'),
    ]
    // These are more than three times as many calls as the pool has connections.
    const responses = await Promise.all(Array.from({ length: 5 }, () => calls.map((call) => call())).flat())
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
    expect((await browser.get('/readyz')).json()).toMatchObject({ message: 'The database cannot be reached' })
    expect((await browser.get('/healthz')).statusCode).toBe(200)
    proxy.thaw()

    await expect.poll(async () => (await browser.get('/readyz')).statusCode, soon).toBe(200)
    expect((await browser.get('/api/auth/user')).statusCode).toBe(200)
    await expect.poll(() => db.$client.totalCount - db.$client.idleCount, soon).toBe(0)
    expect(db.$client.waitingCount).toBe(0)
    const busy = sql`select pid, state, query from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`
    await expect.poll(async () => (await db.execute(busy)).rows, soon).toEqual([])
    await expect.poll(countSockets, soon).toBeLessThanOrEqual(sockets + 2 * 10)
    portal.log.takeErrors()
    await portal.close()
  },
  testTimeoutMs,
)

test(
  'a transaction that the database no longer answers rejects, at BEGIN or later, and closes its connection',
  async () => {
    const { portal, proxy } = await createProxiedApp(limits)
    const { db } = portal
    const began = Promise.withResolvers<void>()
    const frozen = Promise.withResolvers<void>()
    const transaction = db
      .transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        began.resolve()
        await frozen.promise
        await tx.execute(sql`select 2`)
      })
      .catch((error: unknown) => error)
    await began.promise
    proxy.freeze()
    frozen.resolve()
    expect(isDatabaseOutage(await transaction)).toBe(true)
    expect(isDatabaseOutage(await db.transaction(async () => {}).catch((error: unknown) => error))).toBe(true)
    proxy.thaw()
    await expect.poll(() => db.execute(sql`select 1`).then(() => true), soon).toBe(true)
    portal.log.takeErrors()
    await portal.close()
  },
  testTimeoutMs,
)

test(
  'a statement is canceled by the database when it takes too long, unless nobody waits for it',
  async () => {
    await using portal = await createTestApp(limits)
    const { db } = portal
    const slow = sql`select pg_sleep(2.5)`
    const short = db.execute(slow).catch((error: unknown) => error)
    const long = withLongStatements(db, (longDb) => longDb.transaction((tx) => tx.execute(slow)))
    expect(isDatabaseOutage(await short)).toBe(true)
    expect((await long).rows).toHaveLength(1)
    expect(db.$client.totalCount - db.$client.idleCount).toBe(0)
  },
  testTimeoutMs,
)

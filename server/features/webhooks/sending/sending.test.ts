import { and, eq, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { notify } from '#server/bus/data.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/users.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/db/schema/webhooks.ts'
import { countWaitingWebhooks } from '#server/metrics/data.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { createDelivery, createEndpoint, type ReceivedWebhook, startReceiver } from '#test/webhooks.ts'
import { pauseAfter, retryPauses } from './pauses.ts'

const settings = { WEBHOOK_PRIVATE_ADDRESSES: 'on' }
const soon = { timeout: 20_000, interval: 50 }
const day = 24 * 60 * 60

let portal: TestApp
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeEach(async () => {
  portal = await createTestApp({ settings, runsJobs: true })
  receiver = await startReceiver()
})
afterEach(async () => {
  await portal.close()
  await receiver.stop()
})

const endpointAt = (values: Partial<typeof webhookEndpoints.$inferInsert> = {}) =>
  createEndpoint(portal, { url: receiver.url, ...values })
const waitingFor = ({ id }: { id: string }, data: unknown = {}) =>
  createDelivery(portal, { endpointId: id, data, state: 'waiting', nextAttemptAt: new Date(0) })
const rowOf = async ({ id }: { id: string }) => {
  const [row] = await portal.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id))
  return row
}
const stateOf = async (delivery: { id: string }) => (await rowOf(delivery))?.state
const endpointOf = async ({ id }: { id: string }) => {
  const [row] = await portal.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  return row
}
/** Ends the pause before the next attempt of a delivery. */
const skipPause = async ({ id }: { id: string }) => {
  await portal.db
    .update(webhookDeliveries)
    .set({ nextAttemptAt: new Date() })
    .where(eq(webhookDeliveries.id, id))
  await notify(portal.db, 'webhooks', '')
}
const fail: typeof receiver.answer = (response) => response.writeHead(503).end('later')
const verifies = (secret: string, { body, headers }: ReceivedWebhook) => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

describe('a message', () => {
  test('arrives by itself, signed by Standard Webhooks, without a cookie', async () => {
    const endpoint = await endpointAt()
    const user = await createUser(portal)
    await portal.db.update(users).set({ lastName: 'Vale' }).where(eq(users.id, user.id))
    await expect.poll(() => receiver.received.length, soon).toBe(1)
    const [received] = receiver.received
    if (!received) throw new Error('nothing')
    expect(verifies(endpoint.secret, received)).toBe(true)
    expect(verifies(`whsec_${Buffer.from('another').toString('base64')}`, received)).toBe(false)
    expect(verifies(endpoint.secret, { ...received, body: received.body.replace('Vale', 'Vole') })).toBe(
      false,
    )
    expect(received.message).toMatchObject({
      type: 'user.changed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      data: { user: { id: user.id, lastName: 'Vale' } },
    })
    expect(Object.keys(received.headers).sort()).toEqual(
      [
        ...['connection', 'content-length', 'content-type', 'host', 'user-agent'],
        ...['webhook-id', 'webhook-signature', 'webhook-timestamp'],
      ].sort(),
    )
    await expect.poll(() => stateOf(received), soon).toBe('delivered')
    expect(await rowOf(received)).toMatchObject({
      attempts: 1,
      lastStatus: 204,
      lastError: null,
      nextAttemptAt: null,
    })
  })

  test('is sent again until the receiver works, with the same id and text', async () => {
    const endpoint = await endpointAt()
    // The second attempt starts by itself after a pause. Its response waits until the test has read the record of the first.
    const { promise: isRead, resolve: goOn } = Promise.withResolvers<void>()
    receiver.answer = (response, ...rest) => {
      receiver.answer = async (...later) => {
        await isRead
        receiver.accept(...later)
      }
      return fail(response, ...rest)
    }
    const delivery = await waitingFor(endpoint, { a: 1 })
    await notify(portal.db, 'webhooks', '')
    await expect.poll(async () => (await rowOf(delivery))?.failures, soon).toBe(1)
    expect(await rowOf(delivery)).toMatchObject({
      lastStatus: 503,
      lastError: 'The endpoint returned 503.',
      lastAnswer: 'later',
    })
    expect((await endpointOf(endpoint))?.failingSince).toBeInstanceOf(Date)
    goOn()
    await expect.poll(() => stateOf(delivery), soon).toBe('delivered')
    const [first, second] = receiver.received
    expect(receiver.received).toHaveLength(2)
    expect(second?.id).toBe(first?.id)
    expect(second?.body).toBe(first?.body)
    expect((await endpointOf(endpoint))?.failingSince).toBeNull()
  })

  test('fails for good after the last attempt', async () => {
    const endpoint = await endpointAt()
    receiver.answer = fail
    const delivery = await waitingFor(endpoint)
    await notify(portal.db, 'webhooks', '')
    for (let failures = 1; failures <= retryPauses.length; failures += 1) {
      await expect.poll(async () => (await rowOf(delivery))?.failures, soon).toBe(failures)
      const row = await rowOf(delivery)
      const pause = ((row?.nextAttemptAt?.getTime() ?? 0) - (row?.lastAttemptAt?.getTime() ?? 0)) / 1000
      const [expected = 0] = [retryPauses[failures - 1]]
      expect(pause).toBeGreaterThanOrEqual(expected * 0.9)
      await skipPause(delivery)
    }
    await expect.poll(() => stateOf(delivery), soon).toBe('failed')
    expect(await rowOf(delivery)).toMatchObject({ attempts: 10, nextAttemptAt: null })
    expect(receiver.received).toHaveLength(10)
  })

  test('that a dead process was sending is sent by another process', async () => {
    const endpoint = await endpointAt()
    const delivery = await createDelivery(portal, {
      endpointId: endpoint.id,
      state: 'waiting',
      nextAttemptAt: new Date(0),
      attempts: 1,
      sendingUntil: new Date(Date.now() - 1),
    })
    await notify(portal.db, 'webhooks', '')
    await expect.poll(() => stateOf(delivery), soon).toBe('delivered')
    expect((await rowOf(delivery))?.attempts).toBe(2)
  })

  test('that is being sent when its process stops is released to another process at once', async () => {
    await using first = await createTestApp({ settings })
    receiver.answer = () => {}
    const second = await createTestApp({ settings, databaseOf: first, runsJobs: true })
    const { id: endpointId } = await createEndpoint(first, { url: receiver.url })
    const { id } = await createDelivery(first, { endpointId, state: 'waiting', nextAttemptAt: new Date(0) })
    await notify(first.db, 'webhooks', '')
    await expect.poll(() => receiver.received.length, soon).toBe(1)
    const row = async () =>
      (await first.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)))[0]
    expect((await row())?.sendingUntil).toBeInstanceOf(Date)
    await second.close()
    expect(await row()).toMatchObject({ state: 'waiting', attempts: 1, failures: 0, sendingUntil: null })
  })
})

test('the pauses add up to just over three days, each with jitter', () => {
  expect(retryPauses.reduce((sum, each) => sum + each, 0) / day).toBeGreaterThan(3)
  expect(pauseAfter(1, 0)).toBeCloseTo(4.5)
  expect(pauseAfter(1, 1)).toBeCloseTo(5.5)
  expect(pauseAfter(9, 0.5)).toBeCloseTo(day)
  expect(pauseAfter(10)).toBeUndefined()
})

describe('an endpoint', () => {
  test('that never responds does not delay others', async () => {
    await using slow = await startReceiver()
    slow.answer = () => {}
    const stuck = await createEndpoint(portal, { url: slow.url })
    for (let each = 0; each < 50; each += 1) await waitingFor(stuck)
    await notify(portal.db, 'webhooks', '')
    await expect.poll(() => slow.received.length, soon).toBe(4)
    const endpoint = await endpointAt()
    const deliveries = []
    for (let each = 0; each < 20; each += 1) deliveries.push(await waitingFor(endpoint))
    await notify(portal.db, 'webhooks', '')
    for (const delivery of deliveries) await expect.poll(() => stateOf(delivery), soon).toBe('delivered')
    // The first attempts at the slow endpoint are still under way.
    expect(slow.received).toHaveLength(4)
  })

  test('that responds with 410 is disabled, and admins are notified, once', async () => {
    const [admin, support] = [
      await createUser(portal, { role: 'admin' }),
      await createUser(portal, { role: 'support' }),
    ]
    const endpoint = await endpointAt({ events: ['task.completed'] })
    receiver.answer = (response) => response.writeHead(410).end()
    const deliveries = [await waitingFor(endpoint), await waitingFor(endpoint)]
    await notify(portal.db, 'webhooks', '')
    await expect.poll(async () => (await endpointOf(endpoint))?.state, soon).toBe('gone')
    for (const each of deliveries)
      await expect.poll(async () => (await rowOf(each))?.sendingUntil, soon).toBeNull()
    const noticesOf = ({ id }: { id: string }) =>
      portal.db
        .select()
        .from(notifications)
        .where(and(eq(notifications.userId, id), eq(notifications.kind, 'webhook_disabled')))
    expect(await noticesOf(admin)).toMatchObject([
      {
        title: `Webhook switched off: ${new URL(receiver.url).host}`,
        detail: 'The endpoint returned 410: it wants no more events.',
      },
    ])
    expect(await noticesOf(support)).toEqual([])
    // Nothing more is sent to the disabled endpoint.
    const sent = receiver.received.length
    const later = await waitingFor(endpoint)
    const reached = await endpointAt({ events: ['task.completed'] })
    receiver.answer = receiver.accept
    const other = await waitingFor(reached)
    await notify(portal.db, 'webhooks', '')
    await expect.poll(() => stateOf(other), soon).toBe('delivered')
    expect(await stateOf(later)).toBe('waiting')
    expect(receiver.received).toHaveLength(sent + 1)
  })

  test('at which nothing has arrived for three days is disabled by the next failure', async () => {
    const admin = await createUser(portal, { role: 'admin' })
    const ago = (days: number) => new Date(Date.now() - days * day * 1000)
    const young = await endpointAt({ failingSince: ago(2.9) })
    const old = await endpointAt({ failingSince: ago(3.1) })
    receiver.answer = fail
    const deliveries = [await waitingFor(young), await waitingFor(old)]
    await notify(portal.db, 'webhooks', '')
    for (const each of deliveries) await expect.poll(async () => (await rowOf(each))?.failures, soon).toBe(1)
    expect((await endpointOf(young))?.state).toBe('on')
    expect((await endpointOf(old))?.state).toBe('failing')
    const notices = await portal.db.select().from(notifications).where(eq(notifications.userId, admin.id))
    expect(notices.map(({ detail }) => detail)).toEqual(['Nothing has arrived there for 3 days.'])
  })

  test('with a new secret gets both signatures for a day, then only the new one', async () => {
    const [before, after] = ['b', 'a'].map(
      (letter) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`,
    )
    const previousSecretUntil = sql`now() + interval '1 hour'` as unknown as Date
    const endpoint = await endpointAt({
      secret: after ?? '',
      previousSecret: before ?? '',
      previousSecretUntil,
    })
    const first = await waitingFor(endpoint)
    await notify(portal.db, 'webhooks', '')
    await expect.poll(() => stateOf(first), soon).toBe('delivered')
    await portal.db
      .update(webhookEndpoints)
      .set({ previousSecretUntil: sql`now()` })
      .where(eq(webhookEndpoints.id, endpoint.id))
    const second = await waitingFor(endpoint)
    await notify(portal.db, 'webhooks', '')
    await expect.poll(() => stateOf(second), soon).toBe('delivered')
    const by = (secret = '') => receiver.received.map((received) => verifies(secret, received))
    expect(by(after)).toEqual([true, true])
    expect(by(before)).toEqual([true, false])
  })
})

test('two processes send each message once', async () => {
  const second = await createTestApp({ settings, databaseOf: portal, runsJobs: true })
  try {
    const endpoints = [await endpointAt(), await endpointAt(), await endpointAt()]
    // Responses are slow enough for both processes to look for messages while the other one sends.
    receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 5)
    const values = endpoints.flatMap(({ id }) =>
      Array.from({ length: 100 }, () => ({ endpointId: id, event: 'webhook.test' as const, data: {} })),
    )
    await portal.db.insert(webhookDeliveries).values(values)
    const open = () => portal.db.$count(webhookDeliveries, sql`state <> 'delivered'`)
    await expect.poll(open, { timeout: 60_000, interval: 100 }).toBe(0)
    expect(receiver.received).toHaveLength(300)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(300)
  } finally {
    await second.close()
  }
})

test('metrics count attempts by outcome, and show the age of waiting messages', async () => {
  await using measured = await createTestApp({
    settings: { ...settings, METRICS_TOKEN: 'a-token-of-some-length' },
    runsJobs: true,
  })
  const { id } = await createEndpoint(measured, { url: receiver.url })
  receiver.answer = (response, { message }) => response.writeHead(message.data.ok ? 200 : 500).end()
  const waiting = { endpointId: id, state: 'waiting' as const, nextAttemptAt: new Date() }
  await createDelivery(measured, { ...waiting, data: { ok: true } })
  await createDelivery(measured, { ...waiting, data: { ok: false } })
  await createDelivery(measured, { ...waiting, data: { ok: false }, failures: retryPauses.length })
  await notify(measured.db, 'webhooks', '')
  const print = async () => (await measured.deps.metrics?.print()) ?? ''
  for (const result of ['delivered', 'retried', 'failed'])
    await expect.poll(print, soon).toContain(`portal_webhook_attempts_total{result="${result}"} 1`)
  expect(await countWaitingWebhooks(measured.db)).toEqual({ due: 0, retrying: 1, oldestSeconds: 0 })
  await measured.db
    .update(webhookDeliveries)
    .set({ nextAttemptAt: sql`now() - interval '1 hour'` })
    .where(eq(webhookDeliveries.state, 'waiting'))
  const { due, oldestSeconds } = await countWaitingWebhooks(measured.db)
  expect(due).toBe(1)
  expect(oldestSeconds).toBeGreaterThanOrEqual(3600)
})

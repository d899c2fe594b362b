import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { webhookLogDays } from '#contract/limits.ts'
import { maxWebhooks } from '#contract/webhooks/webhooks.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { users } from '#server/db/schema/users.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/db/schema/webhooks.ts'
import { createReportLink } from '#server/features/account/security-emails/actions.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { createTokenClient } from '#test/api-tokens.ts'
import { createTestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { ageSessions } from '#test/step-up.ts'
import { createDelivery, createEndpoint } from '#test/webhooks.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)
beforeEach(() => db.delete(webhookEndpoints))

const url = '/api/admin/webhooks'
const form = {
  url: 'https://crm.example.com/hooks/secret-path',
  description: 'Contacts of the CRM',
  events: ['partner.created', 'user.changed'],
}

const newAdmin = async () => {
  const user = await createUser(portal, { role: 'admin', firstName: 'Ida', lastName: 'Holm' })
  return { user, browser: await portal.signIn(user) }
}
const { user: member, browser: admin } = await newAdmin()
const auditOf = (subjectId: string) =>
  db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId)).orderBy(auditLog.at, auditLog.action)
const rowOf = async (id: string) =>
  (await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)))[0]

describe('a webhook', () => {
  test('is added with a secret that is shown once, listed without it, switched and deleted', async () => {
    const response = await admin.post(url, form)
    expect(response.statusCode, response.body).toBe(201)
    const { secret, webhook } = response.json()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toEqual({
      id: expect.any(String),
      ...form,
      state: 'on',
      failingSince: null,
      previousSecretUntil: null,
      createdBy: { id: member.id, name: 'Ida Holm' },
      createdAt: expect.any(String),
    })
    const list = await admin.get(url)
    expect(list.json()).toEqual([webhook])
    expect(list.body).not.toContain('whsec_')

    const switchTo = (state: string) => admin.put(`${url}/${webhook.id}/state`, { state })
    expect((await switchTo('off')).json()).toMatchObject({ state: 'off' })
    expect((await switchTo('off')).json()).toMatchObject({ state: 'off' })
    expect((await switchTo('on')).json()).toMatchObject({ state: 'on' })
    expect((await admin.remove(`${url}/${webhook.id}`)).statusCode).toBe(204)
    for (const response of [await switchTo('on'), await admin.remove(`${url}/${webhook.id}`)])
      expect(response.statusCode).toBe(404)

    const events = await auditOf(webhook.id)
    expect(events.map(({ action, subjectName }) => [action, subjectName])).toEqual([
      ['webhook.created', 'crm.example.com'],
      ['webhook.switched_off', 'crm.example.com'],
      ['webhook.switched_on', 'crm.example.com'],
      ['webhook.deleted', 'crm.example.com'],
    ])
    // The audit log goes to other systems, so it contains neither the secret nor the whole address, which can be secret.
    expect(JSON.stringify(events)).not.toMatch(/whsec_|secret-path/)
  })

  test('gets a new secret, and the former one signs for another day', async () => {
    const { secret, webhook } = (await admin.post(url, form)).json()
    const response = await admin.post(`${url}/${webhook.id}/secret`, undefined)
    expect(response.statusCode, response.body).toBe(200)
    const rotated = response.json()
    expect(rotated.secret).not.toBe(secret)
    expect(await rowOf(webhook.id)).toMatchObject({ secret: rotated.secret, previousSecret: secret })
    const hours = (Date.parse(rotated.webhook.previousSecretUntil) - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(24)
    expect((await auditOf(webhook.id)).map(({ action }) => action)).toContain('webhook.secret_rotated')
    await db.update(webhookEndpoints).set({ previousSecretUntil: sql`now()` })
    expect((await admin.get(url)).json()).toMatchObject([{ previousSecretUntil: null }])
  })

  test('is added, and its secret rotated, only by an admin who has just proved to be present', async () => {
    const { user, browser } = await newAdmin()
    const { id } = await createEndpoint(portal)
    await ageSessions(portal, user)
    for (const response of [
      await browser.post(url, form),
      await browser.post(`${url}/${id}/secret`, undefined),
    ]) {
      expect(response.statusCode).toBe(403)
      expect(response.json().code).toBe('step_up_required')
    }
  })

  test('cannot be managed with an API token', async () => {
    const program = await createTokenClient(portal, { createdBy: member.id, role: 'admin', scope: 'write' })
    const { id } = await createEndpoint(portal)
    for (const [method, path] of [
      ['GET', url],
      ['POST', url],
      ['POST', `${url}/${id}/secret`],
      ['POST', `${url}/${id}/test`],
      ['PUT', `${url}/${id}/state`],
      ['GET', `${url}/${id}/deliveries`],
      ['DELETE', `${url}/${id}`],
    ] as const) {
      expect((await program.send(method, path)).json().message, path).toBe('API tokens cannot call this')
    }
  })

  test.each([
    ['http://crm.example.com/', 'Enter an https address'],
    ...[
      'https://localhost/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://[::1]/',
      'https://10.0.0.1/',
    ].map((address) => [address, 'Enter a public address, not one of this machine or a private network']),
    ...['ftp://crm.example.com/', 'https://user:word@crm.example.com/', 'crm', 'javascript:alert(1)'].map(
      (address) => [address, 'Enter an address such as https://crm.example.com/webhooks'],
    ),
    ['', 'Enter an address'],
  ])('at %s is refused', async (address, message) => {
    const response = await admin.post(url, { ...form, url: address })
    expect(response.statusCode).toBe(400)
    expect(response.json().fields).toEqual({ url: message })
  })

  test('at a private address or without encryption is possible only where the settings allow that', async () => {
    await using intranet = await createTestApp({ settings: { WEBHOOK_PRIVATE_ADDRESSES: 'on' } })
    const browser = await intranet.signIn(await createUser(intranet, { role: 'admin' }))
    for (const address of ['http://10.0.0.1:8080/', 'http://localhost/'])
      expect((await browser.post(url, { ...form, url: address })).statusCode).toBe(201)
  })

  test('has at least one of the known events, each only once', async () => {
    const response = await admin.post(url, { ...form, events: ['task.completed', 'task.completed'] })
    expect(response.json().webhook.events).toEqual(['task.completed'])
    for (const events of [[], ['task.deleted']])
      expect((await admin.post(url, { ...form, events })).statusCode).toBe(400)
  })

  test(`is one of at most ${maxWebhooks}`, async () => {
    for (let made = 1; made < maxWebhooks; made += 1) await createEndpoint(portal)
    const responses = await Promise.all([admin.post(url, form), admin.post(url, form)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  })

  test('stays when the user who added it is erased, and is switched off when they report their sign-in', async () => {
    const { user: gone } = await newAdmin()
    const { id: left } = await createEndpoint(portal, { createdBy: gone.id })
    await db.delete(users).where(eq(users.id, gone.id))
    expect((await admin.get(url)).json()).toMatchObject([{ id: left, createdBy: null, state: 'on' }])

    const { user } = await newAdmin()
    const [recent, old] = [
      await createEndpoint(portal, { createdBy: user.id }),
      await createEndpoint(portal, { createdBy: user.id, createdAt: new Date('2026-01-01T00:00:00Z') }),
    ]
    const link = await createReportLink(portal.deps, user.id)
    const [, token] = link.split('#report=')
    const response = await portal.visit().post('/api/account/report', { token })
    expect(response.statusCode, response.body).toBeLessThan(300)
    expect((await rowOf(recent.id))?.state).toBe('off')
    expect((await rowOf(old.id))?.state).toBe('on')
    expect((await rowOf(left))?.state).toBe('on')
    expect(await auditOf(recent.id)).toMatchObject([{ action: 'webhook.switched_off', actorId: user.id }])
  })
})

describe('the log', () => {
  test('lists the deliveries of an endpoint in pages, the latest first, and shows each in full', async () => {
    const { id: endpointId } = await createEndpoint(portal, { events: [] })
    const failed = await createDelivery(portal, {
      endpointId,
      state: 'failed',
      attempts: 10,
      lastStatus: 500,
      lastError: 'The endpoint returned 500.',
      lastAnswer: 'Oops',
      lastAttemptAt: new Date(),
      data: { endpointId },
    })
    for (let each = 0; each < 3; each += 1) await createDelivery(portal, { endpointId })
    await createDelivery(portal, { endpointId: (await createEndpoint(portal)).id })
    const all = `${url}/${endpointId}/deliveries`
    const page = await admin.get(`${all}?limit=2`)
    expect(page.headers).toMatchObject({ 'x-total-count': '4', link: expect.stringContaining('page=2') })
    const [first] = (await admin.get(`${all}?state=failed`)).json()
    expect(first).toEqual({
      id: failed.id,
      event: 'webhook.test',
      state: 'failed',
      attempts: 10,
      lastStatus: 500,
      lastError: 'The endpoint returned 500.',
      lastAttemptAt: expect.any(String),
      nextAttemptAt: null,
      createdAt: failed.createdAt.toISOString(),
    })
    expect((await admin.get(`/api/admin/webhook-deliveries/${failed.id}`)).json()).toEqual({
      ...first,
      lastAnswer: 'Oops',
      body: JSON.stringify({
        type: 'webhook.test',
        timestamp: failed.createdAt.toISOString(),
        data: { endpointId },
      }),
    })
    for (const path of [
      `${url}/${crypto.randomUUID()}/deliveries`,
      `/api/admin/webhook-deliveries/${endpointId}`,
    ])
      expect((await admin.get(path)).statusCode).toBe(404)
  })

  test('can send a test event, and any delivery again, and each is in the audit log', async () => {
    const { id } = await createEndpoint(portal)
    const tested = await admin.post(`${url}/${id}/test`, undefined)
    expect(tested.statusCode, tested.body).toBe(202)
    const delivery = await createDelivery(portal, {
      endpointId: id,
      state: 'failed',
      failures: 10,
      attempts: 10,
    })
    const again = () => admin.post(`/api/admin/webhook-deliveries/${delivery.id}/send-again`, undefined)
    expect((await again()).statusCode).toBe(202)
    const [row] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, delivery.id))
    expect(row).toMatchObject({
      state: 'waiting',
      failures: 0,
      attempts: 10,
      nextAttemptAt: expect.any(Date),
    })
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['webhook.tested', 'webhook.sent_again'])

    await db.update(webhookDeliveries).set({ sendingUntil: sql`now() + interval '1 minute'` })
    expect((await again()).json().message).toBe('It is being sent right now.')
    await db.update(webhookEndpoints).set({ state: 'gone' })
    for (const response of [await again(), await admin.post(`${url}/${id}/test`, undefined)]) {
      expect(response.statusCode).toBe(409)
      expect(response.json().message).toBe('This webhook is off. Switch it on first.')
    }
  })

  test(`goes back ${webhookLogDays} days`, async () => {
    const { id: endpointId } = await createEndpoint(portal)
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    await createDelivery(portal, { endpointId, createdAt: daysAgo(webhookLogDays + 1) })
    const kept = await createDelivery(portal, { endpointId, createdAt: daysAgo(webhookLogDays - 1) })
    await sweep(portal.deps)
    expect((await admin.get(`${url}/${endpointId}/deliveries`)).json()).toMatchObject([{ id: kept.id }])
  })
})

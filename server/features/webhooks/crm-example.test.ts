import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { webhookDeliveries } from '#server/db/schema/webhooks.ts'
import { createTestApp } from '#test/app.ts'
import { createUser, profileForm } from '#test/factories.ts'

const soon = { timeout: 30_000, interval: 50 }
const root = join(import.meta.dirname, '../../..')
const folder = await mkdtemp(join(tmpdir(), 'crm-example-'))
const portal = await createTestApp({ settings: { WEBHOOK_PRIVATE_ADDRESSES: 'on' }, runsJobs: true })

interface Contact {
  id: string
  externalId: string
  [field: string]: unknown
}

/** A small CRM with the API that the example calls. */
const crm = { contacts: [] as Contact[], calls: [] as string[], isDown: false, url: '' }
const crmServer = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://crm')
  const answer = (status: number, body?: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body))
  if (request.headers.authorization !== 'Bearer of-the-crm') return answer(401)
  const text = Buffer.concat(await request.toArray()).toString()
  crm.calls.push(`${request.method} ${pathname}`)
  if (crm.isDown) return answer(503)
  const [, id] = /^\/contacts\/(.+)$/.exec(pathname) ?? []
  if (request.method === 'GET') {
    return answer(
      200,
      crm.contacts.filter(({ externalId }) => externalId === searchParams.get('externalId')),
    )
  }
  if (request.method === 'POST') {
    const contact = { ...JSON.parse(text), id: crypto.randomUUID() }
    crm.contacts.push(contact)
    return answer(201, contact)
  }
  const index = crm.contacts.findIndex((contact) => contact.id === id)
  const found = crm.contacts[index]
  if (!found) return answer(404)
  if (request.method === 'PATCH') return answer(200, Object.assign(found, JSON.parse(text)))
  crm.contacts.splice(index, 1)
  return answer(204)
}).listen(0, '127.0.0.1')
await once(crmServer, 'listening')
crm.url = `http://127.0.0.1:${(crmServer.address() as AddressInfo).port}`

/** Starts the example as a separate process. Port 0 stands for any free port. */
const startExample = async (secret: string, port = 0) => {
  const child = spawn(process.execPath, [join(root, 'docs/examples/crm-contacts.mjs')], {
    cwd: folder,
    env: { PORT: String(port), WEBHOOK_SECRET: secret, CRM_URL: crm.url, CRM_TOKEN: 'of-the-crm' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const [, listening] = /port (\d+)/.exec(line.toString()) ?? []
  const stop = async () => {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return { port: Number(listening), stop }
}

const stops: (() => Promise<unknown>)[] = []
afterAll(async () => {
  await portal.close()
  for (const stop of stops) await stop()
  crmServer.close()
  await rm(folder, { recursive: true })
})

test('the worked example keeps the contacts of a CRM in step with the partners', async () => {
  const admin = await portal.signIn(await createUser(portal, { role: 'admin' }))
  // The port of the example must be known before the webhook, and thus its secret, exists.
  const early = await startExample(`whsec_${Buffer.from('unknown').toString('base64')}`)
  await early.stop()
  const url = `http://127.0.0.1:${early.port}/`
  const added = await admin.post('/api/admin/webhooks', {
    url,
    events: ['partner.created', 'partner.onboarding_completed', 'user.changed', 'task.completed'],
  })
  expect(added.statusCode, added.body).toBe(201)
  const { secret, webhook } = added.json()
  let example = await startExample(secret, early.port)
  stops.push(() => example.stop())
  const open = () => portal.db.$count(webhookDeliveries, eq(webhookDeliveries.state, 'waiting'))
  const isDone = () => expect.poll(open, soon).toBe(0)

  // A partner is created while the CRM is down. The message is sent again until the CRM has the contact.
  crm.isDown = true
  const user = await createUser(portal, { firstName: 'Dana' })
  const partner = await portal.signIn(user)
  const profile = await partner.post('/api/partner/profile', profileForm)
  expect(profile.statusCode, profile.body).toBeLessThan(300)
  await expect.poll(() => crm.calls.length, soon).toBeGreaterThan(0)
  crm.isDown = false
  await isDone()
  const contact = { externalId: user.id, name: 'Dana Whitfield', company: 'Harborview Hall LLC' }
  expect(crm.contacts).toMatchObject([contact])

  // Staff rename the partner.
  const { id } = (await partner.get('/api/partner/profile')).json()
  const renamed = { ...profileForm, fullName: 'Dana Vale' }
  expect((await admin.put(`/api/admin/partners/${id}`, renamed)).statusCode).toBe(200)
  await isDone()
  expect(crm.contacts).toMatchObject([{ ...contact, name: 'Dana Vale' }])

  // Sending all messages again changes nothing, also after a restart and when an old message follows a newer one.
  const deliveries: { id: string }[] = (
    await admin.get(`/api/admin/webhooks/${webhook.id}/deliveries`)
  ).json()
  await example.stop()
  example = await startExample(secret, early.port)
  crm.calls.length = 0
  for (const delivery of deliveries) {
    const again = await admin.post(`/api/admin/webhook-deliveries/${delivery.id}/send-again`, undefined)
    expect(again.statusCode, again.body).toBe(202)
  }
  await isDone()
  expect(crm.calls).toEqual([])

  // A message from someone else is refused.
  const forged = await fetch(url, {
    method: 'POST',
    headers: {
      'webhook-id': 'forged',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    },
    body: JSON.stringify({
      type: 'user.changed',
      timestamp: '9',
      data: { user: { id: user.id }, partner: null },
    }),
  })
  expect(forged.status).toBe(400)
  expect(crm.contacts).toHaveLength(1)

  // The user is disabled, enabled and erased.
  const switchTo = (access: 'disable' | 'enable') => admin.post(`/api/admin/users/${user.id}/${access}`, {})
  expect((await switchTo('disable')).statusCode).toBeLessThan(300)
  await isDone()
  expect(crm.contacts).toEqual([])
  expect((await switchTo('enable')).statusCode).toBeLessThan(300)
  await isDone()
  expect(crm.contacts).toMatchObject([{ ...contact, name: 'Dana Vale' }])
  const erased = await admin.post(`/api/admin/users/${user.id}/erasure`, { email: user.email })
  expect(erased.statusCode, erased.body).toBe(200)
  await expect.poll(() => crm.contacts, soon).toEqual([])
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { afterAll, expect, test } from 'vitest'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { createSmtpMailer } from '#server/mail/smtp-mailer.ts'
import { createDiskStore } from '#server/storage/disk-store.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { cookieOf, openChat } from '#test/chat-client.ts'
import { openEvents } from '#test/event-stream.ts'
import { createPartner } from '#test/factories.ts'
import { signing } from '#test/signing.ts'
import { smtpError, startMailServer } from '#test/smtp.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { createMetrics } from './metrics.ts'

const token = 'a-token-of-this-test'
const settings = { METRICS_TOKEN: token }
const portal = await createTestApp({ settings, withClient: true })
afterAll(portal.close)

const authorization = `Bearer ${token}`

/** Parses the printed metrics: values by name with labels. */
const parse = (text: string) =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => {
        const [, name = '', value] = /^(.*) (\S+)$/.exec(line) ?? []
        return [name, Number(value)]
      }),
  )

const scrape = async ({ visit }: Pick<TestApp, 'visit'>) => {
  const response = await visit().get('/metrics', { authorization })
  expect(response.statusCode).toBe(200)
  return parse(response.body)
}

test('without METRICS_TOKEN there are no metrics for anyone', async () => {
  await using closed = await createTestApp({ withClient: true })
  const attempts: (Record<string, string> | undefined)[] = [
    undefined,
    { authorization },
    { accept: 'text/html' },
  ]
  for (const headers of attempts) {
    expect((await closed.visit().get('/metrics', headers)).statusCode).toBe(404)
  }
})

test.each([
  undefined,
  '',
  token,
  'Bearer',
  'Bearer ',
  `Bearer ${token}x`,
  `Bearer ${token.slice(1)}`,
  `Bearer ${token.toUpperCase()}`,
  `Basic ${token}`,
])('the metrics refuse %s as authorization', async (given) => {
  const response = await portal.visit().get('/metrics', given === undefined ? {} : { authorization: given })
  expect(response.statusCode).toBe(401)
  expect(response.headers['www-authenticate']).toBe('Bearer')
  expect(response.body).not.toContain('portal_')
})

test('the token gives access, in Prometheus’ text format, and no cache stores the response', async () => {
  const response = await portal.visit().get('/metrics', { authorization })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(response.headers['cache-control']).toBe('no-store')
  expect(parse(response.body)).toMatchObject({ [`portal_build_info{version="${packageJson.version}"}`]: 1 })
  expect(response.body).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
  expect(response.body).toMatch(/^process_resident_memory_bytes \d/m)
})

test('requests are counted and timed by the pattern of their route, without ids, addresses and queries', async () => {
  await using own = await createTestApp({ settings, withClient: true })
  const { user } = await createPartner(own)
  const browser = await own.signIn(user)
  await browser.get('/api/partner/documents/7d9ec1b2-0000-4000-8000-000000000000?search=secret')
  await browser.get('/api/partner/documents/secret-id?email=ann@example.test')
  await browser.get('/api/partner/profile')
  await own.visit().get('/api/nothing/secret@example.test')
  await own.visit().get('/api/partner/profile')
  const response = await own.visit().get('/metrics', { authorization })
  expect(parse(response.body)).toMatchObject({
    'portal_http_requests_total{route="/api/partner/documents/:id",method="GET",status="404"}': 2,
    'portal_http_requests_total{route="/api/partner/profile",method="GET",status="200"}': 1,
    'portal_http_requests_total{route="/api/partner/profile",method="GET",status="401"}': 1,
    'portal_http_requests_total{route="none",method="GET",status="404"}': 1,
    'portal_http_request_duration_seconds_count{route="/api/partner/profile"}': 2,
    'portal_http_request_duration_seconds_bucket{le="+Inf",route="/api/partner/profile"}': 2,
  })
  for (const secret of ['secret', '@', '7d9ec1b2', user.id]) expect(response.body).not.toContain(secret)
})

test('each pool of connections is listed with its state', async () => {
  const values = await scrape(portal)
  expect(values).toMatchObject({
    'portal_database_pool_max_connections{pool="main"}': 10,
    'portal_database_pool_max_connections{pool="exports"}': 4,
    'portal_database_pool_connections{pool="main",state="used"}': 0,
    'portal_database_pool_waiting_requests{pool="main"}': 0,
    'portal_database_pool_waiting_requests{pool="exports"}': 0,
    portal_database_up: 1,
  })
  const busy = await Promise.all(Array.from({ length: 10 }, () => portal.db.$client.connect()))
  const waiting = portal.db.$client.query('select 1')
  try {
    // The values from the database are read at most every 15 seconds, so this scrape needs no connection.
    expect(await scrape(portal)).toMatchObject({
      'portal_database_pool_connections{pool="main",state="used"}': 10,
      'portal_database_pool_waiting_requests{pool="main"}': 1,
    })
  } finally {
    for (const client of busy) client.release()
  }
  await waiting
})

test('jobs are counted by kind and state, with the age of the oldest that could run', async () => {
  await using own = await createTestApp({ settings })
  for (let count = 0; count < 3; count++) await own.deps.jobs.enqueue(own.db, 'sweep', {})
  await own.deps.jobs.enqueue(own.db, 'thumbnail', { objectKey: 'none' })
  const change = (set: string) => own.db.execute(sql.raw(`update pgboss.job set ${set}`))
  await change(
    `created_on = now() - interval '1 hour', start_after = now() - interval '1 hour' where name = 'sweep'`,
  )
  await change(`state = 'retry', start_after = now() + interval '1 hour' where name = 'thumbnail'`)
  await change(
    `state = 'failed', completed_on = now() where id = (select id from pgboss.job where name = 'sweep' limit 1)`,
  )
  // The queue counts failed jobs once a minute, in any of the processes.
  await own.db.execute(sql`update pgboss.queue set monitor_claim_on = null, monitor_on = null`)
  const boss = new PgBoss({
    connectionString: own.deps.settings.databaseUrl,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.supervise()
  await boss.stop()
  const values = await scrape(own)
  expect(values).toMatchObject({
    'portal_jobs{kind="sweep",state="waiting"}': 2,
    'portal_jobs{kind="sweep",state="failed"}': 1,
    'portal_jobs{kind="sweep",state="active"}': 0,
    'portal_jobs{kind="thumbnail",state="waiting"}': 0,
    'portal_jobs{kind="thumbnail",state="delayed"}': 1,
    'portal_jobs_oldest_waiting_seconds{kind="thumbnail"}': 0,
  })
  expect(values['portal_jobs_oldest_waiting_seconds{kind="sweep"}']).toBeGreaterThanOrEqual(3600)
})

test('emails are counted by status, with the age of the oldest one that waits', async () => {
  await using own = await createTestApp({ settings })
  const day = 24 * 60 * 60 * 1000
  const email = (status: 'queued' | 'failed' | 'sent', ageMs: number) => ({
    recipient: 'ann@example.test',
    subject: 'Hello',
    type: 'invitation',
    status,
    createdAt: new Date(Date.now() - ageMs),
  })
  await own.db
    .insert(emailNotificationLogs)
    .values([
      email('queued', day / 24),
      email('queued', 0),
      email('failed', day),
      email('failed', 3 * day),
      email('sent', 0),
    ])
  const values = await scrape(own)
  expect(values).toMatchObject({
    'portal_emails_open{status="queued"}': 2,
    'portal_emails_open{status="failed"}': 1,
  })
  expect(values.portal_emails_oldest_queued_seconds).toBeGreaterThanOrEqual(3600)
})

test('an email counts as sent, bounced or failed', async () => {
  const metrics = createMetrics()
  const mailServer = await startMailServer()
  const mailer = metrics.observeMailer(createSmtpMailer(mailServer.url, 'Portal <portal@example.test>'))
  const mail = {
    to: 'ann@example.test',
    subject: 'Hello',
    text: 'Hello',
    html: '',
    messageId: '<1@example.test>',
  }
  const refuse = (code: number, message: string) => {
    mailServer.behavior = { onRecipient: () => Promise.reject(smtpError(code, message)) }
  }
  try {
    await mailer.send(mail)
    refuse(550, '5.1.1 no such mailbox')
    await expect(mailer.send(mail)).rejects.toThrow('5.1.1')
    refuse(451, '4.3.0 later')
    await expect(mailer.send(mail)).rejects.toThrow('4.3.0')
    await expect(mailer.send(mail)).rejects.toThrow('4.3.0')
  } finally {
    mailer.close()
    await mailServer.stop()
  }
  expect(parse(await metrics.print())).toMatchObject({
    'portal_emails_total{result="sent"}': 1,
    'portal_emails_total{result="bounced"}': 1,
    'portal_emails_total{result="failed"}': 2,
  })
})

test('signatures are counted, with the age of the oldest one that waits for its seal', async () => {
  await using own = await createTestApp({ settings })
  const { user } = await createPartner(own)
  const browser = await own.signIn(user)
  expect((await browser.post('/api/partner/documents', signing.nda)).statusCode).toBe(201)
  await own.db.execute(sql`update document_seals set requested_at = now() - interval '1 hour'`)
  const values = await scrape(own)
  expect(values).toMatchObject({
    'portal_agreements_signed_total{by="partner"}': 1,
    'portal_agreements_signed_total{by="company"}': 0,
    portal_agreements_unsealed: 1,
  })
  expect(values.portal_agreements_oldest_unsealed_seconds).toBeGreaterThanOrEqual(3600)
})

test('failures of the store are counted, and missing objects are not', async () => {
  const metrics = createMetrics()
  const folder = await mkdtemp(join(tmpdir(), 'portal-metrics-'))
  const store = metrics.observeStore(createDiskStore(folder))
  await store.write('files/a', Readable.from([Buffer.from('abc')]), 3)
  expect(await buffer(await store.read('files/a'))).toEqual(Buffer.from('abc'))
  expect(await Array.fromAsync(store.list())).toEqual(['files/a'])
  await expect(store.read('files/nothing')).rejects.toThrow('missing')
  const failures = async () =>
    parse(await metrics.print())['portal_storage_failures_total{failure="unavailable"}']
  expect(await failures()).toBe(0)
  // A file replaces the store's folder, so that the store fails.
  await rm(folder, { recursive: true })
  await writeFile(folder, '')
  await expect(store.write('files/b', Readable.from([Buffer.from('abc')]), 3)).rejects.toThrow('unavailable')
  await expect(store.size('files/a')).rejects.toThrow('unavailable')
  expect(await failures()).toBe(2)
  await rm(folder)
})

test('chats and event streams are counted while they are open, and are not among the requests', async () => {
  await using own = await createTestApp({ settings })
  const url = await own.app.listen({ port: 0, host: '127.0.0.1' })
  const { user } = await createPartner(own, { status: 'completed' })
  const cookie = cookieOf(await own.signIn(user))
  const chat = await openChat(url, cookie)
  await chat.frame('chat_history')
  const streams = [await openEvents(url, cookie), await openEvents(url, cookie)]
  expect(await scrape(own)).toMatchObject({
    'portal_open_connections{kind="chat"}': 1,
    'portal_open_connections{kind="event_stream"}': 2,
  })
  await chat.close()
  for (const stream of streams) await stream.close()
  await expect
    .poll(() => scrape(own))
    .toMatchObject({
      'portal_open_connections{kind="chat"}': 0,
      'portal_open_connections{kind="event_stream"}': 0,
    })
  expect(Object.keys(await scrape(own)).filter((name) => /"\/(ws|api\/events)"/.test(name))).toEqual([])
})

test('an unavailable database leaves out only the metrics that come from it', async () => {
  await using own = await createTestApp({ settings })
  await own.db.execute(sql`alter table document_seals rename to elsewhere`)
  const values = await scrape(own)
  expect(values.portal_database_up).toBe(0)
  expect(Object.keys(values).filter((name) => /^portal_(jobs|emails_o|agreements)/.test(name))).toEqual([])
  expect(values).toHaveProperty('portal_database_pool_connections{pool="main",state="idle"}')
  await own.db.execute(sql`alter table elsewhere rename to document_seals`)
  expect(await scrape(own)).toMatchObject({ portal_database_up: 1, portal_agreements_unsealed: 0 })
})

import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createPartner, signing } from '#test/factories.ts'

const portal = await createTestApp({ withClient: true })
afterAll(portal.close)

const linesOf = (id: unknown) => portal.log.lines.filter(({ reqId }) => reqId === id)

test('each request logs one line with its id, route, status and duration, and nothing else', async () => {
  const answer = await portal.visit().get('/api/partner/documents/secret-id/text?token=secret-token')
  const id = answer.headers['x-request-id']
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(linesOf(id)).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      reqId: id,
      method: 'GET',
      route: '/api/partner/documents/:id/text',
      status: 401,
      ms: expect.any(Number),
      msg: 'request',
    },
  ])
})

test('every request gets an id of its own, never the sender’s', async () => {
  const headers = { 'x-request-id': 'mine', 'request-id': 'mine' }
  const ids = await Promise.all(
    Array.from(
      { length: 20 },
      async () => (await portal.visit().get('/healthz', headers)).headers['x-request-id'],
    ),
  )
  expect(new Set(ids).size).toBe(20)
  expect(ids).not.toContain('mine')
})

test('an unknown address is logged without the address', async () => {
  const answer = await portal.visit().get('/api/nothing/ann@example.test?q=1')
  expect(linesOf(answer.headers['x-request-id'])).toMatchObject([{ route: 'none', status: 404 }])
})

test('no line contains personal data', async () => {
  const { user, profile } = await createPartner(portal)
  const browser = await portal.signIn(user)
  const token = browser.cookies.get('session') ?? ''
  await browser.get('/api/partner/profile?email=query@example.test')
  await browser.post('/api/partner/documents', signing.nda)
  await browser.post('/api/partner/profile', { fullName: 'Body Name', email: 'body@example.test' })
  await browser.post('/api/sign-in/code', { email: user.email, returnTo: '/secret-place' })
  await browser.post('/api/sign-in/redeem', { code: '987654' })
  await browser.get('/sign-in?error=secret-error')
  await browser.get('/api/login?returnTo=/secret-place&as=admin@demo.test')
  const log = JSON.stringify(portal.log.lines)
  expect(log).toContain('/api/partner/profile')
  for (const secret of [
    '@',
    token,
    user.id,
    profile.id,
    profile.businessName,
    'Body Name',
    'Dana',
    '987654',
    'secret',
    browser.address,
    'Mozilla',
  ]) {
    expect(log).not.toContain(secret)
  }
})

test('an error is logged with its cause under the same id, without the statement’s parameters', async () => {
  await using broken = await createTestApp()
  await broken.db.execute(sql`alter table sign_in_attempts rename to elsewhere`)
  const answer = await broken.visit().post('/api/sign-in/code', { email: 'ann@example.test' })
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({ message: 'Something went wrong. Try again.', code: 'internal' })
  const errors = broken.log.takeErrors()
  expect(errors).toMatchObject([
    {
      msg: 'request failed',
      reqId: answer.headers['x-request-id'],
      err: {
        message: expect.stringContaining('insert into "sign_in_attempts"'),
        cause: { code: '42P01', message: 'relation "sign_in_attempts" does not exist' },
      },
    },
  ])
  expect(JSON.stringify(errors)).not.toContain('@')
})

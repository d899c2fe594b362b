import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { networkOf } from '#server/http/network.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { signing } from '#test/signing.ts'

const portal = await createTestApp({ withClient: true })
afterAll(portal.close)

const linesOf = (id: unknown) => portal.log.lines.filter(({ reqId }) => reqId === id)

test('each request logs one line with its id, route, status and duration, and nothing else', async () => {
  const response = await portal.visit().get('/api/partner/documents/secret-id/text?token=secret-token')
  const id = response.headers['x-request-id']
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(linesOf(id)).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      reqId: id,
      method: 'GET',
      route: '/api/partner/documents/:id/text',
      status: 401,
      code: 'unauthorized',
      ms: expect.any(Number),
      msg: 'request',
    },
  ])
})

test('the line of a signed-in user has their id, and that of staff who view the portal as a partner', async () => {
  const { user, profile } = await createPartner(portal)
  const staff = await createUser(portal, { role: 'support' })
  const [partners, team] = [await portal.signIn(user), await portal.signIn(staff)]
  await team.post(`/api/admin/partners/${profile.id}/view`, {})
  for (const [browser, id] of [
    [partners, user.id],
    [team, staff.id],
  ] as const) {
    const response = await browser.get('/api/partner/profile')
    expect(linesOf(response.headers['x-request-id'])).toMatchObject([{ status: 200, user: id }])
  }
})

test('the line of a refused attempt has the error and the client’s network', async () => {
  const { user } = await createPartner(portal)
  const browser = await portal.signIn(user)
  const foreign = { 'sec-fetch-site': 'cross-site' }
  const attempt = { status: 403, code: 'forbidden', network: networkOf(browser.address) }
  const unauthorized = await browser.get('/api/admin/users-without-partner-profiles')
  expect(linesOf(unauthorized.headers['x-request-id'])).toMatchObject([{ ...attempt, user: user.id }])
  const elsewhere = await browser.post('/api/sign-in/code', { email: user.email }, foreign)
  expect(linesOf(elsewhere.headers['x-request-id'])).toMatchObject([attempt])
})

test('every request gets a new id, never one from the client', async () => {
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
  const response = await portal.visit().get('/api/nothing/ann@example.test?q=1')
  expect(linesOf(response.headers['x-request-id'])).toMatchObject([{ route: 'none', status: 404 }])
})

test('no line contains personal data', async () => {
  const { user, profile } = await createPartner(portal)
  const browser = await portal.signIn(user)
  const token = browser.cookies.get('session') ?? ''
  await browser.get('/api/partner/profile?email=query@example.test')
  await browser.post('/api/partner/documents', signing.nda)
  await browser.post('/api/partner/profile', { fullName: 'Body Name', email: 'body@example.test' })
  await browser.post('/api/sign-in/code', { email: user.email, returnTo: '/secret-place' })
  await browser.post('/api/sign-in/redeem', { code: 'BCDF-GHJK' })
  await browser.get('/sign-in?error=secret-error')
  await browser.get('/api/login?returnTo=/secret-place&as=admin@demo.test')
  const log = JSON.stringify(portal.log.lines)
  expect(log).toContain('/api/partner/profile')
  for (const secret of [
    '@',
    token,
    profile.id,
    profile.businessName,
    'Body Name',
    'Dana',
    'BCDF',
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
  const response = await broken.visit().post('/api/sign-in/code', { email: 'ann@example.test' })
  expect(response.statusCode).toBe(500)
  expect(response.json()).toEqual({ message: 'Something went wrong. Try again.', code: 'internal' })
  const errors = broken.log.takeErrors()
  expect(errors).toMatchObject([
    {
      msg: 'request failed',
      reqId: response.headers['x-request-id'],
      err: {
        message: expect.stringContaining('from "sign_in_attempts"'),
        cause: { code: '42P01', message: 'relation "sign_in_attempts" does not exist' },
      },
    },
  ])
  expect(JSON.stringify(errors)).not.toContain('@')
})

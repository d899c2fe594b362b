import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { sessions } from '#server/db/schema/users.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'

const baseUrl = 'https://portal.example.com'
const portal = await createTestApp({ settings: { BASE_URL: baseUrl, TRUST_PROXY: 'none' } })
// This portal has no BASE_URL, as on a developer's machine, but has the demo's accounts.
const local = await createTestApp({ settings: { DEMO: 'on' } })
afterAll(async () => {
  await portal.close()
  await local.close()
})

const foreign: [what: string, headers: Record<string, string>][] = [
  ['another site by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
  ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
  ['an unknown value of Sec-Fetch-Site', { 'sec-fetch-site': 'nested' }],
  ['another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: baseUrl }],
  [
    'another origin, in a browser without Sec-Fetch-Site',
    { 'sec-fetch-site': '', origin: 'https://evil.example' },
  ],
  ['an origin that begins like ours', { 'sec-fetch-site': '', origin: `${baseUrl}.evil.example` }],
  ['our host by http', { 'sec-fetch-site': '', origin: 'http://portal.example.com' }],
  ['another port', { 'sec-fetch-site': '', origin: `${baseUrl}:8443` }],
  ['a page without an origin', { 'sec-fetch-site': '', origin: 'null' }],
]

const own: [what: string, headers: Record<string, string>][] = [
  ['a page of the portal', { 'sec-fetch-site': 'same-origin', origin: baseUrl }],
  ['an address typed by the user', { 'sec-fetch-site': 'none' }],
  ['a page of the portal in a browser without Sec-Fetch-Site', { 'sec-fetch-site': '', origin: baseUrl }],
  ['a program other than a browser', { 'sec-fetch-site': '' }],
]

const ownTask = async (app: TestApp) => {
  const { user, profile } = await createPartner(app)
  const task = await createTask(app, { partnerId: profile.id })
  const statusOf = async () =>
    (await app.db.select().from(partnerTasks).where(eq(partnerTasks.id, task.id)))[0]?.status
  return { browser: await app.signIn(user), url: `/api/tasks/${task.id}`, statusOf }
}

describe('a write from', () => {
  test.each(foreign)('%s is refused, and does nothing', async (_what, headers) => {
    const { browser, url, statusOf } = await ownTask(portal)
    const response = await browser.put(url, { status: 'completed' }, headers)
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({ message: 'Forbidden', code: 'forbidden' })
    expect(await statusOf()).toBe('pending')
  })

  test.each(own)('%s is accepted', async (_what, headers) => {
    const { browser, url } = await ownTask(portal)
    expect((await browser.put(url, { status: 'completed' }, headers)).statusCode).toBe(200)
  })

  test.each(['POST', 'PUT', 'DELETE'] as const)(
    'another site is refused before any other check: %s',
    async (method) => {
      for (const url of ['/api/partner/profile', '/api/sign-in/code', '/api/nothing-there', '/']) {
        const response = await portal.visit().send(method, url, {}, { 'sec-fetch-site': 'cross-site' })
        expect(response.statusCode).toBe(403)
      }
    },
  )
})

test('without BASE_URL the portal’s origin is the host that the browser names', async () => {
  const { browser, url } = await ownTask(local)
  const asked = (host: string, origin: string) =>
    browser.put(url, { status: 'completed' }, { host, origin, 'sec-fetch-site': '' })
  expect((await asked('localhost:5000', 'http://localhost:5000')).statusCode).toBe(200)
  expect((await asked('127.0.0.1:5000', 'http://127.0.0.1:5000')).statusCode).toBe(200)
  expect((await asked('127.0.0.1:5000', 'http://localhost:5000')).statusCode).toBe(403)
})

describe('a link on another site', () => {
  const elsewhere = { 'sec-fetch-site': 'cross-site' }
  const sessionsOf = ({ id }: { id: string }) => portal.db.$count(sessions, eq(sessions.userId, id))

  test('opens pages and reads, which only the user’s own browser shows', async () => {
    const browser = await portal.signIn(await createUser(portal))
    expect((await browser.get('/api/auth/user', elsewhere)).statusCode).toBe(200)
  })

  test('does not sign people out', async () => {
    const user = await createUser(portal)
    const browser = await portal.signIn(user)
    const response = await browser.get('/api/logout', elsewhere)
    expect(response.headers.location).toBe('/')
    expect(await sessionsOf(user)).toBe(1)
    await browser.get('/api/logout')
    expect(await sessionsOf(user)).toBe(0)
  })

  test('does not sign people in as a demo account', async () => {
    await createUser(local, { email: 'partner@demo.test' })
    const browser = local.visit()
    const response = await browser.get('/api/login?as=partner@demo.test', elsewhere)
    expect(response.headers.location).toBe('/sign-in')
    expect(browser.cookies.size).toBe(0)
  })
})

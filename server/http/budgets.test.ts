import { afterAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { endpoints } from '#test/endpoints.ts'
import { createFolder, createPartner, createUser, profileForm } from '#test/factories.ts'
import { createTwoApps } from '#test/two-apps.ts'
import { defaultBudgets, readBudgets } from './budgets.ts'

const portal = await createTestApp({ settings: { BUDGETS: 'search=3 export=3 import=3 upload=3' } })
afterAll(portal.close)
const newStaff = async () => portal.signIn(await createUser(portal, { role: 'admin' }))
const folder = await createFolder(portal)

const csv = { 'content-type': 'text/csv' }
const upload = { fileName: 'a.txt', fileSize: 1 }
const header = Object.keys(profileForm).join()
const calls: Record<string, ((browser: Browser) => ReturnType<Browser['get']>)[]> = {
  searches: [
    (browser) => browser.get('/api/resources?search=logo'),
    (browser) => browser.get('/api/admin/users-with-partner-status?search=ann&limit=10'),
    (browser) => browser.get('/api/search?q=hello'),
    (browser) => browser.send('HEAD', '/api/saved-replies?search=hours'),
  ],
  exports: [
    (browser) => browser.get('/api/admin/partners/export'),
    (browser) => browser.get('/api/admin/audit-log/export'),
    (browser) => browser.send('HEAD', '/api/admin/audit-log/export'),
    (browser) => browser.get(`/api/resource-folders/${folder.id}/zip`),
  ],
  imports: [
    (browser) => browser.post('/api/admin/partners/import/check', Buffer.from(header), csv),
    (browser) => browser.post('/api/admin/partners/import/check', Buffer.from(header), csv),
    (browser) => browser.post('/api/admin/partners/import', Buffer.from(header), csv),
    (browser) => browser.post('/api/admin/partners/import', Buffer.from(header), csv),
  ],
  uploads: [
    (browser) => browser.post('/api/objects/upload', upload),
    (browser) => browser.post('/api/chat/uploads', upload),
    (browser) => browser.post('/api/objects/upload', upload),
    (browser) => browser.post('/api/chat/uploads', upload),
  ],
}

describe.each(Object.entries(calls))('%s', (what, [...steps]) => {
  test('are refused above the budget of the user, with the time to wait, and not those of another user', async () => {
    const browser = await newStaff()
    const last = steps.pop()
    for (const step of steps) expect((await step(browser)).statusCode).toBeLessThan(429)
    const refused = await last?.(browser)
    expect(refused?.statusCode).toBe(429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60)
    const again = await steps[0]?.(browser)
    expect(again?.json()).toEqual({
      message: `Too many ${what}. Try again in a minute.`,
      code: 'too_many_requests',
    })
    expect((await steps[0]?.(await newStaff()))?.statusCode).toBeLessThan(429)
    // Calls without a cost still work.
    expect((await browser.get('/api/auth/user')).statusCode).toBe(200)
  })
})

test('simultaneous calls cost as much as successive ones', async () => {
  await using usual = await createTestApp()
  const browser = await usual.signIn(await createUser(usual, { role: 'admin' }))
  const search = () => browser.get('/api/resources?search=logo')
  const statusesOf = async (calls: number) =>
    (await Promise.all(Array.from({ length: calls }, search))).map(({ statusCode }) => statusCode)
  const all = [...(await statusesOf(100)), ...(await statusesOf(defaultBudgets.search - 90))]
  expect(all.filter((status) => status === 200)).toHaveLength(defaultBudgets.search)
  expect(all.filter((status) => status === 429)).toHaveLength(10)
})

test('a list without a search word costs nothing', async () => {
  const browser = await newStaff()
  for (const query of ['', '?search=', '?search=%20', '?sort=title', '?limit=10']) {
    expect((await browser.get(`/api/resources${query}`)).statusCode).toBe(200)
  }
})

test('a user without access to an endpoint learns nothing about its budget', async () => {
  const { user } = await createPartner(portal, { status: 'completed' })
  const partner = await portal.signIn(user)
  for (let call = 0; call < 5; call++) {
    expect((await partner.get('/api/admin/partners/export')).statusCode).toBe(403)
    expect((await portal.visit().get('/api/admin/partners/export')).statusCode).toBe(401)
  }
})

test('staff who view the portal as a partner spend their own budget', async () => {
  const { user, profile } = await createPartner(portal, { status: 'completed' })
  const [staff, partner] = [await newStaff(), await portal.signIn(user)]
  expect((await staff.post(`/api/admin/partners/${profile.id}/view`, {})).statusCode).toBeLessThan(300)
  for (const status of [200, 200, 200, 429]) {
    expect((await staff.get('/api/resources?search=logo')).statusCode).toBe(status)
  }
  expect((await partner.get('/api/resources?search=logo')).statusCode).toBe(200)
})

test('all processes count together, even when they count several searches at once', async () => {
  await using two = await createTwoApps({ settings: { BUDGETS: 'search=60' } })
  const { first: one, second: other } = two
  const browser = await one.signIn(await createUser(one, { role: 'support' }))
  const elsewhere = other.visit()
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
  const statuses: number[] = []
  for (let call = 0; call < 40; call++) {
    for (const each of [browser, elsewhere]) {
      statuses.push((await each.get('/api/resources?search=logo')).statusCode)
    }
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.slice(60)).toEqual(Array(20).fill(429))
})

const costOf = ({ method, path, query }: Endpoint) => {
  if (/\/(export|csv|zip|pdf|(unsigned-)?text|account\/data)$/.test(path)) return 'export'
  if (/\/import(\/|$)/.test(path)) return 'import'
  // These draw a picture anew.
  const draws = ['PUT /api/account/picture', 'POST /api/activations/:id/photos']
  if (/\/uploads?(\/|$)/.test(path) || draws.includes(`${method} ${path}`)) return 'upload'
  const fields = (query as { shape?: object } | undefined)?.shape ?? {}
  return 'search' in fields || 'q' in fields ? 'search' : undefined
}

test.each(endpoints.map((each) => [`${each.method} ${each.path}`, each] as const))(
  '%s declares what it costs',
  (_name, endpoint) => {
    expect(endpoint.cost).toBe(costOf(endpoint))
  },
)

test('the setting names budgets, and leaves the others as they are', () => {
  expect(readBudgets('search=60, export=5')).toEqual({ ...defaultBudgets, search: 60, export: 5 })
  for (const wrong of ['', 'search', 'search=0', 'search=-1', 'chat=5', 'search=60 export']) {
    expect(readBudgets(wrong)).toBeUndefined()
  }
})

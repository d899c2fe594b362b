import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { createProxiedApp } from '#test/proxied-app.ts'

// client/server-page.test.ts tests what is read for a page, and the browser tests check what it renders.
const renderer = `export const readsOf = (_viewer, { search }) => {
  const id = new URLSearchParams(search).get('partner')
  if (search === '?list')
    return [{ queryKey: ['list'], url: '/api/partner/activities?limit=1', toData: (rows, total) => ({ rows, total }) }]
  return id ? [{ queryKey: ['partner', id], url: '/api/admin/partners/' + id, toData: (answer) => answer }] : []
}
export const renderPage = async ({ user, profile }, timeZone, { pathname, search }) => {
  if (search === '?fail') throw new Error('a component has failed')
  if (search === '?form') return null
  return { html: '<h1>' + [user.email, profile?.fullName, pathname + search].join() + '</h1>', title: 'A & B </title>' }
}`

/** Adds a renderer beside the client that the portal serves. */
const addRenderer = async ({ deps }: { deps: { settings: { dataDir: string } } }) => {
  const folder = join(deps.settings.dataDir, 'server')
  await mkdir(folder)
  await writeFile(join(folder, 'server-page.js'), renderer)
}

const portal = await createTestApp({ withClient: true })
await addRenderer(portal)
// The server renders for users whose browser has reported its time zone.
await portal.db.execute(sql`alter table users alter column time_zone set default 'America/New_York'`)
afterAll(() => portal.close())

const pageData = (html: string) =>
  JSON.parse(/<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(html)?.[1] ?? 'null')

test('a signed-in user gets the screen with the data that it was rendered with', async () => {
  const { user, profile } = await createPartner(portal)
  const browser = await portal.signIn(user)
  const response = await browser.get('/resources?category=creative')
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.headers['content-security-policy']).toContain("script-src 'self'")
  expect(response.body).toContain(
    `<h1>${user.email},${profile.fullName},/resources?category=creative</h1></div>`,
  )
  expect(response.body).toContain('<title>A &amp; B &lt;/title&gt;</title>')
  expect(response.body).toContain('<script type="module" fetchpriority="low"')
  expect(pageData(response.body)).toEqual({
    user: (await browser.get('/api/auth/user')).json(),
    profile: (await browser.get('/api/partner/profile')).json(),
    responses: [],
  })
})

test('a user whose browser has not reported a time zone gets the data, and the browser renders', async () => {
  const { user } = await createPartner(portal, { user: { timeZone: null } })
  const { body } = await (await portal.signIn(user)).get('/resources')
  expect(body).toContain('<title>The application</title>')
  expect(body).toContain('<div>Loading...</div></div><script')
  expect(pageData(body)).toMatchObject({ user: { id: user.id } })
})

test('a page is sent compressed to a browser that accepts it', async () => {
  const { user } = await createPartner(portal)
  const browser = await portal.signIn(user)
  const plain = await browser.get('/resources')
  expect(plain.headers).toMatchObject({ vary: expect.stringContaining('accept-encoding') })
  expect(plain.headers['content-encoding']).toBeUndefined()
  const compressed = await browser.get('/resources', { 'accept-encoding': 'gzip, deflate, br' })
  expect(compressed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body)
})

test('a user whose session has ended gets the page of a visitor', async () => {
  const { user } = await createPartner(portal)
  const browser = await portal.signIn(user)
  expect((await browser.get('/resources')).body).toContain(user.email)
  await portal.db.transaction((tx) => portal.deps.sessions.endOf(tx, { userId: user.id }))
  const response = await browser.get('/resources')
  expect(response.body).toContain('The application for a visitor')
  expect(response.headers['cache-control']).toBe('no-store')
})

test('the page contains the data that its URL opens, for users who may see it', async () => {
  const { user, profile } = await createPartner(portal)
  const staff = await portal.signIn(await createUser(portal, { role: 'admin' }))
  const url = `/api/admin/partners/${profile.id}`
  expect(pageData((await staff.get(`/admin?partner=${profile.id}`)).body).responses).toEqual([
    [['partner', profile.id], (await staff.get(url)).json()],
  ])
  const partner = await portal.signIn(user)
  expect((await partner.get(url)).statusCode).toBe(403)
  expect(pageData((await partner.get(`/admin?partner=${profile.id}`)).body).responses).toEqual([])
})

test('a list contains the number of all its rows', async () => {
  const { user } = await createPartner(portal, { status: 'completed' })
  const browser = await portal.signIn(user)
  const list = await browser.get('/api/partner/activities?limit=1')
  const total = Number(list.headers['x-total-count'])
  expect(total).toBeGreaterThan(1)
  expect(pageData((await browser.get('/?list')).body).responses).toEqual([
    [['list'], { rows: list.json(), total }],
  ])
})

test('data that is read too slowly is left to the browser', async () => {
  const { user, profile } = await createPartner(portal, { status: 'completed' })
  const browser = await portal.signIn(user)
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = portal.db.transaction(async (tx) => {
    await tx.execute(sql`lock table partner_activities in access exclusive mode`)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const { body } = await browser.get('/?list')
  expect(body).toContain(`<h1>${user.email},${profile.fullName},/?list</h1>`)
  expect(pageData(body).responses).toEqual([])
  released.resolve()
  await holding
})

test('nothing that a user has typed ends the script element', async () => {
  const { user } = await createPartner(portal, { fullName: '</script><script>alert(1)</script><!--' })
  const { body } = await (await portal.signIn(user)).get('/')
  expect(body.slice(body.indexOf('id="page-data"'))).not.toMatch(/<script|<!--/)
  expect(pageData(body).profile.fullName).toBe('</script><script>alert(1)</script><!--')
})

test.each([
  ['a screen that the browser renders', '/?form'],
  ['a renderer that fails', '/?fail'],
])('%s is the plain page', async (_what, url) => {
  const response = await (await portal.signIn(await createUser(portal))).get(url)
  expect(response.statusCode).toBe(200)
  expect(response.body).toContain('<title>The application</title>')
  expect(response.headers['cache-control']).toBe('no-cache')
})

test('staff who view the portal as a partner get what the partner sees', async () => {
  const staff = await portal.signIn(await createUser(portal, { role: 'admin' }))
  const { user, profile } = await createPartner(portal)
  expect((await staff.post(`/api/admin/partners/${profile.id}/view`, undefined)).statusCode).toBe(204)
  expect(pageData((await staff.get('/')).body)).toMatchObject({ user: { id: user.id, role: 'user' } })
})

test('while the database does not respond, the plain page is sent soon', async () => {
  const { portal: frozen, proxy } = await createProxiedApp({ withClient: true })
  await addRenderer(frozen)
  const browser = await frozen.signIn(await createUser(frozen, { timeZone: 'Europe/Berlin' }))
  expect((await browser.get('/')).body).toContain('id="page-data"')
  proxy.freeze()
  const response = await browser.get('/')
  proxy.thaw()
  expect(response.body).toContain('<title>The application</title>')
  frozen.log.takeErrors()
  await frozen.close()
})

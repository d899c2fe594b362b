import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { impersonationEndedMessage, impersonationMessage } from '#contract/session/impersonation.ts'
import type { Role } from '#contract/users/roles.ts'
import { sessions, users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { databaseState } from '#test/database.ts'
import { createPartner, createResource, createTask, createUser } from '#test/factories.ts'

const portal = await createTestApp({ settings: { DEMO: 'on' }, withClient: true })
const { db } = portal
afterAll(portal.close)

await createUser(portal, { email: 'partner@demo.test' })

const stop = '/api/view-as-partner/stop'

const viewEventsOf = async (staff: { id: string }) =>
  (await auditEventsOf(portal, staff)).filter(({ action }) => action.startsWith('view.'))

const view = async (
  role: Role = 'support',
  partner = createPartner(portal, { status: 'completed', onPaper: true }),
) => {
  const user = await createUser(portal, { role })
  const browser = await portal.signIn(user)
  const { profile, ...rest } = await partner
  const started = await browser.post(`/api/admin/partners/${profile.id}/view`, undefined)
  expect(started.statusCode, started.body).toBe(204)
  return { staff: user, browser, profile, ...rest }
}

/** Moves the end of an impersonation into the past. */
const letEnd = async ({ id }: { id: string }) => {
  const past = new Date(Date.now() - 1000).toISOString()
  await db
    .update(sessions)
    .set({ sess: sql`jsonb_set(${sessions.sess}, '{viewing,until}', to_jsonb(${past}::text))` })
    .where(eq(sessions.userId, id))
}

const sessionOf = async ({ browser }: Pick<Awaited<ReturnType<typeof view>>, 'browser'>) =>
  (await browser.get('/api/auth/user')).json()

describe('a staff member who views the portal as a partner', () => {
  test('reads the partner’s data, and gets both the partner and themselves in the session', async () => {
    const viewing = await view()
    const { staff, user, profile, browser } = viewing
    const task = await createTask(portal, { partnerId: profile.id })
    await createTask(portal)
    const theirs = await createResource(portal, { assignedPartnerIds: [profile.id] })
    const others = await createResource(portal, { assignedPartnerIds: [crypto.randomUUID()] })

    const session = await sessionOf(viewing)
    expect(session).toMatchObject({
      id: user.id,
      role: 'user',
      email: user.email,
      viewing: {
        by: { id: staff.id, email: staff.email },
        partner: { id: profile.id, fullName: profile.fullName, businessName: profile.businessName },
      },
    })
    expect(Date.parse(session.viewing.until) - Date.now()).toBeGreaterThan(0)
    const partner = await portal.signIn(user)
    for (const url of [
      '/api/partner/profile',
      '/api/partner/documents',
      '/api/partner/tasks',
      '/api/resources',
    ]) {
      expect((await browser.get(url)).json(), url).toEqual((await partner.get(url)).json())
    }
    expect((await browser.get('/api/partner/tasks')).json()).toMatchObject([{ id: task.id }])
    expect((await browser.get(`/objects/${theirs.filePath}`)).statusCode).toBe(200)
    expect((await browser.get(`/objects/${others.filePath}`)).statusCode).toBe(404)
    expect((await browser.get('/api/admin/stats')).statusCode).toBe(403)
  })

  test('is staff again after stopping, and start and stop are in the audit log but not in the partner’s activity', async () => {
    const viewing = await view('admin')
    const { staff, browser, profile } = viewing
    expect((await browser.post(stop, undefined)).statusCode).toBe(204)
    expect(await sessionOf(viewing)).toEqual({
      id: staff.id,
      role: 'admin',
      firstName: staff.firstName,
      lastName: staff.lastName,
      profileImageUrl: null,
      email: staff.email,
      partners: [],
      partnerId: null,
      mayCreateProfile: false,
    })
    expect((await browser.get('/api/admin/stats')).statusCode).toBe(200)
    expect((await browser.post(stop, undefined)).statusCode).toBe(204)
    expect(await auditEventsOf(portal, staff)).toMatchObject([
      { action: 'view.started', subjectId: profile.id, subjectName: profile.fullName },
      { action: 'view.stopped', subjectId: profile.id, subjectName: profile.fullName },
    ])
  })

  test.each([
    ['signing out', '/api/logout'],
    ['signing in as another', '/api/login?as=partner@demo.test'],
  ])('ends the impersonation by %s, which the audit log records once', async (_how, url) => {
    const { staff, browser, profile } = await view()
    const former = browser.cookies.get('session')
    const events = () => viewEventsOf(staff)
    expect((await browser.get(url)).headers.location).toBe('/')
    expect(browser.cookies.get('session')).not.toBe(former)
    expect(await events()).toHaveLength(2)
    await browser.get('/api/logout')
    expect(await events()).toMatchObject([
      { action: 'view.started', subjectId: profile.id },
      { action: 'view.stopped', subjectId: profile.id, subjectName: profile.fullName },
    ])
  })

  test('is not recorded as stopping again when they sign out after stopping or after the time limit', async () => {
    const [stopped, ended] = [await view(), await view()]
    await stopped.browser.post(stop, undefined)
    await letEnd(ended.staff)
    for (const { browser } of [stopped, ended]) await browser.get('/api/logout')
    const actionsOf = async ({ staff }: typeof stopped) =>
      (await viewEventsOf(staff)).map(({ action }) => action)
    expect(await actionsOf(stopped)).toEqual(['view.started', 'view.stopped'])
    expect(await actionsOf(ended)).toEqual(['view.started'])
  })

  test('does so in this session only', async () => {
    const { staff, browser } = await view()
    const elsewhere = await portal.signIn(staff)
    expect((await elsewhere.get('/api/admin/stats')).statusCode).toBe(200)
    expect((await browser.get('/api/admin/stats')).statusCode).toBe(403)
  })

  test('is staff again after an hour, and is signed out by signing out', async () => {
    const viewing = await view()
    const [row] = await db.select().from(sessions).where(eq(sessions.userId, viewing.staff.id))
    expect(Date.parse(row?.sess.viewing?.until ?? '') - Date.now()).toBeLessThanOrEqual(60 * 60 * 1000)
    await letEnd(viewing.staff)
    expect((await viewing.browser.get('/api/admin/stats')).statusCode).toBe(200)
    expect((await sessionOf(viewing)).id).toBe(viewing.staff.id)

    const other = await view()
    expect((await other.browser.get('/api/logout')).statusCode).toBe(302)
    expect((await other.browser.get('/api/auth/user')).statusCode).toBe(401)
  })

  test('no longer views the partner after losing the staff role', async () => {
    const viewing = await view()
    await db.update(users).set({ role: 'user' }).where(eq(users.id, viewing.staff.id))
    expect(await sessionOf(viewing)).toMatchObject({ id: viewing.staff.id, role: 'user' })
    expect(await sessionOf(viewing)).not.toHaveProperty('viewing')
  })

  test('has the short idle time of staff', async () => {
    const viewing = await view()
    await db
      .update(sessions)
      .set({ expire: new Date(Date.now() + 10 * 60_000) })
      .where(eq(sessions.userId, viewing.staff.id))
    await sessionOf(viewing)
    const expiry = async () =>
      (await db.select().from(sessions).where(eq(sessions.userId, viewing.staff.id)))[0]?.expire.getTime() ??
      0
    await expect.poll(expiry, { timeout: 20_000 }).toBeGreaterThan(Date.now() + 20 * 60_000)
    expect(await expiry()).toBeLessThan(Date.now() + 40 * 60_000)
  })
})

test('staff can view partners only, and only one at a time', async () => {
  const { browser } = await view()
  const { profile } = await createPartner(portal)
  const another = await browser.post(`/api/admin/partners/${profile.id}/view`, undefined)
  expect(another.json()).toMatchObject({ code: 'forbidden', message: impersonationMessage })

  const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
  const colleague = await createPartner(portal, { user: { role: 'admin' } })
  const response = await staff.post(`/api/admin/partners/${colleague.profile.id}/view`, undefined)
  expect(response.statusCode).toBe(409)
  expect((await staff.post(`/api/admin/partners/${crypto.randomUUID()}/view`, undefined)).statusCode).toBe(
    404,
  )
  await db.update(users).set({ role: 'user' }).where(eq(users.id, colleague.user.id))
  const viewing = await view('support', Promise.resolve(colleague))
  await db.update(users).set({ role: 'admin' }).where(eq(users.id, colleague.user.id))
  expect((await sessionOf(viewing)).id).toBe(viewing.staff.id)
})

const addressOf = (url: string, { task, profile }: { task: { id: string }; profile: { id: string } }) =>
  url
    .replace('/api/tasks/:id', `/api/tasks/${task.id}`)
    .replace(':partnerId', profile.id)
    .replace(/:\w+/, () => crypto.randomUUID())
    .replace('*', 'index.html')

/** All routes except those that end an impersonation. */
const routes = portal.app.declaredRoutes
  .flatMap(({ method, url, config }) =>
    [method].flat().map((name) => ({ method: name as 'GET' | 'POST', url, access: config?.access })),
  )
  .filter(({ method, url }) => url !== stop && url !== '/api/logout' && !['HEAD', 'OPTIONS'].includes(method))

const writesLetThrough = async (
  viewing: Awaited<ReturnType<typeof view>>,
  writes: typeof routes,
  message: string,
) => {
  const task = await createTask(portal, { partnerId: viewing.profile.id })
  const before = await databaseState(db)
  const letThrough: string[] = []
  for (const { method, url } of writes) {
    const response = await viewing.browser.send(method, addressOf(url, { task, ...viewing }), {})
    if (response.statusCode !== 403 || response.json().message !== message) {
      letThrough.push(`${method} ${url}: ${response.statusCode}`)
    }
  }
  expect(await databaseState(db)).toEqual(before)
  return letThrough
}

test('an impersonation cannot write on any route or read staff routes, and stores nothing', async () => {
  const viewing = await view('admin')
  const { browser, profile } = viewing
  const writes = routes.filter(({ method }) => method !== 'GET')
  expect(writes.length).toBeGreaterThan(20)
  // This route goes by the token of an email, whoever is signed in.
  const open = ['POST /unsubscribe: 404']
  expect(await writesLetThrough(viewing, writes, impersonationMessage)).toEqual(open)

  const task = await createTask(portal, { partnerId: profile.id })
  const before = await databaseState(db)
  for (const { method, url, access } of routes) {
    if (method !== 'GET') continue
    const response = await browser.send(method, addressOf(url, { task, profile }), undefined)
    const closed = access === 'staff' || access === 'admin'
    if (closed) expect(response.statusCode, url).toBe(403)
    else expect(response.statusCode, url).toBeLessThan(500)
  }
  expect(await databaseState(db)).toEqual(before)
  expect((await browser.get('/api/auth/user')).json()).toHaveProperty('viewing')
})

test('after the hour every write is refused until the browser has fetched the session', async () => {
  const viewing = await view('admin')
  const { browser, staff, profile } = viewing
  await letEnd(staff)
  const writes = routes.filter(({ method, access }) => method !== 'GET' && access !== 'anyone')
  expect(writes.length).toBeGreaterThan(20)
  expect(await writesLetThrough(viewing, writes, impersonationEndedMessage)).toEqual([])
  expect((await browser.get('/ws')).json().message).toBe(impersonationEndedMessage)

  const write = async () =>
    (await browser.post(`/api/admin/partners/${profile.id}/view`, undefined)).statusCode
  expect((await sessionOf(viewing)).id).toBe(staff.id)
  expect(await write()).toBe(204)
  await letEnd(staff)
  expect(await write()).toBe(403)
  expect((await browser.post(stop, undefined)).statusCode).toBe(204)
  expect(await write()).toBe(204)
})

test('staff can sign in by a code even if the browser has not noticed the end of the impersonation', async () => {
  const { browser, staff } = await view()
  const ask = async () => (await browser.post('/api/sign-in/code', { email: staff.email })).statusCode
  expect(await ask()).toBe(403)
  await letEnd(staff)
  expect(await ask()).toBe(202)
})

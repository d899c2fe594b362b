import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { sessions, users } from '#server/db/schema/users.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { createUser } from '#test/factories.ts'
import { deleteExpiredSessions, findSession } from './data.ts'
import { expiryOf } from './sessions.ts'

const demo = { DEMO: 'on' }
const portal = await createTestApp({ settings: demo })
afterAll(portal.close)

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const enter = (browser: Browser, email: string) => browser.get(`/api/login?as=${email}`)
const isIn = async (browser: Browser) => (await browser.get('/api/auth/user')).statusCode === 200
const sessionsOf = ({ id }: { id: string }) =>
  portal.db.select().from(sessions).where(eq(sessions.userId, id))

// The demo's sign-in is the shortest, and it starts the same session as every other.
const partner = await createUser(portal, { email: 'partner@demo.test' })
const admin = await createUser(portal, { email: 'admin@demo.test', role: 'admin' })

const changeUser = (user: { id: string }, change: Partial<typeof users.$inferInsert>) =>
  portal.db.update(users).set(change).where(eq(users.id, user.id))

const clearSessions = () => portal.db.delete(sessions)

describe('the cookie', () => {
  const cookieLine = async (app: TestApp) =>
    String((await enter(app.visit(), partner.email)).headers['set-cookie'])

  test('is HttpOnly, and not sent with requests of other sites', async () => {
    expect(await cookieLine(portal)).toMatch(
      /^session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  test('is Secure and has the __Host- prefix where the portal is served by https', async () => {
    await using secure = await createTestApp({
      settings: { ...demo, BASE_URL: 'https://portal.example.com' },
    })
    await createUser(secure, { email: partner.email })
    expect(await cookieLine(secure)).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const browser = secure.visit()
    await enter(browser, partner.email)
    expect(await isIn(browser)).toBe(true)
    const planted = secure.visit()
    planted.cookies.set('session', browser.cookies.get('__Host-session') ?? '')
    expect(await isIn(planted)).toBe(false)
  })

  test('contains a secret of which only the hash is stored', async () => {
    await clearSessions()
    const browser = portal.visit()
    await enter(browser, partner.email)
    const token = browser.cookies.get('session') ?? ''
    const [row] = await sessionsOf(partner)
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
    expect(row?.sid).toBe(Buffer.from(digest).toString('hex'))
    const thief = portal.visit()
    thief.cookies.set('session', row?.sid ?? '')
    expect(await isIn(thief)).toBe(false)
  })

  test.each(['', 'x', 'x'.repeat(5000), '%00', "' or 1=1 --"])(
    'with %j in it belongs to no user',
    async (value) => {
      const browser = portal.visit()
      browser.cookies.set('session', value)
      expect((await browser.get('/api/auth/user')).statusCode).toBe(401)
    },
  )
})

describe('signing in', () => {
  test('starts a new session, and ends the previous or planted one of the browser', async () => {
    await clearSessions()
    const attacker = portal.visit()
    await enter(attacker, partner.email)
    const planted = attacker.cookies.get('session') ?? ''

    const victim = portal.visit()
    victim.cookies.set('session', planted)
    await enter(victim, admin.email)
    expect(victim.cookies.get('session')).not.toBe(planted)
    expect(await isIn(attacker)).toBe(false)
    expect(await sessionsOf(partner)).toHaveLength(0)
    expect(await sessionsOf(admin)).toHaveLength(1)
  })

  test('does not adopt an invented session id', async () => {
    const browser = portal.visit()
    browser.cookies.set('session', 'x'.repeat(43))
    await enter(browser, partner.email)
    expect(browser.cookies.get('session')).not.toBe('x'.repeat(43))
  })

  test('in a second browser leaves the first one signed in', async () => {
    const [desk, phone] = [portal.visit(), portal.visit()]
    await enter(desk, partner.email)
    await enter(phone, partner.email)
    expect([await isIn(desk), await isIn(phone)]).toEqual([true, true])
  })
})

describe('a session ends', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)

  test.each([
    ['admin', 30 * minute],
    ['support', 30 * minute],
    ['user', 12 * hour],
  ] as const)('for the role %s after its idle time', (role, idle) => {
    expect(expiryOf(role, now, now).getTime() - now.getTime()).toBe(idle)
    expect(expiryOf(role, ago(3 * day), now).getTime() - now.getTime()).toBe(idle)
  })

  test('seven days after sign-in, however much it is used', () => {
    expect(expiryOf('user', ago(7 * day - hour), now).getTime() - now.getTime()).toBe(hour)
    expect(expiryOf('admin', ago(7 * day - minute), now).getTime() - now.getTime()).toBe(minute)
    expect(expiryOf('user', ago(7 * day), now).getTime()).toBe(now.getTime())
  })

  test.each([
    ['partner', partner, 12 * hour],
    ['staff', admin, 30 * minute],
  ])('after the idle time of a new sign-in as %s', async (_kind, user, idle) => {
    await clearSessions()
    const begun = Date.now()
    await enter(portal.visit(), user.email)
    const [row] = await sessionsOf(user)
    const life = (row?.expire.getTime() ?? 0) - begun
    expect(life).toBeGreaterThanOrEqual(idle)
    expect(life).toBeLessThan(idle + 10 * minute)
  })

  test('when it expires, so that the next request has no user and the next sweep deletes the row', async () => {
    await clearSessions()
    const browser = portal.visit()
    await enter(browser, partner.email)
    await portal.db.update(sessions).set({ expire: new Date(Date.now() - 1) })
    expect(await isIn(browser)).toBe(false)
    await deleteExpiredSessions(portal.db)
    expect(await sessionsOf(partner)).toHaveLength(0)
  })

  test('later when its user is active without requests, such as by a socket', async () => {
    await clearSessions()
    const browser = portal.visit()
    await enter(browser, partner.email)
    const [row] = await sessionsOf(partner)
    const found = row && (await findSession(portal.db, row.sid))
    if (!found) throw new Error('the session is not found')
    const soon = new Date(Date.now() + hour)
    await portal.db.update(sessions).set({ expire: soon })
    portal.deps.sessions.keepAlive({ ...found, expire: soon })
    const expireOf = async () => (await sessionsOf(partner))[0]?.expire.getTime() ?? 0
    await expect.poll(expireOf, { timeout: 10_000 }).toBeGreaterThan(soon.getTime() + 10 * hour)
  })

  test('later each time it is used, but never after seven days', async () => {
    await clearSessions()
    const browser = portal.visit()
    await enter(browser, partner.email)
    const begun = Date.now()
    const expireOf = async () => (await sessionsOf(partner))[0]?.expire.getTime() ?? 0
    const soon = Date.now() + 2 * hour
    await portal.db.update(sessions).set({ expire: new Date(soon) })
    await isIn(browser)
    await expect.poll(expireOf, { timeout: 10_000 }).toBeGreaterThan(soon + 9 * hour)
    const [{ lastSeenAt } = {}] = await portal.db.select().from(users).where(eq(users.id, partner.id))
    expect(lastSeenAt?.getTime()).toBeGreaterThanOrEqual(begun)

    const signedInAt = new Date(Date.now() - 7 * day + hour)
    await portal.db.update(sessions).set({ sess: { method: 'demo', signedInAt: signedInAt.toISOString() } })
    await isIn(browser)
    await expect.poll(expireOf, { timeout: 10_000 }).toBe(signedInAt.getTime() + 7 * day)
  })
})

describe('a change of the user applies to the next request', () => {
  test('disabling and enabling', async () => {
    const browser = portal.visit()
    await enter(browser, partner.email)
    await changeUser(partner, { disabledAt: new Date() })
    expect(await isIn(browser)).toBe(false)
    expect((await enter(portal.visit(), partner.email)).headers.location).toBe('/sign-in')
    await changeUser(partner, { disabledAt: null })
    expect(await isIn(browser)).toBe(true)
  })

  test('a new role: its access, and the shorter idle time of staff', async () => {
    await clearSessions()
    const browser = portal.visit()
    await enter(browser, partner.email)
    expect((await browser.get('/api/admin/stats')).statusCode).toBe(403)
    await changeUser(partner, { role: 'support' })
    expect((await browser.get('/api/admin/stats')).statusCode).toBe(200)
    await expect
      .poll(async () => (await sessionsOf(partner))[0]?.expire.getTime(), { timeout: 10_000 })
      .toBeLessThan(Date.now() + hour)
    await changeUser(partner, { role: 'user' })
    expect((await browser.get('/api/admin/stats')).statusCode).toBe(403)
  })

  test('deletion', async () => {
    const gone = await createUser(portal)
    const browser = await portal.signIn(gone)
    expect(await isIn(browser)).toBe(true)
    await portal.db.delete(users).where(eq(users.id, gone.id))
    expect(await isIn(browser)).toBe(false)
  })
})

describe('signing out', () => {
  test('deletes the row and the cookie, and goes to the landing page', async () => {
    await clearSessions()
    const browser = portal.visit()
    await enter(browser, partner.email)
    const token = browser.cookies.get('session') ?? ''
    const answer = await browser.get('/api/logout')
    expect(answer.headers.location).toBe('/')
    expect(browser.cookies.has('session')).toBe(false)
    expect(await sessionsOf(partner)).toHaveLength(0)
    browser.cookies.set('session', token)
    expect(await isIn(browser)).toBe(false)
  })

  test('ends only this browser’s session', async () => {
    const [desk, phone] = [portal.visit(), portal.visit()]
    await enter(desk, partner.email)
    await enter(phone, partner.email)
    await desk.get('/api/logout')
    expect([await isIn(desk), await isIn(phone)]).toEqual([false, true])
  })
})

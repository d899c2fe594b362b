import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { sessions, users } from '#server/db/schema/users.ts'
import { createAttempt } from '#server/features/sign-in/data.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { createUser } from '#test/factories.ts'
import { deleteExpiredSessions, findSession } from './data.ts'
import { newToken, sha256 } from './sessions.ts'

const portal = await createTestApp({ settings: { DEMO: 'on' } })
afterAll(portal.close)

const hour = 60 * 60_000

const enter = (browser: Browser, email: string) => browser.get(`/api/login?as=${email}`)
const isIn = async (browser: Browser) => (await browser.get('/api/auth/user')).statusCode === 200
const sessionsOf = ({ id }: { id: string }) =>
  portal.db.select().from(sessions).where(eq(sessions.userId, id))

// The demo's sign-in is the shortest, and starts the same session as every other.
const partner = await createUser(portal, { email: 'partner@demo.test' })
const admin = await createUser(portal, { email: 'admin@demo.test', role: 'admin' })

const changeUser = (user: { id: string }, change: Partial<typeof users.$inferInsert>) =>
  portal.db.update(users).set(change).where(eq(users.id, user.id))

const clearSessions = () => portal.db.delete(sessions)

describe('the cookie', () => {
  const cookieLines = async (app: TestApp) => (await enter(app.visit(), partner.email)).headers['set-cookie']

  test('is HttpOnly and not sent with requests of other sites, and so is the browser’s lasting cookie', async () => {
    expect(await cookieLines(portal)).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^browser=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
  })

  test('is Secure and has the __Host- prefix if the portal is served by https', async () => {
    await using secure = await createTestApp({
      settings: { BASE_URL: 'https://portal.example.com', TRUST_PROXY: 'none' },
    })
    const user = await createUser(secure)
    const browser = secure.visit()
    const token = newToken()
    await secure.db.transaction((tx) =>
      createAttempt(tx, {
        email: user.email,
        anyBrowser: true,
        tokenHash: sha256(token),
        minutes: 10,
      }),
    )
    const response = await browser.post('/api/sign-in/redeem', { token })
    expect(response.headers['set-cookie']).toContainEqual(
      expect.stringMatching(
        /^__Host-session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    )
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
  /** Returns how many seconds the only session of a user still lasts, by the database's clock. */
  const secondsLeft = async ({ id }: { id: string }) => {
    const { rows } = await portal.db.execute<{ seconds: number }>(
      sql`select extract(epoch from expire - now())::float8 as seconds from sessions where user_id = ${id}`,
    )
    return rows[0]?.seconds ?? 0
  }
  const setSession = (expire: string, signedIn = 'now()') =>
    portal.db.execute(sql.raw(`update sessions set expire = ${expire}, signed_in_at = ${signedIn}`))
  const roughly = (seconds: number) => ({ above: seconds - 120, below: seconds + 1 })
  const afterUse = async (user: { id: string }, { above }: { above: number }) => {
    await expect.poll(() => secondsLeft(user), { timeout: 10_000 }).toBeGreaterThan(above)
    return secondsLeft(user)
  }

  describe.each([
    ['partner', partner, 12 * 3600],
    ['staff', admin, 30 * 60],
  ])('as %s', (_kind, user, idle) => {
    const life = roughly(idle)

    test('after the idle time from sign-in', async () => {
      await clearSessions()
      await enter(portal.visit(), user.email)
      expect(await secondsLeft(user)).toBeGreaterThan(life.above)
      expect(await secondsLeft(user)).toBeLessThan(life.below)
    })

    test('after the idle time from its last use', async () => {
      await clearSessions()
      const browser = portal.visit()
      await enter(browser, user.email)
      await setSession(`now() + interval '5 minutes'`, `now() - interval '3 days'`)
      await isIn(browser)
      expect(await afterUse(user, life)).toBeLessThan(life.below)
    })

    test('seven days after sign-in, however much it is used', async () => {
      await clearSessions()
      const browser = portal.visit()
      await enter(browser, user.email)
      await setSession(`now() + interval '1 minute'`, `now() - interval '7 days' + interval '10 minutes'`)
      await isIn(browser)
      expect(await afterUse(user, roughly(600))).toBeLessThan(roughly(600).below)
      await setSession(`now() + interval '1 second'`, `now() - interval '8 days'`)
      await isIn(browser)
      await expect.poll(() => secondsLeft(user), { timeout: 10_000 }).toBeLessThan(0)
      expect(await isIn(browser)).toBe(false)
    })
  })

  test('at the same time whatever the clock of the server’s machine shows', async () => {
    await clearSessions()
    vi.useFakeTimers({ now: new Date('2000-01-01T00:00:00Z'), toFake: ['Date'] })
    const browser = portal.visit()
    await enter(browser, partner.email)
    await isIn(browser)
    vi.setSystemTime(new Date('2199-12-31T00:00:00Z'))
    expect(await isIn(browser)).toBe(true)
    vi.useRealTimers()
    expect(await secondsLeft(partner)).toBeGreaterThan(11 * 3600)
    expect(await secondsLeft(partner)).toBeLessThan(12 * 3600 + 1)
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

  test('later when its user is active without requests, for example on a socket', async () => {
    await clearSessions()
    const browser = portal.visit()
    await enter(browser, partner.email)
    const [row] = await sessionsOf(partner)
    const found = row && (await findSession(portal.db, row.sid, portal.deps.settings.passkeys))
    if (!found) throw new Error('the session is not found')
    await setSession(`now() + interval '1 hour'`)
    portal.deps.sessions.keepAlive(found)
    await afterUse(partner, roughly(12 * 3600))
  })

  test('later each time it is used, which also records when it and its user were last seen', async () => {
    await clearSessions()
    const browser = portal.visit()
    await enter(browser, partner.email)
    await portal.db.execute(sql`update sessions set last_used_at = now() - interval '1 day'`)
    await portal.db.execute(sql`update users set last_seen_at = now() - interval '1 day'`)
    await setSession(`now() + interval '2 hours'`)
    await isIn(browser)
    await afterUse(partner, roughly(12 * 3600))
    const { rows } = await portal.db.execute(sql`
      select sessions.last_used_at > now() - interval '1 hour' as used, users.last_seen_at > now() - interval '1 hour' as seen
      from sessions join users on users.id = sessions.user_id`)
    expect(rows).toEqual([{ used: true, seen: true }])
  })
})

describe('the last use of a session', () => {
  test('is recorded in its last hours, too, when it can no longer be extended', async () => {
    await clearSessions()
    const browser = portal.visit()
    await enter(browser, partner.email)
    await portal.db.execute(sql`
      update sessions set signed_in_at = now() - interval '7 days' + interval '1 hour', expire = now() + interval '1 hour',
        last_used_at = now() - interval '1 minute'`)
    await portal.db.execute(sql`update users set last_seen_at = now() - interval '1 minute'`)
    await isIn(browser)
    const lastSeen = async () => {
      const { rows } = await portal.db.execute(sql`
        select sessions.last_used_at > now() - interval '50 seconds' as used,
          users.last_seen_at > now() - interval '50 seconds' as seen
        from sessions join users on users.id = sessions.user_id`)
      return rows
    }
    await expect.poll(lastSeen, { timeout: 10_000 }).toEqual([{ used: true, seen: true }])
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
    const response = await browser.get('/api/logout')
    expect(response.headers.location).toBe('/')
    expect(response.headers['clear-site-data']).toBe('"cache", "storage"')
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

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessions, signInAttempts, userIdentities, users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { createUser } from '#test/factories.ts'
import { waitForLockWaits } from '#test/locks.ts'
import { startProvider } from '#test/oidc.ts'

const baseUrl = 'http://portal.example.com'
const provider = await startProvider(baseUrl)
const settings = {
  BASE_URL: baseUrl,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
}
const portal = await createTestApp({ settings })
afterAll(async () => {
  await portal.close()
  await provider.stop()
})

let user: Awaited<ReturnType<typeof createUser>>
beforeEach(async () => {
  user = await createUser(portal)
  provider.account = { subject: `subject-${user.id}`, email: user.email, emailVerified: true }
})

/** Signs in at the provider and returns the callback address. */
const travel = async (browser: Browser, returnTo = '/') => {
  const begun = await browser.get(`/api/login?returnTo=${encodeURIComponent(returnTo)}`)
  expect(begun.statusCode).toBe(302)
  return provider.visit(String(begun.headers.location))
}

const comeBack = async (browser: Browser, { pathname, search }: URL) =>
  (await browser.get(`${pathname}${search}`)).headers.location

const signInWithProvider = async (browser: Browser, returnTo?: string) =>
  comeBack(browser, await travel(browser, returnTo))

const whoIs = async (browser: Browser) => (await browser.get('/api/auth/user')).json().email
const sessionsOf = ({ id }: { id: string }) => portal.db.$count(sessions, eq(sessions.userId, id))
const identitiesOf = ({ id }: { id: string }) =>
  portal.db.select().from(userIdentities).where(eq(userIdentities.userId, id))

describe('signing in with the provider', () => {
  test('is the method that the sign-in page offers', async () => {
    const ways = await portal.visit().get('/api/sign-in')
    expect(ways.json()).toEqual({ email: false, provider: true, demo: null })
  })

  test('is the only one: no code goes out by email', async () => {
    expect((await portal.visit().post('/api/sign-in/code', { email: user.email })).statusCode).toBe(404)
    expect(await portal.db.$count(signInAttempts)).toBe(0)
  })

  test('is not begun by a link on another site, which leads to the sign-in page', async () => {
    for (const path of ['/api/login', '/api/sign-in/provider']) {
      const browser = portal.visit()
      const response = await browser.get(`${path}?returnTo=/welcome`, { 'sec-fetch-site': 'cross-site' })
      expect(response.headers.location).toBe('/sign-in?returnTo=%2Fwelcome')
      expect(browser.cookies.has('provider')).toBe(false)
    }
  })

  test('is refused when the ID token is not signed by the key of the provider', async () => {
    await using another = await createTestApp({ settings })
    provider.publishesAnotherKey = true
    const browser = another.visit()
    expect(await signInWithProvider(browser)).toBe('/sign-in?error=provider')
    provider.publishesAnotherKey = false
    expect((await browser.get('/api/auth/user')).statusCode).toBe(401)
  })

  test('matches by verified email the first time, ignoring case, and leads to the requested page', async () => {
    provider.account = { ...provider.account, email: user.email.toUpperCase() }
    const browser = portal.visit()
    expect(await signInWithProvider(browser, '/welcome?from=mail')).toBe('/welcome?from=mail')
    expect(await whoIs(browser)).toBe(user.email)
    expect(browser.cookies.has('provider')).toBe(false)
    expect(await identitiesOf(user)).toMatchObject([
      { issuer: provider.issuer, subject: provider.account.subject },
    ])
    const [session] = await portal.db.select().from(sessions).where(eq(sessions.userId, user.id))
    expect(session?.sess.method).toBe('provider')
  })

  test('matches by issuer and subject from then on, even if the email changes', async () => {
    await signInWithProvider(portal.visit())
    const newcomer = await createUser(portal)
    provider.account = { ...provider.account, email: newcomer.email, emailVerified: true }
    const browser = portal.visit()
    expect(await signInWithProvider(browser)).toBe('/')
    expect(await whoIs(browser)).toBe(user.email)
    provider.account = { subject: provider.account.subject }
    const another = portal.visit()
    await signInWithProvider(another)
    expect(await whoIs(another)).toBe(user.email)
    expect(await identitiesOf(user)).toHaveLength(1)
    expect(await identitiesOf(newcomer)).toHaveLength(0)
  })

  test('is no longer possible with the account of a former address, even if it began before the change', async () => {
    const staff = await portal.signIn(await createUser(portal, { role: 'admin' }))
    const moveTo = async (email: string) => {
      const form = { firstName: 'Ann', lastName: 'Hill', email }
      expect((await staff.put(`/api/admin/users/${user.id}`, form)).statusCode).toBe(200)
    }
    const browser = portal.visit()
    await signInWithProvider(browser)
    const next = `next-${user.email}`
    await moveTo(next)
    expect((await browser.get('/api/auth/user')).statusCode).toBe(401)
    expect(await identitiesOf(user)).toEqual([])
    expect(await signInWithProvider(portal.visit())).toBe('/sign-in?error=not_invited')

    // The user now signs in with the account of the new address. Their address changes again while they are at the provider.
    provider.account = { subject: `next-${user.id}`, email: next, emailVerified: true }
    for (const isKnown of [false, true]) {
      const current = provider.account.email ?? ''
      if (isKnown) await signInWithProvider(portal.visit())
      const late = portal.visit()
      const back = await travel(late)
      const [locked, moved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const changing = portal.db.transaction(async (tx) => {
        await tx
          .update(users)
          .set({ email: `later-${current}` })
          .where(eq(users.id, user.id))
        await tx.delete(userIdentities).where(eq(userIdentities.userId, user.id))
        locked.resolve()
        await moved.promise
      })
      await locked.promise
      const coming = comeBack(late, back)
      await waitForLockWaits(portal, 1)
      moved.resolve()
      await changing
      expect(await coming).toBe('/sign-in?error=not_invited')
      expect(await identitiesOf(user)).toEqual([])
      expect((await late.get('/api/auth/user')).statusCode).toBe(401)
      provider.account = { ...provider.account, email: `later-${current}` }
    }
  })

  test('uses PKCE, and a new state and nonce each time', async () => {
    const [one, two] = await Promise.all(
      [portal.visit(), portal.visit()].map(async (browser) => {
        const { location } = (await browser.get('/api/sign-in/provider')).headers
        return new URL(String(location)).searchParams
      }),
    )
    expect(one?.get('code_challenge_method')).toBe('S256')
    expect(one?.get('scope')).toBe('openid email profile')
    expect(one?.get('redirect_uri')).toBe(`${baseUrl}/api/sign-in/callback`)
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one?.get(name)?.length).toBeGreaterThanOrEqual(43)
      expect(one?.get(name)).not.toBe(two?.get(name))
    }
  })

  test('leads to pages of this portal only', async () => {
    expect(await signInWithProvider(portal.visit(), '//evil.example')).toBe('/')
  })
})

describe('sign-in is refused for a user', () => {
  const refused = async (location: string) => {
    const browser = portal.visit()
    expect(await signInWithProvider(browser)).toBe(location)
    expect((await browser.get('/api/auth/user')).statusCode).toBe(401)
    expect(await sessionsOf(user)).toBe(0)
  }
  const notInvited = '/sign-in?error=not_invited'

  test.each([
    [false, 'says that the email address is not verified'],
    [undefined, 'OIDC_TRUSTED_ISSUERS'],
    ['true', 'no boolean'],
    ['false', 'OIDC_TRUSTED_ISSUERS'],
  ])(
    'whose email the provider has not verified (%j), and the log says why',
    async (emailVerified, reason) => {
      const { account } = provider
      provider.account = emailVerified === undefined ? account : { ...account, emailVerified }
      if (emailVerified === undefined) delete provider.account.emailVerified
      const before = portal.log.lines.length
      await refused('/sign-in?error=unverified')
      expect(await identitiesOf(user)).toEqual([])
      const lines = portal.log.lines.slice(before).filter(({ msg }) => String(msg).includes(reason))
      expect(lines).toMatchObject([{ level: 40, issuer: provider.issuer }])
      expect(JSON.stringify(lines)).not.toContain('@')
    },
  )

  test('without an email', async () => {
    provider.account = { subject: provider.account.subject }
    await refused('/sign-in?error=no_email')
  })

  test('who has not been invited', async () => {
    provider.account = { ...provider.account, email: 'stranger@example.test' }
    await refused(notInvited)
    expect(await portal.db.$count(users, eq(users.email, 'stranger@example.test'))).toBe(0)
  })

  test('who is disabled, whether or not the portal knew them before', async () => {
    const disable = (disabledAt: Date | null) =>
      portal.db.update(users).set({ disabledAt }).where(eq(users.id, user.id))
    await disable(new Date())
    await refused(notInvited)
    await disable(null)
    await signInWithProvider(portal.visit())
    await disable(new Date())
    await portal.db.delete(sessions).where(eq(sessions.userId, user.id))
    await refused(notInvited)
  })

  test('whose email is too long to store, even if its beginning is the email of another user', async () => {
    const long = await createUser(portal, { email: `${'x'.repeat(187)}@example.test` })
    provider.account = { ...provider.account, email: `${long.email}${'.x'.repeat(60)}` }
    await refused('/sign-in?error=no_email')
    expect(await sessionsOf(long)).toBe(0)
  })
})

test('a new user gets an account with their name where sign-up is allowed', async () => {
  await using open = await createTestApp({ settings: { ...settings, ALLOW_SIGN_UP: 'on' } })
  provider.account = {
    subject: 'newcomer',
    email: 'newcomer@example.test',
    emailVerified: true,
    firstName: 'Noor',
    lastName: 'Haddad',
  }
  const browser = open.visit()
  expect(await signInWithProvider(browser)).toBe('/')
  expect((await browser.get('/api/auth/user')).json()).toMatchObject({
    email: 'newcomer@example.test',
    firstName: 'Noor',
    lastName: 'Haddad',
    role: 'user',
  })
})

describe('returning from the provider', () => {
  const changed = (url: URL, name: string, value: string) => {
    const other = new URL(url)
    other.searchParams.set(name, value)
    return other
  }

  test.each(['state', 'code', 'iss'])('with another %s is refused', async (name) => {
    const browser = portal.visit()
    const back = changed(await travel(browser), name, 'x'.repeat(43))
    expect(await comeBack(browser, back)).toBe('/sign-in?error=provider')
    expect(await sessionsOf(user)).toBe(0)
  })

  test('without the cookie of the browser that began is refused', async () => {
    const back = await travel(portal.visit())
    expect(await comeBack(portal.visit(), back)).toBe('/sign-in?error=expired')
    expect(await sessionsOf(user)).toBe(0)
  })

  test('in a browser that began its own sign-in is refused, so that nobody is signed in as another user', async () => {
    const attacker = await travel(portal.visit())
    const victim = portal.visit()
    await travel(victim)
    expect(await comeBack(victim, attacker)).toBe('/sign-in?error=provider')
    expect(await sessionsOf(user)).toBe(0)
  })

  test('a second time with the same address is refused, in the same browser and with its cookie', async () => {
    const browser = portal.visit()
    const back = await travel(browser)
    const trip = browser.cookies.get('provider') ?? ''
    expect(await comeBack(browser, back)).toBe('/')
    expect(await comeBack(browser, back)).toBe('/sign-in?error=expired')
    const replayer = portal.visit()
    replayer.cookies.set('provider', trip)
    expect(await comeBack(replayer, back)).toBe('/sign-in?error=provider')
    expect(await sessionsOf(user)).toBe(1)
  })

  test.each([
    ['access_denied', 'canceled'],
    ['temporarily_unavailable', 'provider_away'],
    ['login_required', 'provider_asks'],
    ['unauthorized_client', 'provider_setup'],
    ['something_else', 'provider'],
    ['__proto__', 'provider'],
  ])('with its answer %s reads as %s, and the log does not quote it', async (refusal, error) => {
    provider.refusal = refusal
    const browser = portal.visit()
    const before = portal.log.lines.length
    expect(await signInWithProvider(browser)).toBe(`/sign-in?error=${error}`)
    provider.refusal = null
    const lines = portal.log.lines.slice(before).filter(({ response }) => response === refusal)
    expect(lines).toMatchObject([{ level: error === 'canceled' ? 30 : 40 }])
    expect(JSON.stringify(lines)).not.toContain('alice')
  })

  test.each(['', '?', '?error=access_denied', '?state=x&error=access_denied&error_description=%3Cscript%3E'])(
    'with %j shows that it failed and nothing else',
    async (search) => {
      const browser = portal.visit()
      await travel(browser)
      const response = await browser.get(`/api/sign-in/callback${search}`)
      expect(response.headers.location).toBe('/sign-in?error=provider')
    },
  )

  test.each(['', 'x', Buffer.from('{}').toString('base64url'), Buffer.from('null').toString('base64url')])(
    'with an invalid cookie (%j) is refused',
    async (cookie) => {
      const browser = portal.visit()
      const back = await travel(browser)
      browser.cookies.set('provider', cookie)
      expect(await comeBack(browser, back)).toMatch(/^\/sign-in\?error=(provider|expired)$/)
      expect(await sessionsOf(user)).toBe(0)
    },
  )
})

describe('while the provider is unavailable', () => {
  test('the sign-in page shows it, and sign-in works again once the provider is back', async () => {
    // The fresh portal has not reached its provider yet, and a user of the other portal is about to return from the provider.
    await using fresh = await createTestApp({ settings })
    const onTheWay = portal.visit()
    const back = await travel(onTheWay)
    await provider.stop()
    const begun = await fresh.visit().get('/api/login')
    expect(begun.headers.location).toBe('/sign-in?error=provider_away')
    expect(await comeBack(onTheWay, back)).toBe('/sign-in?error=provider_away')
    expect(fresh.log.takeErrors()).toMatchObject([
      { msg: 'the OpenID provider could not be reached', reqId: begun.headers['x-request-id'] },
    ])

    await provider.start()
    const browser = portal.visit()
    expect(await signInWithProvider(browser)).toBe('/')
    expect(await whoIs(browser)).toBe(user.email)
    const again = await fresh.visit().get('/api/login')
    expect(String(again.headers.location)).toContain(provider.issuer)
  })
})

describe('a provider that sends no response, or nonsense', () => {
  const hang = () => true
  const talkNonsense: NonNullable<typeof provider.intercept> = (_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<h1>Welcome to nginx!</h1>')
    return true
  }

  test.each([
    ['nothing', hang],
    ['nonsense', talkNonsense],
  ])('leads back to the sign-in page before the redirect and after it (%s)', async (_what, intercept) => {
    await using fresh = await createTestApp({ settings })
    const onTheWay = portal.visit()
    const back = await travel(onTheWay)
    provider.intercept = intercept
    try {
      const responses = await Promise.all([
        comeBack(onTheWay, back),
        fresh
          .visit()
          .get('/api/login')
          .then(({ headers }) => headers.location),
      ])
      expect(responses).toEqual(['/sign-in?error=provider_away', '/sign-in?error=provider_away'])
    } finally {
      provider.intercept = null
    }
    expect(fresh.log.takeErrors()).toMatchObject([{ msg: 'the OpenID provider could not be reached' }])
    expect(await signInWithProvider(onTheWay)).toBe('/')
  })

  test('is noticed before the redirect, also when it responded correctly earlier', async () => {
    await using fresh = await createTestApp({ settings })
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      expect((await fresh.visit().get('/api/login')).headers.location).toContain(provider.issuer)
      provider.intercept = talkNonsense
      // The portal relies on the provider's last response for ten seconds.
      expect((await fresh.visit().get('/api/login')).headers.location).toContain(provider.issuer)
      vi.advanceTimersByTime(11_000)
      expect((await fresh.visit().get('/api/login')).headers.location).toBe('/sign-in?error=provider_away')
    } finally {
      provider.intercept = null
      vi.useRealTimers()
    }
    fresh.log.takeErrors()
  })
})

test('the log contains no personal data, codes or tokens', async () => {
  const browser = portal.visit()
  const back = await travel(browser)
  await comeBack(browser, back)
  const log = JSON.stringify(portal.log.lines)
  expect(log).toContain('sign-in by the OpenID provider failed')
  for (const secret of ['@', ...back.searchParams.values()].filter((value) => value !== provider.issuer)) {
    expect(log).not.toContain(secret)
  }
})

test('a job copies the picture that the provider names', async () => {
  const picture = 'https://pictures.example.com/ann.png'
  provider.account = { ...provider.account, picture }
  await signInWithProvider(portal.visit())
  provider.account = { ...provider.account, picture: 'http://pictures.example.com/ann.png' }
  await signInWithProvider(portal.visit())
  const jobs = await portal.db.execute(sql`select data from pgboss.job where name = 'provider-picture'`)
  expect(jobs.rows).toEqual([{ data: { userId: user.id, url: picture } }])
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sessions } from '#server/db/schema/users.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { createUser } from '#test/factories.ts'
import { startProvider, type TestProvider } from '#test/oidc.ts'

const baseUrl = 'http://portal.example.com'
const provider = await startProvider(baseUrl)
const settingsOf = ({ issuer, clientId, clientSecret }: TestProvider) => ({
  BASE_URL: baseUrl,
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
})
const portal = await createTestApp({ settings: settingsOf(provider) })
afterAll(async () => {
  await portal.close()
  await provider.stop()
})

let user: Awaited<ReturnType<typeof createUser>>
beforeEach(async () => {
  user = await createUser(portal)
  provider.intercept = null
})

/** Signs in, and returns the portal's browser and its cookies at the provider. */
const signIn = async (app: TestApp = portal, at: TestProvider = provider, person = user, more = {}) => {
  at.account = { subject: `subject-${person.id}`, email: person.email, emailVerified: true, ...more }
  const browser = app.visit()
  const cookies = new Map<string, string>()
  const begun = await browser.get('/api/login')
  const { pathname, search } = await at.visit(String(begun.headers.location), cookies)
  const response = await browser.get(`${pathname}${search}`)
  expect(response.headers.location).toBe('/')
  return { browser, cookies, response }
}

const signOut = async (browser: Browser, headers?: Record<string, string>) =>
  (await browser.get('/api/logout', headers)).headers.location ?? ''
const sessionsOf = ({ id }: { id: string }) => portal.db.$count(sessions, eq(sessions.userId, id))

describe('signing out of a session that began at the provider', () => {
  test('ends it here, then at the provider, and comes back to the sign-in page', async () => {
    const { browser, cookies } = await signIn()
    const url = new URL(await signOut(browser))
    expect(await sessionsOf(user)).toBe(0)
    expect(browser.cookies.has('id-token')).toBe(false)
    expect(url.origin).toBe(provider.issuer)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: provider.clientId,
      id_token_hint: expect.stringMatching(/^ey/),
      post_logout_redirect_uri: `${baseUrl}/sign-in`,
      state: 'signed_out',
    })
    const back = await provider.confirmSignOut(url.href, cookies)
    expect(back.href).toBe(`${baseUrl}/sign-in?state=signed_out`)

    // The provider no longer knows the browser, so it signs in the next user.
    const next = await createUser(portal)
    provider.account = { subject: `subject-${next.id}`, email: next.email, emailVerified: true }
    const begun = await browser.get('/api/login')
    const { pathname, search } = await provider.visit(String(begun.headers.location), cookies)
    await browser.get(`${pathname}${search}`)
    expect((await browser.get('/api/auth/user')).json().email).toBe(next.email)
  })

  test('in a second tab does not lead to the provider', async () => {
    const { browser } = await signIn()
    await signOut(browser)
    expect(await signOut(browser)).toBe('/')
  })

  test('stays here once the session was ended from elsewhere', async () => {
    const { browser } = await signIn()
    await portal.db.delete(sessions).where(eq(sessions.userId, user.id))
    expect(await signOut(browser)).toBe('/')
    expect(browser.cookies.has('id-token')).toBe(false)
  })

  test('ends it here even while the provider is unavailable, which the sign-in page says', async () => {
    // This process has not contacted the provider yet.
    await using fresh = await createTestApp({ settings: settingsOf(provider), databaseOf: portal })
    const { browser } = await signIn()
    const elsewhere = fresh.visit()
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
    provider.intercept = (_request, response) => {
      response.destroy()
      return true
    }
    expect(await signOut(elsewhere)).toBe('/sign-in?error=provider_sign_out')
    expect(await sessionsOf(user)).toBe(0)
  })

  test('sends only the client id when the ID token is too long for a cookie', async () => {
    const verbose = await startProvider(baseUrl, { idTokenHasAll: true })
    try {
      await using app = await createTestApp({ settings: settingsOf(verbose) })
      const person = await createUser(app)
      const { browser } = await signIn(app, verbose, person)
      expect(new URL(await signOut(browser)).searchParams.has('id_token_hint')).toBe(true)
      const picture = `https://pictures.example.com/${'x'.repeat(2000)}`
      const next = await signIn(app, verbose, person, { picture })
      expect(next.browser.cookies.has('id-token')).toBe(false)
      const url = new URL(await signOut(next.browser))
      expect(url.searchParams.has('id_token_hint')).toBe(false)
      expect(url.searchParams.get('client_id')).toBe(verbose.clientId)
    } finally {
      await verbose.stop()
    }
  })

  test('is not done by a link on another site', async () => {
    const { browser } = await signIn()
    expect(await signOut(browser, { 'sec-fetch-site': 'cross-site' })).toBe('/')
    expect(await sessionsOf(user)).toBe(1)
    expect(browser.cookies.has('id-token')).toBe(true)
  })
})

test('the ID token goes only to the browser, and is sent back only for signing out', async () => {
  const { response } = await signIn()
  expect(response.cookies.find(({ name }) => name === 'id-token')).toMatchObject({
    path: '/api/logout',
    httpOnly: true,
    sameSite: 'Lax',
  })
  const token = response.cookies.find(({ name }) => name === 'id-token')?.value ?? ''
  const [row] = await portal.db.select().from(sessions).where(eq(sessions.userId, user.id))
  expect(JSON.stringify(row)).not.toContain(token)
  expect(JSON.stringify(portal.log.lines)).not.toContain(token)
})

test('on https the cookie of the ID token is secure, with the prefix of cookies of a path', async () => {
  const secureUrl = 'https://portal.example.com'
  const another = await startProvider(secureUrl)
  try {
    await using app = await createTestApp({
      settings: { ...settingsOf(another), BASE_URL: secureUrl, TRUST_PROXY: 'none' },
    })
    const { response } = await signIn(app, another, await createUser(app))
    expect(response.cookies.find(({ name }) => name === '__Secure-id-token')).toMatchObject({ secure: true })
  } finally {
    await another.stop()
  }
})

test.each(['passkey', 'code'] as const)(
  'a session that began with a %s is ended here alone',
  async (method) => {
    const browser = await portal.signIn(user, method)
    browser.cookies.set('id-token', 'ey.of.an.earlier.one')
    expect(await signOut(browser)).toBe('/')
    expect(browser.cookies.has('id-token')).toBe(false)
  },
)

describe('signing out ends only the session here', () => {
  test('with OIDC_SIGN_OUT off', async () => {
    await using app = await createTestApp({ settings: { ...settingsOf(provider), OIDC_SIGN_OUT: 'off' } })
    const { browser } = await signIn(app, provider, await createUser(app))
    expect(await signOut(browser)).toBe('/')
  })

  test('when the provider has no address for signing out', async () => {
    const without = await startProvider(baseUrl, { hasSignOut: false })
    try {
      await using app = await createTestApp({ settings: settingsOf(without) })
      const { browser } = await signIn(app, without, await createUser(app))
      expect(await signOut(browser)).toBe('/')
    } finally {
      await without.stop()
    }
  })
})

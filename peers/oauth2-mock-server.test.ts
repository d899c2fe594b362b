import { OAuth2Server } from 'oauth2-mock-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ServerProcess } from '#test/server-process.ts'
import { findFreePort } from './account-program.ts'
import { openPortalClient } from './portal-client.ts'
import { openProviderPortal, trustWarning } from './provider-portal.ts'

const email = 'ann@example.com'

let server: OAuth2Server
let portal: Awaited<ReturnType<typeof openProviderPortal>>
let running: ServerProcess
let claims: Record<string, unknown> = {}
let port: number
beforeAll(async () => {
  port = await findFreePort()
  server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(port, 'localhost')
  server.service.on('beforeTokenSigning', ({ payload }) => Object.assign(payload, claims))
})
afterAll(() => server.stop())
// The provider has one account. A portal recognizes the account by its subject after the first sign-in, so each test has its own portal.
beforeEach(async () => {
  portal = await openProviderPortal(email)
})
afterEach(async () => {
  await running.stop()
  await portal.remove()
})

const start = async ({ isTrusted }: { isTrusted: boolean }) => {
  const issuer = server.issuer.url ?? ''
  const client = { issuer, clientId: 'portal', clientSecret: 'a-secret-of-the-portal' }
  running = await portal.start(client, isTrusted ? { OIDC_TRUSTED_ISSUERS: issuer } : {})
}

const locationOf = (response: Response) => response.headers.get('location') ?? ''

/** Follows a new browser to the provider, which asks nothing, and returns the address that the provider sends the browser back to. */
const visitProvider = async () => {
  const browser = openPortalClient(portal.url)
  const toProvider = locationOf(await browser.get('/api/sign-in/provider'))
  expect(toProvider).toMatch(`${server.issuer.url}/authorize?`)
  const back = locationOf(await fetch(toProvider, { redirect: 'manual' }))
  expect(back).toMatch(`${portal.url}/api/sign-in/callback?`)
  return { browser, back: back.slice(portal.url.length) }
}

/** Signs in, and returns the browser and the address where the sign-in ends. */
const signIn = async () => {
  const { browser, back } = await visitProvider()
  return { browser, end: locationOf(await browser.get(back)) }
}

const unknown = '/sign-in?error=unverified'
const said = (verified: unknown) => ({ email, email_verified: verified })

test('accepts an address from an issuer that is not trusted only when email_verified is true', async () => {
  await start({ isTrusted: false })
  for (const given of [{ email }, said('true'), said('false'), said(false)]) {
    claims = given
    expect((await signIn()).end, JSON.stringify(given)).toBe(unknown)
  }
  await expect
    .poll(() => trustWarning(running.output()))
    .toMatchObject({ level: 40, issuer: server.issuer.url })
  claims = {}
  expect((await signIn()).end).toBe('/sign-in?error=no_email')
  claims = said(true)
  expect((await signIn()).end).toBe('/')
})

test.each([
  ['without email_verified', { email }],
  ['with the text "true"', said('true')],
])('accepts an address from a trusted issuer %s, but not with false', async (_how, given) => {
  await start({ isTrusted: true })
  for (const refused of [said('false'), said(false), said('yes')]) {
    claims = refused
    expect((await signIn()).end, JSON.stringify(refused)).toBe(unknown)
  }
  claims = given
  expect((await signIn()).end).toBe('/')
})

test('signing out goes through the provider and comes back', async () => {
  await start({ isTrusted: true })
  claims = { email }
  const { browser } = await signIn()
  expect(await (await browser.get('/api/auth/user')).json()).toMatchObject({ email, role: 'admin' })
  const toProvider = locationOf(await browser.get('/api/logout'))
  expect(toProvider).toMatch(`${server.issuer.url}/endsession?`)
  expect(locationOf(await fetch(toProvider, { redirect: 'manual' }))).toMatch(`${portal.url}/sign-in`)
  expect((await browser.get('/api/auth/user')).status).toBe(401)
})

test('shows that the provider is unavailable, even in the middle of a sign-in, and signs in again once it is back', async () => {
  await start({ isTrusted: true })
  claims = { email }
  const { browser } = await signIn()
  const { browser: another, back } = await visitProvider()
  await server.stop()
  expect(locationOf(await another.get(back))).toBe('/sign-in?error=provider_away')
  // Users who are signed in stay signed in.
  expect((await browser.get('/api/auth/user')).status).toBe(200)
  await server.start(port, 'localhost')
  expect((await signIn()).end).toBe('/')
})

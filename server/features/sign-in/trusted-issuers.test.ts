import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { startProvider } from '#test/oidc.ts'
import { personOf } from './provider-claims.ts'

const baseUrl = 'http://portal.example.com'
const provider = await startProvider(baseUrl)
const settings = {
  BASE_URL: baseUrl,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
}
const trusting = await createTestApp({
  settings: { ...settings, OIDC_TRUSTED_ISSUERS: `https://login.example.com, ${provider.issuer}` },
})
afterAll(async () => {
  await trusting.close()
  await provider.stop()
})

let user: Awaited<ReturnType<typeof createUser>>
beforeEach(async () => {
  user = await createUser(trusting)
})

const signIn = async (app: typeof trusting, emailVerified?: boolean | string) => {
  provider.account = {
    subject: `subject-${user.id}`,
    email: user.email,
    ...(emailVerified !== undefined && { emailVerified }),
  }
  const browser = app.visit()
  const begun = await browser.get('/api/login')
  const { pathname, search } = await provider.visit(String(begun.headers.location))
  return (await browser.get(`${pathname}${search}`)).headers.location
}

describe('of a trusted issuer', () => {
  test.each([undefined, 'true', true])(
    'an address counts as verified with email_verified %j',
    async (value) => {
      expect(await signIn(trusting, value)).toBe('/')
    },
  )

  test.each([false, 'false', 'no', ''])('an address does not with %j', async (value) => {
    expect(await signIn(trusting, value)).toBe('/sign-in?error=unverified')
  })
})

test('issuers must match exactly: an issuer that begins like a trusted one is not trusted', async () => {
  for (const other of ['http://127.0.0.1', `${provider.issuer}/tenant`, `${provider.issuer}/`]) {
    await using app = await createTestApp({ settings: { ...settings, OIDC_TRUSTED_ISSUERS: other } })
    await createUser(app, { email: user.email })
    expect(await signIn(app)).toBe('/sign-in?error=unverified')
  }
})

describe('what user information says of an address', () => {
  const claims = { iss: 'https://login.example.com', sub: 'ann' }

  test('holds for the address of the ID token if it is the same', () => {
    const info = { email: 'ann@example.test', email_verified: true }
    expect(personOf({ ...claims, email: 'ann@example.test' }, info, []).email).toBe('ann@example.test')
    expect(personOf(claims, info, []).email).toBe('ann@example.test')
  })

  test('does not hold for another address', () => {
    const info = { email: 'mallory@example.test', email_verified: true }
    const person = personOf({ ...claims, email: 'ann@example.test' }, info, [])
    expect(person).toMatchObject({ email: undefined, emailState: 'absent' })
  })
})

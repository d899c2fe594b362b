import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { wrongPasskeyMessage } from '#contract/account/passkeys.ts'
import type { Transaction } from '#server/db/client.ts'
import { passkeys } from '#server/db/schema/account.ts'
import { sessions, users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { addPasskey, createAuthenticator, type Fault, signInWithPasskey } from '#test/authenticator.ts'
import { createUser } from '#test/factories.ts'
import { waitForLockWaits } from '#test/locks.ts'

const portal = await createTestApp()
afterAll(portal.close)

const enrolled = async (authenticator = createAuthenticator()) => {
  const user = await createUser(portal)
  await addPasskey(await portal.signIn(user), authenticator)
  await portal.db.delete(sessions).where(eq(sessions.userId, user.id))
  return { user, authenticator }
}

const refusal = {
  message: wrongPasskeyMessage,
  code: 'bad_request',
  fields: { credential: wrongPasskeyMessage },
}

describe('signing in with a passkey', () => {
  test('begins a session that counts as confirmed with a passkey, and returns to the page', async () => {
    const { user, authenticator } = await enrolled()
    const browser = portal.visit()
    const response = await signInWithPasskey(browser, authenticator, {}, '/resources?category=creative')
    expect(response.json()).toEqual({ returnTo: '/resources?category=creative' })
    expect((await browser.get('/api/auth/user')).json()).toMatchObject({ id: user.id })
    const [session] = await portal.db.select().from(sessions).where(eq(sessions.userId, user.id))
    expect(session?.sess.method).toBe('passkey')
    expect(session?.passkeyAt).toEqual(session?.verifiedAt)
    expect((await browser.get('/api/account/passkeys')).json()[0].lastUsedAt).not.toBeNull()
  })

  test('does not return to an address outside the portal', async () => {
    const { authenticator } = await enrolled()
    const response = await signInWithPasskey(portal.visit(), authenticator, {}, 'https://evil.example')
    expect(response.json()).toEqual({ returnTo: '/' })
  })

  test('is offered the same way to every visitor, without names of credentials', async () => {
    await enrolled()
    const [first, second] = [portal.visit(), portal.visit()]
    const [one, other] = [
      (await first.post('/api/sign-in/passkey/options', undefined)).json(),
      (await second.post('/api/sign-in/passkey/options', undefined)).json(),
    ]
    expect(one).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' })
    expect({ ...one, challenge: '' }).toEqual({ ...other, challenge: '' })
    expect(one.challenge).not.toBe(other.challenge)
  })

  test.each<[string, Fault]>([
    ['a page of another origin', { origin: 'https://portal.evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user verification', { isUnverified: true }],
    ['another key', { isForged: true }],
    ['a challenge of its own', { challenge: 'x'.repeat(43) }],
    ['the handle of another user', { userHandle: Buffer.alloc(16).toString('base64url') }],
  ])('is refused with %s', async (_, fault) => {
    const { authenticator } = await enrolled()
    const browser = portal.visit()
    const response = await signInWithPasskey(browser, authenticator, fault)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual(refusal)
    expect((await browser.get('/api/auth/user')).statusCode).toBe(401)
  })

  test('is refused with the same message for an unknown passkey, a removed one, and a disabled user', async () => {
    expect((await signInWithPasskey(portal.visit(), createAuthenticator())).json()).toEqual(refusal)

    const { authenticator } = await enrolled()
    const browser = portal.visit()
    await signInWithPasskey(browser, authenticator)
    const [passkey] = (await browser.get('/api/account/passkeys')).json()
    await browser.remove(`/api/account/passkeys/${passkey.id}`)
    expect((await signInWithPasskey(portal.visit(), authenticator)).json()).toEqual(refusal)

    const disabled = await enrolled()
    await portal.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, disabled.user.id))
    expect((await signInWithPasskey(portal.visit(), disabled.authenticator)).json()).toEqual(refusal)
    expect(await portal.db.$count(sessions, eq(sessions.userId, disabled.user.id))).toBe(0)
  })

  test('accepts a response once, and only from the browser that requested the challenge', async () => {
    const { authenticator } = await enrolled()
    const browser = portal.visit()
    const options = (await browser.post('/api/sign-in/passkey/options', undefined)).json()
    const body = { credential: authenticator.get(options) }
    expect((await portal.visit().post('/api/sign-in/passkey', body)).json()).toEqual(refusal)
    const cookies = new Map(browser.cookies)
    expect((await browser.post('/api/sign-in/passkey', body)).statusCode).toBe(200)
    const again = portal.visit()
    for (const [name, value] of cookies) again.cookies.set(name, value)
    expect((await again.post('/api/sign-in/passkey', body)).json()).toEqual(refusal)
  })

  test('works in two tabs of a browser', async () => {
    const { authenticator } = await enrolled()
    const browser = portal.visit()
    const first = (await browser.post('/api/sign-in/passkey/options', undefined)).json()
    await browser.post('/api/sign-in/passkey/options', undefined)
    const response = await browser.post('/api/sign-in/passkey', { credential: authenticator.get(first) })
    expect(response.statusCode).toBe(200)
  })

  test('is refused when the authenticator’s counter has not grown, as with a copied passkey', async () => {
    const { authenticator } = await enrolled(createAuthenticator({ counts: true }))
    expect((await signInWithPasskey(portal.visit(), authenticator)).statusCode).toBe(200)
    expect((await signInWithPasskey(portal.visit(), authenticator)).statusCode).toBe(200)
    expect((await signInWithPasskey(portal.visit(), authenticator, { counter: 2 })).json()).toEqual(refusal)
    expect((await signInWithPasskey(portal.visit(), authenticator, { counter: 3 })).json()).toEqual(refusal)
    expect((await signInWithPasskey(portal.visit(), authenticator, { counter: 0 })).json()).toEqual(refusal)
    expect((await signInWithPasskey(portal.visit(), authenticator, { counter: 50 })).statusCode).toBe(200)
  })

  test('is refused for one of two simultaneous uses with the same count', async () => {
    const { authenticator } = await enrolled(createAuthenticator({ counts: true }))
    const browsers = [portal.visit(), portal.visit()]
    const responses = await Promise.all(
      browsers.map((browser) => signInWithPasskey(browser, authenticator, { counter: 9 })),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  })

  test('works in production only for the origin of BASE_URL', async () => {
    const origin = 'https://portal.example.com'
    await using secure = await createTestApp({ settings: { BASE_URL: origin, TRUST_PROXY: 'none' } })
    const user = await createUser(secure)
    const authenticator = createAuthenticator()
    const signedIn = await secure.signIn(user)
    const options = (await signedIn.post('/api/account/passkeys/options', undefined)).json()
    expect(options.rp.id).toBe('portal.example.com')
    const credential = authenticator.create(options, { origin })
    expect((await signedIn.post('/api/account/passkeys', { credential })).statusCode).toBe(201)
    for (const other of [
      'https://evil.portal.example.com',
      'http://portal.example.com',
      'http://localhost',
    ]) {
      const refused = await signInWithPasskey(secure.visit(), authenticator, { origin: other })
      expect(refused.json()).toEqual(refusal)
    }
    expect((await signInWithPasskey(secure.visit(), authenticator, { origin })).statusCode).toBe(200)
  })

  test('is limited by network', async () => {
    const browser = portal.visit()
    const statuses = new Set<number>()
    for (let tries = 0; tries < 125; tries += 1) {
      const credential = createAuthenticator().get({ challenge: 'x'.repeat(43), rpId: 'localhost' } as never)
      statuses.add(
        (await browser.post('/api/sign-in/passkey', { credential: { ...credential, userHandle: 'x' } }))
          .statusCode,
      )
    }
    expect(statuses).toEqual(new Set([400, 429]))
  })
})

describe('signing in with a passkey while the account is locked', () => {
  /** Signs in again in a browser. The sign-in waits for the user's lock while `change` changes the user. */
  const signInDuring = async (
    { user, authenticator }: Awaited<ReturnType<typeof enrolled>>,
    change: (tx: Transaction, ofUser: { id: string }) => Promise<unknown>,
  ) => {
    const browser = portal.visit()
    expect((await signInWithPasskey(browser, authenticator)).statusCode).toBe(200)
    const { again } = await portal.db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, user.id)).for('update')
      const again = signInWithPasskey(browser, authenticator)
      await waitForLockWaits(portal, 1)
      await change(tx, user)
      return { again }
    })
    return again
  }

  test('is refused when its sessions and passkeys are deleted meanwhile, and does not block that', async () => {
    const account = await enrolled()
    const response = await signInDuring(account, async (tx, { id }) => {
      await tx.delete(sessions).where(eq(sessions.userId, id))
      await tx.delete(passkeys).where(eq(passkeys.userId, id))
    })
    expect(response.json()).toEqual(refusal)
    expect(await portal.db.$count(sessions, eq(sessions.userId, account.user.id))).toBe(0)
  })

  test('begins no session for a user who is being disabled', async () => {
    const account = await enrolled()
    const response = await signInDuring(account, async (tx, { id }) => {
      await tx.delete(sessions).where(eq(sessions.userId, id))
      await tx.update(users).set({ disabledAt: new Date() }).where(eq(users.id, id))
    })
    expect(response.statusCode).toBe(401)
    expect(await portal.db.$count(sessions, eq(sessions.userId, account.user.id))).toBe(0)
  })
})

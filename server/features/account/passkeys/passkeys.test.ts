import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxPasskeys } from '#contract/account/passkeys.ts'
import { passkeyChallenges, passkeys } from '#server/db/schema/account.ts'
import { sessions, users } from '#server/db/schema/users.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import {
  addPasskey,
  confirmWithPasskey,
  createAuthenticator,
  createPasskey,
  type Fault,
} from '#test/authenticator.ts'
import { createUser } from '#test/factories.ts'
import { waitForLockWaits } from '#test/locks.ts'
import { allMailed } from '#test/sign-in-mail.ts'
import { type MailServer, startMailServer } from '#test/smtp.ts'
import { outlastStepUp } from '#test/step-up.ts'

let mailServer: MailServer
let portal: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  mailServer = await startMailServer()
  portal = await createTestApp({ settings: { SMTP_URL: mailServer.url }, runsJobs: true })
})
afterAll(async () => {
  await portal.close()
  await mailServer.stop()
})

const newBrowser = async () => {
  const user = await createUser(portal)
  return { user, browser: await portal.signIn(user) }
}

const list = async (browser: Awaited<ReturnType<typeof newBrowser>>['browser']) =>
  (await browser.get('/api/account/passkeys')).json()

const mailsTo = async (email: string) => {
  await allMailed(portal, email)
  return mailServer.mails.filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject)
}

describe('adding a passkey', () => {
  test('does not add a passkey to an account whose sessions end at that moment', async () => {
    const { user, browser } = await newBrowser()
    const options = await browser.post('/api/account/passkeys/options', undefined)
    const credential = createAuthenticator().create(options.json())
    // This takes the same locks as "This wasn't me", in the same order.
    const { adding } = await portal.db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, user.id)).for('update')
      const adding = browser.post('/api/account/passkeys', { credential })
      await waitForLockWaits(portal, 1)
      await tx.delete(sessions).where(eq(sessions.userId, user.id))
      return { adding }
    })
    expect((await adding).statusCode).toBe(401)
    expect(await portal.db.$count(passkeys, eq(passkeys.userId, user.id))).toBe(0)
  })

  test('lists it, informs its user, and confirms the session', async () => {
    const { user, browser } = await newBrowser()
    expect(await list(browser)).toEqual([])
    const { passkey } = await addPasskey(browser)
    expect(passkey).toMatchObject({ name: 'Passkey', isSynced: true, lastUsedAt: null })
    expect(await list(browser)).toEqual([passkey])
    const [session] = await portal.db.select().from(sessions).where(eq(sessions.userId, user.id))
    expect(session?.passkeyAt).not.toBeNull()
    expect(await auditEventsOf(portal, user)).toMatchObject([
      { action: 'passkey.added', subjectId: user.id, after: { name: 'Passkey' } },
    ])
    expect(await mailsTo(user.email)).toEqual(['A passkey was added to your account'])
  })

  test.each([
    ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd', 'Mozilla/5.0 (Test)', 'iCloud Keychain'],
    [
      '',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      '',
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140 Safari/537.36 Edg/140',
      'Edge on Windows',
    ],
    [
      '',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18 Safari/604',
      'Safari on iPhone',
    ],
    // The list of sessions uses the same name for this browser.
    [
      '',
      'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
  ])('names it after where it is stored (%s %s)', async (aaguid, userAgent, name) => {
    const { browser } = await newBrowser()
    const authenticator = createAuthenticator({ aaguid })
    const options = (await browser.post('/api/account/passkeys/options', undefined)).json()
    const credential = authenticator.create(options)
    const response = await browser.post('/api/account/passkeys', { credential }, { 'user-agent': userAgent })
    expect(response.json()).toMatchObject({ name })
  })

  test('requires a recent confirmation, as removing one does', async () => {
    const { user, browser } = await newBrowser()
    const { passkey } = await addPasskey(browser)
    await outlastStepUp(portal, user)
    for (const response of [
      await browser.post('/api/account/passkeys/options', undefined),
      await browser.remove(`/api/account/passkeys/${passkey.id}`),
    ]) {
      expect([response.statusCode, response.json().code]).toEqual([403, 'step_up_required'])
    }
    expect(await list(browser)).toHaveLength(1)
  })

  test('excludes the passkeys that the user has', async () => {
    const { browser } = await newBrowser()
    const { authenticator } = await addPasskey(browser)
    const options = (await browser.post('/api/account/passkeys/options', undefined)).json()
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      excludeCredentials: [{ id: authenticator.id, transports: ['internal', 'hybrid'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  test.each<[string, Fault]>([
    ['of another origin', { origin: 'http://localhost.evil.example' }],
    ['of a page at an address', { origin: 'http://127.0.0.1:5000' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without user verification', { isUnverified: true }],
    ['for another challenge', { challenge: 'x'.repeat(43) }],
  ])('refuses one %s', async (_, fault) => {
    const { browser } = await newBrowser()
    const options = (await browser.post('/api/account/passkeys/options', undefined)).json()
    const credential = createAuthenticator().create(options, fault)
    const response = await browser.post('/api/account/passkeys', { credential })
    expect(response.statusCode).toBe(400)
    expect(await list(browser)).toEqual([])
  })

  test('accepts a challenge once, even after a wrong response', async () => {
    const { browser } = await newBrowser()
    const options = (await browser.post('/api/account/passkeys/options', undefined)).json()
    const authenticator = createAuthenticator()
    const wrong = authenticator.create(options, { isUnverified: true })
    expect((await browser.post('/api/account/passkeys', { credential: wrong })).statusCode).toBe(400)
    const right = authenticator.create(options)
    expect((await browser.post('/api/account/passkeys', { credential: right })).statusCode).toBe(400)
  })

  test('refuses the challenge of another session or another purpose, and an expired one', async () => {
    const { browser, user } = await newBrowser()
    const other = await portal.signIn(user)
    const authenticator = createAuthenticator()
    const optionsOf = async () => (await browser.post('/api/account/passkeys/options', undefined)).json()
    const stolen = { credential: authenticator.create(await optionsOf()) }
    expect((await other.post('/api/account/passkeys', stolen)).statusCode).toBe(400)

    const stepUp = (await browser.post('/api/account/passkeys/confirm/options', undefined)).json()
    const mixed = authenticator.create({ ...(await optionsOf()), challenge: stepUp.challenge })
    expect((await browser.post('/api/account/passkeys', { credential: mixed })).statusCode).toBe(400)

    const late = { credential: authenticator.create(await optionsOf()) }
    await portal.db.update(passkeyChallenges).set({ expiresAt: sql`now() - interval '1 second'` })
    expect((await browser.post('/api/account/passkeys', late)).statusCode).toBe(400)
  })

  test('refuses a credential that another user has', async () => {
    const first = await newBrowser()
    const { authenticator } = await addPasskey(first.browser)
    const second = await newBrowser()
    const options = (await second.browser.post('/api/account/passkeys/options', undefined)).json()
    const credential = createAuthenticator().create(options)
    const taken = authenticator.create(options)
    expect((await second.browser.post('/api/account/passkeys', { credential: taken })).statusCode).toBe(400)
    expect((await second.browser.post('/api/account/passkeys', { credential })).statusCode).toBe(400)
    expect(await list(second.browser)).toEqual([])
  })

  test(`is refused after ${maxPasskeys}`, async () => {
    const { browser, user } = await newBrowser()
    for (let count = 0; count < maxPasskeys; count += 1) await createPasskey(portal, { userId: user.id })
    const response = await browser.post('/api/account/passkeys/options', undefined)
    expect(response.statusCode).toBe(409)
    expect(response.json().message).toContain('Remove one')
  })
})

describe('a passkey', () => {
  test('is renamed and removed by its user', async () => {
    const { user, browser } = await newBrowser()
    const { passkey } = await addPasskey(browser)
    const renamed = await browser.put(`/api/account/passkeys/${passkey.id}`, { name: ' My phone ' })
    expect(renamed.json()).toEqual({ ...passkey, name: 'My phone' })
    expect(await list(browser)).toEqual([{ ...passkey, name: 'My phone' }])
    expect((await browser.remove(`/api/account/passkeys/${passkey.id}`)).statusCode).toBe(204)
    expect(await list(browser)).toEqual([])
    expect((await auditEventsOf(portal, user)).map(({ action, before }) => [action, before])).toEqual([
      ['passkey.added', null],
      ['passkey.renamed', { name: 'Passkey' }],
      ['passkey.removed', { name: 'My phone' }],
    ])
    expect((await mailsTo(user.email)).sort()).toEqual([
      'A passkey was added to your account',
      'A passkey was removed from your account',
    ])
  })

  test('does not exist for other users', async () => {
    const owner = await newBrowser()
    const { passkey } = await addPasskey(owner.browser)
    const { browser } = await newBrowser()
    expect((await browser.put(`/api/account/passkeys/${passkey.id}`, { name: 'Mine' })).statusCode).toBe(404)
    expect((await browser.remove(`/api/account/passkeys/${passkey.id}`)).statusCode).toBe(404)
    expect(await list(owner.browser)).toEqual([passkey])
  })
})

describe('confirming with a passkey', () => {
  const proofOf = async (user: { id: string }) => {
    const [session] = await portal.db
      .select({
        isFresh: sql<boolean>`${sessions.verifiedAt} > now() - interval '1 minute'`,
        passkeyAt: sessions.passkeyAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, user.id))
    return { isFresh: session?.isFresh, isProven: session?.passkeyAt !== null }
  }
  const age = (user: { id: string }) =>
    portal.db
      .update(sessions)
      .set({ verifiedAt: sql`now() - interval '1 day'`, passkeyAt: null })
      .where(eq(sessions.userId, user.id))

  test('works with a passkey of the user, and records when it was used', async () => {
    const { user, browser } = await newBrowser()
    const { authenticator } = await addPasskey(browser)
    await age(user)
    expect((await confirmWithPasskey(browser, authenticator)).statusCode).toBe(204)
    expect(await proofOf(user)).toEqual({ isFresh: true, isProven: true })
    expect((await list(browser))[0].lastUsedAt).not.toBeNull()
  })

  test('does not work with the passkey of another user, or a forged one', async () => {
    const other = await newBrowser()
    const { authenticator: foreign } = await addPasskey(other.browser)
    const { user, browser } = await newBrowser()
    const { authenticator } = await addPasskey(browser)
    await age(user)
    const refused = await confirmWithPasskey(browser, foreign)
    expect(refused.statusCode).toBe(400)
    // The message must not suggest another way to sign in, because this user is signed in already.
    expect(refused.json().message).toBe("This passkey didn't work. Try again, or confirm another way.")
    expect((await confirmWithPasskey(browser, authenticator, { isForged: true })).statusCode).toBe(400)
    expect((await confirmWithPasskey(browser, createAuthenticator())).statusCode).toBe(400)
    expect(await proofOf(user)).toEqual({ isFresh: false, isProven: false })
  })
})

test('the sweep deletes challenges that were never used', async () => {
  const { browser } = await newBrowser()
  await browser.post('/api/account/passkeys/options', undefined)
  await portal.db.update(passkeyChallenges).set({ expiresAt: sql`now() - interval '1 second'` })
  await browser.post('/api/account/passkeys/options', undefined)
  await sweep(portal.deps)
  expect(await portal.db.$count(passkeyChallenges)).toBe(1)
})

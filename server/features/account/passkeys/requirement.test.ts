import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorStatus } from '#contract/errors.ts'
import { sessions, users } from '#server/db/schema/users.ts'
import { createAlert } from '#server/features/account/security-emails/data.ts'
import { newToken, sha256 } from '#server/sessions/sessions.ts'
import { createTestApp } from '#test/app.ts'
import {
  addPasskey,
  confirmWithPasskey,
  createAuthenticator,
  signInWithPasskey,
} from '#test/authenticator.ts'
import { cookieOf, openChat, UpgradeRefused } from '#test/chat-client.ts'
import { endpoints } from '#test/endpoints.ts'
import { openEvents, StreamRefused } from '#test/event-stream.ts'
import { createPartner, createUser } from '#test/factories.ts'

const portal = await createTestApp({ settings: { PASSKEYS_REQUIRED: 'on' } })
afterAll(portal.close)
let url: string
beforeAll(async () => {
  url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
})

const setStaffSince = (user: { id: string }, days: number) =>
  portal.db
    .update(users)
    .set({ staffSince: sql`now() - make_interval(days => ${days})` })
    .where(eq(users.id, user.id))

/** Creates a member of staff who became staff this many days ago and has no passkey. */
const createStaff = async (days: number, role: 'support' | 'admin' = 'support') => {
  const user = await createUser(portal, { role })
  await setStaffSince(user, days)
  return user
}

/** Creates a member of staff who became staff this many days ago and has a passkey. */
const createEnrolled = async (days: number) => {
  const user = await createStaff(days)
  const { authenticator } = await addPasskey(await portal.signIn(user))
  return { user, authenticator }
}

const mine = '/api/auth/user'
const work = '/api/admin/tasks'

describe('during the grace period of seven days', () => {
  test('staff without a passkey work as before, and learn when they need one', async () => {
    const user = await createStaff(6)
    const browser = await portal.signIn(user)
    expect((await browser.get(work)).statusCode).toBe(200)
    const { passkey } = (await browser.get(mine)).json()
    expect(passkey).toMatchObject({ isRegistered: false, isRequired: false })
    const days = (Date.parse(passkey.requiredFrom) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(1)
  })

  test('staff with a passkey who signed in by code cannot change passkeys or recovery codes before they have used it', async () => {
    const { user, authenticator } = await createEnrolled(1)
    const browser = await portal.signIn(user)
    const [{ id }] = (await browser.get('/api/account/passkeys')).json()
    const responses = [
      await browser.post('/api/account/passkeys/options', undefined),
      await browser.put(`/api/account/passkeys/${id}`, { name: 'Mine now' }),
      await browser.remove(`/api/account/passkeys/${id}`),
      await browser.post('/api/account/recovery-codes', undefined),
    ]
    for (const response of responses) {
      expect(response.statusCode).toBe(403)
      expect(response.json().code).toBe('passkey_required')
    }
    expect((await confirmWithPasskey(browser, authenticator)).statusCode).toBe(204)
    await addPasskey(browser)
  })
})

describe('after the grace period', () => {
  test('a session that is not confirmed with a passkey can only be confirmed, at every endpoint', async () => {
    const { user } = await createEnrolled(8)
    const browser = await portal.signIn(user)
    const open = endpoints.filter(({ access }) => access === 'anyone' || access === 'any-session')
    expect(
      open
        .filter(({ access }) => access === 'any-session')
        .map(({ path }) => path)
        .sort(),
    ).toEqual([
      '/api/account/passkeys',
      '/api/account/passkeys',
      '/api/account/passkeys/confirm',
      '/api/account/passkeys/confirm/options',
      '/api/account/passkeys/options',
      '/api/account/recovery-codes/redeem',
      '/api/auth/user',
    ])
    const closed = endpoints.filter((endpoint) => !open.includes(endpoint))
    expect(closed.length).toBeGreaterThan(60)
    for (const { method, path } of closed) {
      const response = await browser.send(method, path.replace(/:\w+/, crypto.randomUUID()))
      expect([path, response.statusCode, response.json().code]).toEqual([path, 403, 'passkey_required'])
    }
    expect(errorStatus.passkey_required).toBe(403)
    expect((await browser.get(mine)).json().passkey).toMatchObject({ isRegistered: true, isRequired: true })
  })

  test('the chat and the event stream refuse such a session, too', async () => {
    const browser = await portal.signIn(await createStaff(8))
    await expect(openChat(url, cookieOf(browser))).rejects.toEqual(new UpgradeRefused(403))
    await expect(openEvents(url, cookieOf(browser))).rejects.toEqual(new StreamRefused(403))
  })

  test('an open chat and an open event stream are closed when the grace period ends', async () => {
    const user = await createStaff(6)
    const browser = await portal.signIn(user)
    const chat = await openChat(url, cookieOf(browser))
    const events = await openEvents(url, cookieOf(browser))
    await setStaffSince(user, 8)
    await events.closed
    await chat.closed
  })

  test('a passkey opens everything, both in an existing session and at sign-in', async () => {
    const { user, authenticator } = await createEnrolled(8)
    const byCode = await portal.signIn(user)
    expect((await byCode.get(work)).statusCode).toBe(403)
    expect((await confirmWithPasskey(byCode, createAuthenticator())).statusCode).toBe(400)
    expect((await byCode.get(work)).statusCode).toBe(403)
    expect((await confirmWithPasskey(byCode, authenticator)).statusCode).toBe(204)
    expect((await byCode.get(work)).statusCode).toBe(200)
    expect((await byCode.get(mine)).json()).not.toHaveProperty('passkey')

    const byPasskey = portal.visit()
    await signInWithPasskey(byPasskey, authenticator)
    expect((await byPasskey.get(work)).statusCode).toBe(200)
  })

  test('staff without a passkey set one up right after signing in, which opens everything', async () => {
    const browser = await portal.signIn(await createStaff(30))
    expect((await browser.get(work)).statusCode).toBe(403)
    await addPasskey(browser)
    expect((await browser.get(work)).statusCode).toBe(200)
  })

  test('staff cannot set up a first passkey in a session that began long ago', async () => {
    const user = await createStaff(30)
    const browser = await portal.signIn(user)
    await portal.db
      .update(sessions)
      .set({ verifiedAt: sql`now() - interval '11 minutes'` })
      .where(eq(sessions.userId, user.id))
    const response = await browser.post('/api/account/passkeys/options', undefined)
    expect(response.statusCode).toBe(403)
    expect(response.json().message).toBe('Sign in again to set up a passkey.')
  })

  test('when two sessions add a first passkey at the same time, the second has to use the passkey of the first', async () => {
    const user = await createStaff(30)
    const [first, second] = [await portal.signIn(user), await portal.signIn(user)]
    const options = (await second.post('/api/account/passkeys/options', undefined)).json()
    await addPasskey(first)
    const credential = createAuthenticator().create(options)
    const response = await second.post('/api/account/passkeys', { credential })
    expect(response.json().code).toBe('passkey_required')
  })

  test('staff cannot remove their last passkey', async () => {
    const { user, authenticator } = await createEnrolled(8)
    const browser = portal.visit()
    await signInWithPasskey(browser, authenticator)
    const [{ id }] = (await browser.get('/api/account/passkeys')).json()
    const refused = await browser.remove(`/api/account/passkeys/${id}`)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toContain('at least one passkey')
    await addPasskey(browser)
    expect((await browser.remove(`/api/account/passkeys/${id}`)).statusCode).toBe(204)
    expect(user.role).toBe('support')
  })

  test('staff who view the portal as a partner stop viewing, and have to confirm with a passkey of their own', async () => {
    const { profile } = await createPartner(portal, { status: 'completed', onPaper: true })
    const user = await createStaff(6)
    const browser = await portal.signIn(user)
    await browser.post(`/api/admin/partners/${profile.id}/view`, undefined)
    expect((await browser.get(mine)).json().id).not.toBe(user.id)
    await setStaffSince(user, 8)
    expect((await browser.get(mine)).json()).toMatchObject({ id: user.id, passkey: { isRequired: true } })
    await addPasskey(browser)
    expect((await browser.get(work)).statusCode).toBe(200)
  })

  test('partners need no passkey', async () => {
    const { user } = await createPartner(portal, { status: 'completed', onPaper: true })
    await addPasskey(await portal.signIn(user))
    const browser = await portal.signIn(user)
    expect((await browser.get('/api/partner/tasks')).statusCode).toBe(200)
    expect((await browser.get(mine)).json()).not.toHaveProperty('passkey')
  })
})

test('without the setting, staff never need a passkey', async () => {
  await using relaxed = await createTestApp()
  const user = await createUser(relaxed, { role: 'admin' })
  await relaxed.db.update(users).set({ staffSince: sql`now() - interval '1 year'` })
  const browser = await relaxed.signIn(user)
  expect((await browser.get(work)).statusCode).toBe(200)
  expect((await browser.get(mine)).json()).not.toHaveProperty('passkey')
})

test('"This wasn’t me" leaves the first passkey of staff, so that somebody who reads their email cannot set up one', async () => {
  const { user, authenticator } = await createEnrolled(30)
  const thief = createAuthenticator()
  const proven = portal.visit()
  await signInWithPasskey(proven, authenticator)
  await addPasskey(proven, thief)
  const token = newToken()
  await createAlert(portal.db, user.id, sha256(token))
  expect((await portal.visit().post('/api/account/report', { token })).statusCode).toBe(200)

  expect((await signInWithPasskey(portal.visit(), thief)).statusCode).toBe(400)
  const byMail = await portal.signIn(user)
  await expect(addPasskey(byMail)).rejects.toThrow('passkey_required')
  expect((await signInWithPasskey(portal.visit(), authenticator)).statusCode).toBe(200)
})

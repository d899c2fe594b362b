import { afterAll, describe, expect, test } from 'vitest'
import type { AccountSession } from '#contract/account/sessions.ts'
import type { Role } from '#contract/users/roles.ts'
import { createSession, lockUser } from '#server/sessions/data.ts'
import { newToken, type SigningInUser, sha256 } from '#server/sessions/sessions.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import type { Browser } from '#test/browser.ts'
import { cookieOf, openChat } from '#test/chat-client.ts'
import { openEvents } from '#test/event-stream.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { waitForLockWaits } from '#test/locks.ts'

const portal = await createTestApp({ settings: { DEMO: 'on' } })
const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
afterAll(portal.close)

const listed = async (browser: Browser): Promise<AccountSession[]> =>
  (await browser.get('/api/account/sessions')).json()
const isIn = async (browser: Browser) => (await browser.get('/api/auth/user')).statusCode === 200
const endOf = (browser: Browser, { id }: { id: string }) =>
  browser.post(`/api/admin/users/${id}/sessions/end`, undefined)
const twoBrowsers = async (role: Role = 'user') => {
  const user = await createUser(portal, { role })
  return { user, here: await portal.signIn(user), there: await portal.signIn(user) }
}

describe('the list of sessions', () => {
  test('has the browser, the address and the last use of each, the current one first, and no secret', async () => {
    const { email } = await createUser(portal, { email: 'partner@demo.test' })
    const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36' }
    const [office, home] = [portal.visit('10.9.0.1'), portal.visit('203.0.113.9')]
    await office.get(`/api/login?as=${email}`, headers)
    await home.get(`/api/login?as=${email}`)
    const [first, second, ...others] = await listed(home)
    expect(others).toEqual([])
    expect(first).toMatchObject({ isCurrent: true, address: '203.0.113.9', network: 'current' })
    expect(second).toEqual({
      id: expect.any(String),
      isCurrent: false,
      browser: 'Chrome on Windows',
      isPhone: false,
      address: '10.9.0.1',
      network: 'private',
      signedInAt: expect.any(String),
      lastUsedAt: expect.any(String),
    })
  })

  test('shows only the user’s own, and none to staff who view the portal as that user', async () => {
    const { profile, user } = await createPartner(portal, { status: 'completed', onPaper: true })
    await portal.signIn(user)
    const staff = await portal.signIn(await createUser(portal, { role: 'admin' }))
    expect(await listed(staff)).toHaveLength(1)
    await staff.post(`/api/admin/partners/${profile.id}/view`, undefined)
    for (const path of ['/api/account/sessions', '/api/account/passkeys']) {
      const response = await staff.get(path)
      expect(response.statusCode).toBe(403)
      expect(response.json().message).toContain('Only they can see their account')
    }
  })
})

describe('a user', () => {
  test('ends one session, which signs its browser out and is in the audit log', async () => {
    const { user, here, there } = await twoBrowsers()
    const other = (await listed(here)).find(({ isCurrent }) => !isCurrent)
    expect((await here.remove(`/api/account/sessions/${other?.id}`)).statusCode).toBe(204)
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
    expect(await auditEventsOf(portal, user)).toMatchObject([
      { action: 'session.ended', subjectId: user.id, before: { browser: '' } },
    ])
    expect((await here.remove(`/api/account/sessions/${other?.id}`)).statusCode).toBe(404)
  })

  test('cannot end a session of another user', async () => {
    const [one, other] = [await twoBrowsers(), await twoBrowsers()]
    const [session] = await listed(other.here)
    expect((await one.here.remove(`/api/account/sessions/${session?.id}`)).statusCode).toBe(404)
    expect(await isIn(other.here)).toBe(true)
  })

  test('ends all others, but not the current session', async () => {
    const { user, here, there } = await twoBrowsers()
    const third = await portal.signIn(user)
    const bystander = await twoBrowsers()
    const end = () => here.post('/api/account/sessions/end-others', undefined)
    expect((await end()).json()).toEqual({ ended: 2 })
    expect((await end()).json()).toEqual({ ended: 0 })
    for (const browser of [there, third]) expect(await isIn(browser)).toBe(false)
    for (const browser of [here, bystander.here]) expect(await isIn(browser)).toBe(true)
    expect(await auditEventsOf(portal, user)).toMatchObject([
      { action: 'session.ended', after: { sessions: 2 } },
    ])
  })

  test('loses the socket and the stream of an ended session, and its page learns of it at once', async () => {
    const { user } = await createPartner(portal, { status: 'completed', onPaper: true })
    const [here, there] = [await portal.signIn(user), await portal.signIn(user)]
    const stream = await openEvents(url, cookieOf(there))
    const chat = await openChat(url, cookieOf(there))
    await here.post('/api/account/sessions/end-others', undefined)
    await stream.waitForPath('/api/auth/user')
    await Promise.all([stream.closed, chat.closed])
  })
})

describe('a sign-in that is not committed yet', () => {
  /** Runs `end`, which ends sessions, while a sign-in of the user is not committed. */
  const during = (user: SigningInUser, end: () => ReturnType<Browser['post']>) =>
    portal.db.transaction(async (tx) => {
      await lockUser(tx, user.id)
      await createSession(tx, { sid: sha256(newToken()), user, method: 'code' })
      const response = end()
      await waitForLockWaits(portal, 1)
      return { response }
    })

  test('ends together with all other sessions', async () => {
    const { user, here } = await twoBrowsers()
    const { response } = await during(user, () => here.post('/api/account/sessions/end-others', undefined))
    expect((await response).json()).toEqual({ ended: 2 })
    expect(await listed(here)).toHaveLength(1)
  })

  test('ends together with the sessions that staff end', async () => {
    const { user } = await twoBrowsers()
    const browser = await portal.signIn(await createUser(portal, { role: 'support' }))
    const { response } = await during(user, () => endOf(browser, user))
    expect((await response).json()).toEqual({ ended: 3 })
  })
})

describe('staff', () => {
  test('end all sessions of a partner, who can sign in again', async () => {
    const { user, here, there } = await twoBrowsers()
    const support = await createUser(portal, { role: 'support' })
    const browser = await portal.signIn(support)
    expect((await endOf(browser, user)).json()).toEqual({ ended: 2 })
    for (const ended of [here, there]) expect(await isIn(ended)).toBe(false)
    expect(await isIn(await portal.signIn(user))).toBe(true)
    expect(await auditEventsOf(portal, support)).toMatchObject([
      { action: 'user.sessions_ended', subjectId: user.id, after: { sessions: 2 } },
    ])
  })

  test('end those of staff only as admins, and cannot end their own here', async () => {
    const colleague = await twoBrowsers('support')
    const support = await twoBrowsers('support')
    const response = await endOf(support.here, colleague.user)
    expect(response.statusCode).toBe(403)
    expect(response.json().message).toBe('Only admins can end the sessions of staff.')
    const admin = await twoBrowsers('admin')
    expect((await endOf(admin.here, colleague.user)).json()).toEqual({ ended: 2 })
    expect((await endOf(admin.here, admin.user)).json().message).toBe(
      'End your own sessions in Account and security.',
    )
    expect((await endOf(admin.here, { id: crypto.randomUUID() })).statusCode).toBe(404)
    expect(await isIn(admin.there)).toBe(true)
  })

  test('stop viewing the portal as a partner when their own session is ended, as the audit log shows', async () => {
    const viewer = await createUser(portal, { role: 'support' })
    const browser = await portal.signIn(viewer)
    const { profile } = await createPartner(portal)
    await browser.post(`/api/admin/partners/${profile.id}/view`, undefined)
    await endOf(await portal.signIn(await createUser(portal, { role: 'admin' })), viewer)
    const actions = (await auditEventsOf(portal, viewer)).map(({ action }) => action)
    expect(actions).toEqual(['view.started', 'view.stopped'])
  })
})

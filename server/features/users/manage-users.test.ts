import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Role } from '#contract/users/roles.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { userEmailPreferences, users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { waitForLockWaits } from '#test/locks.ts'
import { activityTypesOf } from '#test/partner-rows.ts'
import { lockAdmins, lockUsers } from './data.ts'

const portal = await createTestApp({ settings: { ADMIN_EMAIL: 'Chief@Example.test' } })
const { db } = portal
afterAll(portal.close)

const signInNew = async (role: Role) => {
  const user = await createUser(portal, { role })
  return { user, browser: await portal.signIn(user) }
}
const rowOf = async ({ id }: { id: string }) => (await db.select().from(users).where(eq(users.id, id)))[0]
const mailsTo = (email: string) =>
  db.select().from(emailNotificationLogs).where(eq(emailNotificationLogs.recipient, email))

describe('creating a user', () => {
  test('stores the user, enqueues the welcome email and writes to the audit log', async () => {
    const { user: actor, browser } = await signInNew('support')
    const form = { email: 'New@Coast.test', firstName: 'Nia', lastName: 'Wu', partnerGroup: 'Coast' }
    const response = await browser.post('/api/admin/users', form)
    expect(response.statusCode).toBe(201)
    const added = response.json()
    expect(added).toMatchObject({ ...form, role: 'user', hasPartnerProfile: false, disabledAt: null })
    expect(await mailsTo('New@Coast.test')).toMatchObject([{ type: 'welcome', status: 'queued' }])
    expect(await auditEventsOf(portal, actor)).toMatchObject([
      { action: 'user.created', subjectId: added.id, subjectName: 'Nia Wu', after: { email: form.email } },
    ])
  })

  test('with a known email in any case is refused, and sends no email', async () => {
    const { browser } = await signInNew('admin')
    await createUser(portal, { email: 'known@example.test' })
    const response = await browser.post('/api/admin/users', { email: 'KNOWN@example.TEST' })
    expect(response.statusCode).toBe(409)
    expect(response.json().message).toBe('A user with this email already exists.')
    expect(await mailsTo('KNOWN@example.TEST')).toEqual([])
  })

  test('twenty times at once creates one', async () => {
    const { browser } = await signInNew('admin')
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => browser.post('/api/admin/users', { email: 'once@example.test' })),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(19).fill(409)])
    expect(await mailsTo('once@example.test')).toHaveLength(1)
  })

  test('with the role admin is for admins only', async () => {
    const form = { email: 'boss@example.test', role: 'admin' }
    const { browser: support } = await signInNew('support')
    const refused = await support.post('/api/admin/users', form)
    expect(refused.statusCode).toBe(403)
    expect(refused.json().message).toBe('Only admins can grant the admin role.')
    const { browser: admin } = await signInNew('admin')
    expect((await admin.post('/api/admin/users', form)).json().role).toBe('admin')
  })
})

describe('the role of a user', () => {
  const put = async (actor: Role, target: { id: string }, role: string) =>
    (await signInNew(actor)).browser.put(`/api/admin/users/${target.id}/role`, { role })

  test.each<[Role, Role, Role, number]>([
    ['support', 'user', 'support', 200],
    ['support', 'support', 'user', 200],
    ['support', 'user', 'admin', 403],
    ['support', 'admin', 'user', 403],
    ['admin', 'user', 'admin', 200],
    ['admin', 'admin', 'support', 200],
  ])('is changed by %s from %s to %s with the status %d', async (actor, from, to, status) => {
    const target = await createUser(portal, { role: from })
    expect((await put(actor, target, to)).statusCode).toBe(status)
    expect((await rowOf(target))?.role).toBe(status === 200 ? to : from)
  })

  test.each<[Role, Role]>([
    ['support', 'user'],
    ['support', 'admin'],
    ['admin', 'support'],
  ])('cannot be changed by %s in their own account to %s', async (own, role) => {
    const { user, browser } = await signInNew(own)
    const response = await browser.put(`/api/admin/users/${user.id}/role`, { role })
    expect(response.statusCode).toBe(403)
    expect(response.json().message).toBe('You cannot change your own role.')
    expect((await rowOf(user))?.role).toBe(own)
  })

  test('applies to the next request', async () => {
    const { user, browser } = await signInNew('support')
    expect((await browser.get('/api/admin/stats')).statusCode).toBe(200)
    await put('admin', user, 'user')
    expect((await browser.get('/api/admin/stats')).statusCode).toBe(403)
  })

  test('remains admin, and the account enabled, when the settings name the account', async () => {
    const chief = await createUser(portal, { role: 'admin', email: 'chief@example.TEST' })
    const { browser } = await signInNew('admin')
    for (const response of [
      await browser.put(`/api/admin/users/${chief.id}/role`, { role: 'user' }),
      await browser.post(`/api/admin/users/${chief.id}/disable`, undefined),
    ]) {
      expect(response.statusCode).toBe(403)
      expect(response.json().message).toBe(
        "This account must stay an admin: it is set in the portal's settings.",
      )
    }
    expect(await rowOf(chief)).toEqual(chief)
  })

  test('must be valid, and an update of a user who has changed since is refused', async () => {
    const { browser } = await signInNew('admin')
    const target = await createUser(portal)
    const url = `/api/admin/users/${target.id}/role`
    expect((await browser.put(url, {})).json().fields).toEqual({ role: 'Please select a role' })
    const updatedAt = target.updatedAt.toISOString()
    expect((await browser.put(url, { role: 'support', updatedAt })).statusCode).toBe(200)
    expect((await browser.put(url, { role: 'user', updatedAt })).statusCode).toBe(409)
  })
})

describe('two admins', () => {
  // The tests repeat, because a race that is lost only sometimes would rarely show in one round.
  const rounds = Array.from({ length: 10 }, (_, round) => round)

  test.each([
    ['take each other’s role', (id: string) => ['PUT', `/api/admin/users/${id}/role`, { role: 'user' }]],
    ['disable each other', (id: string) => ['POST', `/api/admin/users/${id}/disable`, undefined]],
  ] as const)('who %s at the same moment leave one of them admin', async (_what, request) => {
    for (const _round of rounds) {
      const [one, other] = [await signInNew('admin'), await signInNew('admin')]
      const responses = await Promise.all(
        [
          { by: one, on: other },
          { by: other, on: one },
        ].map(({ by, on }) => {
          const [method, url, body] = request(on.user.id) as ['PUT' | 'POST', string, unknown]
          return by.browser.send(method, url, body)
        }),
      )
      const statuses = responses.map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      // The second admin had lost the role before their request, or while it waited.
      expect(statuses.filter((status) => status === 403 || status === 401)).toHaveLength(1)
      const left = (await Promise.all([rowOf(one.user), rowOf(other.user)])).filter(
        (row) => row?.role === 'admin' && !row.disabledAt,
      )
      expect(left).toHaveLength(1)
    }
  })
})

describe('disabling a user', () => {
  test('applies to the next request, and enabling does not restore old sessions', async () => {
    const { user: actor, browser: admin } = await signInNew('admin')
    const { user, browser } = await signInNew('user')
    const disabled = await admin.post(`/api/admin/users/${user.id}/disable`, undefined)
    expect(Date.parse(disabled.json().disabledAt)).toBeGreaterThan(0)
    expect((await browser.get('/api/auth/user')).statusCode).toBe(401)
    expect((await admin.post(`/api/admin/users/${user.id}/enable`, undefined)).json().disabledAt).toBeNull()
    expect((await browser.get('/api/auth/user')).statusCode).toBe(401)
    expect((await (await portal.signIn(user)).get('/api/auth/user')).statusCode).toBe(200)
    const events = await auditEventsOf(portal, actor)
    expect(events.map(({ action }) => action)).toEqual(['user.disabled', 'user.enabled'])
  })

  test('is refused for oneself', async () => {
    const { user, browser } = await signInNew('admin')
    const response = await browser.post(`/api/admin/users/${user.id}/disable`, undefined)
    expect(response.statusCode).toBe(403)
    expect(response.json().message).toBe('You cannot disable your own account.')
    expect((await rowOf(user))?.disabledAt).toBeNull()
  })

  test('a second time changes nothing and is not recorded', async () => {
    const { user: actor, browser } = await signInNew('admin')
    const target = await createUser(portal, { disabledAt: new Date('2026-01-01T00:00:00Z') })
    await browser.post(`/api/admin/users/${target.id}/disable`, undefined)
    expect(await rowOf(target)).toEqual(target)
    expect(await auditEventsOf(portal, actor)).toEqual([])
  })
})

describe('the group', () => {
  test('of one user is set and cleared, and a partner’s activity records it', async () => {
    const { user: actor, browser } = await signInNew('support')
    const partner = await createPartner(portal, { user: { partnerGroup: 'Coast' } })
    const url = `/api/admin/users/${partner.user.id}/partner-group`
    expect((await browser.put(url, { partnerGroup: 'Inland' })).json().partnerGroup).toBe('Inland')
    expect((await browser.put(url, { partnerGroup: null })).json().partnerGroup).toBeNull()
    expect((await browser.put(url, {})).statusCode).toBe(400)
    const updatedAt = partner.user.updatedAt.toISOString()
    expect((await browser.put(url, { partnerGroup: 'Hills', updatedAt })).statusCode).toBe(409)
    expect(await activityTypesOf(portal, partner)).toEqual(['group_changed', 'group_changed'])
    expect(await auditEventsOf(portal, actor)).toMatchObject([
      { before: { partnerGroup: 'Coast' }, after: { partnerGroup: 'Inland' } },
      { before: { partnerGroup: 'Inland' }, after: { partnerGroup: null } },
    ])
  })

  test('of several users is set or cleared at once', async () => {
    const { user: actor, browser } = await signInNew('support')
    const [one, other] = [await createUser(portal), await createUser(portal, { partnerGroup: 'Hills' })]
    const put = (userIds: string[]) =>
      browser.put('/api/admin/users/partner-group', { userIds, partnerGroup: 'Hills' })
    const refused = await put([one.id, crypto.randomUUID()])
    expect(refused.statusCode).toBe(400)
    expect((await rowOf(one))?.partnerGroup).toBeNull()
    expect((await put([one.id, other.id, one.id])).json()).toEqual({ changed: 1 })
    expect((await rowOf(one))?.partnerGroup).toBe('Hills')
    expect(await auditEventsOf(portal, actor)).toMatchObject([{ subjectId: one.id }])
    expect((await put([])).json().fields).toEqual({ userIds: 'Select a user' })
    expect((await put(Array.from({ length: 101 }, () => one.id))).statusCode).toBe(400)
  })
})

test('an invitation is sent again to the selected users who can and want to get it', async () => {
  const { user: actor, browser } = await signInNew('support')
  const [one, disabled, unwilling] = [
    await createUser(portal),
    await createUser(portal, { disabledAt: new Date() }),
    await createUser(portal),
  ]
  await db.insert(userEmailPreferences).values({ userId: unwilling.id, emailOff: ['welcomeEmails'] })
  const response = await browser.post('/api/admin/users/invitations', {
    userIds: [one.id, disabled.id, unwilling.id],
  })
  expect(response.statusCode).toBe(202)
  expect(response.json()).toEqual({ queued: 1, skipped: 2, limited: 0 })
  expect(await mailsTo(one.email)).toHaveLength(1)
  for (const { email } of [disabled, unwilling]) expect(await mailsTo(email)).toEqual([])
  expect(await auditEventsOf(portal, actor)).toMatchObject([{ action: 'user.invited', subjectId: one.id }])
})

test('a change of many users and a change of an admin never block each other', async () => {
  const { browser } = await signInNew('support')
  const person = await createUser(portal, { id: '00000000-0000-4000-8000-000000000000' })
  const admin = await createUser(portal, { id: 'ffffffff-ffff-4fff-bfff-ffffffffffff', role: 'admin' })
  // This transaction takes the locks of a role change one after the other.
  const change = await db.transaction(async (tx) => {
    await lockAdmins(tx)
    const many = browser.put('/api/admin/users/partner-group', {
      userIds: [person.id, admin.id],
      partnerGroup: 'Coast',
    })
    await waitForLockWaits(portal, 1)
    expect(await lockUsers(tx, [person.id])).toHaveLength(1)
    return { many }
  })
  expect((await change.many).statusCode).toBe(200)
})

import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Role } from '#contract/users/roles.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { sessions, signInAddresses, signInAttempts, users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { outlastStepUp } from '#test/step-up.ts'

const portal = await createTestApp({ settings: { ADMIN_EMAIL: 'Chief@Example.test' }, runsJobs: true })
const { db } = portal
afterAll(portal.close)

const signInNew = async (role: Role) => {
  const user = await createUser(portal, { role })
  return { user, browser: await portal.signIn(user) }
}
const urlOf = ({ id }: { id: string }) => `/api/admin/users/${id}`
const newEmail = () => `${crypto.randomUUID()}@example.test`
const names = { firstName: 'Ann', lastName: 'Hill' }
const rowOf = async ({ id }: { id: string }) => (await db.select().from(users).where(eq(users.id, id)))[0]
const changeMailsTo = async (email: string) =>
  (await db.select().from(emailNotificationLogs).where(eq(emailNotificationLogs.recipient, email))).filter(
    ({ type }) => type === 'account_change',
  )

describe('changing the names and email of a user', () => {
  test('stores them, writes to the audit log, and emails the former address', async () => {
    const { user: actor, browser } = await signInNew('support')
    const { user } = await createPartner(portal)
    await portal.signIn(user)
    const email = newEmail()
    await portal.visit().post('/api/sign-in/code', { email: user.email })
    const response = await browser.put(urlOf(user), { ...names, email })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ id: user.id, ...names, email, hasPartnerProfile: true })
    expect(await auditEventsOf(portal, actor)).toMatchObject([
      { action: 'user.changed', subjectId: user.id, before: { email: user.email }, after: { email } },
    ])
    // The user is signed out everywhere, and nothing is stored about the former address except the emails in the log.
    expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(0)
    expect(await db.$count(signInAttempts, eq(signInAttempts.email, user.email))).toBe(0)
    expect(await db.$count(signInAddresses, eq(signInAddresses.email, user.email))).toBe(0)
    const soon = { timeout: 20_000 }
    await expect.poll(() => changeMailsTo(user.email), soon).toMatchObject([{ status: 'sent' }])
    expect(await changeMailsTo(email)).toEqual([])
  })

  test('names alone need no proof of presence and send no email; another address does', async () => {
    const { user: actor, browser } = await signInNew('admin')
    const { user } = await createPartner(portal)
    await outlastStepUp(portal, actor)
    expect((await browser.put(urlOf(user), { ...names, email: user.email })).statusCode).toBe(200)
    expect(await changeMailsTo(user.email)).toEqual([])
    const refused = await browser.put(urlOf(user), { ...names, email: newEmail() })
    expect(refused.statusCode).toBe(403)
    expect(refused.json().code).toBe('step_up_required')
    expect((await rowOf(user))?.email).toBe(user.email)
  })

  test('to an address in use is refused, ignoring case; the same address in another case is accepted', async () => {
    const { browser } = await signInNew('admin')
    const { user } = await createPartner(portal)
    const other = await createUser(portal)
    const taken = await browser.put(urlOf(user), { ...names, email: other.email.toUpperCase() })
    expect(taken.statusCode).toBe(409)
    expect(taken.json().message).toBe('A user with this email already exists.')
    expect((await browser.put(urlOf(user), { ...names, email: user.email.toUpperCase() })).statusCode).toBe(
      200,
    )
    const email = newEmail()
    const both = [user, other].map((each) => browser.put(urlOf(each), { ...names, email }))
    expect((await Promise.all(both)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  test('of an admin is for admins; nobody changes their own address or that of the settings', async () => {
    const { browser: support } = await signInNew('support')
    const { user: actor, browser: admin } = await signInNew('admin')
    const refused = await support.put(urlOf(actor), { ...names, email: actor.email })
    expect(refused.json()).toMatchObject({ code: 'forbidden', message: 'Only admins can change an admin.' })
    const own = await admin.put(urlOf(actor), { ...names, email: newEmail() })
    expect(own.json()).toMatchObject({ code: 'forbidden', message: 'You cannot change your own email.' })
    const chief = await createUser(portal, { role: 'admin', email: 'chief@example.test' })
    expect((await admin.put(urlOf(chief), { ...names, email: newEmail() })).statusCode).toBe(403)
    expect((await admin.put(urlOf(chief), { ...names, email: chief.email })).statusCode).toBe(200)
  })

  test('is refused when somebody else has changed the user since, and for an erased user', async () => {
    const { browser } = await signInNew('admin')
    const user = await createUser(portal)
    const { updatedAt } = (await browser.get(urlOf(user))).json()
    await browser.put(urlOf(user), { ...names, email: user.email })
    const late = await browser.put(urlOf(user), { ...names, lastName: 'Late', email: user.email, updatedAt })
    expect(late.statusCode).toBe(409)
    const erased = await createUser(portal, { erasedAt: new Date() })
    expect((await browser.put(urlOf(erased), { ...names, email: erased.email })).statusCode).toBe(403)
    expect(
      (await browser.put(urlOf({ id: crypto.randomUUID() }), { ...names, email: newEmail() })).statusCode,
    ).toBe(404)
  })
})

import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createUser } from '#test/factories.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/account/profile'
const form = { firstName: ' Ann ', lastName: '', timeZone: 'Europe/Berlin' }

test('users see and change their name and time zone', async () => {
  const { user } = await createPartner(portal)
  const browser = await portal.signIn(user)
  expect((await browser.get(url)).json()).toMatchObject({ email: user.email, timeZone: null })
  const answer = await browser.put(url, form)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ firstName: 'Ann', lastName: null, timeZone: 'Europe/Berlin' })
  expect((await browser.get('/api/auth/user')).json()).toMatchObject({ firstName: 'Ann', lastName: null })
  expect(await auditEventsOf(portal, user)).toEqual([])
})

test('the names of staff, whom partners see, are recorded; a form without changes is not', async () => {
  const user = await createUser(portal, { role: 'support', firstName: 'Bea', lastName: 'Reed' })
  const browser = await portal.signIn(user)
  await browser.put(url, { firstName: 'Bea', lastName: 'Hill' })
  await browser.put(url, { firstName: 'Bea', lastName: 'Hill' })
  expect(await auditEventsOf(portal, user)).toMatchObject([
    { action: 'user.changed', subjectId: user.id, before: { lastName: 'Reed' }, after: { lastName: 'Hill' } },
  ])
})

test.each([
  ['an unknown time zone', { ...form, timeZone: 'Berlin' }, 'timeZone'],
  ['a long name', { ...form, firstName: 'x'.repeat(201) }, 'firstName'],
  ['an email', { ...form, email: 'a@example.com' }, 'email'],
  ['a role', { ...form, role: 'admin' }, 'role'],
])('refuses %s', async (_what, body, field) => {
  const browser = await portal.signIn((await createPartner(portal)).user)
  const answer = await browser.put(url, body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toHaveProperty(field)
})

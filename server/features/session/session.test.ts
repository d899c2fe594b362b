import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'

const portal = await createTestApp()
afterAll(portal.close)

test('the current user gets their own data, and no other column of their row', async () => {
  const user = await createUser(portal, { role: 'support', partnerGroup: 'Coast', profileImageUrl: null })
  const answer = await (await portal.signIn(user)).get('/api/auth/user')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    id: user.id,
    role: 'support',
    firstName: user.firstName,
    lastName: user.lastName,
    profileImageUrl: null,
    email: user.email,
  })
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('a visitor has no user', async () => {
  const answer = await portal.visit().get('/api/auth/user')
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toEqual({ message: 'Unauthorized', code: 'unauthorized' })
})

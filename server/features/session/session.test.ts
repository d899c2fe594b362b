import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'

const portal = await createTestApp()
afterAll(portal.close)

test('the current user gets their own data, and no other column of their row', async () => {
  const user = await createUser(portal, { role: 'support', partnerGroup: 'Coast', profileImageUrl: null })
  const response = await (await portal.signIn(user)).get('/api/auth/user')
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({
    id: user.id,
    role: 'support',
    firstName: user.firstName,
    lastName: user.lastName,
    profileImageUrl: null,
    email: user.email,
    partners: [],
    partnerId: null,
    mayCreateProfile: false,
  })
  expect(response.headers['cache-control']).toBe('no-store')
})

test('a visitor has no user', async () => {
  const response = await portal.visit().get('/api/auth/user')
  expect(response.statusCode).toBe(401)
  expect(response.json()).toEqual({ message: 'Unauthorized', code: 'unauthorized' })
})

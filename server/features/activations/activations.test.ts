import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createActivation, createPartner, createUser } from '#test/factories.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/partner/activations'

test('a partner sees only their own activations, the latest first', async () => {
  const { user, profile } = await createPartner(portal)
  const partnerId = profile.id
  const first = await createActivation(portal, {
    partnerId,
    activationDate: new Date('2027-01-01T09:30:00Z'),
  })
  const second = await createActivation(portal, {
    partnerId,
    activationDate: new Date('2027-02-01T09:30:00Z'),
  })
  await createActivation(portal)
  const answer = await (await portal.signIn(user)).get(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.json().map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
  expect(answer.json()[1]).toMatchObject({ name: first.name, activationDate: '2027-01-01T09:30:00.000Z' })
})

test('the list is empty without a profile, and closed to visitors', async () => {
  expect((await (await portal.signIn(await createUser(portal))).get(url)).json()).toEqual([])
  expect((await portal.visit().get(url)).statusCode).toBe(401)
})

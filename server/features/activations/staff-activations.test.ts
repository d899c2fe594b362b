import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { partnerActivations } from '#server/db/schema/partners.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { activationForm, createActivation, createPartner, createUser } from '#test/factories.ts'
import { activityTypesOf } from '#test/partner-rows.ts'

const portal = await createTestApp()
afterAll(portal.close)

const rowOf = async (id: string) =>
  (await portal.db.select().from(partnerActivations).where(eq(partnerActivations.id, id)))[0]

const signInStaff = async () => {
  const user = await createUser(portal, { role: 'support' })
  return { user, browser: await portal.signIn(user) }
}

test('staff create, update and delete an activation of a partner, and each change is recorded', async () => {
  const { user, browser } = await signInStaff()
  const { user: person, profile } = await createPartner(portal)
  const created = await browser.post('/api/activations', { ...activationForm, partnerId: profile.id })
  expect(created.statusCode).toBe(201)
  const activation = created.json()
  expect(activation).toMatchObject({ ...activationForm, partnerId: profile.id, createdBy: user.id })
  expect((await (await portal.signIn(person)).get('/api/partner/activations')).json()).toEqual([
    { ...activation, createdBy: null },
  ])
  expect((await browser.get(`/api/admin/partners/${profile.id}/activations`)).json()).toEqual([activation])

  const url = `/api/activations/${activation.id}`
  const changed = await browser.put(url, { name: 'Autumn weekend', updatedAt: activation.updatedAt })
  expect(changed.json()).toMatchObject({
    name: 'Autumn weekend',
    activationDate: activationForm.activationDate,
  })
  expect((await browser.remove(url)).statusCode).toBe(204)
  expect(await rowOf(activation.id)).toBeUndefined()
  expect((await browser.remove(url)).statusCode).toBe(404)

  expect(await activityTypesOf(portal, { profile })).toEqual([
    'activation_created',
    'activation_changed',
    'activation_deleted',
  ])
  expect(await auditEventsOf(portal, user)).toMatchObject([
    { action: 'activation.created', subjectId: activation.id },
    {
      action: 'activation.changed',
      before: { name: activationForm.name },
      after: { name: 'Autumn weekend' },
    },
    { action: 'activation.deleted', before: { name: 'Autumn weekend' } },
  ])
})

test('an update of an activation that has changed since it was read is refused', async () => {
  const { browser } = await signInStaff()
  const activation = await createActivation(portal)
  const url = `/api/activations/${activation.id}`
  const updatedAt = activation.updatedAt.toISOString()
  expect((await browser.put(url, { name: 'First', updatedAt })).statusCode).toBe(200)
  const second = await browser.put(url, { name: 'Second', updatedAt })
  expect(second.statusCode).toBe(409)
  expect(second.json().message).toContain('Someone else changed this after you opened it.')
  expect((await rowOf(activation.id))?.name).toBe('First')
})

test('missing and wrong fields are named', async () => {
  const { browser } = await signInStaff()
  const { profile } = await createPartner(portal)
  const fieldsOf = async (body: object) => (await browser.post('/api/activations', body)).json().fields
  expect(await fieldsOf({ partnerId: profile.id })).toEqual({
    name: 'Name is required',
    activationDate: 'Activation date is required',
  })
  const noPartner = { partnerId: 'This partner no longer exists.' }
  expect(await fieldsOf({ ...activationForm, partnerId: crypto.randomUUID() })).toEqual(noPartner)
  const activation = await createActivation(portal)
  const moved = await browser.put(`/api/activations/${activation.id}`, { partnerId: crypto.randomUUID() })
  expect(moved.json().fields).toEqual(noPartner)
  expect(await rowOf(activation.id)).toEqual(activation)
})

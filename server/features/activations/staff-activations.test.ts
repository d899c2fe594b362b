import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { resourceFiles } from '#server/db/schema/resources.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import {
  activationForm,
  createActivation,
  createPartner,
  createResource,
  createUser,
} from '#test/factories.ts'
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
  expect(activation).toMatchObject({
    ...activationForm,
    endsAt: null,
    timeZone: null,
    place: null,
    description: null,
    resources: [],
    partnerId: profile.id,
    createdBy: user.id,
  })
  expect((await (await portal.signIn(person)).get('/api/partner/activations')).json()).toEqual([
    { ...activation, createdBy: null, definitionId: null },
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

test('refuses an update of an activation that has changed since it was read', async () => {
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

test('names missing and wrong fields', async () => {
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

test('staff set the end, zone, place, description and files, and the audit log has each change', async () => {
  const { user, browser } = await signInStaff()
  const { profile } = await createPartner(portal)
  const [poster, banner] = [
    await createResource(portal, { title: 'Poster' }),
    await createResource(portal, { title: 'Banner' }),
  ]
  const details = {
    endsAt: '2049-04-17T18:00:00.000Z',
    timeZone: 'America/Denver',
    place: 'Main hall',
    description: 'Doors open at seven.\nBring the banner.',
  }
  const created = await browser.post('/api/activations', {
    ...activationForm,
    ...details,
    resourceIds: [poster.id, banner.id, poster.id],
    partnerId: profile.id,
  })
  expect(created.statusCode, created.body).toBe(201)
  const activation = created.json()
  const resources = [banner, poster].map(({ id, title }) => ({ id, title, fileType: 'txt' }))
  expect(activation).toMatchObject({ ...details, resources })
  const url = `/api/activations/${activation.id}`
  expect((await browser.get(url)).json()).toEqual(activation)

  const changed = await browser.put(url, { resourceIds: [poster.id], place: null })
  expect(changed.json()).toMatchObject({
    ...details,
    place: null,
    resources: [{ id: poster.id, title: 'Poster', fileType: 'txt' }],
  })
  expect(changed.json().updatedAt > activation.updatedAt).toBe(true)
  expect((await browser.get('/api/admin/activations')).json()[0]).toMatchObject(changed.json())
  // Values that are stored already are not a change.
  expect((await browser.put(url, { resourceIds: [poster.id], place: null })).json()).toEqual(changed.json())

  expect(await auditEventsOf(portal, user)).toMatchObject([
    { action: 'activation.created', after: { ...details, resources: ['Banner', 'Poster'] } },
    {
      action: 'activation.changed',
      before: { place: 'Main hall', resources: ['Banner', 'Poster'] },
      after: { place: null, resources: ['Poster'] },
    },
  ])
})

test('a withdrawn file stays linked to the activation, and is back when it is restored', async () => {
  const { browser } = await signInStaff()
  const [poster, banner, flyer] = [
    await createResource(portal, { title: 'Poster' }),
    await createResource(portal, { title: 'Banner' }),
    await createResource(portal, { title: 'Flyer' }),
  ]
  const { id } = await createActivation(portal)
  const url = `/api/activations/${id}`
  const titles = (response: { json: () => { resources: { title: string }[] } }) =>
    response.json().resources.map(({ title }) => title)
  await browser.put(url, { resourceIds: [poster.id, banner.id] })
  await browser.remove(`/api/resources/${poster.id}`)
  expect(titles(await browser.put(url, { resourceIds: [flyer.id] }))).toEqual(['Flyer'])
  await browser.post(`/api/resources/${poster.id}/restore`, {})
  expect(titles(await browser.get(url))).toEqual(['Flyer', 'Poster'])
})

test('refuses an end that is not after the start, an unknown zone and files that do not exist', async () => {
  const { browser } = await signInStaff()
  const { profile } = await createPartner(portal)
  const withdrawn = await createResource(portal, { isActive: false })
  const form = { ...activationForm, partnerId: profile.id }
  const fieldsOf = async (body: object) =>
    (await browser.post('/api/activations', { ...form, ...body })).json().fields
  const ends = { endsAt: 'The end must be after the start' }
  const gone = {
    resourceIds: 'One of these files is no longer in the library. Remove it and try again.',
  }
  expect(await fieldsOf({ endsAt: activationForm.activationDate })).toEqual(ends)
  expect(await fieldsOf({ endsAt: 'tomorrow' })).toEqual({ endsAt: 'Enter an end date' })
  expect(await fieldsOf({ timeZone: 'Mars/Olympus' })).toEqual({
    timeZone: 'Enter a time zone, for example, America/New_York',
  })
  expect(await fieldsOf({ resourceIds: [withdrawn.id] })).toEqual(gone)
  expect(await fieldsOf({ resourceIds: [crypto.randomUUID()] })).toEqual(gone)
  expect(await fieldsOf({ resourceIds: Array(21).fill(withdrawn.id) })).toEqual({
    resourceIds: 'Choose at most 20 files',
  })

  const activation = await createActivation(portal, { endsAt: new Date('2049-04-17T18:00:00Z') })
  const url = `/api/activations/${activation.id}`
  const later = await browser.put(url, { activationDate: '2049-04-17T18:00:00.000Z' })
  expect(later.json().fields).toEqual(ends)
  const moved = { activationDate: '2049-05-17T14:00:00.000Z', endsAt: '2049-05-17T15:00:00.000Z' }
  expect((await browser.put(url, moved)).json()).toMatchObject(moved)
})

test('a file that is withdrawn from the library disappears from the activations', async () => {
  const { browser } = await signInStaff()
  const resource = await createResource(portal)
  const { id } = await createActivation(portal)
  const url = `/api/activations/${id}`
  expect((await browser.put(url, { resourceIds: [resource.id] })).json().resources).toHaveLength(1)
  await portal.db.update(resourceFiles).set({ isActive: false }).where(eq(resourceFiles.id, resource.id))
  expect((await browser.get(url)).json().resources).toEqual([])
})

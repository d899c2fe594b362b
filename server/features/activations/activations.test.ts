import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createActivation, createPartner, createResource, createUser } from '#test/factories.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/partner/activations'

test('a partner sees only their own activations, latest first', async () => {
  const { user, profile } = await createPartner(portal)
  const partnerId = profile.id
  const first = await createActivation(portal, {
    partnerId,
    activationDate: new Date('2049-01-01T09:30:00Z'),
  })
  const second = await createActivation(portal, {
    partnerId,
    activationDate: new Date('2049-02-01T09:30:00Z'),
  })
  await createActivation(portal)
  const response = await (await portal.signIn(user)).get(url)
  expect(response.statusCode).toBe(200)
  expect(response.json().map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
  expect(response.json()[1]).toMatchObject({ name: first.name, activationDate: '2049-01-01T09:30:00.000Z' })
})

test('the list is empty for a user without a profile, and refused to visitors', async () => {
  expect((await (await portal.signIn(await createUser(portal))).get(url)).json()).toEqual([])
  expect((await portal.visit().get(url)).statusCode).toBe(401)
})

test('a partner reads their activation with the files for their audience, and without files before onboarding is complete', async () => {
  const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
  const [done, other, onboarding] = [
    await createPartner(portal, { status: 'completed', onPaper: true }),
    await createPartner(portal, { status: 'completed', onPaper: true }),
    await createPartner(portal),
  ]
  const forAll = await createResource(portal, { title: 'For all' })
  const forOther = await createResource(portal, { assignedPartnerIds: [other.profile.id] })
  const resourceIds = [forAll.id, forOther.id]
  const idFor = async ({ profile }: typeof done) => {
    const { id } = await createActivation(portal, { partnerId: profile.id })
    expect((await staff.put(`/api/activations/${id}`, { resourceIds })).json().resources).toHaveLength(2)
    return id
  }
  const [own, theirs, early] = [await idFor(done), await idFor(other), await idFor(onboarding)]
  const partner = await portal.signIn(done.user)
  const response = await partner.get(`/api/activations/${own}`)
  expect(response.json()).toMatchObject({
    id: own,
    createdBy: null,
    resources: [{ id: forAll.id, title: 'For all', fileType: 'txt' }],
  })
  expect((await partner.get(url)).json()).toEqual([response.json()])
  expect((await partner.get(`/api/activations/${theirs}`)).statusCode).toBe(404)
  const newcomer = await portal.signIn(onboarding.user)
  expect((await newcomer.get(`/api/activations/${early}`)).json().resources).toEqual([])
  expect((await newcomer.get(url)).json()).toMatchObject([{ id: early, resources: [] }])
})

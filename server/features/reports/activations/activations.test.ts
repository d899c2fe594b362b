import { afterAll, expect, test } from 'vitest'
import { activationRecaps } from '#server/db/schema/recaps.ts'
import { createTestApp } from '#test/app.ts'
import { createActivation, createPartner, createUser } from '#test/factories.ts'
import { createSet } from '#test/plan-rows.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
const may = 'from=2025-05-01&to=2025-05-31'
const summary = async (query = may) => {
  const response = await staff.get(`/api/admin/reports/events/summary?${query}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const listBy = async (by: string, more = '') =>
  staff.get(`/api/admin/reports/events?${may}&by=${by}&limit=50${more}`)

const none = { planned: 0, done: 0, canceled: 0, recaps: 0, guests: 0, signUps: 0, costs: [] }

test('activations count in the period in which they start in the time zone of the company, with what their recaps say', async () => {
  const plan = await createSet(portal, { name: 'Health day', givenWhen: 'event' })
  const [ann, ben] = [
    await createPartner(portal, { businessName: 'Ann Hall', user: { partnerGroup: 'Coast' } }),
    await createPartner(portal, { businessName: 'Ben Hall' }),
  ]
  const create = async (
    { profile }: typeof ann,
    day: string,
    given: Partial<Parameters<typeof createActivation>[1]>,
    recap?: Partial<typeof activationRecaps.$inferInsert>,
  ) => {
    const { id } = await createActivation(portal, {
      partnerId: profile.id,
      activationDate: new Date(day),
      endsAt: null,
      ...given,
    })
    if (recap) {
      const sent = { submittedAt: new Date(), guests: 0, signUps: 0 }
      await db.insert(activationRecaps).values({ activationId: id, ...sent, ...recap })
    }
    return id
  }
  const opened = await create(
    ann,
    '2025-05-01T04:00:00Z',
    { name: 'Open house', planId: plan.id },
    { guests: 140, signUps: 32, costCents: 100_000 },
  )
  const small = await create(
    ann,
    '2025-05-31T20:00:00Z',
    { name: 'Small one', stage: 'done' },
    { guests: 10, signUps: 3 },
  )
  await create(
    ben,
    '2025-05-10T12:00:00Z',
    { name: 'Abroad' },
    { guests: 5, costCents: 500, currency: 'EUR' },
  )
  const missing = await create(ben, '2025-05-12T12:00:00Z', { name: 'Without', planId: plan.id })
  // A recap that nobody has sent yet, and one of an activation that was canceled, do not count.
  await create(ben, '2025-05-13T12:00:00Z', { name: 'Begun' }, { submittedAt: null, guests: 7, signUps: 7 })
  await create(ben, '2025-05-14T12:00:00Z', { stage: 'canceled' }, { guests: 1000, signUps: 1000 })
  // These start on the last evening of April and at the beginning of June in New York.
  await create(ben, '2025-05-01T03:59:00Z', { name: 'April' }, { guests: 1, signUps: 1 })
  await create(ben, '2025-06-01T04:00:00Z', { name: 'June' }, { guests: 9, signUps: 9 })

  const eur = { currency: 'EUR', cents: 500, signUps: 0 }
  const usd = { currency: 'USD', cents: 100_000, signUps: 32 }
  const answer = await summary()
  expect(answer).toMatchObject({
    total: { planned: 0, done: 5, canceled: 1, recaps: 3, guests: 155, signUps: 35, costs: [eur, usd] },
    previous: { ...none, done: 1, recaps: 1, guests: 1, signUps: 1 },
    best: [
      { id: opened, name: 'Open house', partner: { businessName: 'Ann Hall' }, guests: 140, signUps: 32 },
      { id: small, activationDate: '2025-05-31T20:00:00.000Z', signUps: 3 },
    ],
    missingRecaps: 2,
  })
  expect(answer.withoutRecap.map(({ name }: { name: string }) => name)).toEqual(['Begun', 'Without'])
  expect(answer.withoutRecap[1].id).toBe(missing)

  const ofAnn = { ...none, done: 2, recaps: 2, guests: 150, signUps: 35, costs: [usd] }
  const ofBen = { ...none, done: 3, canceled: 1, recaps: 1, guests: 5, costs: [eur] }
  expect((await listBy('partner')).json()).toEqual([
    { id: ann.profile.id, name: 'Ann Hall', ...ofAnn },
    { id: ben.profile.id, name: 'Ben Hall', ...ofBen },
  ])
  expect((await listBy('group')).json()).toEqual([
    { id: 'Coast', name: 'Coast', ...ofAnn },
    { id: '', name: null, ...ofBen },
  ])
  expect((await listBy('kind')).json()).toMatchObject([
    { id: plan.id, name: 'Health day', done: 2, guests: 140, signUps: 32 },
    { id: '', name: null, done: 3, canceled: 1, guests: 15, signUps: 3 },
  ])
  const second = await listBy('partner', '&page=2')
  expect([second.headers['x-total-count'], second.json()]).toEqual(['2', []])
})

test('activations ahead are planned until they are over', async () => {
  const { profile } = await createPartner(portal)
  // Noon in UTC is on the same day in the time zone of the company.
  const day = new Date(Date.now() + 400 * 86_400_000).toISOString().slice(0, 10)
  const activationDate = new Date(`${day}T12:00:00Z`)
  await createActivation(portal, { partnerId: profile.id, activationDate, endsAt: null, stage: 'confirmed' })
  const { total, missingRecaps } = await summary(`from=${day}&to=${day}`)
  expect([total, missingRecaps]).toEqual([{ ...none, planned: 1 }, 0])
})

test.each([
  ['with an unknown grouping', 'by=color'],
  ['with days the wrong way around', 'by=group&from=2025-05-02&to=2025-05-01'],
  ['with one day', 'by=group&from=2025-05-02'],
])('a list %s is refused', async (_what, query) => {
  expect((await staff.get(`/api/admin/reports/events?${query}`)).statusCode).toBe(400)
})

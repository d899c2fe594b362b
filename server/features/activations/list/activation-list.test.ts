import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createActivation, createPartner, createUser } from '#test/factories.ts'
import { createRecap } from '#test/recaps.ts'

const portal = await createTestApp()
afterAll(portal.close)

const staff = await createUser(portal, { role: 'support' })
const browser = await portal.signIn(staff)
const hourMs = 3600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs)

beforeAll(async () => {
  const managed = await createPartner(portal, { fullName: 'Ada Zorn', managerId: staff.id })
  const other = await createPartner(portal, { fullName: 'Zoe Abel', businessName: 'Abel Hall' })
  const make = (partner: typeof managed, name: string, fields: object) =>
    createActivation(portal, { partnerId: partner.profile.id, name, ...fields })
  await make(managed, 'Running', { activationDate: inHours(-30), endsAt: inHours(2) })
  await make(managed, 'Over', { activationDate: inHours(-31), stage: 'done', timeZone: 'America/Chicago' })
  await make(other, 'Ahead', { activationDate: inHours(48), stage: 'confirmed', place: 'North pier' })
  await make(other, 'Off', { activationDate: inHours(72), stage: 'canceled' })
})

const namesOf = async (query: string) => {
  const response = await browser.get(`/api/admin/activations?${query}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().map(({ name }: { name: string }) => name)
}

test.each([
  ['', ['Over', 'Running', 'Ahead', 'Off']],
  // One that has not ended is not over, and a canceled one is neither ahead nor past.
  ['time=coming', ['Running', 'Ahead']],
  ['time=past', ['Over']],
  ['time=coming&stage=canceled', ['Off']],
  ['stage=confirmed', ['Ahead']],
  ['search=abel+pier', ['Ahead']],
  ['manager=me', ['Over', 'Running']],
  ['manager=none', ['Ahead', 'Off']],
  ['partnerGroup=Nobody', []],
  [`from=${inHours(47).toISOString()}&until=${inHours(49).toISOString()}`, ['Ahead']],
])('lists by %s', async (query, names) => {
  expect(await namesOf(`sort=date&${query}`)).toEqual(names)
})

test.each([
  ['name', ['Ahead', 'Off', 'Over', 'Running']],
  ['-date', ['Off', 'Ahead', 'Running', 'Over']],
  ['partner', ['Over', 'Running', 'Ahead', 'Off']],
  ['-created', ['Off', 'Ahead', 'Over', 'Running']],
])('is sorted by %s', async (sort, names) => {
  expect(await namesOf(`sort=${sort}`)).toEqual(names)
})

test('exports what the filters show, with times at the place and what came of them', async () => {
  const [over] = (await browser.get('/api/admin/activations?stage=done')).json()
  await createRecap(portal, { activationId: over.id, leads: 4, costCents: 1250 })
  const response = await browser.get('/api/admin/activations/export?stage=done')
  const [heading, row, end] = response.body.split('\r\n')
  expect(heading).toMatch(/^\ufeffActivation,Partner,Business,Group,Manager,Stage,Starts/)
  expect(row).toMatch(
    /^Over,Ada Zorn,.*,done,\d{4}-\d\d-\d\d \d\d:\d\d,,America\/Chicago,.*,140,32,,4,12\.50,USD,/,
  )
  expect(end).toBe('')
})

import { afterAll, expect, test } from 'vitest'
import type { partnerActivations } from '#server/db/schema/activations.ts'
import { createTestApp } from '#test/app.ts'
import { createActivation, createPartner, createTask, createUser } from '#test/factories.ts'
import { createMember } from '#test/members.ts'
import { createObligation } from '#test/obligations.ts'
import { obligationOf, signEvent } from '#test/signed-event.ts'

const portal = await createTestApp()
afterAll(portal.close)

const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
const event = {
  name: 'Spring weekend',
  activationDate: new Date('2027-04-17T12:00:00Z'),
  endsAt: new Date('2027-04-18T22:00:00Z'),
  timeZone: 'America/New_York',
  place: '12 Harbor Road, Mobile',
  arrival: 'Gate 3',
  description: 'Bring the banners',
  contacts: [{ name: 'Maya Lindqvist', role: 'Event lead', phone: '+1 251 555 0142' }],
}

const begin = async (given: Partial<typeof partnerActivations.$inferInsert> = {}) => {
  const partner = await createPartner(portal, { status: 'completed' })
  const partnerId = partner.profile.id
  const { id } = await createActivation(portal, { partnerId, ...event, ...given })
  return {
    partner,
    partnerId,
    id,
    url: `/api/activations/${id}/day`,
    owner: await portal.signIn(partner.user),
  }
}

test('the day has what people at the event need, and until when it may be kept', async () => {
  const { partner, partnerId, id, url, owner } = await begin()
  const of = { partnerId, activationId: id }
  await createObligation(portal, { ...of, kind: 'setup', dueOn: '2027-04-17', time: '07:30' })
  await createObligation(portal, { ...of, kind: 'collateral', owedBy: 'company', dueOn: '2027-03-27' })
  await createObligation(portal, { ...of, kind: 'guest_count', status: 'done' })
  await createObligation(portal, { ...of, kind: 'guest_count', status: 'waived' })
  await createObligation(portal, { partnerId, kind: 'guest_count' })
  // It is still the 16th at the place.
  const dueDate = new Date('2027-04-17T02:00:00Z')
  await createTask(portal, { ...of, taskName: 'Hang the banners', dueDate })
  await createTask(portal, { ...of, taskName: 'Done', status: 'completed' })
  await createTask(portal, { ...of, taskName: 'Deleted', deletedAt: new Date() })
  await createTask(portal, { partnerId, taskName: 'Of no event' })
  const response = await owner.get(url)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.json()).toEqual({
    id,
    ...event,
    activationDate: event.activationDate.toISOString(),
    endsAt: event.endsAt.toISOString(),
    setups: [{ dueOn: '2027-04-17', time: '07:30' }],
    open: [
      { name: 'Delivery of materials', dueOn: '2027-03-27' },
      { name: 'Hang the banners', dueOn: '2027-04-16' },
    ],
    // The 18th is the last day at the place, so the 19th is the day after.
    keep: { userId: partner.user.id, partnerId, until: '2027-04-20T04:00:00.000Z' },
  })
})

test('without an end or a time zone, the day after the start counts, by the clocks of the reader', async () => {
  const { partner, url, owner } = await begin({ endsAt: null, timeZone: null })
  await owner.put('/api/account/browser-time-zone', { timeZone: 'Asia/Tokyo' })
  // 12:00 UTC is the evening of the 17th in Tokyo.
  const { keep } = (await owner.get(url)).json()
  expect(keep).toMatchObject({ userId: partner.user.id, until: '2027-04-18T15:00:00.000Z' })
})

test('nobody sees an agreement, an amount or a payment on the day, whoever they are', async () => {
  const { partner, id: documentId, browser: owner } = await signEvent(portal)
  const partnerId = partner.profile.id
  const { id } = await createActivation(portal, { partnerId, ...event })
  expect((await staff.put(`/api/activations/${id}`, { documentId })).statusCode).toBe(200)
  const deposit = await obligationOf(staff, documentId, 'deposit')
  const payment = await staff.post(
    '/api/admin/payments',
    {
      ...{ partnerId, obligationId: deposit.id, amountCents: 123_456, currency: 'USD' },
      ...{ paidOn: '2026-11-20', method: 'check', reference: 'Canary reference' },
    },
    { 'idempotency-key': 'the-only-one' },
  )
  expect(payment.statusCode, payment.body).toBe(201)
  const asked = (await staff.get(`/api/activations/${id}/obligations`)).json()
  expect(asked).toHaveLength(10)
  for (const each of asked)
    await staff.put(`/api/obligations/${each.id}`, { status: 'open', note: 'Canary note' })
  const readers = [
    owner,
    staff,
    await portal.signIn((await createMember(portal, { partnerId, canSign: true })).user),
    await portal.signIn((await createMember(portal, { partnerId })).user),
  ]
  // The amounts have so many digits that no id has them by chance.
  const secrets = [
    'document',
    'agreement',
    'clause',
    'mount',
    'urrency',
    'USD',
    '123456',
    '625000',
    'Canary',
    'obligation',
  ]
  const ids = [documentId, payment.json().id, ...asked.map((each: { id: string }) => each.id)]
  for (const reader of readers) {
    const { statusCode, body } = await reader.get(`/api/activations/${id}/day`)
    expect([statusCode, JSON.parse(body).setups, JSON.parse(body).open]).toEqual([
      200,
      [{ dueOn: '2027-04-17', time: '07:30' }],
      [
        { name: 'Delivery of materials', dueOn: '2027-03-27' },
        { name: 'Last day to change the number of guests', dueOn: '2027-04-07' },
      ],
    ])
    for (const secret of [...secrets, ...ids]) expect(body).not.toContain(secret)
  }
})

test('others, a canceled event, and an ended membership get no day', async () => {
  const { partnerId, id, url } = await begin()
  expect((await (await begin()).owner.get(url)).statusCode).toBe(404)
  const { user, member } = await createMember(portal, { partnerId })
  const browser = await portal.signIn(user)
  expect((await browser.get(url)).statusCode).toBe(200)
  expect((await browser.remove(`/api/partner/members/${member.id}`)).statusCode).toBe(204)
  expect((await browser.get(url)).statusCode).toBe(404)
  await staff.put(`/api/activations/${id}`, { stage: 'canceled' })
  const canceled = await staff.get(url)
  expect([canceled.statusCode, canceled.json().message]).toEqual([409, 'This event was canceled.'])
})

test('while staff view the portal as a partner, nothing may be kept', async () => {
  const { partnerId, url } = await begin()
  const browser = await portal.signIn(await createUser(portal, { role: 'support' }))
  expect((await browser.get(url)).json().keep).not.toBeNull()
  await browser.post(`/api/admin/partners/${partnerId}/view`, {})
  expect((await browser.get(url)).json()).toMatchObject({ name: event.name, keep: null })
})

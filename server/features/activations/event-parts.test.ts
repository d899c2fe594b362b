import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { activationForm, createActivation, createPartner, createUser } from '#test/factories.ts'
import { createMember } from '#test/members.ts'
import { documentIdOf } from '#test/partner-rows.ts'

const portal = await createTestApp()
afterAll(portal.close)

const noId = '00000000-0000-4000-8000-000000000000'

const signInStaff = async () => {
  const user = await createUser(portal, { role: 'support' })
  return { user, browser: await portal.signIn(user) }
}

test('an event for several partners has its own date at each, and its name and description are changed for all', async () => {
  const { user, browser } = await signInStaff()
  const [one, two] = [await createPartner(portal), await createPartner(portal)]
  const start = '2049-05-01T14:00:00.000Z'
  const assignments = [
    {
      partnerId: one.profile.id,
      start,
      end: '2049-05-01T18:00:00.000Z',
      zone: 'America/Chicago',
      place: 'Gym',
    },
    { partnerId: two.profile.id, start: '2049-05-02T14:00:00.000Z' },
  ]
  const created = await browser.post('/api/activations', { name: 'Health day', assignments })
  expect(created.statusCode, created.body).toBe(201)
  const { definitionId } = created.json()
  const listed = await browser.get(`/api/admin/activations?definitionId=${definitionId}&sort=date`)
  const [first, second] = listed.json()
  expect(first).toMatchObject({
    ...{
      partnerId: one.profile.id,
      activationDate: start,
      timeZone: 'America/Chicago',
      place: 'Gym',
      isShared: true,
    },
    partner: { id: one.profile.id },
  })
  expect(second).toMatchObject({ partnerId: two.profile.id, endsAt: null, place: null, isShared: true })
  expect(await auditEventsOf(portal, user)).toHaveLength(2)

  const url = `/api/activations/${first.id}`
  const change = { name: 'Health days', stage: 'confirmed', place: 'Hall', updatedAt: first.updatedAt }
  expect((await browser.put(url, change)).json()).toMatchObject({ name: 'Health days', stage: 'confirmed' })
  const other = (await browser.get(`/api/activations/${second.id}`)).json()
  expect(other).toMatchObject({ name: 'Health days', stage: 'planned', place: null })
  // The form of the other partner's part is out of date.
  const late = await browser.put(`/api/activations/${second.id}`, {
    name: 'Old',
    updatedAt: second.updatedAt,
  })
  expect(late.statusCode).toBe(409)

  const own = (await (await portal.signIn(one.user)).get('/api/partner/activations')).json()
  expect(own).toMatchObject([{ id: first.id, definitionId: null, isShared: false }])
  expect(JSON.stringify(own)).not.toContain(two.profile.id)

  expect((await browser.remove(url)).statusCode).toBe(204)
  expect((await browser.get(`/api/activations/${second.id}`)).json()).toMatchObject({ isShared: false })
})

test('an event for a group takes place at the partners who are in it now', async () => {
  const { browser } = await signInStaff()
  const inGroup = { partnerGroup: 'Studios of spring' }
  const members = [await createPartner(portal), await createPartner(portal)]
  for (const { user } of members) await portal.db.update(users).set(inGroup).where(eq(users.id, user.id))
  const form = {
    name: 'Spring',
    activationDate: '2049-05-01T14:00:00.000Z',
    assignedGroup: 'studios of Spring',
  }
  const { definitionId } = (await browser.post('/api/activations', form)).json()
  const listed = (await browser.get(`/api/admin/activations?definitionId=${definitionId}`)).json()
  expect(listed.map(({ partnerId }: { partnerId: string }) => partnerId).sort()).toEqual(
    members.map(({ profile }) => profile.id).sort(),
  )
})

test.each([
  ['nobody', {}, { partnerId: 'Choose a partner' }],
  ['an empty group', { assignedGroup: 'Nobody is in it' }, { partnerId: 'None of these partners exists' }],
  ['a partner and a group', { partnerId: noId, assignedGroup: 'Studios' }, { partnerId: 'Choose a partner' }],
  [
    'a partner twice',
    { assignments: [noId, noId].map((partnerId) => ({ partnerId, start: '2049-05-01T14:00:00Z' })) },
    { assignments: 'A partner is named twice' },
  ],
  [
    'a partner who does not exist',
    { assignments: [{ partnerId: noId, start: '2049-05-01T14:00:00Z' }] },
    { assignments: 'One of these partners no longer exists' },
  ],
  [
    'an end before the start',
    { assignments: [{ partnerId: noId, start: '2049-05-01T14:00:00Z', end: '2049-05-01T13:00:00Z' }] },
    { 'assignments.0.end': 'The end must be after the start' },
  ],
])('refuses an event for %s', async (_whom, named, fields) => {
  const { browser } = await signInStaff()
  const form = { name: 'Spring', activationDate: '2049-05-01T14:00:00.000Z' }
  const response = await browser.post('/api/activations', { ...form, ...named })
  expect(response.json()).toMatchObject({ code: 'bad_request', fields })
})

test('has people with phone numbers, how to get there, and an agreement that only signers see', async () => {
  const { browser } = await signInStaff()
  const partner = await createPartner(portal)
  const { user: owner, profile } = partner
  const other = await createPartner(portal)
  const documentId = documentIdOf(partner, 'venue_partnership_agreement')
  const contacts = [
    { name: 'Ann Lee', role: 'Event lead', phone: '+1 555 0100' },
    { name: 'Bo', role: null, phone: null },
  ]
  const form = {
    ...activationForm,
    partnerId: profile.id,
    contacts,
    arrival: 'Dock B\nPark behind it',
    documentId,
  }
  const created = await browser.post('/api/activations', form)
  expect(created.json()).toMatchObject({ contacts, arrival: 'Dock B\nPark behind it', documentId })
  const url = `/api/activations/${created.json().id}`
  expect((await (await portal.signIn(owner)).get(url)).json()).toMatchObject({ contacts, documentId })

  const { user: member } = await createMember(portal, { partnerId: profile.id, canSign: false })
  expect((await (await portal.signIn(member)).get(url)).json()).toMatchObject({ contacts, documentId: null })

  const wrong = { documentId: 'This is not an agreement of the partner' }
  const moved = await browser.put(url, { partnerId: other.profile.id })
  expect(moved.json()).toMatchObject({ fields: wrong })
  const both = { name: 'A', activationDate: form.activationDate, documentId }
  const shared = await browser.post('/api/activations', {
    ...both,
    assignedPartnerIds: [profile.id, other.profile.id],
  })
  expect(shared.json()).toMatchObject({ fields: { documentId: 'An agreement belongs to one partner alone' } })
})

test('is done only once it has begun, and a canceled one is in no calendar', async () => {
  const { browser } = await signInStaff()
  const { user, profile } = await createPartner(portal)
  const activation = await createActivation(portal, { partnerId: profile.id })
  const url = `/api/activations/${activation.id}`
  expect((await browser.put(url, { stage: 'done' })).json()).toMatchObject({
    fields: { stage: 'It has not begun yet' },
  })
  const month = '/api/calendar?from=2049-04-01&to=2049-04-30'
  const own = await portal.signIn(user)
  expect((await own.get(month)).json().days).toHaveLength(1)
  expect((await browser.put(url, { stage: 'canceled' })).json().stage).toBe('canceled')
  expect((await own.get(month)).json().days).toEqual([])

  const begun = await createActivation(portal, { activationDate: new Date(Date.now() - 3600_000) })
  const done = await browser.put(`/api/activations/${begun.id}`, { stage: 'done' })
  expect(done.json().stage).toBe('done')
})

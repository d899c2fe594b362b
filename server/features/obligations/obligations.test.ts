import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { obligations } from '#server/db/schema/obligations.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createActivation, createPartner, createUser } from '#test/factories.ts'
import { createMember } from '#test/members.ts'
import { activityTypesOf, documentIdOf } from '#test/partner-rows.ts'
import { signEvent } from '#test/signed-event.ts'
import { signing } from '#test/signing.ts'
import { followAgreement } from './follow/actions.ts'

const portal = await createTestApp()
afterAll(portal.close)

const type = 'venue_partnership_agreement'

const admin = await createUser(portal, { role: 'admin' })
const staff = await portal.signIn(admin)

const signWith = (terms: Record<string, string> = {}) => signEvent(portal, terms)

interface Listed {
  id: string
  kind: string
  dueOn: string
  updatedAt: string
}

const listOf = async (id: string): Promise<Listed[]> =>
  (await staff.get(`/api/partner/documents/${id}/obligations`)).json()
const oneOf = async (id: string, kind: string) => (await listOf(id)).find((each) => each.kind === kind)
const idOf = async (id: string, kind: string) => (await oneOf(id, kind))?.id ?? ''

describe('a signed agreement', () => {
  test('says at once who owes what, until when, and from which clause', async () => {
    const { id, browser } = await signWith()
    const listed = await listOf(id)
    const shown = listed.map((each) => {
      const { kind, owedBy, amountCents, dueOn, time, clause } = each as never
      return [kind, owedBy, amountCents, kind === 'deposit' ? 'later' : dueOn, time, clause]
    })
    expect(shown.toSorted()).toEqual([
      ['additional_costs', 'company', null, '2027-05-18', null, '4.4'],
      ['balance', 'company', 625_000, '2027-04-03', null, '4.3'],
      ['cancellation', 'company', null, '2027-02-16', null, '6.1'],
      ['collateral', 'company', null, '2027-03-27', null, '2.3'],
      ['deposit', 'company', 625_000, 'later', null, '4.2'],
      ['end', 'company', null, '2027-04-18', '18:00', '3.2'],
      ['exclusivity', 'partner', null, '2027-04-18', null, '1.4'],
      ['guest_count', 'partner', null, '2027-04-07', null, '5.2'],
      ['setup', 'partner', null, '2027-04-17', '07:30', '3.1'],
      ['short_cancellation', 'company', null, '2027-04-02', null, '6.3'],
    ])
    expect(listed.map(({ dueOn }) => dueOn)).toEqual(listed.map(({ dueOn }) => dueOn).toSorted())
    expect(listed[0]).toMatchObject({ currency: 'USD', paidCents: 0, status: 'open', activationId: null })
    const own = (await browser.get('/api/partner/obligations')).json()
    expect(own).toEqual(listed)
  })

  test('asks staff once what is not certain, and follows the answer', async () => {
    const { id } = await signWith({
      collateralDays: 'about 3',
      paymentAmount: '$5,000.00',
      eventDates: 'mid April',
    })
    const url = `/api/admin/documents/${id}/terms`
    const unclear = [
      { name: 'eventDates', text: 'mid April' },
      { name: 'collateralDays', text: 'about 3' },
    ]
    const read = (await staff.get(url)).json()
    expect(read).toEqual({ asked: unclear, answered: [], answers: {}, updatedAt: expect.any(String) })
    expect((await listOf(id)).map(({ kind }) => kind)).toEqual(['deposit'])
    expect(await oneOf(id, 'deposit')).toMatchObject({ amountCents: 250_000 })

    const answers = { eventDates: { firstDay: '2027-04-17', lastDay: '2027-04-17' }, collateralDays: null }
    const { updatedAt } = read
    expect((await staff.put(url, { ...answers, updatedAt })).json()).toEqual({
      ...{ asked: [], answered: unclear, answers, updatedAt: expect.any(String) },
    })
    // What does not apply gives no obligation.
    expect(await oneOf(id, 'collateral')).toBeUndefined()
    expect(await oneOf(id, 'balance')).toMatchObject({ dueOn: '2027-04-03', amountCents: 250_000 })
    expect(await auditEventsOf(portal, admin)).toContainEqual(
      expect.objectContaining({ action: 'obligation.terms_answered', subjectId: id }),
    )
    await staff.put(url, { collateralDays: 7 })
    expect(await oneOf(id, 'collateral')).toMatchObject({ dueOn: '2027-04-10' })

    const stale = await staff.put(url, { collateralDays: 3, updatedAt })
    expect(stale.json()).toMatchObject({ code: 'conflict', message: expect.stringMatching(/changed this/) })
    expect(await oneOf(id, 'collateral')).toMatchObject({ dueOn: '2027-04-10' })
    // A change elsewhere that follows the agreement again leaves the answers as they are, and does not make an open form out of date.
    const { updatedAt: latest } = (await staff.get(url)).json()
    await portal.db.transaction((tx) => followAgreement(tx, id))
    expect((await staff.put(url, { collateralDays: 3, updatedAt: latest })).statusCode).toBe(200)
  })

  test('counts from the activation that it belongs to, which may move', async () => {
    const { id, partner } = await signWith({ eventDates: 'mid April' })
    const activation = await createActivation(portal, {
      partnerId: partner.profile.id,
      activationDate: new Date('2049-05-02T02:00:00Z'),
      endsAt: new Date('2049-05-02T05:00:00Z'),
      timeZone: 'America/Chicago',
    })
    const url = `/api/activations/${activation.id}`
    const linked = await staff.put(url, { documentId: id })
    expect(linked.statusCode, linked.body).toBe(200)
    // It begins on the first of May by the clocks of the place, and ends at midnight there.
    expect(await oneOf(id, 'setup')).toMatchObject({ dueOn: '2049-05-01', activationId: activation.id })
    expect(await oneOf(id, 'end')).toMatchObject({ dueOn: '2049-05-01' })
    expect((await staff.get(`/api/admin/documents/${id}/terms`)).json().asked).toEqual([])
    expect((await staff.get(`${url}/obligations`)).json()).toEqual(await listOf(id))

    const done = await staff.put(`/api/obligations/${await idOf(id, 'collateral')}`, { status: 'done' })
    expect(done.statusCode, done.body).toBe(200)
    await staff.put(url, { activationDate: '2049-05-20T15:00:00Z', endsAt: '2049-05-20T18:00:00Z' })
    expect(await oneOf(id, 'setup')).toMatchObject({ dueOn: '2049-05-20' })
    // What was done stays as it was.
    expect(await oneOf(id, 'collateral')).toMatchObject({ status: 'done', dueOn: '2049-04-10' })

    await staff.put(url, { stage: 'canceled' })
    expect(await oneOf(id, 'setup')).toMatchObject({ status: 'waived', closedFor: 'canceled' })
    expect(await oneOf(id, 'collateral')).toMatchObject({ status: 'done', closedFor: null })
    await staff.put(url, { stage: 'planned' })
    expect(await oneOf(id, 'setup')).toMatchObject({ status: 'open', closedFor: null })
    expect((await staff.remove(url)).statusCode).toBe(204)
    expect(await oneOf(id, 'deposit')).toMatchObject({ status: 'open', activationId: null })
  })

  test('closes what is open when it is voided', async () => {
    const { id } = await signWith()
    const voided = await staff.post(`/api/admin/documents/${id}/void`, { reason: 'A mistake' })
    expect(voided.statusCode, voided.body).toBe(200)
    const states = (await listOf(id)).map((each) => {
      const { status, closedFor } = each as never
      return `${status} ${closedFor}`
    })
    expect(new Set(states)).toEqual(new Set(['waived voided']))
    const reopened = await staff.put(`/api/obligations/${await idOf(id, 'setup')}`, { status: 'open' })
    expect(reopened.json()).toMatchObject({ code: 'conflict' })
    expect((await staff.put(`/api/admin/documents/${id}/terms`, { collateralDays: 7 })).statusCode).toBe(409)
  })

  test('closes what is open when a later one replaces it, and what it was about goes on there', async () => {
    const { id, partner, browser } = await signWith()
    const added = await staff.post('/api/admin/documents', {
      documentType: type,
      partnerId: partner.profile.id,
      replacesEarlier: true,
      appendixA: { paymentAmount: '8000' },
    })
    expect(added.statusCode, added.body).toBe(201)
    const next = added.json().id
    const signatureData = { ...signing[type].signatureData, paymentAmount: '8000' }
    const signed = await browser.post('/api/partner/documents', {
      documentType: type,
      documentId: next,
      signatureData,
    })
    expect(signed.statusCode, signed.body).toBe(201)
    expect(await oneOf(id, 'balance')).toMatchObject({ status: 'waived', closedFor: 'replaced' })
    expect(await oneOf(next, 'balance')).toMatchObject({ status: 'open', amountCents: 400_000 })
    const [row] = await portal.db
      .select()
      .from(obligations)
      .where(eq(obligations.id, await idOf(next, 'balance')))
    expect(row?.predecessorId).toBe(await idOf(id, 'balance'))
  })

  test('on paper has the terms that staff have entered', async () => {
    const partner = await createPartner(portal, {
      eventDates: 'April 17, 2027',
      capacityChangeDays: '10',
      paymentAmount: '900',
      depositPercentage: '100',
    })
    const id = documentIdOf(partner, type)
    const marked = await staff.put(`/api/partner/documents/${id}`, { status: 'signed' })
    expect(marked.statusCode, marked.body).toBe(200)
    expect(await oneOf(id, 'guest_count')).toMatchObject({ dueOn: '2027-04-07' })
    expect(await oneOf(id, 'deposit')).toMatchObject({ amountCents: 90_000 })
    expect(await oneOf(id, 'balance')).toBeUndefined()
    const back = await staff.post(`/api/admin/documents/${id}/take-back`, { reason: 'Not signed' })
    expect(back.statusCode, back.body).toBe(200)
    expect(await oneOf(id, 'guest_count')).toMatchObject({ status: 'waived', closedFor: 'unsigned' })
  })
})

describe('an obligation', () => {
  test('is done by whoever owes it, with evidence, and waived by staff with a reason', async () => {
    const { id, partner, browser } = await signWith()
    const guests = `/api/obligations/${await idOf(id, 'guest_count')}`
    await portal.db
      .update(partnerProfiles)
      .set({ onboardingStatus: 'completed' })
      .where(eq(partnerProfiles.id, partner.profile.id))
    const announced = { fileName: 'count.txt', fileSize: 3 }
    const asked = await browser.post(`${guests}/upload`, announced)
    const { uploadURL } = asked.json()
    const sent = await browser.send('PUT', uploadURL, Buffer.from('120'), { 'content-type': 'text/plain' })
    expect(sent.statusCode, sent.body).toBe(204)
    const registered = await browser.put('/api/task-proofs/upload', { resourceURL: uploadURL })
    const objectKey = registered.json().filePath
    const done = await browser.put(guests, { status: 'done', note: '120 guests', filePath: objectKey })
    expect(done.json()).toMatchObject({ status: 'done', note: '120 guests', fileName: 'count.txt' })
    expect((await browser.get(`/objects/${objectKey}`)).statusCode).toBe(200)
    expect((await staff.get(`/objects/${objectKey}`)).statusCode).toBe(200)
    const stranger = await portal.signIn((await createPartner(portal)).user)
    expect((await stranger.get(`/objects/${objectKey}`)).statusCode).toBe(403)
    expect((await stranger.post(`${guests}/upload`, announced)).statusCode).toBe(403)
    expect((await stranger.put(guests, { status: 'open' })).statusCode).toBe(404)

    // The file goes with the path.
    expect((await browser.put(guests, { status: 'open', filePath: null })).json().fileName).toBeNull()
    expect((await browser.get(`/objects/${objectKey}`)).statusCode).toBe(404)

    const delivery = `/api/obligations/${await idOf(id, 'collateral')}`
    expect((await browser.put(delivery, { status: 'done' })).statusCode).toBe(403)
    expect((await browser.post(`${delivery}/upload`, announced)).statusCode).toBe(403)
    expect((await browser.put(guests, { status: 'waived', note: 'Please' })).statusCode).toBe(403)
    expect((await staff.put(delivery, { status: 'waived' })).json().fields).toEqual({
      note: 'Enter a reason',
    })
    const waived = await staff.put(delivery, { status: 'waived', note: 'They print it' })
    expect(waived.json()).toMatchObject({ status: 'waived', note: 'They print it', closedFor: null })
    expect(await activityTypesOf(portal, partner)).toEqual(
      expect.arrayContaining(['obligation_done', 'obligation_reopened', 'obligation_waived']),
    )
  })

  test('is not changed by a form that was opened before somebody else changed it', async () => {
    const { id } = await signWith()
    const { id: ownId = '', updatedAt } = (await oneOf(id, 'collateral')) ?? {}
    const url = `/api/obligations/${ownId}`
    await staff.put(url, { status: 'waived', note: 'They print it', updatedAt })
    const stale = await staff.put(url, { status: 'done', note: '', updatedAt })
    expect(stale.json()).toMatchObject({ code: 'conflict', message: expect.stringMatching(/changed this/) })
    expect(await oneOf(id, 'collateral')).toMatchObject({ status: 'waived', note: 'They print it' })
  })

  test('to pay is done by payments alone', async () => {
    const { id } = await signWith()
    const deposit = `/api/obligations/${await idOf(id, 'deposit')}`
    const response = await staff.put(deposit, { status: 'done' })
    expect(response.json()).toMatchObject({
      code: 'conflict',
      message: 'A payment is done once it is paid. Record the payment instead.',
    })
  })

  test('is late by the clocks of the place, unless it passes by itself', async () => {
    const { id } = await signWith()
    const at = async (hours: number, timeZone: string) => {
      const day = new Date(Date.now() + hours * 3600_000).toISOString().slice(0, 10)
      await portal.db.update(obligations).set({ dueOn: day, timeZone }).where(eq(obligations.documentId, id))
    }
    // Kiritimati is 14 hours ahead of UTC, so yesterday there is over everywhere else's today.
    await at(-48, 'Pacific/Kiritimati')
    const late = (await listOf(id)).filter((each) => (each as never as { isLate: boolean }).isLate)
    expect(late.map(({ kind }) => kind).toSorted()).toEqual([
      'balance',
      'collateral',
      'deposit',
      'guest_count',
    ])
    await at(24, 'Pacific/Kiritimati')
    expect(await oneOf(id, 'deposit')).toMatchObject({ isLate: false })
  })
})

test('members who may not sign see the days of setup, delivery and guests, and nothing else', async () => {
  const { id, partner, browser } = await signWith()
  const activation = await createActivation(portal, { partnerId: partner.profile.id, documentId: id })
  await staff.put(`/api/activations/${activation.id}`, { stage: 'confirmed' })
  const { user } = await createMember(portal, { partnerId: partner.profile.id, canSign: false })
  const member = await portal.signIn(user)
  await staff.put(`/api/obligations/${await idOf(id, 'collateral')}`, { status: 'done', note: 'By courier' })
  for (const url of ['/api/partner/obligations', `/api/activations/${activation.id}/obligations`]) {
    const seen = (await member.get(url)).json()
    expect(seen.map(({ kind }: Listed) => kind).toSorted()).toEqual(['collateral', 'guest_count', 'setup'])
    for (const each of seen) {
      expect(each).toMatchObject({
        documentId: null,
        amountCents: null,
        clause: null,
        note: null,
        filePath: null,
      })
    }
  }
  expect((await member.get(`/api/partner/documents/${id}/obligations`)).statusCode).toBe(404)
  expect(
    (await member.put(`/api/obligations/${await idOf(id, 'deposit')}`, { status: 'open' })).statusCode,
  ).toBe(404)
  const setup = await member.put(`/api/obligations/${await idOf(id, 'setup')}`, { status: 'done' })
  expect(setup.json()).toMatchObject({ status: 'done', documentId: null })

  // Members do not see the note and the evidence of others, and remove neither.
  const guests = `/api/obligations/${await idOf(id, 'guest_count')}`
  await browser.put(guests, { status: 'done', note: '120 guests' })
  expect((await member.put(guests, { status: 'open', note: null, filePath: null })).statusCode).toBe(403)
  const reopened = await member.put(guests, { status: 'open', note: null })
  expect(reopened.json()).toMatchObject({ status: 'open', note: null })
  expect(await oneOf(id, 'guest_count')).toMatchObject({ status: 'open', note: '120 guests' })
  expect((await browser.get('/api/partner/obligations')).json()).toHaveLength(10)
})

test('staff list what is owed, by side, kind, day and state', async () => {
  const { id, partner } = await signWith()
  const listed = async (query: string) => {
    const response = await staff.get(`/api/admin/obligations?partnerId=${partner.profile.id}&${query}`)
    expect(response.statusCode, response.body).toBe(200)
    return response.json().map(({ kind }: Listed) => kind)
  }
  expect(await listed('owedBy=partner')).toEqual(['guest_count', 'setup', 'exclusivity'])
  expect(await listed('from=2027-04-17&until=2027-04-17')).toEqual(['setup'])
  expect(await listed('kind=balance&state=open')).toEqual(['balance'])
  expect(await listed('state=done')).toEqual([])
  await portal.db.update(obligations).set({ dueOn: '2026-01-01' }).where(eq(obligations.documentId, id))
  // What passes by itself is not open any more.
  expect((await listed('state=open')).toSorted()).toEqual([
    ...['additional_costs', 'balance', 'collateral', 'deposit', 'guest_count'],
  ])
  expect((await listed('sort=-amount')).slice(0, 2).toSorted()).toEqual(['balance', 'deposit'])
  expect(await listed('manager=me')).toEqual([])
  await staff.put(`/api/obligations/${await idOf(id, 'setup')}`, { status: 'done' })
  expect(await listed('state=done')).toEqual(['setup'])
})

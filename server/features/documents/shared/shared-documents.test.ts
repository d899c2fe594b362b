import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { listEvents } from '#server/domain-events/chain/data.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createUser, sign } from '#test/factories.ts'
import { activityTypesOf } from '#test/partner-rows.ts'

const portal = await createTestApp({ runsJobs: true })
const { db } = portal
afterAll(portal.close)

const staff = await createUser(portal, { role: 'support' })
const browser = await portal.signIn(staff)
type Partner = Awaited<ReturnType<typeof createPartner>>

let number = 0
const gather = async () => {
  number += 1
  const group = `Venues ${number}`
  const inGroup = () => createPartner(portal, { status: 'completed', user: { partnerGroup: group } })
  return {
    group,
    ann: await inGroup(),
    ben: await inGroup(),
    cid: await createPartner(portal, { status: 'completed' }),
  }
}

const add = async (body: object) => {
  const response = await browser.post('/api/admin/documents', {
    documentType: 'venue_partnership_agreement',
    ...body,
  })
  expect(response.statusCode, response.body).toBe(201)
  return response.json()
}
const move = ({ user }: Partner, partnerGroup: string | null) =>
  browser.put(`/api/admin/users/${user.id}/partner-group`, { partnerGroup })
/** Returns the agreements of a partner besides the two that every partner has. */
const addedOf = async ({ user }: Partner) =>
  (await (await portal.signIn(user)).get('/api/partner/documents')).json().slice(2)
const read = async (id: string) => (await browser.get(`/api/admin/shared-documents/${id}`)).json()

describe('an agreement for an audience', () => {
  test('is signed by each partner on their own, and its progress is shown as one', async () => {
    const { group, ann, ben, cid } = await gather()
    const shared = await add({ assignedGroup: group, appendixA: { eventName: 'Spring weekend' } })
    expect(shared).toMatchObject({
      partnerId: null,
      assignedGroup: group,
      appendixA: { eventName: 'Spring weekend' },
      progress: { partners: 2, signed: 0 },
    })
    const [own] = await addedOf(ann)
    expect(own).toMatchObject({
      partnerId: ann.profile.id,
      status: 'pending',
      appendixA: { eventName: 'Spring weekend' },
      sharedDocumentId: null,
      assignedPartnerIds: [],
      assignedGroup: null,
    })
    await sign(portal, ann.user, 'venue_partnership_agreement', own.id)
    expect(await read(shared.id)).toMatchObject({ progress: { partners: 2, signed: 1 } })
    const listed = async (query: string) =>
      (await browser.get(`/api/admin/shared-documents/${shared.id}/documents${query}`)).json()
    expect(await listed('?status=pending')).toMatchObject([
      { partner: { id: ben.profile.id }, sharedDocumentId: shared.id, assignedGroup: group },
    ])
    expect(await listed('?limit=1&page=2')).toHaveLength(1)
    expect(await addedOf(cid)).toEqual([])
    expect((await auditEventsOf(portal, staff)).at(-1)).toMatchObject({ action: 'document.added' })
    expect((await browser.get('/api/admin/shared-documents')).json()[0].id).toBe(shared.id)
    expect(
      (
        await (
          await portal.signIn(ann.user)
        ).get(`/api/partner/documents/${(await listed('?status=pending'))[0].id}`)
      ).statusCode,
    ).toBe(404)
  })

  test('comes and goes with membership until it is signed, and the portal stays open', async () => {
    const { group, ann, ben, cid } = await gather()
    const shared = await add({ assignedGroup: group })
    const [own] = await addedOf(ann)
    await sign(portal, ann.user, 'venue_partnership_agreement', own.id)
    await move(cid, group)
    expect(await addedOf(cid)).toHaveLength(1)
    for (const partner of [ann, ben, cid]) await move(partner, null)
    expect(await addedOf(ann)).toMatchObject([{ id: own.id, status: 'signed' }])
    expect([await addedOf(ben), await addedOf(cid)]).toEqual([[], []])
    expect(await activityTypesOf(portal, cid)).toEqual(
      expect.arrayContaining(['document_added', 'document_withdrawn']),
    )
    expect(await read(shared.id)).toMatchObject({ progress: { partners: 1, signed: 1 } })
    expect((await (await portal.signIn(cid.user)).get('/api/partner/profile')).json()).toMatchObject({
      onboardingStatus: 'completed',
    })
  })

  test('can change its terms and audience, and be deleted, where it is not signed', async () => {
    const { group, ann, ben, cid } = await gather()
    const shared = await add({ assignedGroup: group, appendixA: { eventName: 'Spring weekend' } })
    const [own] = await addedOf(ann)
    await sign(portal, ann.user, 'venue_partnership_agreement', own.id)
    const change = { appendixA: { eventName: 'Autumn weekend' }, assignedPartnerIds: [cid.profile.id] }
    const url = `/api/admin/shared-documents/${shared.id}`
    const changed = await browser.put(url, { ...change, updatedAt: shared.updatedAt })
    expect(changed.json(), changed.body).toMatchObject({
      appendixA: { eventName: 'Autumn weekend' },
      progress: { partners: 3, signed: 1 },
    })
    const [signed, open, added] = await Promise.all([ann, ben, cid].map(addedOf))
    expect(signed[0].appendixA).toMatchObject({ eventName: 'Spring weekend' })
    expect(open[0].appendixA).toEqual({ eventName: 'Autumn weekend' })
    const chain = await listEvents(portal.db, open[0].id)
    expect(chain.map(({ type }) => type)).toEqual(['created', 'terms_changed'])
    expect(added[0].appendixA).toEqual({ eventName: 'Autumn weekend' })
    expect((await browser.put(url, { assignedGroup: null, updatedAt: shared.updatedAt })).statusCode).toBe(
      409,
    )

    const reason = 'The event was cancelled'
    expect((await browser.post(`${url}/withdraw`, { reason })).statusCode).toBe(204)
    expect((await browser.get(url)).statusCode).toBe(404)
    expect([await addedOf(ben), await addedOf(cid)]).toEqual([[], []])
    expect(await addedOf(ann)).toMatchObject([{ id: own.id, status: 'signed' }])
  })

  test('stays with a partner who has no other of its type', async () => {
    const { group } = await gather()
    const { user, profile } = await createPartner(portal, { user: { partnerGroup: group } })
    const partner = { user, profile } as Partner
    await add({ documentType: 'nda', assignedGroup: group })
    const ofPartner = eq(partnerDocuments.partnerId, profile.id)
    const isFirst = and(
      ofPartner,
      eq(partnerDocuments.documentType, 'nda'),
      isNull(partnerDocuments.sharedDocumentId),
    )
    await db.delete(partnerDocuments).where(isFirst)
    await move(partner, null)
    expect(await db.$count(partnerDocuments, ofPartner)).toBe(2)
  })

  test('must name its audience, and is an ordinary agreement if it is for one partner', async () => {
    const { cid } = await gather()
    const single = await add({ partnerId: cid.profile.id })
    expect(single).toMatchObject({ partnerId: cid.profile.id, sharedDocumentId: null, status: 'pending' })
    for (const wrong of [
      {},
      { assignedPartnerIds: [] },
      { assignedPartnerIds: [], assignedGroup: null },
      { assignedGroup: 7 },
      { documentType: 'nda', assignedGroup: 'A', appendixA: { eventName: 'x' } },
      { assignedPartnerIds: [crypto.randomUUID()], assignedGroup: null },
    ]) {
      const body = { documentType: 'venue_partnership_agreement', ...wrong }
      expect((await browser.post('/api/admin/documents', body)).statusCode, JSON.stringify(wrong)).toBe(400)
    }
  })
})

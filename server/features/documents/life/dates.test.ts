import { and, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { utcDay } from '#contract/documents/standing.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { listEvents } from '#server/domain-events/chain/data.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createDocument, createPartner, createUser, sign } from '#test/factories.ts'
import { activityTypesOf, documentIdOf, documentsOf } from '#test/partner-rows.ts'
import { createSeal } from '#test/seal-rows.ts'
import { verifyEvidence } from '../proof/verify-evidence.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const admin = await createUser(portal, { role: 'admin' })
const browser = await portal.signIn(admin)
const day = (days: number) => utcDay(Date.now() + days * 86_400_000)
const setDates = (id: string, body: Record<string, unknown>) =>
  browser.put(`/api/admin/documents/${id}/dates`, { effectiveOn: null, endsOn: null, ...body })
const lastEventOf = async (id: string) => (await listEvents(db, id)).at(-1)
const noProblems = async () =>
  expect((await verifyEvidence({ db, store: portal.deps.store })).problems).toEqual([])

describe('the dates of an agreement', () => {
  test('can be set before and after it is signed, and each change is recorded', async () => {
    const partner = await createPartner(portal)
    const id = documentIdOf(partner, 'nda')
    const dates = { effectiveOn: '2026-12-01', endsOn: '2049-11-30' }
    expect((await setDates(id, dates)).json()).toMatchObject({ status: 'pending', ...dates })
    await sign(portal, partner.user, 'nda')
    const changed = await setDates(id, { effectiveOn: '2026-12-01', endsOn: '2026-12-01' })
    expect(changed.json()).toMatchObject({ status: 'signed', endsOn: '2026-12-01' })
    expect(await lastEventOf(id)).toMatchObject({
      type: 'dates_changed',
      data: { by: admin.id, effectiveOn: '2026-12-01', endsOn: '2026-12-01' },
    })
    expect((await auditEventsOf(portal, admin)).at(-1)).toMatchObject({
      action: 'document.changed',
      subjectId: id,
      before: { endsOn: '2049-11-30' },
      after: { partnerId: partner.profile.id, endsOn: '2026-12-01' },
    })
    expect(await activityTypesOf(portal, partner)).toContain('document_changed')
    expect((await setDates(id, {})).json()).toMatchObject({ effectiveOn: null, endsOn: null })
    await noProblems()
  })

  test('that stay the same are not recorded', async () => {
    const partner = await createPartner(portal)
    const id = documentIdOf(partner, 'nda')
    expect((await setDates(id, {})).statusCode).toBe(200)
    expect(await listEvents(db, id)).toEqual([])
  })

  test('must be days of the calendar, and in order', async () => {
    const id = documentIdOf(await createPartner(portal), 'nda')
    const wrong = await setDates(id, { effectiveOn: '2049-01-02', endsOn: '2049-01-01' })
    expect(wrong.json().fields).toEqual({ endsOn: 'It cannot end before it takes effect' })
    for (const endsOn of ['2049-02-30', '2049-1-1', 'soon', '1700-01-01']) {
      expect((await setDates(id, { endsOn })).statusCode).toBe(400)
    }
  })

  test('cannot be changed by an editor who has not seen the last change, or for a voided agreement', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    const id = documentIdOf(partner, 'nda')
    const { updatedAt } = (await browser.get(`/api/partner/documents/${id}`)).json()
    expect((await setDates(id, { endsOn: day(9), updatedAt })).statusCode).toBe(200)
    expect((await setDates(id, { endsOn: day(10), updatedAt })).statusCode).toBe(409)
    await browser.post(`/api/admin/documents/${id}/void`, { reason: 'Wrong company' })
    expect((await setDates(id, { endsOn: day(10) })).json().message).toMatch(/is voided/)
    expect((await setDates(crypto.randomUUID(), {})).statusCode).toBe(404)
  })

  test('can be given when it is created, for one partner and for several', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    const given = { documentType: 'nda', effectiveOn: day(1), endsOn: day(100) }
    const one = await browser.post(`/api/admin/partners/${partner.profile.id}/documents`, given)
    expect(one.json()).toMatchObject({ ...given, replacesEarlier: false })
    const created = (await listEvents(db, one.json().id))[0]
    expect(created).toMatchObject({ type: 'created', data: { effectiveOn: day(1), endsOn: day(100) } })
    const audience = { assignedPartnerIds: [partner.profile.id], assignedGroup: null }
    const shared = await browser.post('/api/admin/documents', {
      ...given,
      ...audience,
      replacesEarlier: true,
    })
    expect(shared.json()).toMatchObject({ ...given, replacesEarlier: true })
    const own = (await documentsOf(portal, partner)).find(
      ({ sharedDocumentId }) => sharedDocumentId === shared.json().id,
    )
    expect(own).toMatchObject({ ...given, replacesEarlier: true })
    const wrong = await browser.post('/api/admin/documents', { ...given, ...audience, endsOn: day(0) })
    expect(wrong.json().fields).toEqual({ endsOn: 'It cannot end before it takes effect' })
    await noProblems()
  })

  test('can change at the moment it is signed, and both are stored', async () => {
    for (let round = 0; round < 10; round += 1) {
      const partner = await createPartner(portal)
      const id = documentIdOf(partner, 'nda')
      const [changed] = await Promise.all([
        setDates(id, { endsOn: day(40) }),
        sign(portal, partner.user, 'nda', id),
      ])
      expect(changed.statusCode).toBe(200)
      const [stored] = await db.select().from(partnerDocuments).where(eq(partnerDocuments.id, id))
      expect(stored).toMatchObject({ status: 'signed', endsOn: day(40) })
      const types = (await listEvents(db, id)).map(({ type }) => type)
      expect(types.filter((type) => type === 'signed' || type === 'dates_changed').toSorted()).toEqual([
        'dates_changed',
        'signed',
      ])
    }
    await noProblems()
  })
})

describe('an agreement that replaces earlier ones', () => {
  const give = async (partnerId: string, body: Record<string, unknown> = {}) =>
    (
      await browser.post(`/api/admin/partners/${partnerId}/documents`, {
        documentType: 'nda',
        replacesEarlier: true,
        ...body,
      })
    ).json().id as string
  const endOf = async (id: string) =>
    (await db.select().from(partnerDocuments).where(eq(partnerDocuments.id, id)))[0]?.endsOn

  test('ends those of its type on the day on which it is signed, and their chains record it', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    const [first, contract] = [
      documentIdOf(partner, 'nda'),
      documentIdOf(partner, 'venue_partnership_agreement'),
    ]
    await setDates(first, { endsOn: day(50) })
    const id = await give(partner.profile.id)
    expect(await endOf(first)).toBe(day(50))
    await sign(portal, partner.user, 'nda', id)
    expect([await endOf(first), await endOf(contract), await endOf(id)]).toEqual([day(0), null, null])
    expect(await lastEventOf(first)).toMatchObject({
      type: 'replaced',
      data: { by: partner.user.id, replacedBy: id, endsOn: day(0) },
    })
    expect(await activityTypesOf(portal, partner)).toContain('document_replaced')
    await noProblems()
  })

  test('ends them, too, when it is marked as signed on paper', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    const id = await give(partner.profile.id)
    await browser.put(`/api/partner/documents/${id}`, { status: 'signed' })
    expect(await endOf(documentIdOf(partner, 'nda'))).toBe(day(0))
    expect(await lastEventOf(documentIdOf(partner, 'nda'))).toMatchObject({
      type: 'replaced',
      data: { by: admin.id, replacedBy: id },
    })
    await noProblems()
  })

  test('leaves those alone that have ended, are voided or not signed, and ends a later one on its first day', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    const { id: partnerId } = partner.profile
    const signedAs = async (values: Partial<typeof partnerDocuments.$inferInsert>) => {
      const { id } = await createDocument(portal, { partnerId, documentType: 'nda' })
      await sign(portal, partner.user, 'nda', id)
      await db.update(partnerDocuments).set(values).where(eq(partnerDocuments.id, id))
      return id
    }
    const ended = await signedAs({ endsOn: day(-3) })
    const voided = await signedAs({ voidedAt: new Date(), voidReason: 'Wrong company' })
    const later = await signedAs({ effectiveOn: day(5), endsOn: day(50) })
    const { id: pending } = await createDocument(portal, { partnerId, documentType: 'nda' })
    const id = await give(partnerId)
    await sign(portal, partner.user, 'nda', id)
    expect(await Promise.all([ended, voided, later, pending].map(endOf))).toEqual([
      day(-3),
      null,
      // This agreement takes effect later, and cannot end before that.
      day(5),
      null,
    ])
  })

  test('does not end those of another partner, and one that replaces nothing ends none', async () => {
    const [partner, other] = [
      await createPartner(portal, { status: 'completed' }),
      await createPartner(portal, { status: 'completed' }),
    ]
    await sign(portal, other.user, 'nda', await give(other.profile.id))
    const id = await give(partner.profile.id, { replacesEarlier: false })
    await sign(portal, partner.user, 'nda', id)
    const open = and(eq(partnerDocuments.partnerId, partner.profile.id), eq(partnerDocuments.endsOn, day(0)))
    expect(await db.$count(partnerDocuments, open)).toBe(0)
  })
})

test('an agreement is verified as ended from the midnight after its last day, in UTC', async () => {
  const id = documentIdOf(await createPartner(portal, { status: 'completed' }), 'nda')
  const { code } = await createSeal(portal, id)
  const verified = async () => (await portal.visit().get(`/api/verification?code=${code}`)).json()
  await setDates(id, { endsOn: day(0) })
  expect(await verified()).toMatchObject({ state: 'in-force', stateSince: null })
  await setDates(id, { endsOn: day(-1) })
  expect(await verified()).toMatchObject({ state: 'ended', stateSince: `${day(0)}T00:00:00.000Z` })
})

import { and, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { notifications } from '#server/db/schema/notifications.ts'
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

const admin = await createUser(portal, { role: 'admin', firstName: 'Robin', lastName: 'Vale' })
const browser = await portal.signIn(admin)
const reason = 'The wrong company\nis named in it'
const voidIt = (id: string, by = browser) => by.post(`/api/admin/documents/${id}/void`, { reason })
const statusOf = async ({ profile }: { profile: { id: string } }) =>
  (await browser.get(`/api/admin/partners/${profile.id}`)).json().onboardingStatus

describe('voiding a signed agreement', () => {
  test('marks it, keeps its signature, and is recorded', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    const id = documentIdOf(partner, 'nda')
    const response = await voidIt(id)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      status: 'signed',
      signedAt: expect.any(String),
      voidedAt: expect.any(String),
      voidReason: reason,
      evidence: { signerName: expect.any(String) },
    })
    expect(await activityTypesOf(portal, partner)).toEqual(
      expect.arrayContaining(['document_voided', 'document_added']),
    )
    const recorded = await auditEventsOf(portal, admin)
    expect(recorded.find(({ action }) => action === 'document.voided')).toMatchObject({
      subjectId: id,
      after: { partnerId: partner.profile.id, reason },
    })
    const [event] = (await listEvents(db, id)).slice(-1)
    expect(event).toMatchObject({ type: 'voided', data: { by: admin.id } })
    expect(JSON.stringify(event)).not.toContain('wrong company')
    const [notice] = await db
      .select()
      .from(notifications)
      .where(and(eq(notifications.documentId, id), eq(notifications.kind, 'agreement_changed')))
    expect(notice).toMatchObject({ userId: partner.user.id, title: 'Voided: NDA', detail: reason })
    const { problems } = await verifyEvidence({ db, store: portal.deps.store })
    expect(problems.filter(({ documentId }) => documentId === id)).toEqual([])
  })

  test('shows to staff who voided it, and to the partner only why', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    const id = documentIdOf(partner, 'nda')
    await voidIt(id)
    const path = `/api/partner/documents/${id}`
    expect((await browser.get(path)).json()).toMatchObject({ voidedByName: 'Robin Vale', voidReason: reason })
    const own = await portal.signIn(partner.user)
    const seen = await own.get(path)
    expect(seen.json()).toMatchObject({ voidedByName: null, voidReason: reason })
    expect(seen.body).not.toContain('Vale')
    // The partner can still download the signed text.
    expect((await own.get(`${path}/text`)).statusCode).toBe(200)
  })

  test('gives the partner another one to sign with the same terms, and onboarding stays completed', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    const id = documentIdOf(partner, 'venue_partnership_agreement')
    await voidIt(id)
    const [again, ...others] = (await documentsOf(portal, partner)).filter(
      ({ status }) => status === 'pending',
    )
    expect(others).toEqual([])
    const { partnershipSignatureDate: _day, ...terms } =
      (await documentsOf(portal, partner)).find((document) => document.id === id)?.appendixA ?? {}
    expect(again).toMatchObject({ documentType: 'venue_partnership_agreement', appendixA: terms })
    expect(Object.keys(terms).length).toBeGreaterThan(5)
    expect(await statusOf(partner)).toBe('completed')
    await sign(portal, partner.user, 'venue_partnership_agreement')
    expect(await statusOf(partner)).toBe('completed')
  })

  test('during onboarding requires a new signature before onboarding is completed', async () => {
    const partner = await createPartner(portal)
    await sign(portal, partner.user, 'nda')
    await voidIt(documentIdOf(partner, 'nda'))
    await sign(portal, partner.user, 'venue_partnership_agreement')
    expect(await statusOf(partner)).toBe('documents')
    await sign(portal, partner.user, 'nda')
    expect(await statusOf(partner)).toBe('completed')
  })

  test('adds no agreement when there is another of the type', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    await createDocument(portal, { partnerId: partner.profile.id, documentType: 'nda' })
    await voidIt(documentIdOf(partner, 'nda'))
    expect(await documentsOf(portal, partner)).toHaveLength(3)
  })

  test('that had replaced an earlier one gives the partner another to sign', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    const earlier = documentIdOf(partner, 'nda')
    const given = { partnerId: partner.profile.id, documentType: 'nda', replacesEarlier: true }
    const { id } = await createDocument(portal, given)
    await sign(portal, partner.user, 'nda', id)
    expect((await browser.get(`/api/partner/documents/${earlier}`)).json().endsOn).not.toBeNull()
    expect((await voidIt(id)).statusCode).toBe(200)
    const pending = (await documentsOf(portal, partner)).filter(({ status }) => status === 'pending')
    expect(pending).toMatchObject([{ documentType: 'nda' }])
  })

  test('does not allow deleting the last one that is not voided', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    await voidIt(documentIdOf(partner, 'nda'))
    const again = (await documentsOf(portal, partner)).find(({ status }) => status === 'pending')
    const response = await browser.post(`/api/admin/documents/${again?.id}/withdraw`, { reason: 'No need' })
    expect(response.json().message).toMatch(/at least one agreement of each onboarding type/)
  })

  test('keeps the portal open to the partner, even when another signature on paper is taken back', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    const { id } = await createDocument(portal, { partnerId: partner.profile.id })
    await browser.put(`/api/partner/documents/${id}`, { status: 'signed' })
    await voidIt(documentIdOf(partner, 'nda'))
    const takenBack = await browser.post(`/api/admin/documents/${id}/take-back`, { reason })
    expect(takenBack.statusCode).toBe(200)
    expect(await statusOf(partner)).toBe('completed')
  })

  test('is for admins, for signed agreements, and happens once', async () => {
    const partner = await createPartner(portal)
    await sign(portal, partner.user, 'nda')
    const id = documentIdOf(partner, 'nda')
    const support = await portal.signIn(await createUser(portal, { role: 'support' }))
    expect((await voidIt(id, support)).statusCode).toBe(403)
    const pending = await voidIt(documentIdOf(partner, 'venue_partnership_agreement'))
    expect([pending.statusCode, pending.json().message]).toEqual([409, 'This agreement is not signed.'])
    expect((await browser.post(`/api/admin/documents/${id}/void`, { reason: ' ' })).statusCode).toBe(400)
    expect((await voidIt(id)).statusCode).toBe(200)
    expect((await voidIt(id)).json().message).toBe('This agreement is already voided.')
    expect((await voidIt(crypto.randomUUID())).statusCode).toBe(404)
  })

  test('on paper prevents taking back its signature and adding a scan', async () => {
    const partner = await createPartner(portal)
    const id = documentIdOf(partner, 'nda')
    await browser.put(`/api/partner/documents/${id}`, { status: 'signed' })
    expect((await voidIt(id)).json()).toMatchObject({ status: 'signed', evidence: null })
    const takenBack = await browser.post(`/api/admin/documents/${id}/take-back`, { reason })
    expect([takenBack.statusCode, takenBack.json().message]).toEqual([409, 'This agreement is voided.'])
  })

  test('by two at once happens once, with one new agreement', async () => {
    for (let round = 0; round < 5; round += 1) {
      const partner = await createPartner(portal, { status: 'completed' })
      const id = documentIdOf(partner, 'nda')
      const responses = await Promise.all([voidIt(id), voidIt(id)])
      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
      expect((await listEvents(db, id)).filter(({ type }) => type === 'voided')).toHaveLength(1)
      expect(await db.$count(partnerDocuments, eq(partnerDocuments.partnerId, partner.profile.id))).toBe(3)
    }
  })
})

test('a voided agreement counts as not signed', async () => {
  const stats = async () => (await browser.get('/api/admin/stats')).json().documentsCompleted
  const overview = async () => (await browser.get('/api/admin/overview')).json()
  const partner = await createPartner(portal)
  await sign(portal, partner.user, 'nda')
  const [before, waiting] = [await stats(), (await overview()).waiting.nda]
  const inWeek = async () => (await overview()).weeks.at(-1).nda
  const signedThisWeek = await inWeek()
  await voidIt(documentIdOf(partner, 'nda'))
  expect(await stats()).toBe(before - 1)
  expect((await overview()).waiting.nda).toBe(waiting + 1)
  expect(await inWeek()).toBe(signedThisWeek - 1)
  const search = encodeURIComponent(partner.profile.businessName)
  const listed = async (query: string) =>
    (await browser.get(`/api/admin/partners-with-user-info?search=${search}${query}`)).json()
  expect(await listed('')).toMatchObject([{ agreements: { signed: 0, total: 2 } }])
  expect(await listed('&signed=nda')).toEqual([])
  expect(await listed('&signed=no_nda')).toHaveLength(1)
})

test('an agreement for several partners does not count voided ones as signed', async () => {
  const partner = await createPartner(portal, { status: 'completed' })
  const created = await browser.post('/api/admin/documents', {
    documentType: 'nda',
    assignedPartnerIds: [partner.profile.id],
    assignedGroup: null,
  })
  const { id } = created.json()
  await sign(portal, partner.user, 'nda')
  const own = (await documentsOf(portal, partner)).find(({ sharedDocumentId }) => sharedDocumentId === id)
  const shared = `/api/admin/shared-documents/${id}`
  const rows = async (status: string) => (await browser.get(`${shared}/documents?status=${status}`)).json()
  expect((await browser.get(shared)).json().progress).toEqual({ partners: 1, signed: 1 })
  expect([await rows('signed'), await rows('pending')].map(({ length }) => length)).toEqual([1, 0])
  await voidIt(own?.id ?? '')
  expect((await browser.get(shared)).json().progress).toEqual({ partners: 1, signed: 0 })
  expect([await rows('signed'), await rows('pending')].map(({ length }) => length)).toEqual([0, 1])
})

test('a voided agreement is verified as no longer in force, also when its end date has passed', async () => {
  const partner = await createPartner(portal, { status: 'completed' })
  const id = documentIdOf(partner, 'nda')
  const { sha256 } = await createSeal(portal, id)
  const { voidedAt } = (await voidIt(id)).json()
  const verified = async () => (await portal.visit().get(`/api/verification?sha256=${sha256}`)).json()
  expect(await verified()).toMatchObject({ state: 'voided', stateSince: voidedAt })
  await db.update(partnerDocuments).set({ endsOn: '2026-01-01' }).where(eq(partnerDocuments.id, id))
  expect(await verified()).toMatchObject({ state: 'voided', stateSince: voidedAt })
})

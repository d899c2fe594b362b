import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { AgreementTypeDetails } from '#contract/agreement-types.ts'
import type { NeedsAttention } from '#contract/attention.ts'
import { writeAgreementSource } from '#contract/documents/agreements/agreement-source.ts'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { countedDocuments, type DocumentQuery } from '#contract/documents/document-filters.ts'
import type { ListedDocument } from '#contract/documents/document-list.ts'
import type { SharedDocument } from '#contract/documents/shared-documents.ts'
import type { AdminOverview, AdminStats } from '#contract/overview.ts'
import { documentSeals } from '#server/db/schema/evidence.ts'
import { partnerDocuments, partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { awaitingCompany } from '#test/countersigning.ts'
import { createDocument, createPartner, createUser, sign, signedOnPaper } from '#test/factories.ts'
import { activityTypesOf, documentIdOf, documentsOf } from '#test/partner-rows.ts'
import { outlastStepUp } from '#test/step-up.ts'
import { verifyEvidence } from '../proof/verify-evidence.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const day = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * day)
const dayIn = (days: number) => daysAgo(-days).toISOString().slice(0, 10)

const admin = await createUser(portal, { role: 'admin' })
const browser = await portal.signIn(admin)
const url = '/api/admin/documents'

type Document = typeof partnerDocuments.$inferInsert
const change = (id: string, values: Partial<Document>, of: TestApp = portal) =>
  of.db.update(partnerDocuments).set(values).where(eq(partnerDocuments.id, id))

const list = async (query: Record<string, string>, by = browser) => {
  const response = await by.get(`${url}?${new URLSearchParams({ limit: '50', ...query })}`)
  expect(response.statusCode, response.body).toBe(200)
  const rows = response.json<ListedDocument[]>()
  return { rows, ids: rows.map(({ id }) => id), total: Number(response.headers['x-total-count']) }
}

const publish = async (text: string, by = browser) => {
  const type = '/api/admin/agreement-types/nda'
  const source = `${writeAgreementSource(firstAgreements.nda.blocks)}\n\n${text}`
  await by.put(`${type}/draft`, { title: firstAgreements.nda.title, source })
  const { draft } = (await by.get(type)).json()
  expect((await by.post(`${type}/draft/publish`, { updatedAt: draft.updatedAt })).statusCode).toBe(200)
}

describe('the list of agreements', () => {
  test('has a filter for each state, for dates, opening, type, text, access, partner and group', async () => {
    const partner = await createPartner(portal, { status: 'completed', user: { partnerGroup: 'Filtered' } })
    const of = { partnerId: partner.profile.id }
    const [nda, contract] = [
      documentIdOf(partner, 'nda'),
      documentIdOf(partner, 'venue_partnership_agreement'),
    ]
    const add = async (values: Partial<Document> = {}) =>
      (await createDocument(portal, { ...of, documentType: 'nda', ...values })).id
    const old = await add({ createdAt: daysAgo(8) })
    const declined = await add({ declinedAt: new Date(), declineReason: 'Too small' })
    const paper = signedOnPaper()
    const voided = await add({ ...paper, voidedAt: new Date(), voidReason: 'Wrong' })
    const ended = await add({ ...paper, endsOn: dayIn(-1), signedAt: daysAgo(3) })
    const ending = await add({ ...paper, endsOn: dayIn(59), signedAt: daysAgo(2) })
    const later = await add({ ...paper, endsOn: dayIn(61), signedAt: daysAgo(1) })
    const waiting = await add({
      ...paper,
      awaitsCountersignature: true,
      documentType: 'venue_partnership_agreement',
    })
    const expectIds = async (query: Record<string, string>, expected: string[]) => {
      const { ids, total } = await list({ ...of, ...query })
      expect([...ids].sort(), JSON.stringify(query)).toEqual([...expected].sort())
      expect(total).toBe(expected.length)
    }
    const inForce = [nda, contract, ending, later, waiting]
    await expectIds({}, [...inForce, old, declined, voided, ended])
    await expectIds({ status: 'to_sign' }, [old])
    await expectIds({ status: 'declined' }, [declined])
    await expectIds({ status: 'signed' }, [...inForce, ended])
    await expectIds({ status: 'latest' }, [nda, waiting])
    await expectIds({ status: 'ending' }, [ending])
    await expectIds({ status: 'ended' }, [ended])
    await expectIds({ status: 'void' }, [voided])
    await expectIds({ status: 'not_void' }, [...inForce, old, declined, ended])
    await expectIds({ status: 'waiting_for_company' }, [waiting])
    await expectIds({ status: 'unsealed' }, [])
    await expectIds({ status: 'next' }, [])
    await expectIds({ olderThan: '7' }, [old])
    await expectIds({ from: daysAgo(9).toISOString(), until: daysAgo(7).toISOString() }, [old])
    await expectIds({ signedFrom: daysAgo(2.5).toISOString(), signedUntil: daysAgo(0.5).toISOString() }, [
      ending,
      later,
    ])
    await expectIds({ type: 'venue_partnership_agreement' }, [contract, waiting])
    await expectIds({ type: 'venue_partnership_agreement,nda', status: 'to_sign' }, [old])
    await expectIds({ version: '2026-11-20' }, [nda, contract])
    await expectIds({ shared: 'none', partnerGroup: 'filtered', status: 'ending' }, [ending])
    await expectIds({ partnerGroup: 'Somebody else' }, [])
    await expectIds({ access: 'disabled' }, [])
    await expectIds({ access: 'enabled', status: 'to_sign' }, [old])
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, partner.user.id))
    await expectIds({ access: 'enabled' }, [])
    await expectIds({ access: 'disabled', status: 'to_sign' }, [old])
  })

  test('knows when the partner first opened an agreement, and shows the page of staff who look at it', async () => {
    const { user, profile, documents } = await createPartner(portal)
    const partnerId = profile.id
    const id = documents[0]?.id ?? ''
    expect((await list({ partnerId, opened: 'yes' })).ids).toEqual([])
    const { updatedAt } = (await list({ partnerId })).rows.find((row) => row.id === id) ?? {}
    const open = async () =>
      (await portal.signIn(user)).post(`/api/partner/documents/${id}/reading`, {
        step: 'opened',
        agreementVersion: '2026-11-20',
      })
    expect((await open()).statusCode).toBe(204)
    const opened = await list({ partnerId, opened: 'yes' })
    expect(opened.rows).toMatchObject([{ id, openedAt: expect.any(String), updatedAt }])
    await open()
    expect((await list({ partnerId, opened: 'yes' })).rows[0]?.openedAt).toBe(opened.rows[0]?.openedAt)
    expect((await list({ partnerId, opened: 'no' })).total).toBe(1)
  })

  test('is searched by partner, business, agreement and event, which follow changes of the profile and the terms', async () => {
    const partner = await createPartner(portal, {
      ...{ fullName: 'Zélie Quartz', businessName: 'Opal Rooms', eventName: 'Lantern Night' },
    })
    const contract = documentIdOf(partner, 'venue_partnership_agreement')
    const nda = documentIdOf(partner, 'nda')
    const found = async (search: string) => [...(await list({ search })).ids].sort()
    expect(await found('zelie opal')).toEqual([nda, contract].sort())
    expect(await found('opal nda')).toEqual([nda])
    expect(await found('lantern')).toEqual([contract])
    expect((await list({ search: 'lantern' })).rows[0]).toMatchObject({ eventName: 'Lantern Night' })
    await change(contract, { appendixA: { eventName: ' Moon Gala ' } })
    await db
      .update(partnerProfiles)
      .set({ businessName: 'Jade Rooms' })
      .where(eq(partnerProfiles.id, partner.profile.id))
    expect(await found('lantern')).toEqual([])
    expect(await found('moon jade')).toEqual([contract])
    expect(await found('opal')).toEqual([])
  })

  test('is sorted by each column, and agreements without a value come last', async () => {
    const [one, two] = [
      await createPartner(portal, { fullName: 'Aaa Sorted' }),
      await createPartner(portal, { fullName: 'Bbb Sorted' }),
    ]
    const add = async (partnerId: string, values: Partial<Document>) =>
      (await createDocument(portal, { partnerId, documentType: 'venue_partnership_agreement', ...values })).id
    for (const { documents } of [one, two])
      for (const { id } of documents) await db.delete(partnerDocuments).where(eq(partnerDocuments.id, id))
    const paper = signedOnPaper()
    const first = await add(two.profile.id, {
      ...{ ...paper, signedAt: daysAgo(5), endsOn: dayIn(5), openedAt: daysAgo(6) },
      ...{ createdAt: daysAgo(9), appendixA: { eventName: 'Alpha' } },
    })
    const second = await add(one.profile.id, {
      ...{ ...paper, signedAt: daysAgo(4), endsOn: dayIn(6), openedAt: daysAgo(5) },
      ...{ createdAt: daysAgo(8), appendixA: { eventName: 'Beta' } },
    })
    const empty = await add(two.profile.id, { createdAt: daysAgo(7), appendixA: {} })
    const sorted = async (sort: string) => (await list({ search: 'sorted', sort })).ids
    for (const column of ['event', 'opened', 'signed', 'ends']) {
      expect(await sorted(column), column).toEqual([first, second, empty])
      expect(await sorted(`-${column}`), column).toEqual([second, first, empty])
    }
    expect(await sorted('sent')).toEqual([first, second, empty])
    expect(await sorted('-sent')).toEqual([empty, second, first])
    expect(await sorted('partner')).toEqual([second, empty, first])
    expect(await sorted('-partner')).toEqual([empty, first, second])
  })
})

test('every count of agreements is the number of rows in the list that it leads to', async () => {
  await using own = await createTestApp()
  const staff = await own.signIn(await createUser(own, { role: 'admin' }))
  const age = { createdAt: daysAgo(9) }
  // Partners in each step of onboarding; some are disabled, have declined, or have signed an NDA twice.
  await createPartner(own, { status: 'profile' })
  const [first, second, half] = [await createPartner(own), await createPartner(own), await createPartner(own)]
  const disabled = await createPartner(own, { user: { disabledAt: new Date() } })
  const done = await createPartner(own, { status: 'completed' })
  await sign(own, half.user, 'nda')
  for (const { documents } of [first, disabled]) for (const { id } of documents) await change(id, age, own)
  const declined = { declinedAt: new Date(), declineReason: 'No' }
  for (const partner of [second, disabled]) await change(documentIdOf(partner, 'nda'), declined, own)
  await createDocument(own, { partnerId: done.profile.id, ...signedOnPaper() })
  await createDocument(own, { partnerId: second.profile.id, ...age })
  const voided = await createDocument(own, { partnerId: half.profile.id, ...signedOnPaper() })
  await change(voided.id, { voidedAt: new Date(), voidReason: 'Wrong' }, own)
  await awaitingCompany(own)
  await own.db.update(documentSeals).set({ requestedAt: daysAgo(1) })
  const given = await staff.post(url, {
    ...{ partnerId: null, assignedGroup: null, documentType: 'nda' },
    assignedPartnerIds: [first.profile.id, done.profile.id],
  })
  const shared = given.json<SharedDocument>()
  await sign(own, done.user, 'nda')
  await publish('5.9 One more clause.', staff)

  const read = async <Body>(path: string) => (await staff.get(path)).json<Body>()
  const attention = await read<NeedsAttention>('/api/admin/attention')
  const { waiting, weeks } = await read<AdminOverview>('/api/admin/overview')
  const stats = await read<AdminStats>('/api/admin/stats')
  const type = await read<AgreementTypeDetails>('/api/admin/agreement-types/nda')
  const { progress } = await read<SharedDocument>(`/api/admin/shared-documents/${shared.id}`)
  const record = await read<{ agreementsToSign: number }>(`/api/admin/partners/${second.profile.id}/summary`)
  const partners = await read<{ id: string; agreements: { total: number } }[]>(
    '/api/admin/partners-with-user-info',
  )
  const signatures = weeks.reduce((sum, week) => sum + week.nda + week.venue_partnership_agreement, 0)

  const counted: Record<keyof typeof countedDocuments, number> = {
    unsigned: attention.unsignedDocuments.count,
    declined: attention.declinedDocuments.count,
    unsealed: attention.unsealedDocuments.count,
    toCountersign: attention.documentsToCountersign.count,
    ndaSigned: stats.documentsCompleted,
    ndaNext: waiting.nda,
    contractNext: waiting.venue_partnership_agreement,
    onboardingSigned: signatures,
  }
  const others: [number, DocumentQuery][] = [
    [type.pending, { type: 'nda', status: 'to_sign' }],
    [type.signedEarlier.count, { type: 'nda', version: 'earlier' }],
    ...type.versions.map(({ version, signed }): [number, DocumentQuery] => [
      signed,
      { type: 'nda', version },
    ]),
    [progress.partners, { shared: shared.id, joinedLater: 'none' }],
    [progress.signed, { shared: shared.id, joinedLater: 'none', status: 'signed' }],
    [record.agreementsToSign, { partnerId: second.profile.id, status: 'to_sign' }],
    ...partners.map(({ id, agreements }): [number, DocumentQuery] => [
      agreements.total,
      { partnerId: id, status: 'not_void' },
    ]),
  ]
  const named = Object.entries(counted).map(
    ([name, number]) => [number, countedDocuments[name as keyof typeof counted]] as const,
  )
  for (const [number, query] of [...named, ...others]) {
    expect((await list({ ...query }, staff)).total, JSON.stringify(query)).toBe(number)
  }
  // The numbers differ from 0, so that the comparison means something.
  for (const [name, number] of Object.entries(counted)) expect(number, name).toBeGreaterThan(0)
  expect(others.slice(0, 2).every(([number]) => number > 0)).toBe(true)
})

describe('several agreements', () => {
  const reason = 'The wrong company'

  test('are voided together, as one entry of the audit log, and again without a change', async () => {
    const partners = [
      await createPartner(portal, { status: 'completed' }),
      await createPartner(portal, { status: 'completed' }),
    ]
    const ids = partners.map((partner) => documentIdOf(partner, 'nda'))
    const own = await createUser(portal, { role: 'admin' })
    const by = await portal.signIn(own)
    expect((await by.post(`${url}/void`, { ids, reason })).json()).toEqual({ changed: 2, unchanged: 0 })
    expect((await by.post(`${url}/void`, { ids, reason })).json()).toEqual({ changed: 0, unchanged: 2 })
    expect(await auditEventsOf(portal, own)).toMatchObject([
      {
        action: 'document.voided',
        subjectName: '2 agreements',
        after: { documentIds: expect.arrayContaining(ids), reason },
      },
    ])
    for (const partner of partners) {
      expect(await activityTypesOf(portal, partner)).toEqual(
        expect.arrayContaining(['document_voided', 'document_added']),
      )
      expect((await documentsOf(portal, partner)).filter(({ status }) => status === 'pending')).toHaveLength(
        1,
      )
    }
    const { problems } = await verifyEvidence({ db, store: portal.deps.store })
    expect(problems.filter(({ documentId }) => ids.includes(documentId ?? ''))).toEqual([])
  })

  test('are left alone when one of them cannot be voided, and voiding them asks for a proof of presence', async () => {
    const partner = await createPartner(portal)
    await sign(portal, partner.user, 'nda')
    const signed = documentIdOf(partner, 'nda')
    const unsigned = documentIdOf(partner, 'venue_partnership_agreement')
    const refused = await browser.post(`${url}/void`, { ids: [signed, unsigned], reason })
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Select only signed agreements. 1 of these is not signed.',
    ])
    const missing = await browser.post(`${url}/void`, { ids: [signed, crypto.randomUUID()], reason })
    expect(missing.statusCode).toBe(400)
    const late = await createUser(portal, { role: 'admin' })
    const lateBrowser = await portal.signIn(late)
    await outlastStepUp(portal, late)
    expect((await lateBrowser.post(`${url}/void`, { ids: [signed], reason })).statusCode).toBe(403)
    expect((await list({ partnerId: partner.profile.id, status: 'void' })).total).toBe(0)
  })

  test('get an end date together, unless one is voided or takes effect later', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    const [nda, contract] = [
      documentIdOf(partner, 'nda'),
      documentIdOf(partner, 'venue_partnership_agreement'),
    ]
    const own = await createUser(portal, { role: 'support' })
    const by = await portal.signIn(own)
    const end = (endsOn: string | null, ids = [nda, contract]) => by.post(`${url}/end`, { ids, endsOn })
    await change(contract, { effectiveOn: '2049-05-01' })
    expect((await end('2049-04-30')).statusCode).toBe(409)
    expect((await end('2049-06-30')).json()).toEqual({ changed: 2, unchanged: 0 })
    await change(nda, { endsOn: null })
    expect((await end('2049-06-30')).json()).toEqual({ changed: 1, unchanged: 1 })
    expect((await end(null)).json()).toEqual({ changed: 2, unchanged: 0 })
    expect(await auditEventsOf(portal, own)).toHaveLength(3)
    await change(nda, { voidedAt: new Date(), voidReason: reason })
    expect((await end('2049-06-30')).statusCode).toBe(409)
    expect(
      (await list({ partnerId: partner.profile.id, sort: 'ends' })).rows.map(({ endsOn }) => endsOn),
    ).toEqual([null, null])
  })

  test('are asked to be signed with the new text once, and the selected ones can be exported', async () => {
    const partners = [await createPartner(portal), await createPartner(portal), await createPartner(portal)]
    for (const { user } of partners.slice(0, 2)) await sign(portal, user, 'nda')
    const ids = partners.map((partner) => documentIdOf(partner, 'nda'))
    const ask = async () => (await browser.post(`${url}/new-text`, { ids })).json()
    expect(await ask()).toEqual({ changed: 0, unchanged: 3 })
    await publish('5.9 A clause about lanterns.')
    // Two calls at once ask each partner only once.
    const both = await Promise.all([ask(), ask()])
    expect(both.map(({ changed }) => changed).sort()).toEqual([0, 2])
    for (const partner of partners) {
      const pending = (await documentsOf(portal, partner)).filter(
        ({ documentType, status }) => documentType === 'nda' && status === 'pending',
      )
      expect(pending).toHaveLength(1)
    }
    const exported = await browser.get(`/api/admin/agreements/export?ids=${ids.join(',')}`)
    expect([exported.statusCode, exported.headers['content-type']]).toEqual([200, 'application/zip'])
    const none = await browser.get(`/api/admin/agreements/export?ids=${ids[2]}`)
    expect([none.statusCode, none.json().message]).toEqual([404, 'None of these agreements is signed.'])
  })
})

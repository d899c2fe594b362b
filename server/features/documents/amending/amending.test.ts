import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { FormerlyNamed } from '#contract/documents/amendments.ts'
import type { AgreementDetails, PartnerDocument } from '#contract/documents/documents.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { documentAmendments } from '#server/db/schema/signatures.ts'
import { listEvents } from '#server/domain-events/chain/data.ts'
import { createRenamed, prepare, rename, signAmendment, signedName } from '#test/amendments.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createUser, sign } from '#test/factories.ts'
import { documentIdOf } from '#test/partner-rows.ts'
import { readPdf } from '#test/pdf-programs.ts'
import { sealAll } from '#test/seals.ts'
import { verifyEvidence } from '../proof/verify-evidence.ts'

const portal = await createTestApp()
afterAll(() => portal.close())
const { db } = portal

const admin = await createUser(portal, { role: 'admin' })
const adminBrowser = await portal.signIn(admin)
const support = await createUser(portal, { role: 'support' })
const browser = await portal.signIn(support)

const read = async (url: string) => (await browser.get(url)).json<FormerlyNamed>()
const detailsOf = async (id: string, by = browser) =>
  (await by.get(`/api/partner/documents/${id}`)).json<AgreementDetails>()
const typesOf = async (id: string) => (await listEvents(db, id)).map(({ type }) => type)

const countersign = async (id: string) =>
  adminBrowser.post(`/api/admin/documents/${id}/countersign`, {
    signerName: 'Robin Vale',
    signerTitle: 'Director',
    textSha256: (await detailsOf(id)).evidence?.textSha256,
  })

/** Prepares an amendment and returns it. */
const prepared = async (url: string, more = {}) => {
  const response = await prepare(browser, url, more)
  expect(response.statusCode, response.body).toBe(201)
  return response.json<PartnerDocument>()
}

const declined = async () => {
  const partner = await createRenamed(portal, 'Seaside Hall LLC')
  const { id } = await prepared(partner.url)
  const own = await portal.signIn(partner.user)
  const response = await own.post(`/api/partner/documents/${id}/decline`, { reason: 'The name is wrong' })
  expect(response.statusCode).toBe(200)
  return { partner, id }
}

const inTheWay = 'Some of these agreements are already in an amendment, or no longer keep an old name.'

const expectConflict = (response: Awaited<ReturnType<typeof prepare>>, message: string) => {
  expect(response.statusCode, response.body).toBe(409)
  expect(response.json().message).toBe(message)
}

test('an amendment puts the new name into the signed agreements once both sides have signed it, and changes no byte of them', async () => {
  const partner = await createRenamed(portal, 'Seaside Hall LLC')
  const own = await portal.signIn(partner.user)
  const ids = [documentIdOf(partner, 'nda'), documentIdOf(partner, 'venue_partnership_agreement')]
  await sealAll(portal)
  const originals = async () =>
    db
      .select()
      .from(partnerDocuments)
      .where(sql`${partnerDocuments.id} = any(${sql.param(ids)}::uuid[])`)
      .orderBy(partnerDocuments.id)
  const before = await originals()

  expect(await read(partner.url)).toEqual({
    businessName: 'Seaside Hall LLC',
    agreements: ids.map((id, index) => ({
      id,
      documentName: ['NDA', 'Venue Partnership Agreement'][index],
      signedAt: expect.any(String),
      partnerName: signedName,
    })),
    waiting: [],
  })
  const { id, appendixA, documentName } = await prepared(partner.url)
  expect(documentName).toBe('Amendment')
  expect(appendixA).toMatchObject({ formerName: signedName, recipientCompany: 'Seaside Hall LLC' })
  const lines = appendixA?.amendedAgreements?.split('\n') ?? []
  expect(lines).toHaveLength(2)
  for (const [index, original] of ids.entries()) {
    const { evidence } = await detailsOf(original)
    expect(lines[index]).toContain(`with the name ${signedName}. Document ${original}`)
    expect(lines[index]).toContain(evidence?.textSha256)
  }
  expect(await read(partner.url)).toMatchObject({ agreements: [], waiting: [{ id, state: 'partner' }] })
  expect(await db.select().from(notifications).where(eq(notifications.documentId, id))).toMatchObject([
    { userId: partner.user.id, kind: 'agreement_waiting' },
  ])
  expect((await auditEventsOf(portal, support))[0]).toMatchObject({
    action: 'document.added',
    subjectId: id,
    after: { appendixA },
  })
  expect((await own.get('/api/partner/profile')).json()).toMatchObject({ onboardingStatus: 'completed' })

  const refused = await own.post('/api/partner/documents', {
    documentType: 'party__amendment',
    documentId: id,
    signatureData: {
      ...appendixA,
      recipientCompany: 'Another Hall LLC',
      signerName: 'Dana Whitfield',
      signerTitle: 'Owner',
      signatureDate: new Date().toISOString().slice(0, 10),
      digitalSignature: 'Dana Whitfield',
    },
  })
  expectConflict(refused, 'The agreed terms have changed. Read the agreement again before you sign it.')
  const signed = await signAmendment(own, id)
  expect(signed.statusCode, signed.body).toBe(201)
  expect(signed.json()).toMatchObject({ status: 'signed', awaitsCompany: true })
  expect(await read(partner.url)).toMatchObject({ agreements: [], waiting: [{ id, state: 'company' }] })
  expect((await detailsOf(ids[0] ?? '')).amendedBy).toEqual([])
  expect(await typesOf(ids[0] ?? '')).not.toContain('amended')

  expect((await countersign(id)).statusCode).toBe(200)
  expect(await read(partner.url)).toMatchObject({ agreements: [], waiting: [] })
  for (const reader of [browser, own]) {
    const amendment = await detailsOf(id, reader)
    expect(amendment.amends.map((each) => each.id)).toEqual(ids)
    for (const each of ids) {
      expect((await detailsOf(each, reader)).amendedBy).toEqual([
        {
          id,
          documentName: 'Amendment',
          at: amendment.countersignature?.signedAt,
          partnerName: 'Seaside Hall LLC',
        },
      ])
    }
  }
  await sealAll(portal)
  expect(await typesOf(id)).toEqual([
    ...['created', 'terms_changed', 'amends', 'consented', 'signed', 'countersigned', 'sealed', 'sealed'],
  ])
  const pdf = await adminBrowser.get(`/objects/${(await detailsOf(id)).documentPath}`)
  const pages = (await readPdf(pdf.rawPayload).pages()).map((page) => page.replace(/\s/g, ''))
  const certificate = pages
    .slice(pages.findIndex((page) => page.startsWith('CertificateofCompletion')))
    .join('')
  for (const line of lines) expect(certificate).toContain(`Amends${line.replace(/\s/g, '')}`)
  expect(certificate).toContain('Agreementstoamendlisted')
  expect((await listEvents(db, ids[0] ?? '')).at(-1)).toMatchObject({
    type: 'amended',
    data: { by: admin.id, amendedBy: id },
  })
  expect(await originals()).toEqual(before)
  expect((await verifyEvidence({ db, store: portal.deps.store })).problems).toEqual([])

  const voided = await adminBrowser.post(`/api/admin/documents/${id}/void`, { reason: 'The wrong name' })
  expect(voided.statusCode).toBe(200)
  expect((await detailsOf(ids[0] ?? '')).amendedBy).toEqual([])
  expect((await read(partner.url)).agreements).toHaveLength(2)
  expect((await own.get('/api/partner/profile')).json()).toMatchObject({ onboardingStatus: 'completed' })
  expect(await db.$count(partnerDocuments, eq(partnerDocuments.partnerId, partner.profile.id))).toBe(3)
})

describe('agreements that keep a former name', () => {
  test('are those in force that were signed in the portal before the name changed', async () => {
    const partner = await createPartner(portal)
    const url = `/api/admin/partners/${partner.profile.id}/amendments`
    await sign(portal, partner.user, 'nda')
    // The signer may have typed another name than that of the profile, which alone asks for nothing.
    expect((await read(url)).agreements).toEqual([])
    await rename(portal, partner.profile.id, 'Seaside Hall LLC')
    const nda = documentIdOf(partner, 'nda')
    const contract = documentIdOf(partner, 'venue_partnership_agreement')
    expect((await read(url)).agreements).toMatchObject([{ id: nda }])
    await sign(portal, partner.user, 'venue_partnership_agreement')
    expect((await read(url)).agreements).toMatchObject([{ id: nda }])
    await rename(portal, partner.profile.id, 'Seaside Hall Inc.')
    expect((await read(url)).agreements).toMatchObject([{ id: nda }, { id: contract }])
    await rename(portal, partner.profile.id, signedName)
    expect((await read(url)).agreements).toEqual([])
    await rename(portal, partner.profile.id, 'Seaside Hall LLC')
    await db.update(partnerDocuments).set({ endsOn: '2026-01-01' }).where(eq(partnerDocuments.id, contract))
    const voided = await adminBrowser.post(`/api/admin/documents/${nda}/void`, { reason: 'No longer needed' })
    expect(voided.statusCode).toBe(200)
    expect((await read(url)).agreements).toEqual([])
    const paper = await createPartner(portal, { status: 'completed', onPaper: true })
    await rename(portal, paper.profile.id, 'Seaside Hall LLC')
    expect(await read(`/api/admin/partners/${paper.profile.id}/amendments`)).toMatchObject({ agreements: [] })
  })

  test('keep the name of their last amendment when it changes again', async () => {
    const partner = await createRenamed(portal, 'Seaside Hall LLC')
    const first = await prepared(partner.url)
    await browser.put(`/api/partner/documents/${first.id}`, { status: 'signed' })
    expect(await typesOf(documentIdOf(partner, 'nda'))).toContain('amended')
    expect((await read(partner.url)).agreements).toEqual([])
    await rename(portal, partner.profile.id, 'Seaside Hall Inc.')
    const { agreements } = await read(partner.url)
    expect(agreements.map(({ partnerName }) => partnerName)).toEqual(['Seaside Hall LLC', 'Seaside Hall LLC'])
    const second = await prepared(partner.url, { documentIds: [agreements[0]?.id] })
    expect(second.appendixA?.formerName).toBe('Seaside Hall LLC')
    const third = await prepared(partner.url, { documentIds: [agreements[1]?.id] })
    expect((await read(partner.url)).waiting.map(({ id }) => id)).toEqual([second.id, third.id])
  })
})

describe('an amendment is not prepared', () => {
  test('twice for the same agreements, even by two people at once', async () => {
    const { url } = await createRenamed(portal, 'Seaside Hall LLC')
    const documentIds = (await read(url)).agreements.map((each) => each.id)
    const body = { businessName: 'Seaside Hall LLC', documentIds }
    const responses = await Promise.all([browser.post(url, body), adminBrowser.post(url, body)])
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    const refused = responses.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json().message).toBe(inTheWay)
    expect((await read(url)).waiting).toHaveLength(1)
    // A declined amendment can still be signed.
    const { partner, id } = await declined()
    expect(await read(partner.url)).toMatchObject({ agreements: [], waiting: [{ id, state: 'declined' }] })
  })

  test('for a name that has changed meanwhile, or for agreements that keep no former name', async () => {
    const { url, profile } = await createRenamed(portal, 'Seaside Hall LLC')
    const other = await createRenamed(portal, 'Seaside Hall LLC')
    const [theirs] = (await read(other.url)).agreements
    expectConflict(await prepare(browser, url, { documentIds: [theirs?.id] }), inTheWay)
    expectConflict(
      await prepare(browser, url, { businessName: 'Harborview' }),
      'The business name has changed since. Check what the amendment will say.',
    )
    await rename(portal, profile.id, 'Seaside\u202eHall')
    expectConflict(
      await prepare(browser, url),
      'A name contains invisible characters. Correct the business name first.',
    )
  })

  test('by giving agreements of its type, or by changing another', async () => {
    const partner = await createPartner(portal)
    const given = await browser.post(`/api/admin/partners/${partner.profile.id}/documents`, {
      documentType: 'party__amendment',
    })
    expect(given.statusCode).toBe(400)
    const changed = await browser.put(`/api/admin/documents/${documentIdOf(partner, 'nda')}`, {
      documentType: 'party__amendment',
    })
    expect(changed.statusCode).toBe(400)
  })
})

test('an amendment whose name has changed since is out of date, cannot be signed, and is replaced', async () => {
  const partner = await createRenamed(portal, 'Seaside Hall LLC')
  const own = await portal.signIn(partner.user)
  const former = await prepared(partner.url)
  await rename(portal, partner.profile.id, 'Seaside Hall Inc.')
  expect((await read(partner.url)).waiting).toMatchObject([{ id: former.id, state: 'outdated' }])
  expectConflict(
    await signAmendment(own, former.id),
    'The business name has changed since this amendment was prepared. Ask the partner team for a new one.',
  )
  const next = await prepared(partner.url)
  expect((await browser.get(`/api/partner/documents/${former.id}`)).statusCode).toBe(404)
  expect(await typesOf(former.id)).toContain('withdrawn')
  expect((await read(partner.url)).waiting).toEqual([{ id: next.id, state: 'partner' }])
  expect((await signAmendment(own, next.id)).statusCode).toBe(201)
  // A signed amendment stays, and the company signs it before the agreements can be amended again.
  await rename(portal, partner.profile.id, 'Seaside Hall Corp.')
  expect(await read(partner.url)).toMatchObject({ agreements: [], waiting: [{ state: 'company' }] })
  expect((await countersign(next.id)).statusCode).toBe(200)
  expect((await read(partner.url)).agreements).toMatchObject([
    { partnerName: 'Seaside Hall Inc.' },
    { partnerName: 'Seaside Hall Inc.' },
  ])
  expect((await detailsOf(next.id)).amends).toHaveLength(2)
})

test('an amendment cannot be changed, and can be deleted until it is signed', async () => {
  const { url } = await createRenamed(portal, 'Seaside Hall LLC')
  const { id } = await prepared(url)
  const message = 'An amendment cannot be changed. Delete it, and prepare another.'
  const edited = await browser.put(`/api/admin/documents/${id}`, { documentType: 'nda' })
  expectConflict(edited, message)
  const dates = { effectiveOn: null, endsOn: '2030-01-01' }
  expectConflict(await browser.put(`/api/admin/documents/${id}/dates`, dates), message)
  for (const change of [
    sql`update document_amendments set document_id = amendment_id where amendment_id = ${id}`,
    sql`delete from document_amendments where amendment_id = ${id}`,
    sql`truncate document_amendments`,
  ]) {
    await expect(db.execute(change)).rejects.toMatchObject({ cause: { code: '42501' } })
  }
  const deleted = await browser.post(`/api/admin/documents/${id}/withdraw`, { reason: 'Not needed' })
  expect(deleted.statusCode).toBe(204)
  expect(await db.$count(documentAmendments, eq(documentAmendments.amendmentId, id))).toBe(0)
  expect(await read(url)).toMatchObject({ agreements: [{}, {}], waiting: [] })
})

test('the type of amendments stays countersigned, is not archived, and keeps its fields', async () => {
  const url = '/api/admin/agreement-types/party__amendment'
  const type = (await adminBrowser.get(url)).json()
  expect(type).toMatchObject({ name: 'Amendment', isOffered: false, isCountersigned: true })
  const changed = await adminBrowser.put(url, { name: 'Change of name', isCountersigned: false })
  expectConflict(changed, 'An amendment is always signed by both sides.')
  expectConflict(
    await adminBrowser.post(`${url}/archive`, {}),
    'This agreement comes with the portal. It cannot be archived.',
  )
  const draft = { title: 'Change of name', source: '# Change of name' }
  expect((await adminBrowser.put(`${url}/draft`, { ...draft, fields: [] })).statusCode).toBe(400)
  const saved = await adminBrowser.put(`${url}/draft`, draft)
  expect(saved.json().fieldGroups[0].fields.map(({ name }: { name: string }) => name)).toEqual([
    'formerName',
    'recipientCompany',
    'amendedAgreements',
  ])
})

test('a change of what an amendment amends is found by the check of the evidence', async () => {
  const { url } = await createRenamed(portal, 'Seaside Hall LLC')
  const { id } = await prepared(url)
  const undone = new Error('undone')
  const attempt = db.transaction(async (tx) => {
    await tx.execute(sql`alter table document_amendments disable trigger all`)
    await tx.execute(sql`delete from document_amendments where ctid in (
      select ctid from document_amendments where amendment_id = ${id} limit 1)`)
    const { problems } = await verifyEvidence({ db: tx, store: portal.deps.store })
    expect(problems).toContainEqual({
      documentId: id,
      problem: 'which agreements it amends, or what they say, has been changed',
    })
    throw undone
  })
  await expect(attempt).rejects.toBe(undone)
})

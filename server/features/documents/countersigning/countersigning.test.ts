import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { NeedsAttention } from '#contract/attention.ts'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { documentCountersignatures } from '#server/db/schema/signatures.ts'
import { listEvents } from '#server/domain-events/chain/data.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { awaitingCompany, setCountersigned } from '#test/countersigning.ts'
import { createDocument, createPartner, createUser, sign, signedOnPaper } from '#test/factories.ts'
import { documentIdOf } from '#test/partner-rows.ts'
import { ageSessions } from '#test/step-up.ts'
import { getDocument } from '../data.ts'
import { getSeal } from '../sealing/data.ts'
import { getCountersignature } from './data.ts'
import { countersignatureSha256 } from './evidence.ts'

const portal = await createTestApp()
afterAll(() => portal.close())

const admin = await createUser(portal, { role: 'admin' })
const browser = await portal.signIn(admin)
const urlOf = (id: string) => `/api/admin/documents/${id}/countersign`
const signer = { signerName: 'Robin Vale', signerTitle: 'Director' }

const countersign = (id: string, textSha256: string, more = {}, by = browser) =>
  by.post(urlOf(id), { ...signer, textSha256, ...more })

/** Expects that the company's signature is refused with 409 and this message, and that nothing is stored. */
const expectRefusal = async (id: string, textSha256: string, message: string, more = {}) => {
  const before = (await listEvents(portal.db, id)).length
  const response = await countersign(id, textSha256, more)
  expect(response.statusCode).toBe(409)
  expect(response.json()).toMatchObject({ code: 'conflict', message })
  expect(await listEvents(portal.db, id)).toHaveLength(before)
}

describe('an agreement of a countersigned type', () => {
  test('waits for the company once its partner has signed, delays nothing else, and is listed for staff', async () => {
    const { partner, id } = await awaitingCompany(portal)
    await sign(portal, partner.user, 'venue_partnership_agreement')
    const own = await portal.signIn(partner.user)
    expect((await own.get('/api/partner/profile')).json()).toMatchObject({ onboardingStatus: 'completed' })
    const documents = (await own.get('/api/partner/documents')).json<
      { id: string; awaitsCompany: boolean }[]
    >()
    expect(documents.map(({ awaitsCompany }) => awaitsCompany)).toEqual(
      documents.map((document) => document.id === id),
    )
    const details = (await browser.get(`/api/partner/documents/${id}`)).json()
    expect(details).toMatchObject({ awaitsCompany: true, canCountersign: true, countersignature: null })
    const support = await portal.signIn(await createUser(portal, { role: 'support' }))
    expect((await support.get(`/api/partner/documents/${id}`)).json()).toMatchObject({
      awaitsCompany: true,
      canCountersign: false,
    })
    const { documentsToCountersign } = (await support.get('/api/admin/attention')).json<NeedsAttention>()
    expect(documentsToCountersign.rows).toContainEqual({
      id,
      documentName: 'NDA',
      since: details.signedAt,
      partner: {
        id: partner.profile.id,
        fullName: partner.profile.fullName,
        businessName: partner.profile.businessName,
      },
    })
  })

  test('is signed by an admin with the same evidence as by the partner, an entry in each log, and a notification', async () => {
    const { partner, id, textSha256 } = await awaitingCompany(portal)
    const response = await browser.post(urlOf(id), {
      ...signer,
      textSha256,
      consentVersion: electronicConsent.version,
    })
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toMatchObject({
      awaitsCompany: false,
      countersignature: { ...signer, signedAt: expect.any(String), sealedAt: null },
    })
    const stored = await getCountersignature(portal.db, id)
    expect(stored).toMatchObject({
      ...signer,
      signerId: admin.id,
      signerEmail: admin.email,
      textSha256,
      consentVersion: electronicConsent.version,
      ipAddress: expect.stringMatching(/^10\./),
      signInMethod: 'code',
      signedInAt: expect.any(Date),
    })
    const event = (await listEvents(portal.db, id)).at(-1)
    expect(event).toMatchObject({
      type: 'countersigned',
      data: {
        by: admin.id,
        signerName: 'Robin Vale',
        signedAt: stored?.signedAt.toISOString(),
        textSha256,
        countersignatureSha256: stored && countersignatureSha256(stored),
      },
    })
    expect((await auditEventsOf(portal, admin)).filter(({ subjectId }) => subjectId === id)).toMatchObject([
      { action: 'document.countersigned', after: { ...signer, textSha256, partnerId: partner.profile.id } },
    ])
    const own = await portal.signIn(partner.user)
    expect((await own.get('/api/partner/activities')).json()[0]).toMatchObject({
      activityType: 'document_countersigned',
      description: 'NDA signed by the company',
    })
    const notices = await portal.db.select().from(notifications).where(eq(notifications.documentId, id))
    expect(notices).toMatchObject([
      {
        userId: partner.user.id,
        kind: 'agreement_countersigned',
        title: 'The company signed: NDA',
        emailDueAt: null,
      },
    ])
    const { emailId } = (await getSeal(portal.db, id, 'countersignature')) ?? {}
    const [email] = await portal.db
      .select()
      .from(emailNotificationLogs)
      .where(eq(emailNotificationLogs.id, emailId ?? ''))
    expect(email).toMatchObject({ recipient: partner.user.email, type: 'agreement_countersigned' })
    const { documentsToCountersign } = (await browser.get('/api/admin/attention')).json<NeedsAttention>()
    expect(documentsToCountersign.rows.map((row) => row.id)).not.toContain(id)
    expect((await browser.get(`/api/partner/documents/${id}`)).json()).toMatchObject({
      canCountersign: false,
    })
  })

  test('keeps waiting when its type is no longer countersigned', async () => {
    const { id, textSha256 } = await awaitingCompany(portal)
    expect((await getDocument(portal.db, id))?.awaitsCompany).toBe(true)
    expect((await countersign(id, textSha256)).statusCode).toBe(200)
  })

  test('is signed once when two admins sign at the same time', async () => {
    const { id, textSha256 } = await awaitingCompany(portal)
    const other = await portal.signIn(await createUser(portal, { role: 'admin' }))
    const responses = await Promise.all([
      countersign(id, textSha256),
      countersign(id, textSha256, { signerName: 'Ann Hill' }, other),
    ])
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const events = await listEvents(portal.db, id)
    expect(events.filter(({ type }) => type === 'countersigned')).toHaveLength(1)
    const won = responses.find(({ statusCode }) => statusCode === 200)?.json().countersignature.signerName
    expect(await getCountersignature(portal.db, id)).toMatchObject({ signerName: won })
    await expectRefusal(id, textSha256, 'The company has already signed this agreement.')
  })

  test('sends no email to a partner who is disabled', async () => {
    const { partner, id, textSha256 } = await awaitingCompany(portal)
    await portal.db.execute(sql`update users set disabled_at = now() where id = ${partner.user.id}`)
    expect((await countersign(id, textSha256)).statusCode).toBe(200)
    expect(await getSeal(portal.db, id, 'countersignature')).toMatchObject({ emailId: null })
  })
})

describe('the company does not sign', () => {
  test('an agreement that the partner has not signed', async () => {
    const { id } = await createDocument(portal)
    await expectRefusal(id, 'ab'.repeat(32), 'The partner has not signed this agreement yet.')
  })

  test('an agreement that was signed on paper', async () => {
    await setCountersigned(portal, 'venue_partnership_agreement')
    const { id } = await createDocument(portal, signedOnPaper())
    await expectRefusal(
      id,
      'ab'.repeat(32),
      'This agreement was signed on paper. It needs no signature here.',
    )
    expect((await browser.get(`/api/partner/documents/${id}`)).json()).toMatchObject({
      awaitsCompany: false,
      canCountersign: false,
    })
    await setCountersigned(portal, 'venue_partnership_agreement', false)
  })

  test('an agreement that is marked as signed on paper, which does not wait', async () => {
    await setCountersigned(portal, 'venue_partnership_agreement')
    const { id } = await createDocument(portal)
    expect((await browser.put(`/api/partner/documents/${id}`, { status: 'signed' })).json()).toMatchObject({
      awaitsCompany: false,
    })
    await setCountersigned(portal, 'venue_partnership_agreement', false)
  })

  test('a voided agreement, which no longer waits', async () => {
    const { id, textSha256 } = await awaitingCompany(portal)
    const voided = await browser.post(`/api/admin/documents/${id}/void`, { reason: 'The wrong company' })
    expect(voided.statusCode).toBe(200)
    await expectRefusal(id, textSha256, 'This agreement is voided.')
    expect((await browser.get(`/api/partner/documents/${id}`)).json()).toMatchObject({
      awaitsCompany: false,
      canCountersign: false,
    })
    const { documentsToCountersign } = (await browser.get('/api/admin/attention')).json<NeedsAttention>()
    expect(documentsToCountersign.rows.map((row) => row.id)).not.toContain(id)
  })

  test('an agreement of a type that is not countersigned, until the type is', async () => {
    const partner = await createPartner(portal)
    const { evidence } = await sign(portal, partner.user, 'nda')
    const id = documentIdOf(partner, 'nda')
    const sha256 = evidence?.textSha256 ?? ''
    await expectRefusal(id, sha256, 'Agreements of this type are not signed by the company.')
    await setCountersigned(portal, 'nda')
    expect((await browser.get(`/api/partner/documents/${id}`)).json()).toMatchObject({
      awaitsCompany: false,
      canCountersign: true,
    })
    expect((await countersign(id, sha256)).statusCode).toBe(200)
    await setCountersigned(portal, 'nda', false)
  })

  test('another text or consent than the signer read', async () => {
    const { id, textSha256 } = await awaitingCompany(portal)
    const message = 'This is not what the partner signed. Reload the page and read it again.'
    await expectRefusal(id, 'ab'.repeat(32), message)
    await expectRefusal(id, textSha256, message, { consentVersion: '2020-01-01' })
    expect((await countersign(id, textSha256)).statusCode).toBe(200)
  })

  test('for staff who are no admins, for partners, or while viewing as a partner', async () => {
    const { partner, id, textSha256 } = await awaitingCompany(portal)
    const support = await portal.signIn(await createUser(portal, { role: 'support' }))
    const own = await portal.signIn(partner.user)
    for (const by of [support, own]) expect((await countersign(id, textSha256, {}, by)).statusCode).toBe(403)
    const viewing = await portal.signIn(await createUser(portal, { role: 'admin' }))
    const viewed = await viewing.post(`/api/admin/partners/${partner.profile.id}/view`, {})
    expect(viewed.statusCode, viewed.body).toBeLessThan(300)
    expect((await countersign(id, textSha256, {}, viewing)).statusCode).toBe(403)
    expect(await getCountersignature(portal.db, id)).toBeUndefined()
  })

  test('in a session of twelve hours without a new proof of identity', async () => {
    const { id, textSha256 } = await awaitingCompany(portal)
    const old = await createUser(portal, { role: 'admin' })
    const by = await portal.signIn(old)
    await ageSessions(portal, old, 12)
    expect((await countersign(id, textSha256, {}, by)).json()).toMatchObject({ code: 'step_up_required' })
    expect(await getCountersignature(portal.db, id)).toBeUndefined()
  })
})

test('the stored signatures of the company can be neither changed nor deleted', async () => {
  const { id, textSha256 } = await awaitingCompany(portal)
  await countersign(id, textSha256)
  for (const change of [
    sql`update document_countersignatures set signer_name = 'Other'`,
    sql`delete from document_countersignatures`,
    sql`truncate document_countersignatures`,
  ]) {
    await expect(portal.db.execute(change)).rejects.toMatchObject({ cause: { code: '42501' } })
  }
  expect(await portal.db.$count(documentCountersignatures)).toBeGreaterThan(0)
})

import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createDocument, createPartner, createUser, sign } from '#test/factories.ts'
import { activityTypesOf, documentIdOf, documentsOf, signaturesOf } from '#test/partner-rows.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const admin = await createUser(portal, { role: 'admin' })
const browser = await portal.signIn(admin)
const lastEvent = async () => (await auditEventsOf(portal, admin)).at(-1)
const statusOf = async ({ profile }: { profile: { id: string } }) =>
  (await browser.get(`/api/admin/partners/${profile.id}`)).json().onboardingStatus

describe('withdrawing an agreement', () => {
  const withdraw = (id: string, reason = 'Added for the wrong venue') =>
    browser.post(`/api/admin/documents/${id}/withdraw`, { reason })

  test('deletes it, and the audit log keeps its contents and the reason', async () => {
    const partner = await createPartner(portal)
    const partnerId = partner.profile.id
    const { id } = await createDocument(portal, { partnerId, appendixA: { eventName: 'Gala' } })
    expect((await withdraw(id)).statusCode).toBe(204)
    expect(await documentsOf(portal, partner)).toHaveLength(2)
    expect(await activityTypesOf(portal, partner)).toEqual(['document_withdrawn'])
    expect(await lastEvent()).toMatchObject({
      action: 'document.withdrawn',
      subjectId: id,
      before: { partnerId, documentType: 'venue_partnership_agreement', appendixA: { eventName: 'Gala' } },
      after: { reason: 'Added for the wrong venue' },
    })
    expect((await withdraw(id)).statusCode).toBe(404)
  })

  test('is refused for a signed agreement, and for the last one of its type', async () => {
    const partner = await createPartner(portal)
    const nda = documentIdOf(partner, 'nda')
    expect((await withdraw(nda)).json().message).toMatch(/at least one agreement of each onboarding type/)
    await sign(portal, partner.user, 'nda')
    expect((await withdraw(nda)).json().message).toMatch(/is signed/)
    expect(await documentsOf(portal, partner)).toHaveLength(2)
  })

  test('needs a reason', async () => {
    const { id } = await createDocument(portal)
    expect((await withdraw(id, ' ')).json().fields).toEqual({ reason: 'Enter a reason' })
  })

  test('at the moment of signing, succeeds only if the signature is refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      const partner = await createPartner(portal)
      await sign(portal, partner.user, 'nda')
      const { id } = await createDocument(portal, { partnerId: partner.profile.id, documentType: 'nda' })
      const [signed, withdrawn] = await Promise.all([
        sign(portal, partner.user, 'nda', id).then(
          () => true,
          () => false,
        ),
        withdraw(id),
      ])
      expect(withdrawn.statusCode).toBe(signed ? 409 : 204)
      expect(await db.$count(partnerDocuments, eq(partnerDocuments.id, id))).toBe(signed ? 1 : 0)
    }
  })
})

describe('taking Mark Signed back', () => {
  const takeBack = (id: string) =>
    browser.post(`/api/admin/documents/${id}/take-back`, { reason: 'The paper was not signed' })
  const markSigned = (id: string) => browser.put(`/api/partner/documents/${id}`, { status: 'signed' })

  test('makes the agreement pending, reopens onboarding, and leaves both states in the audit log', async () => {
    const partner = await createPartner(portal)
    const id = documentIdOf(partner, 'venue_partnership_agreement')
    await sign(portal, partner.user, 'nda')
    await markSigned(id)
    expect(await statusOf(partner)).toBe('completed')
    const response = await takeBack(id)
    expect(response.json()).toMatchObject({ status: 'pending', signedAt: null, signatureData: null })
    expect(await statusOf(partner)).toBe('documents')
    expect(await activityTypesOf(portal, partner)).toEqual(
      expect.arrayContaining(['document_signature_taken_back', 'onboarding_reopened']),
    )
    expect(await lastEvent()).toMatchObject({
      action: 'document.signature_taken_back',
      before: { status: 'signed', signature: { signedOn: 'paper', markedBy: admin.id } },
      after: { status: 'pending', reason: 'The paper was not signed' },
    })
    // The agreement can be signed again, which completes onboarding.
    await sign(portal, partner.user, 'venue_partnership_agreement')
    expect(await statusOf(partner)).toBe('completed')
  })

  test('leaves onboarding completed while another agreement of the type is signed', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    const { id } = await createDocument(portal, { partnerId: partner.profile.id })
    await markSigned(id)
    expect((await takeBack(id)).statusCode).toBe(200)
    expect(await statusOf(partner)).toBe('completed')
  })

  test('is refused for an agreement that the partner signed, and for one that is not signed', async () => {
    const partner = await createPartner(portal)
    await sign(portal, partner.user, 'nda')
    const signed = await takeBack(documentIdOf(partner, 'nda'))
    expect(signed.json().message).toMatch(/cannot be taken back/)
    expect(await signaturesOf(portal, partner)).toHaveLength(1)
    const pending = await takeBack(documentIdOf(partner, 'venue_partnership_agreement'))
    expect([pending.statusCode, pending.json().message]).toEqual([409, 'This agreement is not signed.'])
  })
})

describe('taking a status back', () => {
  const takeBack = ({ profile }: { profile: { id: string } }) =>
    browser.post(`/api/admin/partners/${profile.id}/take-back-status`, { reason: 'Wrong business' })

  test.each(['documents', 'completed'] as const)(
    'from %s has the partner confirm the profile again',
    async (status) => {
      const partner = await createPartner(portal, { status })
      expect((await takeBack(partner)).json().onboardingStatus).toBe('profile')
      expect(await lastEvent()).toMatchObject({
        action: 'partner.status_taken_back',
        before: { onboardingStatus: status },
        after: { onboardingStatus: 'profile', reason: 'Wrong business' },
      })
      const {
        fullName,
        email,
        state,
        businessName,
        mainMarketingContact,
        businessWebsite,
        marketingContactEmail,
      } = partner.profile
      const form = {
        fullName,
        email,
        state,
        businessName,
        mainMarketingContact,
        businessWebsite,
        marketingContactEmail,
      }
      const methods = {
        preferredCommunicationMethod: 'email',
        marketingPreferredCommunicationMethod: 'email',
      }
      const confirmed = await (await portal.signIn(partner.user)).post('/api/partner/profile', {
        ...form,
        ...methods,
      })
      expect(confirmed.json().onboardingStatus).toBe(status)
    },
  )

  test('is refused before the profile is confirmed', async () => {
    expect((await takeBack(await createPartner(portal, { status: 'profile' }))).statusCode).toBe(409)
  })
})

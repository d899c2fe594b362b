import { and, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { notifications } from '#server/db/schema/notifications.ts'
import { listEvents } from '#server/domain-events/chain/data.ts'
import { createTestApp } from '#test/app.ts'
import { createDocument, createPartner, createUser, sign } from '#test/factories.ts'
import { activityTypesOf, documentIdOf, documentsOf } from '#test/partner-rows.ts'
import { signing } from '#test/signing.ts'
import { verifyEvidence } from '../proof/verify-evidence.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const staff = await createUser(portal, { role: 'support' })
const browser = await portal.signIn(staff)
const reason = 'The territory is too small,\nas I wrote'

const newPartner = async (status: 'documents' | 'completed' = 'documents') => {
  const partner = await createPartner(portal, { status })
  return { ...partner, browser: await portal.signIn(partner.user), nda: documentIdOf(partner, 'nda') }
}
type Partner = Awaited<ReturnType<typeof newPartner>>
const decline = ({ browser }: Pick<Partner, 'browser'>, id: string, body: unknown = { reason }) =>
  browser.post(`/api/partner/documents/${id}/decline`, body)
const storedOf = async (partner: Partner, id = partner.nda) =>
  (await documentsOf(portal, partner)).find((document) => document.id === id)
const noticesOf = (documentId: string, userId: string) =>
  db
    .select()
    .from(notifications)
    .where(and(eq(notifications.documentId, documentId), eq(notifications.userId, userId)))

describe('declining an agreement', () => {
  test('records the reason, notifies staff, and leaves its hash in the chain', async () => {
    const partner = await newPartner()
    const response = await decline(partner, partner.nda)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      status: 'pending',
      declinedAt: expect.any(String),
      declineReason: reason,
    })
    expect(await activityTypesOf(portal, partner)).toEqual(['document_declined'])
    const [event] = (await listEvents(db, partner.nda)).slice(-1)
    expect(event).toMatchObject({ type: 'declined', data: { by: partner.user.id } })
    expect(JSON.stringify(event)).not.toContain('territory')
    expect(await noticesOf(partner.nda, staff.id)).toMatchObject([
      {
        kind: 'agreement_attention',
        title: `NDA declined · ${partner.profile.businessName}`,
        detail: reason,
        partnerId: partner.profile.id,
      },
    ])
    const attention = (await browser.get('/api/admin/attention')).json()
    expect(attention.declinedDocuments.rows).toContainEqual({
      id: partner.nda,
      documentName: 'NDA',
      reason,
      since: response.json().declinedAt,
      partner: expect.objectContaining({ id: partner.profile.id }),
    })
    const { problems } = await verifyEvidence({ db, store: portal.deps.store })
    expect(problems).toEqual([])
  })

  test('needs a reason, and happens once', async () => {
    const partner = await newPartner()
    expect((await decline(partner, partner.nda, { reason: ' ' })).json().fields).toEqual({
      reason: 'Enter a reason',
    })
    expect((await decline(partner, partner.nda)).statusCode).toBe(200)
    expect((await decline(partner, partner.nda)).statusCode).toBe(409)
  })

  test("is refused for a signed agreement, for another partner's, and for staff", async () => {
    const partner = await newPartner('completed')
    expect((await decline(partner, partner.nda)).json().message).toBe('This agreement is already signed.')
    const other = await newPartner()
    expect((await decline(partner, other.nda)).statusCode).toBe(404)
    expect((await decline({ browser }, other.nda)).statusCode).toBe(404)
    expect(await storedOf(other)).toMatchObject({ declinedAt: null })
  })

  test('is refused while viewing as the partner', async () => {
    const partner = await newPartner()
    const viewing = await portal.signIn(await createUser(portal, { role: 'admin' }))
    expect((await viewing.post(`/api/admin/partners/${partner.profile.id}/view`, {})).statusCode).toBe(204)
    expect((await decline({ browser: viewing }, partner.nda)).statusCode).toBe(403)
    expect(await storedOf(partner)).toMatchObject({ declinedAt: null })
  })

  test('does not prevent signing, which clears the decline', async () => {
    const partner = await newPartner()
    await decline(partner, partner.nda)
    expect((await partner.browser.post('/api/partner/documents', signing.nda)).statusCode).toBe(201)
    expect(await storedOf(partner)).toMatchObject({ status: 'signed', declinedAt: null, declineReason: null })
    const attention = (await browser.get('/api/admin/attention')).json()
    expect(JSON.stringify(attention.declinedDocuments)).not.toContain(partner.nda)
  })

  test('does not prevent marking as signed on paper, which clears the decline', async () => {
    const partner = await newPartner()
    await decline(partner, partner.nda)
    const marked = await browser.put(`/api/partner/documents/${partner.nda}`, { status: 'signed' })
    expect(marked.json()).toMatchObject({ status: 'signed', declinedAt: null })
  })

  test.each([
    [
      'terms',
      (id: string) =>
        browser.put(`/api/admin/documents/${id}`, {
          documentType: 'venue_partnership_agreement',
          appendixA: { territory: 'All of the coast' },
        }),
    ],
    [
      'dates',
      (id: string) =>
        browser.put(`/api/admin/documents/${id}/dates`, { effectiveOn: null, endsOn: '2049-12-31' }),
    ],
  ])('is undone when staff change the %s, and the partner is notified', async (_what, change) => {
    const partner = await newPartner()
    const id = documentIdOf(partner, 'venue_partnership_agreement')
    await decline(partner, id)
    expect((await change(id)).json()).toMatchObject({ declinedAt: null, declineReason: null })
    expect(await noticesOf(id, partner.user.id)).toMatchObject([
      {
        kind: 'agreement_waiting',
        title: 'To sign: Venue Partnership Agreement',
        detail: 'Changed since you declined it',
        seenAt: null,
      },
    ])
  })

  test('is undone when staff change the terms of an agreement for several partners', async () => {
    const [first, second] = [await newPartner('completed'), await newPartner('completed')]
    const body = {
      documentType: 'venue_partnership_agreement',
      appendixA: { eventName: 'Gala' },
      assignedPartnerIds: [first.profile.id, second.profile.id],
      assignedGroup: null,
    }
    const { id } = (await browser.post('/api/admin/documents', body)).json()
    const ownOf = async (partner: Partner) =>
      (await documentsOf(portal, partner)).find(({ sharedDocumentId }) => sharedDocumentId === id)
    const own = [await ownOf(first), await ownOf(second)]
    await decline(first, own[0]?.id ?? '')
    await browser.put(`/api/admin/shared-documents/${id}`, { appendixA: { eventName: 'Summer gala' } })
    expect(await ownOf(first)).toMatchObject({ declinedAt: null, appendixA: { eventName: 'Summer gala' } })
    const again = async (partner: Partner, documentId = '') =>
      (await noticesOf(documentId, partner.user.id)).filter(({ detail }) => detail !== null)
    expect(await again(first, own[0]?.id)).toHaveLength(1)
    expect(await again(second, own[1]?.id)).toHaveLength(0)
  })

  test('does not prevent staff from deleting it', async () => {
    const partner = await newPartner()
    const { id } = await createDocument(portal, { partnerId: partner.profile.id })
    await decline(partner, id)
    const deleted = await browser.post(`/api/admin/documents/${id}/withdraw`, {
      reason: 'Agreed on the phone',
    })
    expect(deleted.statusCode).toBe(204)
  })

  test('at the moment of signing, ends with the signature in either order', async () => {
    for (let round = 0; round < 10; round += 1) {
      const partner = await newPartner()
      const [declined] = await Promise.all([
        decline(partner, partner.nda),
        sign(portal, partner.user, 'nda', partner.nda),
      ])
      expect([200, 409]).toContain(declined.statusCode)
      expect(await storedOf(partner)).toMatchObject({ status: 'signed', declinedAt: null })
      const types = (await listEvents(db, partner.nda)).map(({ type }) => type)
      expect(types.at(-1)).toBe('signed')
      expect(types.includes('declined')).toBe(declined.statusCode === 200)
    }
  })
})

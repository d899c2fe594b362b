import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { getProfileByUser } from '#server/features/partners/profile/data.ts'
import { createTestApp } from '#test/app.ts'
import { createDocument, createPartner, createUser } from '#test/factories.ts'
import { waitForLockWaits } from '#test/locks.ts'
import { activityTypesOf, documentIdOf, documentsOf, signaturesOf } from '#test/partner-rows.ts'
import { signing } from '#test/signing.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/partner/documents'

const statusOf = async ({ user }: { user: { id: string } }) =>
  (await getProfileByUser(portal.db, user.id))?.onboardingStatus

describe('signing', () => {
  test('both agreements in turn sets the status documents after the first, and completes onboarding in the transaction of the second', async () => {
    const partner = await createPartner(portal)
    const browser = await portal.signIn(partner.user)

    const nda = await browser.post(url, signing.nda)
    expect(nda.statusCode).toBe(201)
    expect(nda.json()).toMatchObject({
      id: documentIdOf(partner, 'nda'),
      documentType: 'nda',
      status: 'signed',
    })
    expect(await statusOf(partner)).toBe('documents')

    const contract = await browser.post(url, signing.venue_partnership_agreement)
    expect(contract.statusCode).toBe(201)
    expect(await statusOf(partner)).toBe('completed')
    expect(await activityTypesOf(portal, partner)).toEqual([
      'document_signed',
      'document_signed',
      'onboarding_completed',
    ])

    const list = await browser.get(url)
    expect(list.json().map(({ status }: { status: string }) => status)).toEqual(['signed', 'signed'])
    expect((await browser.get('/api/partner/profile')).json().onboardingStatus).toBe('completed')
  })

  test('both in the other order completes onboarding as well', async () => {
    const partner = await createPartner(portal)
    const browser = await portal.signIn(partner.user)
    await browser.post(url, signing.venue_partnership_agreement)
    expect(await statusOf(partner)).toBe('documents')
    await browser.post(url, signing.nda)
    expect(await statusOf(partner)).toBe('completed')
  })

  test('accepts the values as the JSON text of an object, too', async () => {
    const partner = await createPartner(portal)
    const { documentType, signatureData } = signing.nda
    const response = await (await portal.signIn(partner.user)).post(url, {
      documentType,
      signatureData: JSON.stringify(signatureData),
    })
    expect(response.statusCode).toBe(201)
    expect(JSON.parse(response.json().signatureData)).toMatchObject({
      ...signatureData,
      documentType: 'nda',
    })
  })

  test('sets status and time on the server, whatever the client sends', async () => {
    const partner = await createPartner(portal)
    const before = Date.now()
    const response = await (await portal.signIn(partner.user)).post(url, {
      ...signing.nda,
      signatureData: { ...signing.nda.signatureData, signedAt: '1999-01-01T00:00:00.000Z' },
      status: 'pending',
      signedAt: '1999-01-01T00:00:00.000Z',
    })
    const [document] = await documentsOf(portal, partner)
    expect(document?.status).toBe('signed')
    expect(document?.signedAt?.getTime()).toBeGreaterThanOrEqual(before)
    expect(JSON.parse(document?.signatureData ?? '').signedAt).toBe(document?.signedAt?.toISOString())
    expect(response.json().signedAt).toBe(document?.signedAt?.toISOString())
  })

  test('a second time is refused and changes nothing', async () => {
    const partner = await createPartner(portal)
    const browser = await portal.signIn(partner.user)
    await browser.post(url, signing.nda)
    const signed = [await documentsOf(portal, partner), await signaturesOf(portal, partner)]
    const again = [
      signing.nda,
      { ...signing.nda, documentId: documentIdOf(partner, 'nda') },
      { ...signing.nda, signatureData: { ...signing.nda.signatureData, signerName: 'Someone Else' } },
    ]
    for (const body of again) {
      const response = await browser.post(url, body)
      expect(response.statusCode).toBe(409)
      expect(response.json()).toEqual({ message: 'This agreement is already signed.', code: 'conflict' })
    }
    expect([await documentsOf(portal, partner), await signaturesOf(portal, partner)]).toEqual(signed)
  })

  test('fifty times at once stores exactly one signature', async () => {
    const partner = await createPartner(portal)
    const browser = await portal.signIn(partner.user)
    const responses = await Promise.all(Array.from({ length: 50 }, () => browser.post(url, signing.nda)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(49).fill(409)])
    expect(await signaturesOf(portal, partner)).toHaveLength(1)
    expect(await activityTypesOf(portal, partner)).toEqual(['document_signed'])
  })

  test('both at the same moment completes onboarding once', async () => {
    const partner = await createPartner(portal)
    const browser = await portal.signIn(partner.user)
    // Both transactions wait here, so that they continue at the same moment.
    const responses = await portal.db.transaction(async (tx) => {
      await tx
        .select()
        .from(partnerDocuments)
        .where(eq(partnerDocuments.partnerId, partner.profile.id))
        .for('update')
      const both = [signing.nda, signing.venue_partnership_agreement].map((body) => browser.post(url, body))
      await waitForLockWaits(portal, 2)
      return { both }
    })
    const statuses = (await Promise.all(responses.both)).map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([201, 201])
    expect(await statusOf(partner)).toBe('completed')
    const completions = (await activityTypesOf(portal, partner)).filter(
      (type) => type === 'onboarding_completed',
    )
    expect(completions).toHaveLength(1)
  })

  test('is refused without a profile, and with one that only staff have entered', async () => {
    const entered = await createPartner(portal, { status: 'profile' })
    for (const user of [await createUser(portal), entered.user]) {
      const response = await (await portal.signIn(user)).post(url, signing.nda)
      expect(response.statusCode).toBe(409)
      expect(response.json().message).toBe('Complete your profile before you sign.')
    }
    expect(await signaturesOf(portal, entered)).toEqual([])
    expect(await statusOf(entered)).toBe('profile')
  })

  test('is refused for a visitor', async () => {
    expect((await portal.visit().post(url, signing.nda)).statusCode).toBe(401)
  })
})

describe('signing a further agreement', () => {
  test('works by its id or on the oldest open one, and does not lock the portal', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    const partnerId = partner.profile.id
    // Agreements that are created within one millisecond have no order.
    const createdAt = (day: number) => new Date(Date.UTC(2026, 0, day))
    const older = await createDocument(portal, { partnerId, createdAt: createdAt(1) })
    const newer = await createDocument(portal, { partnerId, createdAt: createdAt(2) })
    const newest = await createDocument(portal, { partnerId, createdAt: createdAt(3) })
    expect(await statusOf(partner)).toBe('completed')

    const browser = await portal.signIn(partner.user)
    const body = signing.venue_partnership_agreement
    expect((await browser.post(url, { ...body, documentId: newest.id })).json().id).toBe(newest.id)
    expect((await browser.post(url, body)).json().id).toBe(older.id)
    expect((await browser.post(url, body)).json().id).toBe(newer.id)
    expect((await browser.post(url, body)).statusCode).toBe(409)
    expect(
      (await activityTypesOf(portal, partner)).filter((type) => type === 'onboarding_completed'),
    ).toHaveLength(1)
  })

  test('of another partner, of another type or with an unknown id is refused as not found, and the agreement stays open', async () => {
    const partner = await createPartner(portal)
    const other = await createPartner(portal)
    const browser = await portal.signIn(partner.user)
    const ids = [
      documentIdOf(other, 'nda'),
      documentIdOf(partner, 'venue_partnership_agreement'),
      crypto.randomUUID(),
    ]
    for (const documentId of ids) {
      expect((await browser.post(url, { ...signing.nda, documentId })).statusCode).toBe(404)
    }
    for (const document of [...(await documentsOf(portal, partner)), ...(await documentsOf(portal, other))]) {
      expect(document.status).toBe('pending')
    }
  })
})

describe('the version in a signature', () => {
  test('is accepted when it is the current one', async () => {
    const { user } = await createPartner(portal)
    const response = await (await portal.signIn(user)).post(url, {
      ...signing.nda,
      agreementVersion: firstAgreements.nda.version,
      consentVersion: electronicConsent.version,
    })
    expect(response.statusCode).toBe(201)
  })

  test.each(['agreementVersion', 'consentVersion'])(
    'is refused when its %s is not the current one',
    async (name) => {
      const partner = await createPartner(portal)
      const response = await (await portal.signIn(partner.user)).post(url, {
        ...signing.nda,
        [name]: '2020-01-01',
      })
      expect(response.statusCode).toBe(409)
      expect(response.json().message).toContain('The agreement has changed since you opened it.')
      expect(await signaturesOf(portal, partner)).toEqual([])
    },
  )
})

test.each(['Pacific/Honolulu', 'America/New_York', 'Pacific/Kiritimati'])(
  'is dated by the server where its signer is: in %s, a day before or after, and no other',
  async (timeZone) => {
    const dayIn = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone })
    const signOn = async (days: number) => {
      const partner = await createPartner(portal, { user: { timeZone } })
      const browser = await portal.signIn(partner.user)
      expect((await browser.get('/api/account/today')).json()).toEqual({ today: dayIn(0) })
      const signatureData = { ...signing.nda.signatureData, signatureDate: dayIn(days) }
      return (await browser.post(url, { ...signing.nda, signatureData })).statusCode
    }
    const statuses = []
    for (const days of [-2, -1, 0, 1, 2]) statuses.push(await signOn(days))
    expect(statuses).toEqual([400, 201, 201, 201, 400])
  },
)

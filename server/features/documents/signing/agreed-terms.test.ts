import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { agreementText } from '#contract/documents/agreements/draw-agreement.ts'
import { exampleContractValues } from '#contract/documents/agreements/example-values.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { getProfileByUser } from '#server/features/partners/profile/data.ts'
import { createTestApp } from '#test/app.ts'
import { createDocument, createPartner, createUser } from '#test/factories.ts'
import { documentIdOf, documentsOf, signaturesOf } from '#test/partner-rows.ts'
import { signing } from '#test/signing.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/partner/documents'
const type = 'venue_partnership_agreement'
type Partner = Awaited<ReturnType<typeof createPartner>>

const signContract = async (partner: Partner, change: object = {}, documentId?: string) => {
  const { signatureData } = signing[type]
  const body = { documentType: type, signatureData: { ...signatureData, ...change }, documentId }
  return (await portal.signIn(partner.user)).post(url, body)
}
const contractOf = async (partner: Partner) =>
  (await documentsOf(portal, partner)).find(({ documentType }) => documentType === type)
const setTerms = (partner: Partner, appendixA: Record<string, string>) =>
  portal.db
    .update(partnerDocuments)
    .set({ appendixA })
    .where(eq(partnerDocuments.id, documentIdOf(partner, type)))

describe('the terms that staff have entered', () => {
  test('are refused when the signer sends others, and nothing is signed', async () => {
    const partner = await createPartner(portal, { paymentAmount: '$9,000', territory: 'Mobile County' })
    const agreed = { paymentAmount: '9000', territory: 'Mobile County' }
    for (const change of [
      { ...agreed, paymentAmount: '9001' },
      { ...agreed, territory: 'All of Alabama' },
    ]) {
      const response = await signContract(partner, change)
      expect(response.statusCode).toBe(409)
      expect(response.json().message).toMatch(/^The agreed terms have changed/)
    }
    expect(await signaturesOf(portal, partner)).toEqual([])
    expect((await contractOf(partner))?.status).toBe('pending')
  })

  test('stand in the agreement as they were entered, free text included', async () => {
    const partner = await createPartner(portal)
    await setTerms(partner, {
      collateralDays: 'about 3',
      paymentAmount: '$12,500',
      setupDetails: 'Dock B\nat 7',
    })
    const sent = { collateralDays: 'about 3', setupDetails: 'Dock B\nat 7' }
    expect((await signContract(partner, sent)).statusCode).toBe(201)
    const [signature] = await signaturesOf(portal, partner)
    expect(signature?.values).toMatchObject({ ...sent, paymentAmount: '12500' })
    expect(signature?.agreementText).toContain('at least about 3 before the first Event Date')
  })

  test('of the document are used instead of those of the profile, and a term that it leaves out is open', async () => {
    const partner = await createPartner(portal, { eventName: 'Old name', territory: 'Mobile County' })
    await setTerms(partner, { eventName: 'New name' })
    expect((await signContract(partner, { eventName: 'Old name' })).statusCode).toBe(409)
    expect((await signContract(partner, { eventName: 'New name' })).statusCode).toBe(201)
    expect((await contractOf(partner))?.appendixA?.territory).toBe(exampleContractValues.territory)
  })

  test.each(['by signature', 'on paper'])(
    'of the profile stay those of the first contract when a later one is signed before it, %s',
    async (how) => {
      const partner = await createPartner(portal, { paymentAmount: '9000' })
      const second = await createDocument(portal, {
        partnerId: partner.profile.id,
        appendixA: { paymentAmount: '100' },
      })
      const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
      const signed =
        how === 'on paper'
          ? await staff.put(`${url}/${second.id}`, { status: 'signed' })
          : await signContract(partner, { paymentAmount: '100' }, second.id)
      expect(signed.statusCode, signed.body).toBe(how === 'on paper' ? 200 : 201)
      expect((await getProfileByUser(portal.db, partner.user.id))?.paymentAmount).toBe('9000')

      const firstId = documentIdOf(partner, type)
      const first = (await (await portal.signIn(partner.user)).get(`${url}/${firstId}`)).json()
      expect(first.enteredTerms).toEqual({ paymentAmount: '9000' })
      expect((await signContract(partner, { paymentAmount: '99999' }, firstId)).statusCode).toBe(409)
      expect((await signContract(partner, { paymentAmount: '9000' }, firstId)).statusCode).toBe(201)
      const { recipientCompany: _, digitalSignature: _name, ...terms } = signing[type].signatureData
      expect(await getProfileByUser(portal.db, partner.user.id)).toMatchObject({
        ...terms,
        paymentAmount: '9000',
      })
    },
  )

  test('leave the names of the signer and the date to the signer', async () => {
    const partner = await createPartner(portal, {
      partnershipSignerName: 'Somebody Else',
      partnershipSignerTitle: 'Owner',
      partnershipSignatureDate: '2020-01-01',
    })
    expect((await signContract(partner)).statusCode).toBe(201)
  })

  test('that are left open are checked as the signer enters them', async () => {
    const partner = await createPartner(portal, { territory: exampleContractValues.territory })
    const response = await signContract(partner, { collateralDays: 'few' })
    expect(response.json()).toEqual({
      message: 'Enter a number',
      code: 'bad_request',
      fields: { 'signatureData.collateralDays': 'Enter a number' },
    })
  })
})

describe('after signing', () => {
  const { recipientCompany: _, digitalSignature: _name, ...terms } = signing[type].signatureData

  test('the document stores the terms, and so does the profile with the first contract', async () => {
    const partner = await createPartner(portal)
    await signContract(partner)
    expect((await contractOf(partner))?.appendixA).toEqual(terms)
    expect(await getProfileByUser(portal.db, partner.user.id)).toMatchObject(terms)

    const second = await createDocument(portal, { partnerId: partner.profile.id, documentType: type })
    expect((await signContract(partner, { eventName: 'Autumn' }, second.id)).statusCode).toBe(201)
    expect(await getProfileByUser(portal.db, partner.user.id)).toMatchObject(terms)
    const details = (await (await portal.signIn(partner.user)).get(`${url}/${second.id}`)).json()
    expect(details.appendixA).toEqual({ ...terms, eventName: 'Autumn' })
  })

  test('the signed text with the evidence can be read before the agreement is sealed', async () => {
    const partner = await createPartner(portal)
    await signContract(partner)
    const document = await contractOf(partner)
    const text = (await (await portal.signIn(partner.user)).get(`${url}/${document?.id}/text`)).body
    const [signature] = await signaturesOf(portal, partner)
    const agreed = agreementText(
      firstAgreements[type],
      signing[type].signatureData,
      portal.deps.settings.companyName,
    )
    expect(text.startsWith(`${agreed}\n---`)).toBe(true)
    for (const proof of [partner.user.email, signature?.signedAt.toISOString(), signature?.agreementSha256]) {
      expect(text).toContain(proof)
    }
    expect(document).toMatchObject({ documentPath: null, status: 'signed' })
  })
})

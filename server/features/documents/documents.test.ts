import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import { exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import { partnerDocuments, partnerProfiles } from '#server/db/schema/partners.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser, sign } from '#test/factories.ts'
import { documentIdOf, documentsOf, signaturesOf } from '#test/partner-rows.ts'
import { signing } from '#test/signing.ts'

const portal = await createTestApp({ settings: { COMPANY_NAME: 'Example Health' } })
afterAll(portal.close)

const url = '/api/partner/documents'

const sha256 = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex')

describe('the list of documents', () => {
  test('contains the two agreements of the caller, and none of another partner', async () => {
    const partner = await createPartner(portal)
    await createPartner(portal)
    const response = await (await portal.signIn(partner.user)).get(url)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toHaveLength(2)
    for (const document of response.json()) {
      expect(document).toMatchObject({ partnerId: partner.profile.id, status: 'pending', evidence: null })
    }
  })

  test('is empty without a profile, and closed to visitors', async () => {
    expect((await (await portal.signIn(await createUser(portal))).get(url)).json()).toEqual([])
    expect((await portal.visit().get(url)).statusCode).toBe(401)
  })
})

describe('the evidence of a signature', () => {
  const userAgent = `Mozilla/5.0 (Evidence) ${'x'.repeat(600)}`

  const signedPartner = async () => {
    const partner = await createPartner(portal)
    const browser = await portal.signIn(partner.user, 'link')
    await browser.send('POST', url, signing.nda, { 'user-agent': userAgent })
    const [signature] = await signaturesOf(portal, partner)
    if (!signature) throw new Error('no signature was stored')
    return { partner, browser, signature }
  }

  test('contains the signer, the time, the address, the browser and the method of sign-in', async () => {
    const { partner, browser, signature } = await signedPartner()
    const [document] = await documentsOf(portal, partner)
    expect(signature).toMatchObject({
      documentId: documentIdOf(partner, 'nda'),
      signerId: partner.user.id,
      signerName: exampleNdaValues.signerName,
      signerEmail: partner.user.email,
      ipAddress: browser.address,
      userAgent: userAgent.slice(0, 512),
      signInMethod: 'link',
      signedAt: document?.signedAt,
      values: signing.nda.signatureData,
    })
    expect(signature.signedInAt.getTime()).toBeLessThanOrEqual(signature.signedAt.getTime())
  })

  test('contains the signed text with the values and the company, the consent, and the SHA-256 of both', async () => {
    const { signature } = await signedPartner()
    expect(signature.agreementVersion).toBe(firstAgreements.nda.version)
    expect(signature.agreementText).toContain('Example Health')
    for (const name of ['recipientCompany', 'signerName', 'signerTitle', 'venue'] as const) {
      expect(signature.agreementText).toContain(exampleNdaValues[name])
    }
    expect(signature.agreementText).not.toMatch(/\[[A-Z][^\]]*\]|\{\{/)
    expect(signature.agreementSha256).toBe(await sha256(signature.agreementText))
    expect(signature.consentVersion).toBe(electronicConsent.version)
    expect(signature.consentText).toContain(electronicConsent.checkboxLabel)
    expect(signature.consentSha256).toBe(await sha256(signature.consentText))
  })

  test('is sent to its signer without the network address and the browser', async () => {
    const { partner, signature } = await signedPartner()
    const [document] = (await (await portal.signIn(partner.user)).get(url)).json()
    expect(document.evidence).toEqual({
      agreementVersion: signature.agreementVersion,
      companyName: portal.deps.settings.companyName,
      textSha256: signature.agreementSha256,
      consentVersion: signature.consentVersion,
      signerName: signature.signerName,
      signedAt: signature.signedAt.toISOString(),
      sealedAt: null,
    })
  })

  test('cannot be lost: neither the document nor its signer can be deleted', async () => {
    const { partner } = await signedPartner()
    const { db } = portal
    // A foreign key restricts the deletion. PostgreSQL 18 reports that with a new code.
    const refused = { cause: { code: expect.stringMatching(/^23(001|503)$/) } }
    await expect(
      db.delete(partnerDocuments).where(eq(partnerDocuments.id, documentIdOf(partner, 'nda'))),
    ).rejects.toMatchObject(refused)
    await expect(
      db.delete(partnerProfiles).where(eq(partnerProfiles.id, partner.profile.id)),
    ).rejects.toMatchObject(refused)
  })
})

describe('the signed text', () => {
  test('is a file for its owner and for staff, and its SHA-256 is the recorded one', async () => {
    const { user, documents } = await createPartner(portal, { status: 'completed' })
    const staff = await createUser(portal, { role: 'support' })
    for (const document of documents) {
      for (const reader of [user, staff]) {
        const response = await (await portal.signIn(reader)).get(`${url}/${document.id}/text`)
        expect(response.statusCode).toBe(200)
        expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
        expect(response.headers['content-disposition']).toMatch(
          new RegExp(`^attachment; filename="${document.documentName} signed \\d{4}-\\d{2}-\\d{2}\\.txt"$`),
        )
        expect(response.headers['cache-control']).toBe('no-store')
        const [text = '', block] = response.body.split(/^-{64}\n/m)
        expect(await sha256(text.slice(0, -1))).toBe(document.evidence?.textSha256)
        expect(block).toContain(`SHA-256 of the text above the line: ${document.evidence?.textSha256}`)
        expect(block).toContain(`Signer: Dana Whitfield <${user.email}>`)
        expect(block).toContain(electronicConsent.checkboxLabel)
      }
    }
  })

  test('is not found for another partner, a visitor, before signing, and by a wrong id', async () => {
    const partner = await createPartner(portal)
    const owner = await portal.signIn(partner.user)
    const openNda = `${url}/${documentIdOf(partner, 'nda')}/text`
    expect((await owner.get(openNda)).statusCode).toBe(404)

    await sign(portal, partner.user, 'nda')
    const other = await portal.signIn((await createPartner(portal, { status: 'completed' })).user)
    expect((await owner.get(openNda)).statusCode).toBe(200)
    expect((await other.get(openNda)).statusCode).toBe(404)
    expect((await portal.visit().get(openNda)).statusCode).toBe(401)
    expect((await owner.get(`${url}/${crypto.randomUUID()}/text`)).statusCode).toBe(404)
    expect((await owner.get(`${url}/7/text`)).statusCode).toBe(404)
  })
})

describe('the text of an agreement that is not signed', () => {
  test('is a file for its owner and for staff, with the agreed terms, marked as not signed at both ends', async () => {
    const partner = await createPartner(portal, { eventName: 'Spring weekend', paymentAmount: '11000' })
    const address = `${url}/${documentIdOf(partner, 'venue_partnership_agreement')}/unsigned-text`
    const staff = await createUser(portal, { role: 'support' })
    for (const reader of [partner.user, staff]) {
      const response = await (await portal.signIn(reader)).get(address)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(response.headers['content-disposition']).toMatch(
        /^attachment; filename="[^"]* not signed\.txt"$/,
      )
      const mark = 'NOT SIGNED. FOR READING ONLY.'
      expect(response.body.startsWith(`${mark}\n`)).toBe(true)
      expect(response.body.endsWith(`\n${mark}\n`)).toBe(true)
      expect(response.body).toContain('Spring weekend')
      expect(response.body).toContain('11,000')
      expect(response.body).toContain('[Exclusivity Territory]')
    }
  })

  test('is not found for another partner, and once it is signed', async () => {
    const partner = await createPartner(portal)
    const address = `${url}/${documentIdOf(partner, 'nda')}/unsigned-text`
    const other = await portal.signIn((await createPartner(portal)).user)
    expect((await other.get(address)).statusCode).toBe(404)
    await sign(portal, partner.user, 'nda')
    expect((await (await portal.signIn(partner.user)).get(address)).statusCode).toBe(404)
  })
})

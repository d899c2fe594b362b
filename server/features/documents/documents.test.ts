import { asc, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { agreements } from '#contract/agreements/agreements.ts'
import { electronicConsent } from '#contract/agreements/electronic-consent.ts'
import { exampleContractValues, exampleNdaValues } from '#contract/agreements/example-values.ts'
import {
  documentSignatures,
  partnerActivities,
  partnerDocuments,
  partnerProfiles,
} from '#server/db/schema/partners.ts'
import { createTestApp } from '#test/app.ts'
import { createDocument, createPartner, createUser, sign, signing } from '#test/factories.ts'

const portal = await createTestApp({ settings: { COMPANY_NAME: 'Example Health' } })
afterAll(portal.close)

const url = '/api/partner/documents'

type Partner = Awaited<ReturnType<typeof createPartner>>

const idOf = ({ documents }: Partner, type: keyof typeof signing) =>
  documents.find(({ documentType }) => documentType === type)?.id ?? ''

const documentsOf = ({ profile }: Partner) =>
  portal.db
    .select()
    .from(partnerDocuments)
    .where(eq(partnerDocuments.partnerId, profile.id))
    .orderBy(asc(partnerDocuments.createdAt), asc(partnerDocuments.documentType))

const signaturesOf = ({ user }: Partner) =>
  portal.db.select().from(documentSignatures).where(eq(documentSignatures.signerId, user.id))

const statusOf = async ({ profile }: Partner) => {
  const [row] = await portal.db
    .select({ onboardingStatus: partnerProfiles.onboardingStatus })
    .from(partnerProfiles)
    .where(eq(partnerProfiles.id, profile.id))
  return row?.onboardingStatus
}

const activitiesOf = async ({ profile }: Partner) =>
  (
    await portal.db
      .select()
      .from(partnerActivities)
      .where(eq(partnerActivities.partnerId, profile.id))
      .orderBy(asc(partnerActivities.createdAt), asc(partnerActivities.activityType))
  ).map(({ activityType }) => activityType)

const sha256 = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex')

describe('the list', () => {
  test('holds the two agreements of the caller, and no other partner’s', async () => {
    const partner = await createPartner(portal)
    await createPartner(portal)
    const answer = await (await portal.signIn(partner.user)).get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toHaveLength(2)
    for (const document of answer.json()) {
      expect(document).toMatchObject({ partnerId: partner.profile.id, status: 'pending', evidence: null })
    }
  })

  test('is empty without a profile, and closed to visitors', async () => {
    expect((await (await portal.signIn(await createUser(portal))).get(url)).json()).toEqual([])
    expect((await portal.visit().get(url)).statusCode).toBe(401)
  })
})

describe('signing', () => {
  test('each agreement once: documents after the first, completed in the transaction of the second', async () => {
    const partner = await createPartner(portal)
    const browser = await portal.signIn(partner.user)

    const nda = await browser.post(url, signing.nda)
    expect(nda.statusCode).toBe(201)
    expect(nda.json()).toMatchObject({ id: idOf(partner, 'nda'), documentType: 'nda', status: 'signed' })
    expect(await statusOf(partner)).toBe('documents')

    const contract = await browser.post(url, signing.venue_partnership_agreement)
    expect(contract.statusCode).toBe(201)
    expect(await statusOf(partner)).toBe('completed')
    expect(await activitiesOf(partner)).toEqual([
      'document_signed',
      'document_signed',
      'onboarding_completed',
    ])

    const list = await browser.get(url)
    expect(list.json().map(({ status }: { status: string }) => status)).toEqual(['signed', 'signed'])
    expect((await browser.get('/api/partner/profile')).json().onboardingStatus).toBe('completed')
  })

  test('in the other order completes as well', async () => {
    const partner = await createPartner(portal)
    const browser = await portal.signIn(partner.user)
    await browser.post(url, signing.venue_partnership_agreement)
    expect(await statusOf(partner)).toBe('documents')
    await browser.post(url, signing.nda)
    expect(await statusOf(partner)).toBe('completed')
  })

  test('takes the values as the JSON text of an object, too', async () => {
    const partner = await createPartner(portal)
    const { documentType, signatureData } = signing.nda
    const answer = await (await portal.signIn(partner.user)).post(url, {
      documentType,
      signatureData: JSON.stringify(signatureData),
    })
    expect(answer.statusCode).toBe(201)
    expect(JSON.parse(answer.json().signatureData)).toMatchObject({
      ...exampleNdaValues,
      documentType: 'nda',
      digitalSignature: 'Dana Whitfield',
    })
  })

  test('sets status and time itself, whatever the client says of them', async () => {
    const partner = await createPartner(portal)
    const before = Date.now()
    const answer = await (await portal.signIn(partner.user)).post(url, {
      ...signing.nda,
      signatureData: { ...signing.nda.signatureData, signedAt: '1999-01-01T00:00:00.000Z' },
      status: 'pending',
      signedAt: '1999-01-01T00:00:00.000Z',
    })
    const [document] = await documentsOf(partner)
    expect(document?.status).toBe('signed')
    expect(document?.signedAt?.getTime()).toBeGreaterThanOrEqual(before)
    expect(JSON.parse(document?.signatureData ?? '').signedAt).toBe(document?.signedAt?.toISOString())
    expect(answer.json().signedAt).toBe(document?.signedAt?.toISOString())
  })

  test('a second time is refused and changes nothing', async () => {
    const partner = await createPartner(portal)
    const browser = await portal.signIn(partner.user)
    await browser.post(url, signing.nda)
    const signed = [await documentsOf(partner), await signaturesOf(partner)]
    const again = [
      signing.nda,
      { ...signing.nda, documentId: idOf(partner, 'nda') },
      { ...signing.nda, signatureData: { ...signing.nda.signatureData, signerName: 'Someone Else' } },
    ]
    for (const body of again) {
      const answer = await browser.post(url, body)
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toEqual({ message: 'This agreement is signed already.', code: 'conflict' })
    }
    expect([await documentsOf(partner), await signaturesOf(partner)]).toEqual(signed)
  })

  test('fifty times at once gives exactly one signature', async () => {
    const partner = await createPartner(portal)
    const browser = await portal.signIn(partner.user)
    const answers = await Promise.all(Array.from({ length: 50 }, () => browser.post(url, signing.nda)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(49).fill(409)])
    expect(await signaturesOf(partner)).toHaveLength(1)
    expect(await activitiesOf(partner)).toEqual(['document_signed'])
  })

  test('both at once completes onboarding once', async () => {
    const partner = await createPartner(portal)
    const browser = await portal.signIn(partner.user)
    const bodies = Array.from({ length: 10 }, () => [signing.nda, signing.venue_partnership_agreement]).flat()
    const answers = await Promise.all(bodies.map((body) => browser.post(url, body)))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2)
    expect(await statusOf(partner)).toBe('completed')
    expect((await activitiesOf(partner)).filter((type) => type === 'onboarding_completed')).toHaveLength(1)
  })

  test('waits for the profile: none, or one that only staff have entered, cannot sign', async () => {
    const entered = await createPartner(portal, { status: 'profile' })
    for (const user of [await createUser(portal), entered.user]) {
      const answer = await (await portal.signIn(user)).post(url, signing.nda)
      expect(answer.statusCode).toBe(409)
      expect(answer.json().message).toBe('Complete your profile before you sign.')
    }
    expect(await signaturesOf(entered)).toEqual([])
    expect(await statusOf(entered)).toBe('profile')
  })

  test('by a visitor is refused', async () => {
    expect((await portal.visit().post(url, signing.nda)).statusCode).toBe(401)
  })
})

describe('signing a further agreement', () => {
  test('is by its id, or the oldest open one, and leaves the portal open meanwhile', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    const partnerId = partner.profile.id
    const older = await createDocument(portal, { partnerId })
    const newer = await createDocument(portal, { partnerId })
    const newest = await createDocument(portal, { partnerId })
    expect(await statusOf(partner)).toBe('completed')

    const browser = await portal.signIn(partner.user)
    const body = signing.venue_partnership_agreement
    expect((await browser.post(url, { ...body, documentId: newest.id })).json().id).toBe(newest.id)
    expect((await browser.post(url, body)).json().id).toBe(older.id)
    expect((await browser.post(url, body)).json().id).toBe(newer.id)
    expect((await browser.post(url, body)).statusCode).toBe(409)
    expect((await activitiesOf(partner)).filter((type) => type === 'onboarding_completed')).toHaveLength(1)
  })

  test('that is another partner’s, of another type or not there is not found, and stays open', async () => {
    const partner = await createPartner(portal)
    const other = await createPartner(portal)
    const browser = await portal.signIn(partner.user)
    const ids = [idOf(other, 'nda'), idOf(partner, 'venue_partnership_agreement'), crypto.randomUUID()]
    for (const documentId of ids) {
      expect((await browser.post(url, { ...signing.nda, documentId })).statusCode).toBe(404)
    }
    for (const document of [...(await documentsOf(partner)), ...(await documentsOf(other))]) {
      expect(document.status).toBe('pending')
    }
  })
})

describe('the version that was read', () => {
  test('is taken when it is the one in force', async () => {
    const { user } = await createPartner(portal)
    const answer = await (await portal.signIn(user)).post(url, {
      ...signing.nda,
      agreementVersion: agreements.nda.version,
      consentVersion: electronicConsent.version,
    })
    expect(answer.statusCode).toBe(201)
  })

  test.each(['agreementVersion', 'consentVersion'])('is refused when its %s is another', async (name) => {
    const partner = await createPartner(portal)
    const answer = await (await portal.signIn(partner.user)).post(url, {
      ...signing.nda,
      [name]: '2020-01-01',
    })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toContain('The agreement has changed since you opened it.')
    expect(await signaturesOf(partner)).toEqual([])
  })
})

describe('what is refused, with its field', () => {
  const ndaMissing = 'Please fill in all required fields above'
  const contractMissing = 'Please fill in all required partnership agreement fields above'

  type Refusal = [type: keyof typeof signing, field: string, value: unknown, message: string]

  test.each<Refusal>([
    ...Object.keys(exampleNdaValues).map((field): Refusal => ['nda', field, '', ndaMissing]),
    ...Object.keys(exampleContractValues).map(
      (field): Refusal => ['venue_partnership_agreement', field, undefined, contractMissing],
    ),
    ['nda', 'digitalSignature', ' ', 'A signature is required'],
    ['nda', 'ndaDate', '2026-02-30', 'Enter a date'],
    ['nda', 'signerName', 'a\u202eb', 'Remove tabs and invisible characters'],
    ['nda', 'signerName', 'x'.repeat(201), 'At most 200 characters'],
    ['nda', 'eventName', 'Spring', 'Unknown field'],
    ['venue_partnership_agreement', 'paymentAmount', '$12,500', 'Enter a number'],
    ['venue_partnership_agreement', 'depositPercentage', '101', 'Enter a number from 0 to 100'],
    ['venue_partnership_agreement', 'expectedGuests', '1.5', 'Enter a whole number'],
    ['venue_partnership_agreement', 'collateralDays', 14, 'Enter text'],
  ])('%s: %s = %j: %s', async (documentType, field, value, message) => {
    const partner = await createPartner(portal)
    const answer = await (await portal.signIn(partner.user)).post(url, {
      documentType,
      signatureData: { ...signing[documentType].signatureData, [field]: value },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      message,
      code: 'bad_request',
      fields: { [`signatureData.${field}`]: message },
    })
    expect(await signaturesOf(partner)).toEqual([])
  })

  test.each<[string, unknown, string]>([
    ['documentType', { ...signing.nda, documentType: 'lease' }, 'documentType'],
    ['missing values', { documentType: 'nda' }, 'signatureData'],
    ['values that are no JSON', { documentType: 'nda', signatureData: '{' }, 'signatureData'],
    ['values that are a list', { documentType: 'nda', signatureData: '[]' }, 'signatureData'],
    [
      'values of the other agreement',
      { ...signing.nda, documentType: 'venue_partnership_agreement' },
      'signatureData.ndaDate',
    ],
    ['malformed documentId', { ...signing.nda, documentId: '7' }, 'documentId'],
  ])('%s', async (_what, body, field) => {
    const partner = await createPartner(portal)
    const answer = await (await portal.signIn(partner.user)).post(url, body)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields)).toContain(field)
    expect(await signaturesOf(partner)).toEqual([])
  })
})

describe('the evidence of a signature', () => {
  const userAgent = `Mozilla/5.0 (Evidence) ${'x'.repeat(600)}`

  const signedPartner = async () => {
    const partner = await createPartner(portal)
    const browser = await portal.signIn(partner.user, 'link')
    await browser.send('POST', url, signing.nda, { 'user-agent': userAgent })
    const [signature] = await signaturesOf(partner)
    if (!signature) throw new Error('no signature was kept')
    return { partner, browser, signature }
  }

  test('says who, when, from where, in which browser, and how they had signed in', async () => {
    const { partner, browser, signature } = await signedPartner()
    const [document] = await documentsOf(partner)
    expect(signature).toMatchObject({
      documentId: idOf(partner, 'nda'),
      signerId: partner.user.id,
      signerName: exampleNdaValues.signerName,
      signerEmail: partner.user.email,
      ipAddress: browser.address,
      userAgent: userAgent.slice(0, 512),
      signInMethod: 'link',
      signedAt: document?.signedAt,
      values: { ...exampleNdaValues, digitalSignature: 'Dana Whitfield' },
    })
    expect(signature.signedInAt.getTime()).toBeLessThanOrEqual(signature.signedAt.getTime())
  })

  test('keeps the very text with the values and the company, the consent, and the SHA-256 of both', async () => {
    const { signature } = await signedPartner()
    expect(signature.agreementVersion).toBe(agreements.nda.version)
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

  test('goes to its signer without address and browser', async () => {
    const { partner, signature } = await signedPartner()
    const [document] = (await (await portal.signIn(partner.user)).get(url)).json()
    expect(document.evidence).toEqual({
      agreementVersion: signature.agreementVersion,
      textSha256: signature.agreementSha256,
      consentVersion: signature.consentVersion,
      signerName: signature.signerName,
      signedAt: signature.signedAt.toISOString(),
    })
  })

  test('stays: neither the document nor its signer can be deleted under it', async () => {
    const { partner } = await signedPartner()
    const { db } = portal
    // A foreign key that restricts: PostgreSQL 18 has a code of its own for it.
    const refused = { cause: { code: expect.stringMatching(/^23(001|503)$/) } }
    await expect(
      db.delete(partnerDocuments).where(eq(partnerDocuments.id, idOf(partner, 'nda'))),
    ).rejects.toMatchObject(refused)
    await expect(
      db.delete(partnerProfiles).where(eq(partnerProfiles.id, partner.profile.id)),
    ).rejects.toMatchObject(refused)
  })
})

describe('the signed text', () => {
  test('is a file for its owner and for staff, with the text whose SHA-256 it states', async () => {
    const { user, documents } = await createPartner(portal, { status: 'completed' })
    const staff = await createUser(portal, { role: 'support' })
    for (const document of documents) {
      for (const reader of [user, staff]) {
        const answer = await (await portal.signIn(reader)).get(`${url}/${document.id}/text`)
        expect(answer.statusCode).toBe(200)
        expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
        expect(answer.headers['content-disposition']).toMatch(
          new RegExp(`^attachment; filename="${document.documentType}-signed-\\d{4}-\\d{2}-\\d{2}\\.txt"$`),
        )
        expect(answer.headers['cache-control']).toBe('no-store')
        const [text = '', block] = answer.body.split(/^-{64}\n/m)
        expect(await sha256(text.slice(0, -1))).toBe(document.evidence?.textSha256)
        expect(block).toContain(`SHA-256 of the text above the line: ${document.evidence?.textSha256}`)
        expect(block).toContain(`Signer: Dana Whitfield <${user.email}>`)
        expect(block).toContain(electronicConsent.checkboxLabel)
      }
    }
  })

  test('is not there for another partner, for a visitor, before it is signed, or by a wrong id', async () => {
    const partner = await createPartner(portal)
    const owner = await portal.signIn(partner.user)
    const openNda = `${url}/${idOf(partner, 'nda')}/text`
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

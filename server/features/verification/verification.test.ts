import { X509Certificate } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { notAVerificationCode } from '#contract/verification-code.ts'
import { documentSeals } from '#server/db/schema/evidence.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { getCountersignature } from '#server/features/documents/countersigning/data.ts'
import { createTestApp } from '#test/app.ts'
import { createCountersigned } from '#test/countersigning.ts'
import { createPartner } from '#test/factories.ts'
import { localCertificate } from '#test/local-certificate.ts'
import { documentIdOf, signaturesOf } from '#test/partner-rows.ts'
import { createSeal, createSigningCertificate, voidDocument } from '#test/seal-rows.ts'

const portal = await createTestApp({ settings: { COMPANY_NAME: 'Example Health' } })
afterAll(portal.close)

const get = (query: Record<string, string>, visitor = portal.visit()) =>
  visitor.get(`/api/verification?${new URLSearchParams(query)}`)

const createSignedAgreement = async () => {
  const partner = await createPartner(portal, { status: 'completed' })
  return { partner, documentId: documentIdOf(partner, 'nda') }
}

const createSealedAgreement = async (seal: Parameters<typeof createSeal>[2] = {}) => {
  const { documentId } = await createSignedAgreement()
  return { documentId, ...(await createSeal(portal, documentId, seal)) }
}

describe('a sealed agreement', () => {
  test('is found by the hash of its PDF and by its code, with the data on the PDF and nothing else', async () => {
    const { sha256, code, sealedAt } = await createSealedAgreement()
    for (const query of [{ sha256 }, { code }] as Record<string, string>[]) {
      const response = await get(query)
      expect(response.statusCode).toBe(200)
      expect(response.headers['cache-control']).toBe('no-store')
      expect(response.json()).toEqual({
        title: firstAgreements.nda.title,
        version: firstAgreements.nda.version,
        companyName: 'Example Health',
        partnerName: 'Harborview Hall LLC',
        signerName: 'Dana Whitfield',
        signedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        sealedAt: sealedAt.toISOString(),
        sha256,
        countersignature: null,
        state: 'in-force',
        stateSince: null,
      })
    }
  })

  test('is found by its code however it is typed', async () => {
    await createSealedAgreement({ code: '0123-4567-89AB-1C0D' })
    for (const code of ['0123456789ab1c0d', ' o123 4567 89ab-LCOD ', 'O123-4567-89AB-iC0D']) {
      expect((await get({ code })).json()).toMatchObject({ signerName: 'Dana Whitfield' })
    }
  })

  test('counts as voided from the first such event in its chain, and is still found', async () => {
    const { documentId, sha256, code } = await createSealedAgreement()
    const at = new Date('2026-11-24T09:30:00Z')
    await voidDocument(portal, documentId, new Date('2026-11-25T09:30:00Z'), 1001)
    await voidDocument(portal, documentId, at)
    for (const query of [{ sha256 }, { code }] as Record<string, string>[]) {
      expect((await get(query)).json()).toMatchObject({ state: 'voided', stateSince: at.toISOString() })
    }
  })

  test('is not in force before the day on which it takes effect', async () => {
    const { documentId, code } = await createSealedAgreement()
    const day = 24 * 60 * 60 * 1000
    const takesEffect = async (inDays: number) => {
      const effectiveOn = new Date(Date.now() + inDays * day).toISOString().slice(0, 10)
      await portal.db.update(partnerDocuments).set({ effectiveOn }).where(eq(partnerDocuments.id, documentId))
      return effectiveOn
    }
    const later = await takesEffect(2)
    expect((await get({ code })).json()).toMatchObject({
      state: 'upcoming',
      stateSince: `${later}T00:00:00.000Z`,
    })
    await takesEffect(0)
    expect((await get({ code })).json()).toMatchObject({ state: 'in-force', stateSince: null })
  })

  test('is not voided by the chain of another agreement', async () => {
    const [voided, kept] = [await createSealedAgreement(), await createSealedAgreement()]
    await voidDocument(portal, voided.documentId)
    expect((await get({ code: kept.code })).json()).toMatchObject({ state: 'in-force' })
  })
})

describe('an agreement with the signature of the company', () => {
  test('is found by both of its PDFs, each with the company’s signature and whether the PDF contains it', async () => {
    const { id } = await createCountersigned(portal)
    const first = await createSeal(portal, id)
    const second = await createSeal(portal, id, { part: 'countersignature' })
    const stored = await getCountersignature(portal.db, id)
    const signature = { signerName: 'Robin Vale', signedAt: stored?.signedAt.toISOString() }
    for (const [seal, isInPdf] of [
      [first, false],
      [second, true],
    ] as const) {
      for (const query of [{ sha256: seal.sha256 }, { code: seal.code }] as Record<string, string>[]) {
        expect((await get(query)).json()).toMatchObject({
          sha256: seal.sha256,
          signerName: 'Dana Whitfield',
          sealedAt: seal.sealedAt.toISOString(),
          countersignature: { ...signature, isInPdf },
          state: 'in-force',
        })
      }
    }
    await voidDocument(portal, id)
    for (const { code } of [first, second]) expect((await get({ code })).json().state).toBe('voided')
  })

  test('is found only by the first PDF until the second is sealed', async () => {
    const { id } = await createCountersigned(portal)
    const { code } = await createSeal(portal, id)
    expect((await get({ code })).json()).toMatchObject({
      countersignature: { signerName: 'Robin Vale', isInPdf: false },
    })
  })
})

describe('what is not sealed', () => {
  test('is not found by another hash or code', async () => {
    await createSealedAgreement()
    for (const query of [{ sha256: 'ab'.repeat(32) }, { code: 'ZZZZ-ZZZZ-ZZZZ-ZZZZ' }] as Record<
      string,
      string
    >[]) {
      const response = await get(query)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ message: 'Not found', code: 'not_found' })
    }
  })

  test('is not found by the hash of the text that was signed', async () => {
    const { partner, documentId } = await createSignedAgreement()
    await portal.db.insert(documentSeals).values({ documentId }).onConflictDoNothing()
    const [signature] = await signaturesOf(portal, partner)
    expect((await get({ sha256: signature?.agreementSha256 ?? '' })).statusCode).toBe(404)
  })
})

test.each([
  [{}, { sha256: 'Send either sha256 or code' }],
  [{ sha256: 'ab'.repeat(32), code: '0123-4567-89AB-1C0D' }, { sha256: 'Send either sha256 or code' }],
  [{ sha256: 'AB'.repeat(32) }, { sha256: 'Send the hash as 64 hexadecimal digits' }],
  [{ sha256: 'ab' }, { sha256: 'Send the hash as 64 hexadecimal digits' }],
  [{ code: '' }, { code: notAVerificationCode }],
  [{ code: '0123-4567-89AB-1C0U' }, { code: notAVerificationCode }],
  [{ code: '0123-4567-89AB-1C0' }, { code: notAVerificationCode }],
  [{ code: '0'.repeat(65) }, { code: notAVerificationCode }],
  [{ name: 'Dana Whitfield' }, { name: 'Unknown field' }],
] as Record<string, string>[][])('the query %j is refused with the fields %j', async (query = {}, fields) => {
  const response = await get(query)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'bad_request', fields })
})

test('a network address can ask 120 times, which does not limit another address', async () => {
  const office = portal.visit()
  const { code } = await createSealedAgreement()
  const responses = await Promise.all(
    Array.from({ length: 60 }, () => [
      get({ code }, office),
      office.get('/api/verification/certificates'),
    ]).flat(),
  )
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(120).fill(200))
  for (const refused of [await get({ code }, office), await office.get('/api/verification/certificates')]) {
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.json().message).toMatch(/^Too many checks\. Try again in \d+ minutes\.$/)
  }
  expect((await get({ code })).statusCode).toBe(200)
})

test('the certificates are listed as PEM, the newest first', async () => {
  const { raw, fingerprint256 } = new X509Certificate(localCertificate.cert)
  const sha256 = fingerprint256.replaceAll(':', '').toLowerCase()
  const older = new Date('2020-01-01T00:00:00Z')
  await createSigningCertificate(portal, raw, 'ab'.repeat(32), older)
  await createSigningCertificate(portal, raw, sha256)
  const response = await portal.visit().get('/api/verification/certificates')
  expect(response.headers['cache-control']).toBe('no-store')
  const [newest, oldest] = response.json()
  expect(newest).toMatchObject({ sha256 })
  expect(new X509Certificate(newest.pem).fingerprint256).toBe(fingerprint256)
  expect(oldest).toMatchObject({ sha256: 'ab'.repeat(32), firstUsedAt: older.toISOString() })
})

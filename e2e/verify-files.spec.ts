import { createHash } from 'node:crypto'
import { CryptoKeySigner, PDF } from '@libpdf/core'
import type { Page } from '@playwright/test'
import PDFDocument from 'pdfkit'
import { createIdentity } from '#packages/sealed-pdf/identity.ts'
import { sealPdf } from '#packages/sealed-pdf/seal.ts'
import { createSigningCertificate, voidDocument } from '#test/seal-rows.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Portal } from './portal.ts'
import { createSealedAgreement, expectResult, fact, filePicker } from './verify-steps.ts'

const ofPortal = await createIdentity({ commonName: 'Partner Portal', organization: 'Example Health' })
const ofAnother = await createIdentity({ commonName: 'Partner Portal', organization: 'Example Health' })

const drawPdf = async () => {
  const document = new PDFDocument({ compress: false })
  document.text('Dana Whitfield agrees.')
  document.end()
  const chunks: Buffer[] = []
  for await (const chunk of document) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const seal = async (identity = ofPortal) => {
  const { pdf } = await sealPdf(await drawPdf(), identity, { reason: 'Sealed', signedAt: new Date() })
  return Buffer.from(pdf)
}

/** An agreement that the portal has sealed and knows. */
const createSealedPdf = async (portal: Portal) => {
  const pdf = await seal()
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  return { pdf, ...(await createSealedAgreement(portal, { sha256 })) }
}

const choose = (page: Page, buffer: Buffer, name = 'agreement.pdf') =>
  filePicker(page).setInputFiles({ name, mimeType: 'application/pdf', buffer })

test.use({ ownPortal: true })

test.beforeEach(async ({ portal, browserErrors }) => {
  // The browser also reports on its console that there is none.
  browserErrors.allow(/status of 404 .*\/api\/verification\?/)
  await createSigningCertificate(portal, Buffer.from(ofPortal.certificate), ofPortal.fingerprint)
})

test('a sealed PDF is unchanged and in force, and is sent nowhere', async ({ page, portal }) => {
  const { pdf, sha256 } = await createSealedPdf(portal)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/verify')
    const sent: string[] = []
    page.on('request', (request) =>
      sent.push(`${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`.trim()),
    )
    await choose(page, pdf)
    await expectResult(page, 'Unchanged and in force')
    const scripts = /^GET \/assets\//
    expect(sent.filter((line) => !scripts.test(line))).toEqual([
      'GET /api/verification/certificates',
      'GET /api/verification',
    ])
    page.removeAllListeners('request')
    await expect(fact(page, 'Signed by')).toHaveText('Dana Whitfield')
    await page.getByText('Details for experts').click()
    await expect(fact(page, 'SHA-256 of this file')).toHaveText(sha256)
    await expect(fact(page, 'SHA-256 of the certificate')).toHaveText(ofPortal.fingerprint)
    await expectNoAxeViolations(page)
  }
})

test('an unchanged PDF of a voided agreement is no longer in force', async ({ page, portal }) => {
  const { pdf, documentId } = await createSealedPdf(portal)
  await voidDocument(portal, documentId, new Date('2026-11-24T15:00:00Z'))
  await page.goto('/verify')
  await choose(page, pdf)
  await expectResult(page, 'Unchanged, but voided')
  await expect(page.getByText('the agreement was voided on Nov 24, 2026')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('a changed PDF shows no signer, wherever it was changed', async ({ page, portal }) => {
  const { pdf } = await createSealedPdf(portal)
  const certificateAt = pdf.indexOf(Buffer.from(ofPortal.certificate.slice(-16)).toString('hex'))
  expect(certificateAt).toBeGreaterThan(0)
  const flip = (index: number) =>
    Buffer.concat([pdf.subarray(0, index), Buffer.of((pdf[index] ?? 0) ^ 1), pdf.subarray(index + 1)])
  const changed = [
    flip(pdf.indexOf('stream') + 20),
    flip(certificateAt),
    Buffer.concat([pdf, Buffer.from('\n% Dana Whitfield agrees to more.\n')]),
  ]
  await page.goto('/verify')
  for (const bytes of changed) {
    await choose(page, bytes)
    await expectResult(page, 'This file was changed after it was sealed')
    await expect(page.getByText('Dana Whitfield')).toHaveCount(0)
  }
  await expectNoAxeViolations(page)
})

test('what this portal has not sealed is no agreement of it', async ({ page }) => {
  const foreign = await seal(ofAnother)
  const key = await crypto.subtle.importKey(
    'pkcs8',
    Buffer.from(ofAnother.privateKey),
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    true,
    ['sign'],
  )
  const document = await PDF.load(await drawPdf())
  const signer = new CryptoKeySigner(key, ofAnother.certificate, 'RSA', 'RSASSA-PKCS1-v1_5')
  const { bytes: signedElsewhere } = await document.sign({ signer })
  await page.goto('/verify')
  await choose(page, await drawPdf())
  await expectResult(page, 'Not a sealed agreement')
  for (const bytes of [foreign, foreign.subarray(0, -20), Buffer.from(signedElsewhere)]) {
    await choose(page, bytes)
    await expectResult(page, 'Not an agreement of this portal')
  }
  await expectNoAxeViolations(page)
})

test('a sealed PDF that the records have not says so', async ({ page }) => {
  await page.goto('/verify')
  await choose(page, await seal())
  await expectResult(page, 'Sealed by this portal, but not in its records')
  await expectNoAxeViolations(page)
})

test('a file is checked again once the portal can be reached', async ({ page, portal, browserErrors }) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED/)
  const { pdf } = await createSealedPdf(portal)
  await page.goto('/verify')
  await page.context().setOffline(true)
  await choose(page, pdf)
  await expectResult(page, 'The portal cannot be reached')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectResult(page, 'Unchanged and in force')
})

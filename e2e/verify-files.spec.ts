import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createIdentity } from '#packages/sealed-pdf/identity.ts'
import { sealPdf } from '#packages/sealed-pdf/seal.ts'
import { addCertificate } from '#server/features/documents/sealing/data.ts'
import { drawPdf } from '#test/drawn-pdf.ts'
import { voidDocument } from '#test/seal-rows.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Portal } from './portal.ts'
import { createSealedAgreement, expectResult, fact, filePicker } from './verify-steps.ts'

// client/verify/check-file.test.ts tests the other results of checking a file.

const ofPortal = await createIdentity({ commonName: 'Partner Portal', organization: 'Example Health' })

/** Creates an agreement that the portal has sealed and recorded. */
const createSealedPdf = async (portal: Portal) => {
  const { pdf } = await sealPdf(await drawPdf(), ofPortal, { reason: 'Sealed', signedAt: new Date() })
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  await addCertificate(portal.db, {
    certificate: Buffer.from(ofPortal.certificate),
    sha256: ofPortal.fingerprint,
  })
  return { pdf: Buffer.from(pdf), ...(await createSealedAgreement(portal, { sha256 })) }
}

const choose = (page: Page, buffer: Buffer, name = 'agreement.pdf') =>
  filePicker(page).setInputFiles({ name, mimeType: 'application/pdf', buffer })

test('a file is checked in the browser alone, and again once the portal can be reached, and the result shows the state of its agreement', async ({
  page,
  portal,
  browserErrors,
}, testInfo) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED/)
  const { pdf, sha256, documentId, code } = await createSealedPdf(portal)
  await page.goto('/verify')
  const failed: string[] = []
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname))
  await page.context().setOffline(true)
  await choose(page, pdf)
  await expectResult(page, 'The portal cannot be reached')
  // Only the certificates were requested: a script that fails to load would fail again in browsers that remember the failure.
  expect(failed).toEqual(['/api/verification/certificates'])
  await page.context().setOffline(false)
  const sent: string[] = []
  page.on('request', (request) =>
    sent.push(`${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`.trim()),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectResult(page, 'Unchanged and in force')
  const scripts = /^GET \/assets\//
  expect(sent.filter((line) => !scripts.test(line))).toEqual([
    'GET /api/verification/certificates',
    'GET /api/verification',
  ])
  await expect(fact(page, 'Signed by')).toHaveText('Dana Whitfield')
  await page.getByText('Technical details').click()
  await expect(fact(page, 'SHA-256 of this file')).toHaveText(sha256)
  await expect(fact(page, 'SHA-256 of the certificate')).toHaveText(ofPortal.fingerprint)
  await expectNoAxeViolations(page)

  await choose(page, Buffer.concat([pdf, Buffer.from('\n% Dana Whitfield agrees to more.\n')]))
  await expectResult(page, 'This file was changed after it was sealed')
  await expect(page.getByText('Dana Whitfield')).toHaveCount(0)
  await choose(page, await drawPdf())
  await expectResult(page, 'Not a sealed agreement')
  await choose(page, await drawPdf(`Certificate of Completion ${code}`))
  await expectResult(page, "This file has an agreement's code, but no seal")
  await expectNoAxeViolations(page, page.getByRole('main'))
  const folder = testInfo.outputPath('agreements')
  await mkdir(folder)
  await dropFromDisk(page, folder)
  await expectResult(page, 'This is a folder')

  await voidDocument(portal, documentId, new Date('2026-11-24T15:00:00Z'))
  await choose(page, await drawPdf(`Certificate of Completion ${code}`))
  await page.getByRole('link', { name: `Look up ${code}` }).click()
  await expectResult(page, 'The agreement with this code was voided')
  await expect(fact(page, 'For the business')).toHaveText('Harborview Hall LLC')
  await choose(page, pdf)
  await expectResult(page, 'Unchanged, but voided')
  await expect(page.getByText('the agreement was voided on Nov 24, 2026')).toBeVisible()
})

/** Drops the file or folder at this path, as the browser receives it from the desktop. */
const dropFromDisk = async (page: Page, path: string) => {
  const { x = 0, y = 0 } = (await filePicker(page).boundingBox()) ?? {}
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: x + 5, y: y + 5, data })
  }
}

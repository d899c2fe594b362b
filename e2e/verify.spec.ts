import { X509Certificate } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { maxFileSize } from '#contract/files/file-types.ts'
import { notAVerificationCode } from '#contract/verification.ts'
import { signingCertificates } from '#server/db/schema/evidence.ts'
import { localCertificate } from '#test/local-certificate.ts'
import { createSigningCertificate, voidDocument } from '#test/seal-rows.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { drop, dropZeros } from './sample-files.ts'
import {
  codeField,
  createSealedAgreement,
  expectResult,
  fact,
  filePicker,
  lookUpButton,
} from './verify-steps.ts'

const file = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) })

test.beforeEach(({ browserErrors }) => {
  // The browser also reports on its console that there is none.
  browserErrors.allow(/status of (404|429) .*\/api\/verification(\/|\?|$)/)
})

test('the address of the QR code shows who signed what, at both widths', async ({ page, portal }) => {
  const signedAt = new Date('2026-11-24T01:05:00Z')
  const { code, sha256 } = await createSealedAgreement(portal, { sealedAt: signedAt })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/verify?code=${code}`)
    await expectResult(page, 'The agreement with this code is in force')
    await expect(codeField(page)).toHaveValue(code)
    await expect(fact(page, 'Signed by')).toHaveText('Dana Whitfield')
    await expect(fact(page, 'Agreed with')).not.toBeEmpty()
    await expect(fact(page, 'Sealed by this portal')).toHaveText(
      'Nov 23, 2026, 8:05 PMNov 24, 2026, 1:05 AM UTC',
    )
    await page.getByText('Details for experts').click()
    await expect(fact(page, 'SHA-256 of the sealed PDF')).toHaveText(sha256)
    await page.getByText('How to verify without this page').click()
    await expectNoAxeViolations(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
})

test('a voided agreement is no longer in force', async ({ page, portal }) => {
  const { code, documentId } = await createSealedAgreement(portal)
  await voidDocument(portal, documentId, new Date('2026-11-24T15:00:00Z'))
  await page.goto(`/verify?code=${code}`)
  await expectResult(page, 'The agreement with this code was voided')
  await expect(fact(page, 'Voided')).toHaveText('Nov 24, 2026, 10:00 AMNov 24, 2026, 3:00 PM UTC')
})

test('a code typed with look-alike letters is looked up, and stands in the address as it is printed', async ({
  page,
  portal,
}) => {
  const code = '0B1D-0000-1111-WXYZ'
  await createSealedAgreement(portal, { code })
  await page.goto('/verify')
  await codeField(page).fill('obld oooo-IlIl wxyz')
  await lookUpButton(page).click()
  await expectResult(page, 'The agreement with this code is in force')
  await expect(page).toHaveURL(`${portal.url}/verify?code=${code}`)
  await expect(codeField(page)).toHaveValue(code)

  // As the whole address, and as an address that was typed.
  await codeField(page).fill('https://elsewhere.example/verify?code=obld-0000-1111-wxyz')
  await expect(codeField(page)).toHaveValue('obld-0000-1111-wxyz')
  await page.goto('/verify?code=obld00001111wxyz')
  await expectResult(page, 'The agreement with this code is in force')
  await expect(page).toHaveURL(`${portal.url}/verify?code=${code}`)
})

test('reload, Back and Forward show what their address names', async ({ page, portal }) => {
  const { code } = await createSealedAgreement(portal)
  await page.goto('/verify')
  await codeField(page).fill('what')
  await lookUpButton(page).click()
  await expect(codeField(page)).toBeFocused()
  await expect(codeField(page)).toHaveAccessibleDescription(new RegExp(notAVerificationCode))
  await codeField(page).fill(code)
  await expect(codeField(page)).not.toHaveAccessibleDescription(new RegExp(notAVerificationCode))
  await page.keyboard.press('Enter')
  await expectResult(page, 'The agreement with this code is in force')
  await codeField(page).fill('0000000000000000')
  await page.keyboard.press('Enter')
  await expectResult(page, 'No agreement has this code')
  await expectNoAxeViolations(page)

  await page.goBack()
  await expectResult(page, 'The agreement with this code is in force')
  await page.reload()
  await expectResult(page, 'The agreement with this code is in force')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0)
  await expect(codeField(page)).toHaveValue('')
  await page.goForward()
  await expectResult(page, 'The agreement with this code is in force')
  await expect(codeField(page)).toHaveValue(code)
})

test('the keyboard alone reaches the file, the code, and all of a result', async ({ page, portal }) => {
  const { code } = await createSealedAgreement(portal)
  // From the beginning: the browser takes a moment to hand its dialogs over.
  page.on('filechooser', (chooser) => chooser.setFiles(file('notes.pdf', 'No PDF')))
  await page.goto('/verify')
  await expect(codeField(page)).toBeVisible()
  for (const control of [
    page.getByRole('link', { name: 'Partner Portal' }),
    filePicker(page),
    codeField(page),
  ]) {
    await page.keyboard.press('Tab')
    await expect(control).toBeFocused()
  }
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expectResult(page, 'The agreement with this code is in force')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(fact(page, 'SHA-256 of the sealed PDF')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(filePicker(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectResult(page, 'This is not a PDF')
  // What is shown has no code.
  await expect(page).toHaveURL(`${portal.url}/verify`)
})

test('what cannot be a sealed agreement is refused with what to do instead', async ({ page }, testInfo) => {
  await page.goto('/verify')
  const zone = filePicker(page).locator('..')
  await drop(zone, [file('agreement.docx', 'PK')])
  await expectResult(page, 'This is not a PDF')
  await expect(page.getByText('agreement.docx, 2 bytes')).toBeVisible()
  await drop(zone, [file('agreement.pdf', '')])
  await expectResult(page, 'This file is empty')
  await drop(zone, [file('one.pdf', '%PDF-1.7'), file('two.pdf', '%PDF-1.7')])
  await expectResult(page, 'Choose one file at a time')
  await dropZeros(zone, 'large.pdf', maxFileSize + 1)
  await expectResult(page, 'This file is too large')
  await dropZeros(zone, 'largest.pdf', maxFileSize)
  await expectResult(page, 'This is not a PDF')

  const folder = testInfo.outputPath('agreements')
  await mkdir(folder)
  await dropFromDisk(page, folder)
  await expectResult(page, 'This is a folder')
})

/** Drops what has this path on the disk, as the browser takes it from the desktop. */
const dropFromDisk = async (page: Page, path: string) => {
  const { x = 0, y = 0 } = (await filePicker(page).boundingBox()) ?? {}
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: x + 5, y: y + 5, data })
  }
}

test('without the portal a check says so, and is tried again', async ({ page, portal, browserErrors }) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED|status of 500|response: 500/)
  const { code } = await createSealedAgreement(portal)
  await page.goto('/verify')
  await page.context().setOffline(true)
  await codeField(page).fill(code)
  await lookUpButton(page).click()
  await expectResult(page, 'The portal cannot be reached')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectResult(page, 'The agreement with this code is in force')

  const address = /\/api\/verification\?/
  await page.route(address, (route) => route.fulfill({ status: 500, body: '' }))
  await lookUpButton(page).click()
  await expectResult(page, "The check didn't work")
  await page.unroute(address)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectResult(page, 'The agreement with this code is in force')
})

test.describe('in a portal that has sealed nothing', () => {
  test.use({ ownPortal: true })

  test('the certificates are saved in one file, once there are some', async ({ page, portal }) => {
    // The agreements of the demo are sealed: as if that had not been.
    await portal.db.execute(sql`alter table signing_certificates disable trigger all`)
    await portal.db.delete(signingCertificates)
    await page.goto('/verify')
    await page.getByText('How to verify without this page').click()
    const button = page.getByRole('button', { name: 'Download the certificate' })
    await button.click()
    await expect(page.getByRole('alert')).toContainText('This portal has not sealed an agreement yet.')
    const certificate = new X509Certificate(localCertificate.cert)
    await createSigningCertificate(portal, certificate.raw, 'ab'.repeat(32))
    await createSigningCertificate(portal, certificate.raw, 'cd'.repeat(32))
    const download = page.waitForEvent('download')
    await button.click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe('portal-certificates.pem')
    expect(await readFile(await saved.path(), 'utf8')).toBe(certificate.toString().repeat(2))
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('in a portal of its own', () => {
  test.use({ ownPortal: true })

  test('after 120 checks of a network the page says when the next is allowed', async ({
    page,
    portal,
    request,
  }) => {
    const { code } = await createSealedAgreement(portal)
    const ask = () => request.get(`${portal.url}/api/verification?code=${code}`)
    const answers = await Promise.all(Array.from({ length: 120 }, ask))
    expect(answers.filter((answer) => answer.status() !== 200)).toEqual([])
    await page.goto(`/verify?code=${code}`)
    await expectResult(page, 'Too many checks from your network')
    await expect(page.getByText(/^Too many checks\. Try again in \d+ minutes\.$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expectNoAxeViolations(page)
  })
})

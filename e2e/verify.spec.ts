import { mkdir } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { maxFileSize } from '#contract/files/file-types.ts'
import { voidDocument } from '#test/seal-rows.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { drop, dropZeros } from './sample-files.ts'
import { codeField, createSealedAgreement, expectResult, fact, filePicker } from './verify-steps.ts'

const file = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) })

test('the address of the QR code shows who signed what, until it is voided, and fits a phone', async ({
  page,
  portal,
}) => {
  const signedAt = new Date('2026-11-24T01:05:00Z')
  const { code, sha256, documentId } = await createSealedAgreement(portal, { sealedAt: signedAt })
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
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  }

  await voidDocument(portal, documentId, new Date('2026-11-24T15:00:00Z'))
  await page.reload()
  await expectResult(page, 'The agreement with this code was voided')
  await expect(fact(page, 'Voided')).toHaveText('Nov 24, 2026, 10:00 AMNov 24, 2026, 3:00 PM UTC')
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

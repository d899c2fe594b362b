import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { fileInfectedMessage } from '#contract/files/held-files.ts'
import { eicar, type Scanner, startScanner } from '#test/clamav.ts'
import { createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { newPartner, openChat } from './chat-steps.ts'
import { test as base, expect } from './fixtures.ts'
import { openLibrary, openUpload } from './resource-steps.ts'

const test = base.extend<{ scanner: Scanner }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures it needs
  scanner: async ({}, provide) => {
    const scanner = await startScanner({ onTcp: true })
    await provide(scanner)
    await scanner.remove()
  },
  settings: async ({ scanner }, provide) => provide({ CLAMAV_URL: scanner.url }),
})

const upload = async (page: Page, path: string, title: string) => {
  const { section } = await openUpload(page)
  await section.locator('input[type=file]').setInputFiles(path)
  await section.getByRole('textbox', { name: 'Title' }).fill(title)
  await section.getByRole('combobox', { name: 'Category' }).selectOption('creative')
  await section.getByRole('button', { name: 'Upload resource' }).click()
  await expect(section).toHaveCount(0)
}

test('a file with a virus is held back from everyone, in the library and in the chat, and staff see what was found', async ({
  page,
  portal,
  signInAs,
  openBrowser,
  browserErrors,
  scanner,
}, testInfo) => {
  // The files that the portal begins with may still be waiting for the scanner.
  browserErrors.allow(/409.*thumbnail/)
  const [infected, clean] = [testInfo.outputPath('infected.txt'), testInfo.outputPath('clean.txt')]
  await writeFile(infected, eicar)
  await writeFile(clean, 'A note for the stage.')
  await signInAs(page, await createUser(portal, { role: 'support' }))
  const staff = await openLibrary(page)
  await upload(page, infected, 'Brochure')
  await expect(staff.row('Brochure')).toContainText('Virus found: Eicar-Test-Signature')

  // While the scanner is away a file waits, and is there once it is back.
  await scanner.stop()
  await upload(page, clean, 'Stage note')
  await expect(staff.row('Stage note')).toContainText('Checking for viruses')
  await scanner.start()
  await upload(page, clean, 'Second note')
  await expect(staff.download('Stage note')).toBeVisible()
  await expect(staff.row('Stage note')).not.toContainText('Checking for viruses')

  const partner = await openBrowser()
  await signInAs(partner, await newPartner(portal, 'Reyes'))
  await partner.setViewportSize({ width: 390, height: 844 })
  const library = await openLibrary(partner)
  await expect(library.row('Brochure').getByText('Virus found', { exact: true })).toBeVisible()
  await expect(library.download('Brochure')).toHaveCount(0)
  await expect(library.download('Stage note')).toBeVisible()
  await library.file('Brochure').click()
  await expect(library.preview).toContainText(fileInfectedMessage)
  await expect(library.preview.getByRole('button', { name: 'Download' })).toHaveCount(0)

  await partner.goto('/')
  const { panel, log, send } = await openChat(partner)
  await panel.locator('input[type=file]').setInputFiles(infected)
  await expect(send).toBeEnabled()
  await send.click()
  await expect(log.getByText('Virus found', { exact: true })).toBeVisible()
  await expect(log.getByRole('link', { name: /infected/ })).toHaveCount(0)
  await expectNoAxeViolations(partner, panel)
})

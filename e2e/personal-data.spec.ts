import { readFile } from 'node:fs/promises'
import { createPartner } from '#test/factories.ts'
import { unzip } from '#test/zip.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`a partner downloads their data at ${viewport.width} px`, async ({ page, portal, signInAs }) => {
    await page.setViewportSize(viewport)
    const { user } = await createPartner(portal, { status: 'completed' })
    await signInAs(page, user)
    await page.goto('/?account=security')
    const dialog = page.getByRole('dialog', { name: 'Account and security' })
    const button = dialog.getByRole('button', { name: 'Download my data' })
    await expect(button).toBeVisible()
    await expectNoAxeViolations(page, dialog)
    const downloaded = page.waitForEvent('download')
    await button.click()
    const file = await downloaded
    expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/)
    const entries = await unzip(await readFile(await file.path()))
    expect(JSON.parse(entries['account.json'] ?? '')).toMatchObject({ email: user.email })
    expect(Object.keys(entries).filter((name) => name.startsWith('agreements/'))).toHaveLength(2)
  })
}

import { readFile } from 'node:fs/promises'
import { createPartner } from '#test/factories.ts'
import { unzip } from '#test/zip.ts'
import { expect, test } from './fixtures.ts'

test('a partner downloads their data', async ({ page, portal, signInAs }) => {
  const { user } = await createPartner(portal, { status: 'completed' })
  await signInAs(page, user)
  await page.goto('/?account=security')
  const dialog = page.getByRole('dialog', { name: 'Account and security' })
  const downloaded = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download my data' }).click()
  const file = await downloaded
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/)
  const entries = await unzip(await readFile(await file.path()))
  expect(JSON.parse(entries['account.json'] ?? '')).toMatchObject({ email: user.email })
  expect(Object.keys(entries).filter((name) => name.startsWith('agreements/'))).toHaveLength(2)
})

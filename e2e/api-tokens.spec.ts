import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { createApiToken } from '#test/api-tokens.ts'
import { createUser } from '#test/factories.ts'
import { codeIn } from '#test/sign-in-mail.ts'
import { ageSessions } from '#test/step-up.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { expectToast, uniqueName } from './resource-steps.ts'

const card = (page: Page) => page.getByRole('region', { name: 'API tokens' })
const rowOf = (page: Page, name: string) => card(page).getByRole('listitem').filter({ hasText: name })

test('an admin creates a token after a proof of presence, copies it, a program uses it, and it is revoked', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 403 .*\/api\/admin\/api-tokens$/)
  const admin = await createUser(portal, { role: 'admin', firstName: 'Ida', lastName: 'Holm' })
  await signInAs(page, admin)
  await ageSessions(portal, admin)
  await page.goto('/admin?tab=api')
  const name = uniqueName('Contacts of the CRM')
  await card(page).getByRole('button', { name: 'New token' }).click()
  const form = page.getByRole('dialog', { name: 'New API token' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('Expires in days').fill('6')
  await form.getByRole('button', { name: 'Create token' }).click()
  await expect(form.getByText('Enter a name')).toBeVisible()
  await expect(form.getByText('Enter a whole number from 7 to 365')).toBeVisible()
  await expectNoAxeViolations(page, form)
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Expires in days').fill('30')
  await form.getByLabel('Read and write').check()
  await page.keyboard.press('Enter')

  const confirmation = page.getByRole('dialog', { name: "Confirm that it's you" })
  const mail = await portal.mail.mailTo(admin.email, 1, "Confirm that it's you in the Partner Portal")
  await confirmation.getByLabel('Code').fill(codeIn(mail))
  await confirmation.getByRole('button', { name: 'Confirm' }).click()

  const created = page.getByRole('dialog', { name: `Token created: ${name}` })
  const token = await created.getByRole('textbox', { name: 'Token' }).inputValue()
  expect(token).toMatch(/^ppt_[\w-]{43}$/)
  await expectNoAxeViolations(page, created)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await created.getByRole('button', { name: 'Copy' }).click()
  await expectToast(page, 'Token copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await created.getByRole('button', { name: "I've saved it" }).click()
  await expect(rowOf(page, name)).toContainText('Read and write · Support · Expires')
  await expect(rowOf(page, name)).toContainText('Created by Ida Holm')
  await expect(rowOf(page, name)).toContainText('Never used')
  expect(await page.content()).not.toContain(token)

  const read = () =>
    fetch(`${portal.url}/api/admin/partners`, { headers: { authorization: `Bearer ${token}` } })
  expect((await read()).status).toBe(200)
  await page.reload()
  await expect(rowOf(page, name)).toContainText('Last used')

  await rowOf(page, name)
    .getByRole('button', { name: `Revoke ${name}` })
    .click()
  const asking = page.getByRole('alertdialog', { name: `Revoke ${name}?` })
  await asking.getByRole('button', { name: 'Revoke' }).click()
  await expectToast(page, 'Token revoked')
  await expect(rowOf(page, name)).toHaveCount(0)
  expect((await read()).status).toBe(401)
})

test('the open page reads tokens by itself that have come from elsewhere', async ({
  page,
  portal,
  signInAs,
}) => {
  const admin = await createUser(portal, { role: 'admin' })
  const name = uniqueName('Old')
  await signInAs(page, admin)
  const read = page.waitForResponse('**/api/admin/api-tokens')
  await page.goto('/admin?tab=api')
  await read
  await createApiToken(portal, { name, createdBy: admin.id, expiresAt: sql`now()` as never })
  await expect(rowOf(page, name)).toContainText('Expired')
})

import { createUser } from '#test/factories.ts'
import { codeIn } from '#test/sign-in-mail.ts'
import { ageSessions } from '#test/step-up.ts'
import { expect, test } from './fixtures.ts'

// client/features/account/security.browser.test.tsx tests a wrong code, and closing the dialog.
test('an export asks for a code, then goes on, and another one asks for none', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  // The browser also reports refused requests on its console.
  browserErrors.allow(/status of 403 .*\/api\/admin\//)
  const admin = await createUser(portal, { role: 'admin' })
  await signInAs(page, admin)
  await ageSessions(portal, admin)
  await page.goto('/admin?tab=partners')
  await page.getByRole('button', { name: 'Export Report' }).click()
  const confirmation = page.getByRole('dialog', { name: "Confirm that it's you" })
  // Meanwhile staff may also receive emails about the chat of the demo.
  const mail = await portal.mail.mailTo(admin.email, 1, "Confirm that it's you in the Partner Portal")
  await confirmation.getByLabel('Code').fill(codeIn(mail))
  const downloading = page.waitForEvent('download')
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^partners-/)
  const again = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export Report' }).click()
  await again
})

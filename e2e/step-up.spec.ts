import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { stepUpCodes } from '#server/db/schema/account.ts'
import { sessions, users } from '#server/db/schema/users.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { codeIn, otherThan } from '#test/sign-in-mail.ts'
import { ageSessions } from '#test/step-up.ts'
import { fillAgreement } from './agreement-steps.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { mouseInput } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { expectToast, toast } from './resource-steps.ts'

const confirmation = (page: Page) => page.getByRole('dialog', { name: "Confirm that it's you" })
// Staff may be mailed about the demo's chat meanwhile.
const mailedCode = async ({ mail }: Portal, email: string) =>
  codeIn(await mail.mailTo(email, 1, "Confirm that it's you in the Partner Portal"))
const enterCode = async (page: Page, code: string) => {
  await confirmation(page).getByLabel('Code').fill(code)
  await confirmation(page).getByRole('button', { name: 'Confirm' }).click()
}

test.beforeEach(({ browserErrors }) => {
  // The browser also reports refused requests on its console.
  browserErrors.allow(/status of 403 .*\/api\/(admin\/|partner\/documents|office-hours)/)
  browserErrors.allow(/status of 400 .*\/api\/account\/step-up$/)
})

test('granting admin asks for a code, keeps what was chosen, and counts for what follows', async ({
  page,
  portal,
  signInAs,
}) => {
  const admin = await createUser(portal, { role: 'admin' })
  const user = await createUser(portal, { firstName: 'Sol', lastName: crypto.randomUUID().slice(0, 8) })
  await signInAs(page, admin)
  await ageSessions(portal, admin)
  await page.goto(`/admin?tab=users&search=${user.email}`)
  await page.getByRole('button', { name: `Edit Sol ${user.lastName}` }).click()
  const form = page.getByRole('dialog', { name: 'Edit User' })
  const role = form.getByLabel('Role')
  await role.selectOption('Admin')
  await form.getByRole('button', { name: 'Update Role' }).click()

  const dialog = confirmation(page)
  await expect(dialog.getByLabel('Code')).toBeFocused()
  await expect(dialog).toContainText(admin.email)
  await expectNoAxeViolations(page, dialog)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(toast(page)).toContainText('Not confirmed')
  await expect(form).toBeVisible()
  await expect(role).toHaveValue('admin')
  const update = form.getByRole('button', { name: 'Update Role' })
  await expect(update).toBeFocused()

  await update.click()
  const code = await mailedCode(portal, admin.email)
  await enterCode(page, otherThan(code))
  await expect(dialog.getByLabel('Code')).toHaveAccessibleDescription('This code is wrong or has expired.')
  await expect(dialog.getByLabel('Code')).toBeFocused()
  await enterCode(page, code)
  await expectToast(page, 'User role updated successfully')
  await expect(dialog).toBeHidden()
  const [saved] = await portal.db.select().from(users).where(eq(users.id, user.id))
  expect(saved?.role).toBe('admin')

  // Within ten minutes nothing is asked again.
  await page.goto('/admin?tab=audit')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await downloading
})

test('an export and a setting ask for a code, and then go on', async ({ page, portal, signInAs }) => {
  const admin = await createUser(portal, { role: 'admin' })
  await signInAs(page, admin)
  await ageSessions(portal, admin)
  await page.goto('/admin?tab=partners')
  await page.getByRole('button', { name: 'Export Report' }).click()
  await expect(confirmation(page)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await enterCode(page, await mailedCode(portal, admin.email))
  expect((await downloading).suggestedFilename()).toMatch(/^partners-/)

  await ageSessions(portal, admin)
  await page.goto('/admin?tab=settings')
  await page.getByRole('button', { name: 'Edit office hours' }).click()
  const hours = page.getByRole('dialog', { name: 'Office hours' })
  await hours.getByRole('button', { name: 'Save' }).click()
  await confirmation(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(toast(page)).toContainText('Not confirmed')
  await expect(hours).toBeVisible()
})

test('signing in a session of more than twelve hours asks for a code, and then signs', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user } = await createPartner(portal)
  await signInAs(page, user)
  await ageSessions(portal, user, 13)
  // The session counts as used all the time, so that its age alone matters.
  await portal.db
    .update(sessions)
    .set({ expire: new Date(Date.now() + 3_600_000) })
    .where(eq(sessions.userId, user.id))
  await page.goto('/onboarding')
  const { card, signButton } = await fillAgreement(page, mouseInput, 'nda')
  await signButton.click()
  await expect(confirmation(page)).toBeVisible()
  const code = await mailedCode(portal, user.email)
  expect(await portal.db.$count(stepUpCodes)).toBeGreaterThan(0)
  await enterCode(page, code)
  await expectToast(page, 'Document signed successfully!')
  await expect(card).toContainText('Signed')
})

import { eq } from 'drizzle-orm'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { onePixel } from '#test/pictures.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { expectToast } from './resource-steps.ts'

for (const width of [1440, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('a partner changes name, picture and profile in the account dialog', async ({
      page,
      portal,
      signInAs,
    }) => {
      const names = { firstName: null, lastName: null }
      const { user } = await createPartner(portal, { status: 'completed', fullName: 'Ann Reed', user: names })
      await signInAs(page, user)
      await page.goto('/?account=profile')
      const dialog = page.getByRole('dialog', { name: 'Account and security' })
      await dialog.getByRole('textbox', { name: 'First Name' }).fill('Annabel')
      await dialog.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Berlin')
      await expectNoAxeViolations(page, dialog)
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await expectToast(page, 'Your details are saved')

      await dialog
        .getByLabel('Picture')
        .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: onePixel })
      await expectToast(page, 'Your picture is saved')
      await expect(dialog.locator('img[src^="/api/pictures/"]')).toBeVisible()

      await dialog.getByRole('textbox', { name: 'Business Name' }).fill('Harbor Annex')
      await dialog.getByRole('button', { name: 'Save profile' }).click()
      await expectToast(page, 'Your profile is saved')
      const [row] = await portal.db.select().from(users).where(eq(users.id, user.id))
      expect(row).toMatchObject({ firstName: 'Annabel', timeZone: 'Europe/Berlin' })

      // What is typed survives another tab of the dialog.
      await dialog.getByRole('textbox', { name: 'Last Name' }).fill('Hill')
      await dialog.getByRole('link', { name: 'Security' }).click()
      await expect(page).toHaveURL('/?account=security')
      await dialog.getByRole('link', { name: 'Profile', exact: true }).click()
      await expect(dialog.getByRole('textbox', { name: 'Last Name' })).toHaveValue('Hill')
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })

    test('staff change the name and email of a user', async ({ page, portal, signInAs }) => {
      await signInAs(page, await createUser(portal, { role: 'admin' }))
      const { user } = await createPartner(portal)
      await page.goto(`/admin?tab=users&search=${user.email}`)
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click()
      const dialog = page.getByRole('dialog', { name: 'Edit User' })
      await dialog.getByRole('textbox', { name: 'First Name' }).fill('Nora')
      await dialog.getByRole('textbox', { name: 'Email' }).fill(`new-${user.email}`)
      await expectNoAxeViolations(page, dialog)
      await dialog.getByRole('button', { name: 'Update Name and Email' }).click()
      await expectToast(page, 'User updated successfully')
      const [row] = await portal.db.select().from(users).where(eq(users.id, user.id))
      expect(row).toMatchObject({ firstName: 'Nora', email: `new-${user.email}` })
    })
  })
}

test('what staff change of a profile meanwhile is not overwritten, and what is typed is not lost', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409 .*\/api\/partner\/profile$/)
  const { user } = await createPartner(portal, { status: 'completed' })
  const isOwn = eq(partnerProfiles.userId, user.id)
  await signInAs(page, user)
  await page.goto('/?account=profile')
  const dialog = page.getByRole('dialog', { name: 'Account and security' })
  const website = dialog.getByRole('textbox', { name: 'Business Website' })
  await website.fill('https://annex.example.com')
  await portal.db.update(partnerProfiles).set({ businessName: 'By staff' }).where(isOwn)
  await dialog.getByRole('button', { name: 'Save profile' }).click()
  await expect(dialog.getByText('Someone else changed this after you opened it.')).toBeVisible()
  await expect(website).toHaveValue('https://annex.example.com')
  await dialog.getByRole('button', { name: 'Load latest version' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Business Name' })).toHaveValue('By staff')
  // Saved twice: the second time on the state that the first has made.
  for (const address of ['https://annex.example.com', 'https://harbor.example.com']) {
    await website.fill(address)
    await dialog.getByRole('button', { name: 'Save profile' }).click()
    const stored = async () => (await portal.db.select().from(partnerProfiles).where(isOwn))[0]
    await expect
      .poll(stored, { timeout: 20_000 })
      .toMatchObject({ businessName: 'By staff', businessWebsite: address })
  }
})

test('a toast is read out while a dialog is open, and Escape closes the dialog first', async ({
  page,
  portal,
  signInAs,
}) => {
  await signInAs(page, (await createPartner(portal, { status: 'completed' })).user)
  await page.goto('/?account=profile')
  const dialog = page.getByRole('dialog', { name: 'Account and security' })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const toast = page.locator('[data-toasts]').getByText('Your details are saved')
  await expect(toast).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Your details are saved' })).not.toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

import { eq } from 'drizzle-orm'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { onePixel } from '#test/pictures.ts'
import { expect, test } from './fixtures.ts'
import { expectToast } from './resource-steps.ts'

test('a partner changes name, picture and profile, loses nothing typed, and overwrites nothing that staff changed', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409 .*\/api\/partner\/profile$/)
  const names = { firstName: null, lastName: null }
  const { user } = await createPartner(portal, { status: 'completed', fullName: 'Ann Reed', user: names })
  const isOwn = eq(partnerProfiles.userId, user.id)
  await signInAs(page, user)
  await page.goto('/?account=profile')
  const dialog = page.getByRole('dialog', { name: 'Account and security' })
  await dialog.getByRole('textbox', { name: 'First Name' }).fill('Annabel')
  await dialog.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Berlin')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Your details are saved')

  await dialog
    .getByLabel('Picture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: onePixel })
  await expectToast(page, 'Your picture is saved')
  await expect(dialog.locator('img[src^="/api/pictures/"]')).toBeVisible()
  const [row] = await portal.db.select().from(users).where(eq(users.id, user.id))
  expect(row).toMatchObject({ firstName: 'Annabel', timeZone: 'Europe/Berlin' })

  const business = dialog.getByRole('textbox', { name: 'Business Name' })
  const website = dialog.getByRole('textbox', { name: 'Business Website' })
  const save = dialog.getByRole('button', { name: 'Save profile' })
  // It is saved twice: the second time on the state that the first has made.
  for (const name of ['Harbor', 'Harbor Annex']) {
    await business.fill(name)
    await save.click()
    await expectToast(page, 'Your profile is saved')
  }
  await website.fill('https://annex.example.com')
  await portal.db.update(partnerProfiles).set({ businessName: 'By staff' }).where(isOwn)
  await save.click()
  await expect(dialog.getByText('Someone else changed this after you opened it.')).toBeVisible()
  await expect(website).toHaveValue('https://annex.example.com')
  await dialog.getByRole('button', { name: 'Load latest version' }).click()
  await expect(business).toHaveValue('By staff')

  // What is typed survives another tab of the dialog.
  await dialog.getByRole('textbox', { name: 'Last Name' }).fill('Hill')
  await dialog.getByRole('link', { name: 'Security' }).click()
  await expect(page).toHaveURL('/?account=security')
  await dialog.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(dialog.getByRole('textbox', { name: 'Last Name' })).toHaveValue('Hill')

  await page.setViewportSize({ width: 390, height: 900 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await website.fill('https://harbor.example.com')
  // The toast is read out while the dialog is open: what a screen reader finds is there for a second.
  const readOut = page
    .getByRole('status')
    .filter({ hasText: 'Your profile is saved' })
    .first()
    .waitFor({ state: 'attached' })
  await save.click()
  await expect(page.locator('[data-toasts]').getByText('Your profile is saved')).toBeVisible()
  await readOut
  // Escape closes the dialog first.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const [stored] = await portal.db.select().from(partnerProfiles).where(isOwn)
  expect(stored).toMatchObject({ businessName: 'By staff', businessWebsite: 'https://harbor.example.com' })
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
  await dialog.getByRole('button', { name: 'Update Name and Email' }).click()
  await expectToast(page, 'User updated successfully')
  const [row] = await portal.db.select().from(users).where(eq(users.id, user.id))
  expect(row).toMatchObject({ firstName: 'Nora', email: `new-${user.email}` })
})

import { eq } from 'drizzle-orm'
import { users } from '#server/db/schema/users.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import { expectToast, uniqueName } from './resource-steps.ts'

test('an admin erases one who signed, one who did not, and one added by mistake', async ({
  page,
  portal,
  signInAs,
}) => {
  const lastName = uniqueName('Erased')
  const person = (firstName: string) => ({
    firstName,
    lastName,
    email: `${firstName}-${crypto.randomUUID()}@example.test`.toLowerCase(),
  })
  const used = { lastSignInAt: new Date() }
  const signed = await createPartner(portal, { status: 'completed', user: { ...person('Ann'), ...used } })
  const other = await createPartner(portal, { user: { ...person('Ben'), ...used } })
  await createTask(portal, { partnerId: other.profile.id })
  const mistake = await createUser(portal, person('Cid'))
  await signInAs(page, 'admin@demo.test')
  await page.goto(`/admin?tab=users&search=${encodeURIComponent(lastName)}`)

  const open = async (name: string) => {
    await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Erase', exact: true }).click()
  }
  const rowOf = async ({ id }: { id: string }) =>
    (await portal.db.select().from(users).where(eq(users.id, id)))[0]

  await open(`Ann ${lastName}`)
  const dialog = page.getByRole('dialog', { name: `Erase Ann ${lastName}?` })
  const kept = dialog.getByRole('region', { name: 'Kept' }).getByRole('listitem')
  await expect(kept).toHaveText([
    '2 signed agreements, with their signatures: evidence of what was agreed',
    'Audit log, with name and email: what staff changed, when and where the user signed in, their passkeys and downloads',
  ])
  const typed = field(dialog, `Type ${signed.user.email} to confirm`)
  const submit = dialog.getByRole('button', { name: 'Erase permanently' })
  await submit.click()
  await expect(dialog.getByText("Type the user's email address", { exact: true })).toBeVisible()
  await expectNoAxeViolations(page, dialog)
  await typed.fill(other.user.email)
  await expect(dialog.getByText("This is not the user's email address.")).toBeVisible()
  await expect(typed).toBeFocused()
  await typed.fill(signed.user.email.toUpperCase())
  await submit.click()
  await expectToast(page, 'User erased')
  await expect(dialog).toHaveCount(0)
  expect(await rowOf(signed.user)).toMatchObject({ firstName: 'Erased', erasedAt: expect.any(Date) })

  await open(`Ben ${lastName}`)
  const second = page.getByRole('dialog', { name: `Erase Ben ${lastName}?` })
  await expect(second.getByRole('region', { name: 'Erased' }).getByRole('listitem')).toHaveText([
    'Name, email address and sign-in',
    'Partner profile and activity',
    '2 agreements not signed',
    '1 task',
  ])
  await field(second, `Type ${other.user.email} to confirm`).fill(other.user.email)
  await second.getByRole('button', { name: 'Cancel' }).click()
  await expect(second).toHaveCount(0)
  await open(`Ben ${lastName}`)
  await field(second, `Type ${other.user.email} to confirm`).fill(other.user.email)
  await page.keyboard.press('Enter')
  await expectToast(page, 'User erased')
  expect(await rowOf(other.user)).toBeUndefined()

  await open(`Cid ${lastName}`)
  const third = page.getByRole('dialog', { name: `Remove Cid ${lastName}?` })
  await expect(third).toContainText('They have never signed in and have no data in the portal.')
  await third.getByRole('button', { name: 'Remove user' }).click()
  await expectToast(page, 'User removed')
  expect(await rowOf(mistake)).toBeUndefined()
  await expect(page.getByText('No users found matching your criteria')).toBeVisible()

  // What is left of the first is listed, and cannot be enabled.
  await page.goto(`/admin?tab=users&search=${signed.user.id}`)
  await expect(page.getByText('Erased', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'More actions for Erased user' }).click()
  await expect(page.getByRole('menuitem', { name: 'This user has been erased.' })).toBeDisabled()
})

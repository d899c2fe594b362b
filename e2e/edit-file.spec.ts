import { createResource } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import { chooseAction, openLibraryAsStaff, uniqueName } from './resource-steps.ts'

test('discarding an edit that was refused shows what others have changed meanwhile', async ({
  page,
  portal,
  signInAs,
  openBrowser,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409 .*\/api\/resources\//)
  const file = await createResource(portal, { title: uniqueName('Contested') })
  const other = await openBrowser()
  await signInAs(other, 'support@demo.test')
  await openLibraryAsStaff(portal, page, signInAs)
  await chooseAction(page, file.title, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit file' })
  await field(dialog, 'Description').fill('Given up')
  const last = uniqueName('Renamed last')
  const { description, category, folderId, assignedPartnerIds } = file
  const answer = await other.request.put(`/api/resources/${file.id}`, {
    headers: { origin: portal.url },
    data: { title: last, description, category, folderId, assignedPartnerIds, assignedGroup: null },
  })
  expect(answer.status()).toBe(200)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('link', { name: last, exact: true })).toBeVisible()
})

import { eq } from 'drizzle-orm'
import { resourceFolders } from '#server/db/schema/resources.ts'
import { createFolder, createResource } from '#test/factories.ts'
import { expectNoAxeViolations, waitForAnimations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import { blockLiveUpdates, createGate } from './requests.ts'
import { openLibrary, toast } from './resource-steps.ts'

test('staff create a folder in the category of its card', async ({ page, signInAs }) => {
  await signInAs(page, 'support@demo.test')
  const { category, folder } = await openLibrary(page, '?category=all')
  await category('Creative Assets').getByRole('button', { name: 'New Folder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Folder' })
  await expect(field(dialog, 'Category')).toHaveValue('creative')
  await expectNoAxeViolations(page, dialog)

  await dialog.getByRole('button', { name: 'Create Folder' }).click()
  await expect(dialog.getByText('Please fill in required fields.')).toBeVisible()
  await expect(field(dialog, 'Name')).toBeFocused()
  await expectNoAxeViolations(page, dialog)

  await field(dialog, 'Name').fill('Winter posters')
  await field(dialog, 'Description').fill('For the cold months')
  await field(dialog, 'Category').selectOption('Activation Materials')
  // A click outside does not discard what was typed.
  await page.mouse.click(5, 450)
  await expect(field(dialog, 'Name')).toHaveValue('Winter posters')

  const gate = createGate()
  await page.route('/api/resource-folders', async (route) => {
    if (route.request().method() === 'POST') await gate.opened
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Create Folder' }).click()
  await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeVisible()
  gate.open()
  await expect(toast(page)).toContainText('Folder created successfully!')
  await expect(dialog).toHaveCount(0)
  await expect(category('Activation Materials').getByText('For the cold months')).toBeVisible()
  await expect(category('Creative Assets').getByRole('button', { name: 'New Folder' })).toBeFocused()
  await folder('Winter posters').click()
  await expect(category('Activation Materials').getByText('No files in this folder')).toBeVisible()
})

test('typed changes of a folder are discarded only after a question', async ({ page, portal, signInAs }) => {
  const { name } = await createFolder(portal, { name: 'Half renamed' })
  await signInAs(page, 'support@demo.test')
  const { category } = await openLibrary(page, '?category=all')
  for (const button of [
    category('Creative Assets').getByRole('button', { name: 'New Folder' }),
    page.getByRole('button', { name: `Edit ${name}` }),
  ]) {
    await button.click()
    const dialog = page.getByRole('dialog')
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await field(dialog, 'Name').fill('Typed')
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(field(dialog, 'Name')).toHaveValue('Typed')
    await expect(field(dialog, 'Name')).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(button).toBeFocused()
    await button.click()
    await expect(field(dialog, 'Name')).not.toHaveValue('Typed')
    // With nothing typed, a click outside closes it without a question.
    await waitForAnimations(page)
    await page.mouse.click(5, 450)
    await expect(dialog).toHaveCount(0)
  }
})

test('staff change the name and the description of a folder', async ({ page, portal, signInAs }) => {
  const { id } = await createFolder(portal, { name: 'Old name', description: 'Old words' })
  await createResource(portal, { folderId: id })
  await signInAs(page, 'support@demo.test')
  const { folder } = await openLibrary(page, '?category=all')
  await page.getByRole('button', { name: 'Edit Old name' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Folder' })
  await expect(field(dialog, 'Description')).toHaveValue('Old words')
  await field(dialog, 'Name').fill('  ')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Folder name is required.')).toBeVisible()
  await field(dialog, 'Name').fill('New name')
  await field(dialog, 'Description').fill('')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page)).toContainText('Folder updated successfully!')
  await expect(folder('New name')).toHaveText('New name1 file')
  await expect(page.getByRole('button', { name: 'Edit New name' })).toBeFocused()
})

test('the files of a deleted folder move to no folder', async ({ page, portal, signInAs }) => {
  const { id } = await createFolder(portal, { name: 'To be deleted', category: 'training' })
  await createResource(portal, { folderId: id, category: 'training', title: 'Stays behind' })
  await signInAs(page, 'support@demo.test')
  const { category, folder } = await openLibrary(page, '?category=all')
  const remove = page.getByRole('button', { name: 'Delete To be deleted' })
  await remove.click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Are you sure you want to delete this folder? This action cannot be undone. Its files move to Uncategorized Files.',
  )
  await expectNoAxeViolations(page, question)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page)).toContainText('Folder deleted successfully!')
  await expect(folder('To be deleted')).toHaveCount(0)
  await expect(
    category('Communication')
      .getByRole('list', { name: 'Uncategorized Files of Communication' })
      .getByRole('link', { name: 'Stays behind' }),
  ).toBeVisible()
  await expect(category('Communication')).toBeFocused()
})

test('a failed change of a folder shows an error and does not lose the typed values', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/500.*\/api\/resource-folders/)
  const { id } = await createFolder(portal, { name: 'Will not change' })
  await signInAs(page, 'support@demo.test')
  const { category, folder } = await openLibrary(page, '?category=all')
  const fail = (url: string, method: string) =>
    page.route(url, (route) =>
      route.request().method() === method ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    )
  await fail('/api/resource-folders', 'POST')
  await category('Creative Assets').getByRole('button', { name: 'New Folder' }).click()
  const dialog = page.getByRole('dialog')
  await field(dialog, 'Name').fill('Never made')
  await dialog.getByRole('button', { name: 'Create Folder' }).click()
  await expect(toast(page)).toContainText('Failed to create folder. Please try again.')
  await expect(field(dialog, 'Name')).toHaveValue('Never made')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()

  await fail(`/api/resource-folders/${id}`, 'PUT')
  await page.getByRole('button', { name: 'Edit Will not change' }).click()
  await field(dialog, 'Name').fill('Other name')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page)).toContainText('Failed to update folder. Please try again.')
  await expect(field(dialog, 'Name')).toHaveValue('Other name')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.unrouteAll()
  await fail(`/api/resource-folders/${id}`, 'DELETE')
  await page.getByRole('button', { name: 'Delete Will not change' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page)).toContainText('Failed to delete folder. Please try again.')
  await expect(folder('Will not change')).toBeVisible()
})

test('a folder deleted in another window disappears here, too', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/404.*\/api\/resource-folders/)
  const { id } = await createFolder(portal, { name: 'Gone elsewhere' })
  await signInAs(page, 'support@demo.test')
  await blockLiveUpdates(page)
  const { folder } = await openLibrary(page, '?category=all')
  await expect(folder('Gone elsewhere')).toBeVisible()
  await portal.db.delete(resourceFolders).where(eq(resourceFolders.id, id))
  await page.getByRole('button', { name: 'Delete Gone elsewhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page)).toContainText('Failed to delete folder. Please try again.')
  await expect(folder('Gone elsewhere')).toHaveCount(0)
})

test('the library passes axe for staff and for partners, at both widths', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  const staff = await openBrowser()
  await signInAs(page, 'partner@demo.test')
  await signInAs(staff, 'support@demo.test')
  for (const [reader, query, status] of [
    [page, 'beach', '2 files found'],
    [staff, 'xyzzy', 'No files found'],
  ] as const) {
    const { folder, filesIn, search, results } = await openLibrary(reader, '?category=all')
    await folder('Summer weekends').click()
    await expect(filesIn('Summer weekends').getByRole('link')).not.toHaveCount(0)
    for (const width of [1440, 390]) {
      await reader.setViewportSize({ width, height: 844 })
      await expectNoAxeViolations(reader)
    }
    await search.fill(query)
    await expect(results.getByRole('status')).toHaveText(status)
    await expectNoAxeViolations(reader)
  }
})

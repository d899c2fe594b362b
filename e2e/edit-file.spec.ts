import { createResource } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import { createGate } from './requests.ts'
import { chooseAction, expectToast, openLibraryAsStaff, stored, uniqueName } from './resource-steps.ts'

test('a file changed meanwhile is not overwritten, and the form can load the current values', async ({
  page,
  portal,
  signInAs,
  openBrowser,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409 .*\/api\/resources\//)
  const file = await createResource(portal, { title: uniqueName('Contested'), description: 'At first' })
  const other = await openBrowser()
  await signInAs(other, 'support@demo.test')
  const changeElsewhere = async (change: object) => {
    const { title, description, category, folderId, assignedPartnerIds } = file
    const current = { title, description, category, folderId, assignedPartnerIds, assignedGroup: null }
    const headers = { origin: portal.url }
    const data = { ...current, ...change }
    const answer = await other.request.put(`/api/resources/${file.id}`, { headers, data })
    expect(answer.status()).toBe(200)
  }
  await openLibraryAsStaff(portal, page, signInAs)
  // The list is older than this change, but the form loads the current file.
  const title = uniqueName('Current')
  await changeElsewhere({ title, description: 'Changed before' })
  await chooseAction(page, file.title, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit file' })
  await expect(field(dialog, 'Title')).toHaveValue(title)
  await expect(field(dialog, 'Title')).toBeFocused()
  await expect(field(dialog, 'Description')).toHaveValue('Changed before')

  const renamed = uniqueName('Renamed elsewhere')
  await changeElsewhere({ title: renamed, description: 'Changed meanwhile', category: 'training' })
  await field(dialog, 'Description').fill('Mine')
  const save = dialog.getByRole('button', { name: 'Save changes' })
  const conflict = dialog.getByRole('alert')
  for (const _ of [1, 2]) {
    await save.click()
    await expect(conflict).toContainText(
      'Someone else changed this after you opened it. Reload to see the latest version.',
    )
    await expect(conflict).toBeInViewport()
    await expect(field(dialog, 'Description')).toHaveValue('Mine')
    await expect(field(dialog, 'Title')).toHaveValue(title)
  }
  await expectNoAxeViolations(page, dialog)
  expect(await stored(portal, renamed)).toMatchObject({ description: 'Changed meanwhile' })

  await conflict.getByRole('button', { name: 'Load latest version' }).click()
  await expect(conflict).toHaveCount(0)
  await expect(field(dialog, 'Title')).toBeFocused()
  await expect(field(dialog, 'Title')).toHaveValue(renamed)
  await expect(field(dialog, 'Description')).toHaveValue('Changed meanwhile')
  await expect(field(dialog, 'Category')).toHaveValue('training')
  await field(dialog, 'Description').fill('Mine after all')
  await save.click()
  await expect(dialog).toHaveCount(0)
  await expectToast(page, 'Resource updated successfully!')
  expect(await stored(portal, renamed)).toMatchObject({ description: 'Mine after all', category: 'training' })

  // Discarding the edit shows the changes of the others.
  await chooseAction(page, renamed, 'Edit')
  await expect(field(dialog, 'Description')).toHaveValue('Mine after all')
  const last = uniqueName('Renamed last')
  await changeElsewhere({ title: last })
  await field(dialog, 'Description').fill('Given up')
  await save.click()
  await expect(conflict).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('link', { name: last, exact: true })).toBeVisible()
})

test('the form waits for the current file, and Retry loads it', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/500.*\/api\/resources\//)
  const file = await createResource(portal, { title: uniqueName('Slow to come') })
  await openLibraryAsStaff(portal, page, signInAs)
  const address = `/api/resources/${file.id}`
  await page.route(address, (route) => route.fulfill({ status: 500, body: '' }))
  await chooseAction(page, file.title, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit file' })
  await expect(dialog.getByRole('alert')).toContainText('The file could not be loaded')
  await expectNoAxeViolations(page, dialog)
  const gate = createGate()
  await page.unroute(address)
  await page.route(address, async (route) => {
    await gate.opened
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.locator('[aria-busy=true]')).toBeFocused()
  await expectNoAxeViolations(page, dialog)
  gate.open()
  await expect(field(dialog, 'Title')).toHaveValue(file.title)
})

test('typed changes of a file are discarded only after a question', async ({ page, portal, signInAs }) => {
  const file = await createResource(portal, { title: uniqueName('Half changed') })
  await openLibraryAsStaff(portal, page, signInAs)
  const dialog = page.getByRole('dialog', { name: 'Edit file' })
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  const actions = page.getByRole('button', { name: `Actions for ${file.title}`, exact: true })
  await chooseAction(page, file.title, 'Edit')
  await field(dialog, 'Title').fill('Typed')
  await page.keyboard.press('Escape')
  await expectNoAxeViolations(page, question)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(field(dialog, 'Title')).toHaveValue('Typed')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(actions).toBeFocused()

  await chooseAction(page, file.title, 'Edit')
  await expect(field(dialog, 'Title')).toHaveValue(file.title)
  await dialog.getByRole('radio', { name: 'A group', exact: true }).check()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)

  // Without a difference there is nothing to discard.
  await chooseAction(page, file.title, 'Edit')
  await field(dialog, 'Title').fill('Typed')
  await field(dialog, 'Title').fill(file.title)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(actions).toBeFocused()
})

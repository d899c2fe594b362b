import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { countAudience } from '#contract/audience.ts'
import { checkAudience } from '#contract/audience-reach.ts'
import {
  createResourceFolder,
  deleteResourceFolder,
  giveResourceFolder,
  restoreResourceFolder,
  updateResourceFolder,
  withdrawResourceFolder,
} from '#contract/resources/folders.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import {
  answerLibrary,
  category,
  expectToast,
  folderButton,
  type Library,
  showLibrary,
} from '#test/browser/library.ts'
import { support } from '#test/browser/people.ts'
import { answer, createGate, refusal } from '#test/browser/portal-responses.ts'
import { folder, resource } from '#test/browser/resource-rows.ts'
import { field } from '#test/browser/steps.ts'

const dialog = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
/** Clicks at the left edge of the page, which no dialog covers. */
const clickOutside = () => userEvent.click(document.body, { position: { x: 5, y: 450 }, force: true })

test('staff create a folder in the category on whose card they begin', async () => {
  const held = { files: [], folders: [folder()] }
  answerLibrary(held)
  const gate = createGate()
  let sent: unknown
  answer(createResourceFolder, async ({ body }) => {
    sent = body
    await gate.opened
    const made = folder({ ...(body as object), fileCount: 0 })
    held.folders.push(made)
    return made
  })
  await showLibrary('', support)
  const opener = category('Creative Assets').getByRole('button', { name: 'New Folder' })
  await opener.click()
  await expect.element(dialog).toHaveAccessibleName('Create New Folder')
  await expect.element(field(dialog, 'Category')).toHaveValue('creative')
  const create = dialog.getByRole('button', { name: 'Create Folder' })
  await create.click()
  await expect.element(dialog.getByText('Please fill in required fields.')).toBeVisible()
  await expect.element(field(dialog, 'Name')).toHaveFocus()
  await expectNoAxeViolations(dialog)

  await field(dialog, 'Name').fill('Winter posters')
  await field(dialog, 'Description').fill('For the cold months')
  await field(dialog, 'Category').selectOptions('Activation Materials')
  await clickOutside()
  await expect.element(field(dialog, 'Name')).toHaveValue('Winter posters')
  await create.click()
  await expect.element(dialog.getByRole('button', { name: 'Creating...' })).toBeVisible()
  gate.open()
  await expectToast('Folder created successfully!')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent).toEqual({
    name: 'Winter posters',
    description: 'For the cold months',
    category: 'activation',
  })
  await expect.element(opener).toHaveFocus()
  const activation = category('Activation Materials')
  await expect.element(activation.getByText('For the cold months')).toBeVisible()
  await folderButton('Winter posters').click()
  await expect.element(activation.getByText('No files in this folder')).toBeVisible()
})

test('typed changes of a folder are discarded only after a question', async () => {
  answerLibrary({ files: [], folders: [folder()] })
  await showLibrary('', support)
  const edit = button('Edit Logos')
  await edit.click()
  await field(dialog, 'Name').fill('Typed')
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(field(dialog, 'Name')).toHaveValue('Typed')
  await expect.element(field(dialog, 'Name')).toHaveFocus()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(edit).toHaveFocus()
  await edit.click()
  await expect.element(field(dialog, 'Name')).toHaveValue('Logos')
  // With nothing typed, a click outside closes the dialog without a question.
  await clickOutside()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('staff change the name and the description of a folder', async () => {
  const held = { files: [], folders: [folder({ name: 'Old name', description: 'Old words', fileCount: 1 })] }
  answerLibrary(held)
  let sent: unknown
  answer(updateResourceFolder, ({ body }) => {
    sent = body
    const changed = folder({ ...held.folders[0], name: 'New name', description: null })
    held.folders = [changed]
    return changed
  })
  await showLibrary('', support)
  await button('Edit Old name').click()
  await expect.element(dialog).toHaveAccessibleName('Edit Folder')
  await expect.element(field(dialog, 'Description')).toHaveValue('Old words')
  await field(dialog, 'Name').fill('  ')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(dialog.getByText('Folder name is required.')).toBeVisible()
  await field(dialog, 'Name').fill('New name')
  await field(dialog, 'Description').fill('')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Folder updated successfully!')
  expect(sent).toEqual({ name: 'New name', description: null })
  await expect.element(folderButton('New name')).toHaveTextContent('New name1 file')
  await expect.element(button('Edit New name')).toHaveFocus()
})

test('a failed change of a folder shows an error and does not lose the typed values', async () => {
  answerLibrary({ files: [], folders: [folder()] })
  for (const endpoint of [createResourceFolder, updateResourceFolder, deleteResourceFolder])
    answer(endpoint, refusal('internal'))
  await showLibrary('', support)
  for (const [open, submit, failure] of [
    ['New Folder', 'Create Folder', 'Failed to create folder. Please try again.'],
    ['Edit Logos', 'Save Changes', 'Failed to update folder. Please try again.'],
  ] as const) {
    await category('Creative Assets').getByRole('button', { name: open }).click()
    await field(dialog, 'Name').fill('Never made')
    await dialog.getByRole('button', { name: submit }).click()
    await expectToast(failure)
    await expect.element(field(dialog, 'Name')).toHaveValue('Never made')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await button('Discard').click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
  await button('Delete Logos').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast('Failed to delete folder. Please try again.')
  await expect.element(folderButton('Logos')).toBeVisible()
})

test('a folder deleted in another window disappears here, too', async () => {
  const held = { files: [], folders: [folder(), folder({ name: 'Gone elsewhere' })] }
  answerLibrary(held)
  answer(deleteResourceFolder, refusal('not_found'))
  await showLibrary('', support)
  await expect.element(folderButton('Gone elsewhere')).toBeVisible()
  held.folders.pop()
  await button('Delete Gone elsewhere').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast('Failed to delete folder. Please try again.')
  await expect.element(folderButton('Logos')).toBeVisible()
  await expect.element(folderButton('Gone elsewhere')).not.toBeInTheDocument()
})

test('the files of a deleted folder are then in no folder, and the focus moves to the card of the category', async () => {
  const made = folder({ name: 'To be deleted', category: 'training', fileCount: 1 })
  const stays = resource({ title: 'Stays behind', category: 'training', folderId: made.id })
  const held: Library = { files: [stays], folders: [made] }
  answerLibrary(held)
  answer(deleteResourceFolder, () => {
    held.folders = []
    held.files = [{ ...stays, folderId: null }]
  })
  await showLibrary('', support)
  const remove = button('Delete To be deleted')
  const question = page.getByRole('alertdialog')
  await remove.click()
  await expect
    .element(question)
    .toMatchTextContent(
      'Are you sure you want to delete this folder? This action cannot be undone. Its files move to Uncategorized Files.',
    )
  await expectNoAxeViolations(question)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(remove).toHaveFocus()
  await remove.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast('Folder deleted successfully!')
  const loose = category('Communication').getByRole('list', { name: 'Uncategorized Files of Communication' })
  await expect.element(loose.getByRole('link', { name: 'Stays behind' })).toBeVisible()
  await expect.element(folderButton('To be deleted')).not.toBeInTheDocument()
  await expect.element(category('Communication')).toHaveFocus()
})

test('all files of a folder are moved, given to others, withdrawn and brought back', async () => {
  const logos = folder({ fileCount: 3 })
  answerLibrary({ files: [], folders: [logos] })
  answer(countAudience, { partners: 2, inOnboarding: 0, groups: [{ name: 'Coast', partners: 2 }] })
  answer(checkAudience, { partners: 2, emailed: 1, leftOut: { opted_out: 1 } })
  const sent: unknown[] = []
  const keep =
    <Value,>(value: Value) =>
    ({ body }: { body: unknown }) => {
      sent.push(body)
      return value
    }
  answer(updateResourceFolder, keep({ ...logos, category: 'training' as const }))
  answer(giveResourceFolder, keep({ files: 2 }))
  const withdrawnAt = '2026-11-03T15:00:00.000Z'
  answer(withdrawResourceFolder, { files: 3, withdrawnAt })
  answer(restoreResourceFolder, keep({ files: 3 }))
  await showLibrary('', support)
  const choose = async (item: string) => {
    await button('More actions for Logos').click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  await choose('Move…')
  await field(dialog, 'Category').selectOptions('Communication')
  await expectNoAxeViolations(dialog)
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expectToast('Moved to Communication')
  await expect.element(dialog).not.toBeInTheDocument()

  await choose('Give to others…')
  await field(dialog, 'Group').selectOptions('Coast')
  await expect.element(dialog.getByText(/^2 partners will see this · 1 will be emailed/)).toBeVisible()
  await field(dialog, 'A line to them (optional)').fill('For your windows.')
  await expectNoAxeViolations(dialog)
  await dialog.getByRole('button', { name: 'Give', exact: true }).click()
  await expectToast('2 files given to them')
  await expect.element(dialog).not.toBeInTheDocument()

  await choose('Withdraw all')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw all' }).click()
  await expectToast('3 files withdrawn')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast('3 files restored')
  expect(sent).toEqual([
    { name: 'Logos', description: null, category: 'training' },
    { assignedGroup: 'Coast', assignedPartnerIds: [], notify: true, line: 'For your windows.' },
    { withdrawnAt },
  ])
})

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { countAudience } from '#contract/audience.ts'
import { listPartners } from '#contract/partners/partners.ts'
import { getResource, type Resource, updateResource } from '#contract/resources/resources.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { answerLibrary, expectToast, type Library, showLibrary } from '#test/browser/library.ts'
import { support } from '#test/browser/people.ts'
import { answer, createGate, refusal } from '#test/browser/portal-responses.ts'
import { folder, resource } from '#test/browser/resource-rows.ts'
import { chooseAction, field } from '#test/browser/steps.ts'

const dialog = page.getByRole('dialog', { name: 'Edit file' })
const save = dialog.getByRole('button', { name: 'Save changes' })
const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })

/** Shows a library with one file to staff. Changing the returned objects changes the data of the server. */
const showFile = async (given: Partial<Resource> = {}, folders: Library['folders'] = []) => {
  const held = { files: [resource(given)], folders } as Library & { files: [Resource] }
  answerLibrary(held)
  answer(getResource, () => held.files[0])
  answer(countAudience, { partners: 2, inOnboarding: 1, groups: [{ name: 'Coast', partners: 1 }] })
  answer(listPartners, [])
  await showLibrary('', support)
  const change = (values: Partial<Resource>) => {
    const { updatedAt } = held.files[0]
    const later = new Date(Date.parse(updatedAt) + 1000).toISOString()
    held.files[0] = { ...held.files[0], ...values, updatedAt: later }
    return held.files[0]
  }
  return { held, change }
}

test('the details are checked, stay when saving fails, and are sent', async () => {
  const target = folder({ name: 'Target', category: 'training' })
  const { held, change } = await showFile({ title: 'Before', description: 'Old' }, [target])
  await chooseAction('Before', 'Edit')
  await expect.element(field(dialog, 'Title')).toHaveValue('Before')
  await field(dialog, 'Title').fill('')
  await save.click()
  await expect.element(field(dialog, 'Title')).toHaveFocus()
  await expect.element(dialog.getByText('Title is required')).toBeVisible()
  await expectNoAxeViolations(dialog)
  await field(dialog, 'Title').fill('After')
  await field(dialog, 'Description').fill('New')
  await field(dialog, 'Category').selectOptions('Communication')
  await field(dialog, 'Folder').selectOptions('Target')
  answer(updateResource, refusal('internal'))
  await save.click()
  await expectToast('Failed to update resource. Please try again.')
  await expect.element(field(dialog, 'Title')).toHaveValue('After')
  let sent: unknown
  const { updatedAt } = held.files[0]
  answer(updateResource, ({ body }) => {
    sent = body
    return change({ title: 'After' })
  })
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expectToast('Resource updated successfully!')
  expect(sent).toEqual({
    title: 'After',
    description: 'New',
    category: 'training',
    folderId: target.id,
    assignedPartnerIds: [],
    assignedGroup: null,
    updatedAt,
  })
})

test('a folder deleted meanwhile is reported at its field', async () => {
  await showFile({ title: 'Homeless' }, [folder({ name: 'Short-lived' })])
  const folderId = 'This folder no longer exists.'
  answer(updateResource, refusal('bad_request', folderId, { folderId }))
  await chooseAction('Homeless', 'Edit')
  await field(dialog, 'Folder').selectOptions('Short-lived')
  await save.click()
  await expect.element(dialog.getByText(folderId)).toBeVisible()
  await expect.element(field(dialog, 'Folder')).toHaveFocus()
})

test('a file changed meanwhile is not overwritten, and the form can load the current values', async () => {
  const { held, change } = await showFile({ title: 'Contested', description: 'At first' })
  const sent: unknown[] = []
  const message = 'Someone else changed this after you opened it. Reload to see the latest version.'
  answer(updateResource, ({ body }) => {
    const { updatedAt, ...values } = body as Resource
    sent.push(values)
    return updatedAt === held.files[0].updatedAt ? change(values) : refusal('conflict', message)
  })
  // The list is older than this change, but the form loads the current file.
  change({ title: 'Current', description: 'Changed before' })
  await chooseAction('Contested', 'Edit')
  await expect.element(field(dialog, 'Title')).toHaveValue('Current')
  await expect.element(field(dialog, 'Title')).toHaveFocus()
  await expect.element(field(dialog, 'Description')).toHaveValue('Changed before')

  change({ title: 'Renamed elsewhere', description: 'Changed meanwhile', category: 'training' })
  await field(dialog, 'Description').fill('Mine')
  const conflict = dialog.getByRole('alert')
  for (const _ of [1, 2]) {
    await save.click()
    await expect.element(conflict).toMatchTextContent(message)
    await expect.element(conflict).toBeInViewport()
    await expect.element(field(dialog, 'Description')).toHaveValue('Mine')
    await expect.element(field(dialog, 'Title')).toHaveValue('Current')
  }
  await expectNoAxeViolations(dialog)
  expect(held.files[0]).toMatchObject({ title: 'Renamed elsewhere', description: 'Changed meanwhile' })

  await conflict.getByRole('button', { name: 'Load latest version' }).click()
  await expect.element(conflict).not.toBeInTheDocument()
  await expect.element(field(dialog, 'Title')).toHaveFocus()
  await expect.element(field(dialog, 'Title')).toHaveValue('Renamed elsewhere')
  await expect.element(field(dialog, 'Description')).toHaveValue('Changed meanwhile')
  await expect.element(field(dialog, 'Category')).toHaveValue('training')
  await field(dialog, 'Description').fill('Mine after all')
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expectToast('Resource updated successfully!')
  expect(sent.at(-1)).toMatchObject({
    title: 'Renamed elsewhere',
    description: 'Mine after all',
    category: 'training',
  })
})

test('the form waits for the current file, and Retry loads it', async () => {
  const { held } = await showFile({ title: 'Slow to come' })
  answer(getResource, refusal('internal'))
  await chooseAction('Slow to come', 'Edit')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('The file could not be loaded')
  await expectNoAxeViolations(dialog)
  const gate = createGate()
  answer(getResource, async () => {
    await gate.opened
    return held.files[0]
  })
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => document.activeElement?.ariaBusy).toBe('true')
  gate.open()
  await expect.element(field(dialog, 'Title')).toHaveValue('Slow to come')
})

test('typed changes of a file are discarded only after a question', async () => {
  await showFile({ title: 'Half changed' })
  const actions = page.getByRole('button', { name: 'Actions for Half changed', exact: true })
  await chooseAction('Half changed', 'Edit')
  await field(dialog, 'Title').fill('Typed')
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(field(dialog, 'Title')).toHaveValue('Typed')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(actions).toHaveFocus()

  await chooseAction('Half changed', 'Edit')
  await expect.element(field(dialog, 'Title')).toHaveValue('Half changed')
  await dialog.getByRole('radio', { name: 'A group', exact: true }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog).not.toBeInTheDocument()

  // Without a difference from the stored file, there is nothing to discard.
  await chooseAction('Half changed', 'Edit')
  await field(dialog, 'Title').fill('Typed')
  await field(dialog, 'Title').fill('Half changed')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(actions).toHaveFocus()
})

test('the form shows the stored audience, and other changes do not change it', async () => {
  const chosen = {
    id: '55555555-5555-4555-8555-555555555555',
    fullName: 'Iris Cole',
    businessName: 'Chosen Hall',
  }
  const deleted = '66666666-6666-4666-8666-666666666666'
  const both = { assignedGroup: 'Coast', assignedPartnerIds: [chosen.id] }
  const { change } = await showFile({ title: 'For some', ...both })
  answer(listPartners, [chosen])
  let sent: unknown
  answer(updateResource, ({ body }) => {
    sent = body
    return change({})
  })
  const saveDescription = async (text: string) => {
    await field(dialog, 'Description').fill(text)
    await save.click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
  await chooseAction('For some', 'Edit')
  await expect.element(dialog.getByRole('radio', { name: 'A group and chosen partners' })).toBeChecked()
  await expect.element(field(dialog, 'Group')).toHaveValue('Coast')
  await expect
    .element(dialog.getByRole('list', { name: 'Chosen partners' }))
    .toMatchTextContent('Chosen Hall')
  await expect
    .element(dialog.getByText('2 partners will see this, 1 of them after onboarding', { exact: true }))
    .toBeVisible()
  await expectNoAxeViolations(dialog)
  await saveDescription('Changed')
  await expectToast('Resource updated successfully!')
  expect(sent).toMatchObject({ description: 'Changed', ...both })

  change({ assignedGroup: 'Nobody is in it', assignedPartnerIds: [chosen.id, deleted] })
  await chooseAction('For some', 'Edit')
  await expect
    .element(dialog.getByRole('option', { name: 'Nobody is in it (no partners)', selected: true }))
    .toBeInTheDocument()
  await expect.element(dialog.getByText('1 chosen partner was deleted and will be left out.')).toBeVisible()
  await saveDescription('Changed again')
  expect(sent).toMatchObject({ assignedGroup: 'Nobody is in it', assignedPartnerIds: [chosen.id] })
})

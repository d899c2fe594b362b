import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { listAllActivations } from '#contract/activation-list.ts'
import {
  deleteActivation,
  getActivation,
  listPartnerActivations,
  updateActivation,
} from '#contract/activations.ts'
import { listAllDocuments } from '#contract/documents/document-list.ts'
import { listPartnerDocuments, markDocumentSigned } from '#contract/documents/documents.ts'
import { getPartner, listPartners } from '#contract/partners/partners.ts'
import { listTaskDefinitions } from '#contract/task-definitions.ts'
import type { TaskStatus } from '#contract/task-status.ts'
import { getTask } from '#contract/task-work.ts'
import { createTask, deleteTask, listPartnerTasks, updateTask } from '#contract/tasks.ts'
import { activationRow } from '#test/browser/activation-rows.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { documentRow, listedDocument } from '#test/browser/document-rows.ts'
import { adminPartner, partnerLabel, rowPartner, secondPartner } from '#test/browser/partner-rows.ts'
import { profile, support } from '#test/browser/people.ts'
import { answer, createGate, refusal } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome, answerTaskForm } from '#test/browser/staff-home.ts'
import { address, chooseAction, expectToast, field, row, section } from '#test/browser/steps.ts'
import { taskDetails, taskRow } from '#test/browser/task-rows.ts'

const picker = page.getByRole('combobox', { name: 'Partner', exact: true })
const ofPartner = `/?partner=${profile.id}`

test('staff see the newest items of all partners with their names, and no buttons of partners', async () => {
  answerStaffHome()
  answer(listTaskDefinitions, { page: [{ ...taskRow(), partner: rowPartner }], total: 1 })
  answer(listAllActivations, [{ ...activationRow(), partner: rowPartner }])
  answer(listAllDocuments, [listedDocument(rowPartner)])
  await showPortal('/', support)
  const greeting = page.getByText("Welcome back, All Partners! Here's your partnership overview.", {
    exact: true,
  })
  await expect.element(greeting).toBeVisible()
  for (const title of ['Hang the posters', 'Opening night']) {
    await expect.element(row(title)).toMatchTextContent('Paula Ortega, Harborview Hall')
  }
  await expect.element(section('Signed Agreements').getByText('Paula Ortega, Harborview Hall')).toBeVisible()
  expect(page.getByRole('button', { name: 'Mark Complete' }).elements()).toHaveLength(0)
})

test('Retry loads a partner who could not be loaded', async () => {
  answerStaffHome()
  answer(getPartner, refusal('internal'))
  await showPortal(ofPartner, support)
  const alert = page.getByRole('alert').filter({ hasText: 'The partner could not be loaded' })
  await expect.element(alert).toBeVisible()
  answer(getPartner, adminPartner)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(picker).toHaveValue(partnerLabel)
  await expect.element(alert).not.toBeInTheDocument()
})

test('for a partner who does not exist, the page says so and links to all partners', async () => {
  answerStaffHome()
  answer(listTaskDefinitions, { page: [{ ...taskRow(), partner: rowPartner }], total: 1 })
  answer(getPartner, refusal('not_found'))
  await showPortal('/dashboard?partner=00000000-0000-4000-8000-000000000000', support)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Partner not found')
  await page.getByRole('link', { name: 'Show all partners' }).click()
  await expect.poll(address).toBe('/')
  await expect.element(row('Hang the posters')).toBeVisible()
})

test('Enter before the results of the typed search have arrived chooses from these results, not from earlier ones', async () => {
  answerStaffHome()
  await showPortal('/', support)
  await picker.click()
  await expect.element(page.getByRole('option').nth(1)).toBeVisible()
  const gate = createGate()
  answer(listPartners, () => gate.opened.then(() => ({ page: [rowPartner], total: 1 })))
  await picker.fill('Paula Ortega')
  await expect.element(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/')
  gate.open()
  await expect.element(picker).toHaveValue(partnerLabel)
  await expect.poll(address).toBe(ofPartner)
})

test('a change shows at once, and the row of a task that was deleted in the meantime disappears with a message', async () => {
  answerStaffHome()
  answer(listPartnerTasks, [taskRow({ taskName: 'Gone' })])
  const gate = createGate()
  answer(updateTask, () => gate.opened.then(() => refusal('not_found')))
  await showPortal(ofPartner, support)
  await chooseAction('Gone', 'Mark Complete')
  await expect.element(row('Gone').getByText('Completed', { exact: true })).toBeVisible()
  answer(listPartnerTasks, [])
  gate.open()
  await expectToast('Failed to update task status')
  await expect.element(row('Gone')).not.toBeInTheDocument()
})

test('a refused deletion restores the row, and only deletions that cannot be undone ask for confirmation', async () => {
  answerStaffHome()
  answer(listPartnerTasks, [taskRow()])
  answer(listPartnerActivations, [activationRow()])
  await showPortal(ofPartner, support)
  for (const [title, endpoint, message] of [
    ['Hang the posters', deleteTask, 'Failed to delete task'],
    ['Opening night', deleteActivation, 'Failed to delete activation'],
  ] as const) {
    const gate = createGate()
    answer(endpoint, () => gate.opened.then(() => refusal('internal')))
    await chooseAction(title, 'Delete')
    if (endpoint === deleteActivation) {
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    }
    // A deleted task stays in its place to offer Undo.
    if (endpoint === deleteTask) await expect.element(row(title)).toMatchTextContent('Deleted')
    else await expect.element(row(title)).not.toBeInTheDocument()
    gate.open()
    await expectToast(message)
    await expect.element(row(title)).toBeVisible()
    await expect.element(row(title)).not.toMatchTextContent('Deleted')
  }
})

test('the second of two changes waits for the first and continues from its result, and a failure restores the previous state', async () => {
  answerStaffHome()
  let current = taskRow()
  const moves: TaskStatus[] = []
  const gate = createGate()
  answer(listPartnerTasks, () => [current])
  answer(updateTask, async ({ body }) => {
    const { status } = body as { status: TaskStatus }
    moves.push(status)
    await gate.opened
    current = { ...current, status }
    return current
  })
  await showPortal(ofPartner, support)
  await chooseAction('Hang the posters', 'Mark Complete')
  await expect.poll(() => moves).toEqual(['completed'])
  await chooseAction('Hang the posters', 'Mark In Progress')
  await expect.element(row('Hang the posters').getByText('In Progress', { exact: true })).toBeVisible()
  expect(moves).toEqual(['completed'])
  gate.open()
  await expect.poll(() => moves).toEqual(['completed', 'in_progress'])
  await expectToast('Task status updated successfully')
  answer(updateTask, refusal('internal'))
  await chooseAction('Hang the posters', 'Mark Complete')
  await expectToast('Failed to update task status')
  await expect.element(row('Hang the posters').getByText('In Progress', { exact: true })).toBeVisible()
})

const dialog = page.getByRole('dialog')
const save = dialog.getByRole('button', { name: 'Save changes' })

test('a failure to save does not lose the typed values', async () => {
  answerStaffHome()
  answerTaskForm()
  answer(listPartnerTasks, [taskRow()])
  answer(updateTask, refusal('internal'))
  await showPortal(ofPartner, support)
  await chooseAction('Hang the posters', 'Edit')
  const name = field(dialog, 'Task name')
  await name.fill('Typed with care')
  await save.click()
  await expect.element(page.getByText('Failed to update task', { exact: true })).toBeVisible()
  await expect.element(name).toHaveValue('Typed with care')
})

const conflict = () => refusal('conflict', 'Someone else has changed this.')

test.for([
  ['a task', 'Task name', 'Hang the posters'],
  ['an activation', 'Name', 'Opening night'],
] as const)('%s that was changed after its form was opened is not overwritten', async ([, label, title]) => {
  answerStaffHome()
  answerTaskForm()
  let [task, activation] = [taskRow(), activationRow()]
  answer(listPartnerTasks, () => [task])
  answer(listPartnerActivations, () => [activation])
  answer(getTask, () => taskDetails(task))
  answer(getActivation, () => activation)
  const sent: unknown[] = []
  const isOutdated = (body: unknown, current: { updatedAt: string }) => {
    sent.push(body)
    return (body as { updatedAt: string }).updatedAt !== current.updatedAt
  }
  answer(updateTask, ({ body }) => {
    if (isOutdated(body, task)) return conflict()
    task = { ...task, taskName: (body as { taskName: string }).taskName }
    return task
  })
  answer(updateActivation, ({ body }) => {
    if (isOutdated(body, activation)) return conflict()
    activation = { ...activation, name: (body as { name: string }).name }
    return activation
  })
  await showPortal(ofPartner, support)
  await chooseAction(title, 'Edit')
  await field(dialog, label).fill('Mine')
  const updatedAt = '2026-11-03T15:00:00.000Z'
  task = { ...task, taskName: 'Theirs', updatedAt }
  activation = { ...activation, name: 'Theirs', updatedAt }
  await save.click()
  await dialog.getByRole('button', { name: 'Load latest version' }).click()
  await expect.element(field(dialog, label)).toHaveValue('Theirs')
  await field(dialog, label).fill('Theirs, and mine')
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(row('Theirs, and mine')).toBeVisible()
  expect(sent).toHaveLength(2)
})

test('moving an outdated row sends only the status, and shows the other changes', async () => {
  answerStaffHome()
  const task = taskRow()
  answer(listPartnerTasks, [task])
  answer(updateTask, ({ params, body }) => {
    expect(params.id).toBe(task.id)
    expect(body).toEqual({ status: 'completed' })
    const theirs = { ...task, taskName: 'Theirs', status: 'completed' as const }
    answer(listPartnerTasks, [theirs])
    return theirs
  })
  await showPortal(ofPartner, support)
  await chooseAction('Hang the posters', 'Mark Complete')
  await expect.element(row('Theirs').getByText('Completed', { exact: true })).toBeVisible()
})

test('an agreement that was signed in the meantime is not marked as signed, and says so', async () => {
  answerStaffHome()
  answerTaskForm()
  const document = documentRow()
  answer(listPartnerDocuments, [document])
  answer(markDocumentSigned, () => {
    answer(listPartnerDocuments, [{ ...document, status: 'signed', signedAt: document.updatedAt }])
    return refusal('conflict', 'This agreement is already signed.')
  })
  await showPortal(ofPartner, support)
  await chooseAction('NDA', 'Mark Signed')
  await dialog.getByRole('button', { name: 'Mark Signed' }).click()
  await expect.element(page.getByText('This agreement is already signed.', { exact: true })).toBeVisible()
  await expect.element(row('NDA Agreement')).toMatchTextContent('Signed: ')
})

test('a task that was deleted while its form was open says so, and the typed text is not lost', async () => {
  answerStaffHome()
  answerTaskForm()
  answer(listPartnerTasks, [taskRow()])
  answer(updateTask, refusal('not_found'))
  await showPortal(ofPartner, support)
  await chooseAction('Hang the posters', 'Edit')
  await field(dialog, 'Task name').fill('Too late')
  await save.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('This task no longer exists')
  await expect.element(field(dialog, 'Task name')).toHaveValue('Too late')
})

test('a new task created from the view of all partners requires a partner, and an edit can assign another one', async () => {
  answerStaffHome()
  answerTaskForm()
  const created: unknown[] = []
  const task = taskRow({ taskName: 'Reassigned', taskType: 'ooh_screen_placement' })
  answer(createTask, ({ body }) => {
    created.push(body)
    answer(listTaskDefinitions, { page: [{ ...task, partner: rowPartner }], total: 1 })
    return task
  })
  await showPortal('/', support)
  await page.getByRole('button', { name: 'Create New Task' }).click()
  const whose = dialog.getByRole('combobox', { name: 'Partner', exact: true })
  await field(dialog, 'Task name').fill('Reassigned')
  await field(dialog, 'Due date').fill('2099-03-05')
  await field(dialog, 'Task type').selectOptions('OOH Screen Placement')
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect.element(dialog.getByText('Choose a partner', { exact: true })).toBeVisible()
  await expect.element(whose).toHaveFocus()
  expect(created).toEqual([])
  await whose.fill('Har')
  const list = dialog.getByRole('listbox')
  await expect.poll(() => list.getByRole('option').elements()).toHaveLength(1)
  await expect.element(list).toHaveAttribute('aria-busy', 'false')
  // While the list is open, the dialog does not scroll, so axe would consider the label of the last field hidden.
  await expectNoAxeViolations(dialog.getByRole('group').first())
  await expectNoAxeViolations(list)
  // Escape closes the list, but not the dialog around it.
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  await choosePartner(whose, list, profile.fullName)
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expectToast('Task created successfully')
  expect(created).toMatchObject([{ taskName: 'Reassigned', partnerId: profile.id }])
  await expect.element(row('Reassigned')).toMatchTextContent('Paula Ortega, Harborview Hall')

  await chooseAction('Reassigned', 'Edit')
  await expect.element(whose).toHaveValue(partnerLabel)
  await choosePartner(whose, list, secondPartner.fullName)
  await userEvent.keyboard('{Escape}')
  await page
    .getByRole('alertdialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  answer(updateTask, ({ body }) => {
    expect(body).toMatchObject({ partnerId: secondPartner.id })
    const { id, fullName, businessName } = secondPartner
    const moved = { ...task, partnerId: id }
    answer(listTaskDefinitions, { page: [{ ...moved, partner: { id, fullName, businessName } }], total: 1 })
    return moved
  })
  await save.click()
  await expectToast('Task updated successfully')
  await expect.element(row('Reassigned')).toMatchTextContent('Ben Adler, Adler Arena')
})

const choosePartner = async (combobox: Locator, list: Locator, name: string) => {
  await combobox.click()
  await combobox.fill(name)
  await expect.poll(() => list.getByRole('option').elements()).toHaveLength(1)
  await list.getByRole('option', { name: new RegExp(name) }).click()
  await expect.element(combobox).toHaveValue(expect.stringContaining(name))
}

test('the focus does not move when the lists arrive, however slowly', async () => {
  answerStaffHome()
  const gate = createGate()
  answer(listPartnerTasks, () => gate.opened.then(() => []))
  await showPortal(ofPartner, support)
  await expect.element(page.getByRole('heading', { name: 'Partner Tasks' })).toBeVisible()
  picker.element().focus()
  page.getByRole('button', { name: 'Create New Task' }).query()?.focus()
  const focused = document.activeElement
  gate.open()
  await expect.element(section('Partner Tasks')).toMatchTextContent('No tasks assigned')
  expect(document.activeElement).toBe(focused)
})

test('a list shows eight rows and links to all of them', async () => {
  answerStaffHome()
  answer(
    listPartnerActivations,
    Array.from({ length: 10 }, () => activationRow()),
  )
  await showPortal(ofPartner, support)
  const rows = section('Partner Activations').getByRole('listitem')
  await expect.poll(() => rows.elements()).toHaveLength(8)
  await page.getByRole('link', { name: 'View all Partner Activations' }).click()
  await expect.poll(address).toBe(`${ofPartner}&show=activations`)
  await expect.poll(() => rows.elements()).toHaveLength(10)
  await expect.element(section('Partner Tasks')).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect.poll(() => rows.elements()).toHaveLength(8)
})

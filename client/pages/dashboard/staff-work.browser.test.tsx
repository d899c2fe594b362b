import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  createActivation,
  deleteActivation,
  listPartnerActivations,
  type PartnerActivation,
  updateActivation,
} from '#contract/activations.ts'
import { getNeedsAttention } from '#contract/attention.ts'
import { checkReminders } from '#contract/partners/reminders.ts'
import { restoreTasks } from '#contract/staff-tasks.ts'
import { createTask, deleteTask, listPartnerTasks, type PartnerTask, updateTask } from '#contract/tasks.ts'
import { activationRow } from '#test/browser/activation-rows.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { documentRow } from '#test/browser/document-rows.ts'
import { tabTo } from '#test/browser/keyboard.ts'
import { partnerLabel, rowPartner, secondPartner } from '#test/browser/partner-rows.ts'
import { partner, profile, support } from '#test/browser/people.ts'
import { answer } from '#test/browser/portal-responses.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome, answerTaskForm, nothingWaits } from '#test/browser/staff-home.ts'
import { address, chooseAction, expectToast, field, row, section, texts } from '#test/browser/steps.ts'
import { taskRow } from '#test/browser/task-rows.ts'
import { chosen, takeUploads } from '#test/browser/upload-responses.ts'

const picker = page.getByRole('combobox', { name: 'Partner', exact: true })
const ofPartner = `/?partner=${profile.id}`
const dialog = page.getByRole('dialog')
const greeting = (name: string) =>
  page.getByText(`Welcome back, ${name}! Here's your partnership overview.`, { exact: true })

const choosePartner = async (name: string) => {
  await picker.click()
  await picker.fill(name)
  const options = page.getByRole('listbox').getByRole('option')
  await expect.poll(() => options.elements()).toHaveLength(1)
  await options.first().click()
}

test('a partner is found by typing, stays chosen after a reload, and Back shows the previous one', async () => {
  answerStaffHome()
  answer(listPartnerTasks, ({ params }) =>
    params.partnerId === profile.id ? [taskRow({ taskName: 'Only theirs' })] : [],
  )
  await showPortal('/', support)
  await expect.element(greeting('All Partners')).toBeVisible()
  await expect.element(picker).toHaveAttribute('placeholder', 'Select partner to view...')
  await picker.click()
  await expect
    .element(page.getByRole('option', { name: 'All Partners' }))
    .toHaveAttribute('aria-selected', 'true')
  await picker.fill('nobody is called that')
  await expect.element(page.getByText('No matching partners')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()

  await choosePartner(profile.fullName)
  await expect.poll(address).toBe(ofPartner)
  await expect.element(greeting('Partner')).toBeVisible()
  const tasks = section('Partner Tasks').getByRole('heading', { level: 3 })
  await expect.poll(() => texts(tasks)).toEqual(['Only theirs'])
  await reloadPortal()
  await expect.element(picker).toHaveValue(partnerLabel)
  await expect.element(row('Only theirs')).toBeVisible()

  await choosePartner(secondPartner.businessName)
  await expect.element(section('Partner Tasks')).toMatchTextContent('No tasks assigned')
  history.back()
  await expect.element(picker).toHaveValue(partnerLabel)
  await expect.element(row('Only theirs')).toBeVisible()
  history.back()
  await expect.element(greeting('All Partners')).toBeVisible()
})

/** Simulates the server's storage of the partner's tasks. */
const keepTasks = () => {
  let tasks: PartnerTask[] = []
  let deleted: PartnerTask[] = []
  const sent: object[] = []
  const store = (task: PartnerTask, body: unknown) => {
    // A request may contain these values, but the task has no such fields.
    const { ownerId: _owner, updatedAt: _read, ...fields } = body as PartnerTask & { ownerId?: unknown }
    const stored = { ...task, ...fields, fileName: fields.filePath ? 'Posters.pdf' : null }
    tasks = [stored]
    return stored
  }
  answer(listPartnerTasks, () => tasks)
  answer(createTask, ({ body }) => {
    sent.push(body as object)
    return store(taskRow(), body)
  })
  answer(updateTask, ({ body }) => {
    sent.push(body as object)
    return store(tasks[0] as PartnerTask, body)
  })
  answer(deleteTask, () => {
    deleted = tasks
    tasks = []
    return undefined
  })
  answer(restoreTasks, ({ body }) => {
    expect(body).toEqual({ ids: deleted.map(({ id }) => id) })
    tasks = deleted
    return { restored: 1 }
  })
  return sent
}

test('staff create a task with a file, change it, move it through its states, delete it and undo that', async () => {
  answerStaffHome()
  answerTaskForm()
  takeUploads()
  const sent = keepTasks()
  await showPortal(ofPartner, support)
  await page.getByRole('button', { name: 'Create New Task' }).click()
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  for (const words of ['Task name is required', 'Due date is required', 'Task type is required']) {
    await expect.element(dialog.getByText(words, { exact: true })).toBeVisible()
  }
  await expect.element(field(dialog, 'Task name')).toHaveFocus()
  await expectNoAxeViolations(dialog)
  await field(dialog, 'Task name').fill('Hang the posters')
  await field(dialog, 'Due date').fill('2099-03-05')
  await field(dialog, 'Task type').selectOptions('Physical')
  const files = dialog.element().querySelector('input[type=file]') as HTMLInputElement
  await userEvent.upload(files, chosen('Posters.pdf'))
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expectToast('Task created successfully')
  await expect.element(row('Hang the posters')).toMatchTextContent('Physical · Due: Mar 5, 2099')
  await expect.element(row('Hang the posters').getByText('Pending', { exact: true })).toBeVisible()
  const opened = row('Hang the posters').getByRole('link', { name: 'Open Posters.pdf of Hang the posters' })
  await expect.element(opened).toBeVisible()
  // The default time is 5 PM in New York.
  expect(sent).toMatchObject([
    { partnerId: profile.id, dueDate: '2099-03-05T22:00:00.000Z', filePath: expect.any(String) },
  ])

  await chooseAction('Hang the posters', 'Edit')
  await expect.element(field(dialog, 'Due date')).toHaveValue('2099-03-05')
  await expect.element(field(dialog, 'Task type')).toHaveValue('physical')
  await expect.element(dialog.getByRole('link', { name: /Posters\.pdf/ })).toBeVisible()
  await field(dialog, 'Task name').fill('Hang them high')
  await field(dialog, 'Time').fill('09:30')
  await field(dialog, 'Status').selectOptions('In Progress')
  await dialog.getByRole('button', { name: /^Remove Posters\.pdf/ }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expectToast('Task updated successfully')
  const renamed = row('Hang them high')
  await expect.element(renamed.getByText('In Progress', { exact: true })).toBeVisible()
  expect(sent.at(-1)).toMatchObject({ filePath: null, dueDate: '2099-03-05T14:30:00.000Z' })

  for (const [item, badge, status] of [
    ['Mark Complete', 'Completed', 'completed'],
    ['Mark Pending', 'Pending', 'pending'],
    ['Mark In Progress', 'In Progress', 'in_progress'],
  ] as const) {
    await chooseAction('Hang them high', item)
    await expect.element(renamed.getByText(badge, { exact: true })).toBeVisible()
    await expectToast('Task status updated successfully')
    expect(sent.at(-1)).toEqual({ status })
  }

  await chooseAction('Hang them high', 'Delete')
  const toasts = page.getByRole('region', { name: 'Notifications (F8)' })
  await toasts.getByRole('button', { name: 'Undo' }).click()
  await expectToast('1 task restored')
  await expect.element(renamed).not.toMatchTextContent('Deleted')
  await chooseAction('Hang them high', 'Delete')
  await expectToast('Task deleted successfully')
  // The row stays for a while to offer Undo.
  await expect.element(renamed).toMatchTextContent('Deleted')
})

test('staff choose a partner and create a task with the keyboard alone', async () => {
  answerStaffHome()
  answerTaskForm()
  const sent = keepTasks()
  await showPortal('/', support)
  const press = async (target: typeof picker, keys = '{Enter}') => {
    await tabTo(target)
    await userEvent.keyboard(keys)
  }
  await press(picker, '{ArrowDown}')
  await expect.element(page.getByRole('option').first()).toBeVisible()
  await userEvent.keyboard(`{Escape}${profile.businessName}`)
  await expect.poll(() => page.getByRole('option').elements()).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(picker).toHaveValue(partnerLabel)
  await expect.element(picker).toHaveFocus()
  // The lists are inert until they have been read, so wait before moving the focus.
  await expect.element(section('Partner Tasks')).toMatchTextContent('No tasks assigned')
  const create = page.getByRole('button', { name: 'Create New Task' })
  await press(create)
  await expect.element(field(dialog, 'Task name')).toHaveFocus()
  await userEvent.keyboard('Typed')
  await press(field(dialog, 'Due date'), '03052099')
  await press(field(dialog, 'Task type'), 'D')
  await press(dialog.getByRole('button', { name: 'Create Task' }))
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(create).toHaveFocus()
  await expect.element(row('Typed')).toMatchTextContent('Digital/Social · Due: Mar 5, 2099')
  const actions = page.getByRole('button', { name: 'Actions for Typed' })
  const choose = async (item: string) => {
    await press(actions)
    const isThere = () => document.activeElement?.textContent === item
    for (let downs = 0; downs < 10 && !isThere(); downs += 1) await userEvent.keyboard('{ArrowDown}')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  }
  await choose('Mark Complete')
  await expect.element(row('Typed').getByText('Completed', { exact: true })).toBeVisible()
  await expect.element(actions).toHaveFocus()
  expect(sent.at(-1)).toEqual({ status: 'completed' })
  await choose('Delete')
  await expect.element(row('Typed')).toMatchTextContent('Deleted')
  expect(document.activeElement).not.toBe(document.body)
})

test('staff create, change and delete an activation', async () => {
  answerStaffHome()
  answerTaskForm()
  let activations: PartnerActivation[] = []
  const sent: object[] = []
  const store = (body: unknown) => {
    sent.push(body as object)
    const {
      updatedAt: _read,
      resourceIds: _named,
      movesTasks: _moves,
      ...fields
    } = body as PartnerActivation & { resourceIds?: unknown; movesTasks?: unknown }
    const stored = { ...(activations[0] ?? activationRow()), ...fields, resources: [] }
    activations = [stored]
    return stored
  }
  answer(listPartnerActivations, () => activations)
  answer(createActivation, ({ body }) => store(body))
  answer(updateActivation, ({ body }) => store(body))
  answer(deleteActivation, () => {
    activations = []
    return undefined
  })
  await showPortal(ofPartner, support)
  await page.getByRole('button', { name: 'Create New Activation' }).click()
  await field(dialog, 'Name').fill('Spring weekend')
  await dialog.getByRole('button', { name: 'Create Activation' }).click()
  await expect.element(dialog.getByText('Activation date is required', { exact: true })).toBeVisible()
  await expectNoAxeViolations(dialog)
  await field(dialog, 'Activation date').fill('2099-04-17')
  await expect.element(dialog).toMatchTextContent('Defaults to 12:00 PM')
  await field(dialog, 'Time').fill('10:00')
  await dialog.getByRole('button', { name: 'Create Activation' }).click()
  await expectToast('Activation created successfully')
  await expect.element(row('Spring weekend').getByText('scheduled', { exact: true })).toBeVisible()

  await chooseAction('Spring weekend', 'Edit')
  await expect.element(field(dialog, 'Time')).toHaveValue('10:00')
  await field(dialog, 'Activation date').fill('2020-04-17')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expectToast('Activation updated successfully')
  await expect.element(row('Spring weekend').getByText('active', { exact: true })).toBeVisible()
  expect(sent.at(-1)).toMatchObject({ activationDate: '2020-04-17T14:00:00.000Z' })
  await chooseAction('Spring weekend', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast('Activation deleted successfully')
  await expect.element(section('Partner Activations')).toMatchTextContent('No activations yet')
})

test('the counts in Needs attention link to the full lists, a conversation to the inbox, and an overdue task offers a reminder', async () => {
  answerStaffHome()
  const late = taskRow()
  const since = '2001-01-01T12:00:00.000Z'
  answer(getNeedsAttention, {
    ...nothingWaits,
    conversations: {
      count: 1,
      marked: 0,
      rows: [
        {
          id: partner.id,
          name: 'Paula Ortega',
          businessName: profile.businessName,
          since,
          partner: rowPartner,
        },
      ],
    },
    overdueTasks: {
      count: 2,
      marked: 0,
      rows: [{ id: late.id, taskName: 'Late', dueDate: since, partner: rowPartner }],
    },
    tasksToReview: {
      count: 1,
      marked: 0,
      rows: [{ id: taskRow().id, taskName: 'Done', since, partner: rowPartner }],
    },
    declinedDocuments: {
      count: 1,
      marked: 0,
      rows: [{ id: documentRow().id, documentName: 'NDA', reason: 'Too long', since, partner: rowPartner }],
    },
  })
  await showPortal('/', support)
  const attention = section('Needs attention')
  for (const [name, href] of [
    ['2 overdue tasks', '/admin?tab=tasks&due=overdue'],
    ['1 task to review', '/admin?tab=tasks&state=review'],
    ['Reply to Paula Ortega', `/admin?tab=inbox&conversation=${partner.id}`],
  ] as const) {
    await expect.element(attention.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  }
  await expect.element(attention.getByRole('link', { name: '1 declined agreement' })).toBeVisible()
  const rowOf = (text: string) => attention.getByRole('listitem').filter({ hasText: text })
  await expect.element(rowOf('Late')).toMatchTextContent(profile.businessName)
  await expect.element(rowOf('Done')).toMatchTextContent('Harborview Hall · proof added Jan 1, 2001')
  answer(checkReminders, ({ body }) => {
    expect(body).toEqual({ about: { kind: 'tasks', ids: [late.id] } })
    return { total: 1, reached: 1, leftOut: {}, email: null }
  })
  await rowOf('Late').getByRole('button', { name: 'Remind… Harborview Hall of Late' }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'Remind' }).getByText('Reaches 1 partner'))
    .toBeVisible()
})

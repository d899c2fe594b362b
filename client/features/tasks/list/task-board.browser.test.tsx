import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listResponsible, listTeam } from '#contract/chat/inbox.ts'
import {
  changeTasks,
  listAllTasks,
  restoreTasks,
  type StaffTask,
  type TaskChange,
} from '#contract/staff-tasks.ts'
import { listTaskDefinitions } from '#contract/task-definitions.ts'
import type { TaskStatus } from '#contract/task-status.ts'
import { getTask } from '#contract/task-work.ts'
import { deleteTask, updateTask } from '#contract/tasks.ts'
import { listPartnerGroups } from '#contract/users/users.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { rowPartner } from '#test/browser/partner-rows.ts'
import { support } from '#test/browser/people.ts'
import { answer } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { address, chooseAction, expectToast, field, texts } from '#test/browser/steps.ts'
import { taskDetails, taskRow } from '#test/browser/task-rows.ts'

/** The tasks that the server has. */
let tasks: StaffTask[] = []
const deleted = new Set<string>()
const nameOf = (id: string) => tasks.find((task) => task.id === id)?.taskName
/** The changes that calls have sent. */
let sent: unknown[] = []

const change = (id: string, fields: Partial<StaffTask>) => {
  tasks = tasks.map((task) => (task.id === id ? { ...task, ...fields } : task))
  return tasks.find((task) => task.id === id) as StaffTask
}

beforeEach(() => {
  sent = []
  deleted.clear()
  tasks = (
    [
      ['Banner', '2099-01-01', 'pending', null],
      ['Chalk board', '2099-02-01', 'pending', null],
      ['Door sign', '2099-03-01', 'in_progress', { id: support.id, name: 'Robin Vale' }],
      ['Easel', '2099-04-01', 'completed', null],
    ] as const
  ).map(([taskName, day, status, owner]) => ({
    ...taskRow({ taskName, status, owner, dueDate: `${day}T17:00:00.000Z` }),
    partner: rowPartner,
  }))
  const found = ({ query }: { query: URLSearchParams }) => {
    const state = query.get('state')
    const isListed = ({ id, status }: StaffTask) =>
      !deleted.has(id) && (state === 'open' ? status !== 'completed' : status === (state ?? status))
    const rows = tasks.filter(isListed).toSorted((a, b) => a.dueDate.localeCompare(b.dueDate))
    return { page: query.get('sort') === '-due' ? rows.toReversed() : rows, total: rows.length }
  }
  answer(listTaskDefinitions, found)
  answer(listAllTasks, found)
  answer(listResponsible, [])
  answer(listPartnerGroups, [])
  const { id, firstName, lastName, email } = support
  answer(listTeam, [{ id, firstName, lastName, email, present: true, profileImageUrl: null }])
  answer(getTask, ({ params }) => taskDetails(change(params.id ?? '', {})))
  answer(updateTask, ({ params, body }) => {
    const { partner: _partner, ...row } = change(params.id ?? '', { status: (body as StaffTask).status })
    sent.push([nameOf(row.id), (body as StaffTask).status])
    return row
  })
  answer(deleteTask, ({ params }) => void deleted.add(params.id ?? ''))
  answer(restoreTasks, ({ body }) => {
    const { ids } = body as { ids: string[] }
    for (const each of ids) deleted.delete(each)
    return { restored: ids.length }
  })
  answer(changeTasks, ({ body }) => {
    const { changes } = body as { changes: (TaskChange & { dueDate?: string })[] }
    sent.push(changes.map(({ id: each, updatedAt: _at, ...fields }) => [nameOf(each), fields]))
    const changed = changes.flatMap(({ id: each, updatedAt: _at, ownerId, isDeleted, ...fields }) => {
      if (isDeleted) deleted.add(each)
      const before = tasks.find((task) => task.id === each) as StaffTask
      const owner = ownerId === undefined ? before.owner : ownerId ? { id, name: 'Robin Vale' } : null
      change(each, { ...(fields as Partial<StaffTask>), owner })
      const was = {
        ...(fields.status && { status: before.status }),
        ...(fields.dueDate && { dueDate: before.dueDate }),
        ...(ownerId !== undefined && { ownerId: before.owner?.id ?? null }),
      }
      return owner?.id === before.owner?.id && ownerId !== undefined
        ? []
        : [{ id: each, before: was, updatedAt: before.updatedAt }]
    })
    return { changed }
  })
})

const table = page.getByRole('table', { name: 'Tasks' })
const names = () =>
  [...table.element().querySelectorAll('tbody [data-lead] a')].map((link) => link.textContent)
const toasts = page.getByRole('region', { name: 'Notifications (F8)' })
const undo = async (title: string) => {
  await expect.element(toasts.getByText(title, { exact: true })).toBeVisible()
  await toasts.getByRole('button', { name: 'Undo' }).click()
}
const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const cards = (name: string) => texts(column(name).getByRole('heading', { level: 4 }))

test('several tasks are completed, moved, given an owner and deleted, and each is undone', async () => {
  await showPortal('/admin?tab=tasks', support)
  const selectTwo = async () => {
    await expect.poll(names).toEqual(['Banner', 'Chalk board', 'Door sign'])
    for (const name of ['Banner', 'Door sign'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    await expect.element(page.getByRole('status').getByText('2 selected')).toBeVisible()
  }
  const expectSent = (fields: object[]) =>
    expect(sent.splice(0)).toEqual([
      ['Banner', 'Door sign'].map((name, index) => [name, fields[index] ?? fields[0]]),
    ])
  await selectTwo()
  await expectNoAxeViolations(page.getByRole('main'))
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect.element(table.getByRole('row').filter({ hasText: 'Banner' })).toMatchTextContent(/Completed/)
  expectSent([{ status: 'completed' }])
  await undo('2 tasks completed')
  await expectToast('Change undone')
  expectSent([{ status: 'pending' }, { status: 'in_progress' }])

  await selectTwo()
  await page.getByRole('button', { name: 'Move date…' }).click()
  const move = page.getByRole('dialog', { name: 'Move the due date of 2 tasks' })
  await move.getByRole('button', { name: 'Move', exact: true }).click()
  await expect.element(move.getByText('Due date is required')).toBeVisible()
  await expectNoAxeViolations(move)
  await field(move, 'Due date').fill('2099-03-05')
  await move.getByRole('button', { name: 'Move', exact: true }).click()
  await expect.poll(names).toEqual(['Chalk board', 'Banner', 'Door sign'])
  expectSent([{ dueDate: '2099-03-05T22:00:00.000Z' }])
  await undo('2 tasks moved')
  await expectToast('Change undone')
  expectSent([{ dueDate: '2099-01-01T17:00:00.000Z' }, { dueDate: '2099-03-01T17:00:00.000Z' }])

  await selectTwo()
  await page.getByRole('button', { name: 'Set owner…' }).click()
  const owner = page.getByRole('dialog', { name: 'Set the owner of 2 tasks' })
  await field(owner, 'Owner').selectOptions('Robin Vale')
  await owner.getByRole('button', { name: 'Set owner' }).click()
  // Only one task was assigned: the other already had this owner.
  await undo('1 task assigned')
  await expectToast('Change undone')

  await selectTwo()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.element(table.getByRole('row').filter({ hasText: 'Door sign' })).toMatchTextContent(/Deleted/)
  await undo('2 tasks deleted')
  await expectToast('2 tasks restored')
  await expect.poll(names).toEqual(['Banner', 'Chalk board', 'Door sign'])

  // Two changes of the same task are undone one after the other.
  sent = []
  await chooseAction('Banner', 'Mark In Progress')
  await expect.element(toasts.getByText('Task status updated successfully')).toBeVisible()
  await chooseAction('Banner', 'Delete')
  await expect
    .element(page.getByText('Before it: Task status updated successfully', { exact: true }))
    .toBeVisible()
  await undo('Task deleted successfully')
  await expect.element(toasts.getByText('1 task restored', { exact: true })).toBeVisible()
  await toasts.getByRole('button', { name: 'Dismiss' }).click()
  await undo('Task status updated successfully')
  await expectToast('Change undone')
  expect(sent).toEqual([['Banner', 'in_progress'], [['Banner', { status: 'pending' }]]])
})

test('tasks are moved on the board by mouse, by keyboard and by their menus', async () => {
  await showPortal('/admin?tab=tasks', support)
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await expect.poll(() => cards('Pending')).toEqual(['Banner', 'Chalk board'])
  await expect.poll(() => cards('In Progress')).toEqual(['Door sign'])
  await expect.poll(() => cards('Completed')).toEqual(['Easel'])
  await userEvent.dragAndDrop(column('Pending').getByRole('article').first(), column('In Progress'), {
    sourcePosition: { x: 5, y: 5 },
    targetPosition: { x: 40, y: 100 },
    steps: 8,
  })
  await undo('Task status updated successfully')
  await expect.poll(() => cards('Pending')).toEqual(['Banner', 'Chalk board'])
  await expectToast('Change undone')

  const handle = page.getByRole('button', { name: 'Move Chalk board' })
  /** Picks up the card, and waits until it reacts to keys: the board listens to keys only one timer after the card is over its column. */
  const pickUp = async (over: string) => {
    ;(handle.element() as HTMLElement).focus()
    await userEvent.keyboard(' ')
    await expect.element(page.getByText(`Chalk board is over ${over}.`)).toBeInTheDocument()
    await new Promise((resolve) => setTimeout(resolve))
  }
  await pickUp('Pending')
  for (const over of ['In Progress', 'Completed']) {
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(page.getByText(`Chalk board is over ${over}.`)).toBeInTheDocument()
  }
  await userEvent.keyboard(' ')
  await expect.poll(() => cards('Completed')).toEqual(['Easel', 'Chalk board'])
  await expect.element(handle).toHaveFocus()
  await pickUp('Completed')
  await userEvent.keyboard('{ArrowLeft}{Escape}')
  await expect.poll(() => cards('Completed')).toEqual(['Easel', 'Chalk board'])

  await chooseAction('Easel', 'Mark Pending')
  await expect.poll(() => cards('Pending')).toEqual(['Banner', 'Easel'])
  const statuses = Object.fromEntries(tasks.map(({ taskName, status }) => [taskName, status]))
  expect(statuses).toEqual({
    ...{ Banner: 'pending', 'Chalk board': 'completed', 'Door sign': 'in_progress', Easel: 'pending' },
  } satisfies Record<string, TaskStatus>)
  await column('Pending').getByRole('link', { name: 'Banner' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Banner' })).toBeVisible()
})

test('on a phone the list consists of cards, and the board shows one column at a time', async () => {
  await page.viewport(390, 844)
  await showPortal('/admin?tab=tasks', support)
  const expectFit = () =>
    expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth)
  await expect.poll(names).toEqual(['Banner', 'Chalk board', 'Door sign'])
  expectFit()
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('combobox', { name: 'Order' }).selectOptions('Due date, descending')
  await expect.poll(names).toEqual(['Door sign', 'Chalk board', 'Banner'])
  await page.getByRole('checkbox', { name: 'Select Banner' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await undo('1 task deleted')
  await expectToast('1 task restored')
  await page.getByRole('combobox', { name: 'View' }).selectOptions('Board')
  await expect.poll(() => cards('Pending')).toEqual(['Banner', 'Chalk board'])
  await expect.element(column('Completed')).not.toBeInTheDocument()
  expectFit()
  await page.getByRole('navigation', { name: 'Column' }).getByRole('link', { name: 'Completed' }).click()
  await expect.poll(() => cards('Completed')).toEqual(['Easel'])
  await chooseAction('Easel', 'Mark In Progress')
  await expect.element(column('Completed')).toMatchTextContent(/No tasks/)
  expect(address()).toContain('column=completed')
})

import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getCalendar } from '#contract/calendar.ts'
import { listResponsible } from '#contract/chat/inbox.ts'
import { restoreTasks } from '#contract/staff-tasks.ts'
import { listTaskDefinitions } from '#contract/task-definitions.ts'
import type { TaskStatus } from '#contract/task-status.ts'
import { deleteTask, listOwnTasks, type PartnerTask, updateTask } from '#contract/tasks.ts'
import { listPartnerGroups } from '#contract/users/users.ts'
import { rowPartner } from '#test/browser/partner-rows.ts'
import { partner, support } from '#test/browser/people.ts'
import { answer, type Call, createGate, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, answerFrame, showPortal } from '#test/browser/screen.tsx'
import { row, section, takeTimers, texts } from '#test/browser/steps.ts'
import { taskRow } from '#test/browser/task-rows.ts'

/** Responds with tasks to which the sent changes were applied. */
const keepTasks = (...names: string[]) => {
  const tasks = new Map(names.map((taskName) => taskRow({ taskName })).map((task) => [task.id, task]))
  const sent: { taskName: string; status: TaskStatus }[] = []
  const change = ({ params, body }: Call) => {
    const { status } = body as { status: TaskStatus }
    const task = { ...(tasks.get(params.id ?? '') as PartnerTask), status }
    tasks.set(task.id, task)
    sent.push({ taskName: task.taskName, status })
    return task
  }
  answerEmptyHome()
  answer(getCalendar, { days: [] })
  answer(listOwnTasks, () => [...tasks.values()])
  answer(updateTask, change)
  return { tasks, sent, change }
}

const shownTasks = () => texts(section('Partner Tasks').getByRole('heading', { level: 3 }))
const complete = (name: string) => row(name).getByRole('button', { name: 'Mark Complete' })
const undo = (name: string) => row(name).getByRole('button', { name: 'Undo' })

test('a double click completes one task, whose row stays in its place for eight seconds with its Undo', async () => {
  const { sent } = keepTasks('First', 'Second', 'Third')
  await showPortal('/', partner)
  await expect.element(complete('First')).toBeVisible()
  takeTimers()
  await complete('First').dblClick()
  await expect.element(row('First').getByText('Completed', { exact: true })).toBeVisible()
  await expect.element(undo('First')).not.toHaveAttribute('aria-disabled', 'true')
  expect(shownTasks()).toEqual(['First', 'Second', 'Third'])
  expect(sent).toEqual([{ taskName: 'First', status: 'completed' }])
  await expect.element(page.getByText('First: Completed', { exact: true })).toBeVisible()
  await vi.advanceTimersByTimeAsync(7_000)
  await expect.element(undo('First')).toBeVisible()
  await vi.advanceTimersByTimeAsync(1_500)
  await expect.poll(shownTasks).toEqual(['Second', 'Third'])
})

test('Undo in the row reopens the task, and removes the toast', async () => {
  const { sent } = keepTasks('First', 'Second')
  await showPortal('/', partner)
  await complete('First').click()
  await undo('First').click()
  await expect.element(complete('First')).toBeVisible()
  expect(sent.map(({ status }) => status)).toEqual(['completed', 'pending'])
  await expect.element(page.getByText('Change undone', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect.element(page.getByText('First: Completed', { exact: true })).not.toBeInTheDocument()
})

test('a refused change leaves the row as it was, and a refused Undo says why', async () => {
  const { change } = keepTasks('First', 'Second')
  const gate = createGate()
  answer(updateTask, () => gate.opened.then(() => refusal('internal')))
  await showPortal('/', partner)
  await complete('First').click()
  await expect.element(undo('First')).toHaveAttribute('aria-disabled', 'true')
  gate.open()
  await expect.element(complete('First')).toBeVisible()
  expect(shownTasks()).toEqual(['First', 'Second'])
  answer(updateTask, change)
  await complete('First').click()
  await expect.element(undo('First')).not.toHaveAttribute('aria-disabled', 'true')
  answer(updateTask, refusal('conflict', 'This task has been accepted.'))
  await undo('First').click()
  await expect.element(page.getByText('This task has been accepted.', { exact: true })).toBeVisible()
})

test('by keyboard the focus moves to the Undo of the row, which a second press does not trigger', async () => {
  const { sent } = keepTasks('First', 'Second')
  await showPortal('/', partner)
  ;(await complete('First').findElement()).focus()
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(undo('First')).toHaveFocus()
  expect(sent).toEqual([{ taskName: 'First', status: 'completed' }])
  await expect.element(undo('First')).not.toHaveAttribute('aria-disabled', 'true')
  await new Promise((resolve) => setTimeout(resolve, 600))
  await userEvent.keyboard('{Enter}')
  await expect.element(complete('First')).toBeVisible()
  expect(sent.at(-1)).toEqual({ taskName: 'First', status: 'pending' })
})

test('a task that staff complete or delete stays in the list of open tasks, and Undo brings it back at once', async () => {
  const ofPartner = { partner: rowPartner }
  const task = taskRow({ taskName: 'First' })
  const first = { ...task, ...ofPartner }
  const second = { ...taskRow({ taskName: 'Second' }), ...ofPartner }
  answerFrame()
  answer(listResponsible, [])
  answer(listPartnerGroups, [])
  answer(listTaskDefinitions, { page: [first, second], total: 2 })
  await showPortal('/admin?tab=tasks', support)
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
  const choose = async (name: string, item: string) => {
    await page.getByRole('button', { name: new RegExp(`^Actions for ${name}`) }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await expect.element(rowOf('First')).toBeVisible()
  answer(updateTask, ({ params, body }) => {
    expect(params.id).toBe(first.id)
    expect(body).toEqual({ status: 'completed' })
    answer(listTaskDefinitions, { page: [second], total: 1 })
    return { ...task, status: 'completed' as const }
  })
  await choose('First', 'Mark Complete')
  await expect.element(rowOf('First').getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect.element(rowOf('First')).toMatchTextContent(/Completed.*Undo/)

  answer(deleteTask, () => {
    answer(listTaskDefinitions, { page: [], total: 0 })
    return undefined
  })
  await choose('Second', 'Delete')
  await expect.element(rowOf('Second')).toMatchTextContent(/Deleted.*Undo/)
  answer(restoreTasks, ({ body }) => {
    expect(body).toEqual({ ids: [second.id] })
    answer(listTaskDefinitions, { page: [second], total: 1 })
    return { restored: 1 }
  })
  await rowOf('Second').getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByRole('button', { name: /^Actions for Second/ })).toBeVisible()
  await expect.element(rowOf('Second')).not.toMatchTextContent(/Deleted/)
  expect(texts(rowOf('Second'))).toHaveLength(1)
})

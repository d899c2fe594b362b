import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getCalendar } from '#contract/calendar.ts'
import { addTaskComment, getTask, type TaskDetails } from '#contract/task-work.ts'
import { listOwnTasks, type TaskStatus, updateTask } from '#contract/tasks.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { partner } from '#test/browser/people.ts'
import { answer, createGate, refusal } from '#test/browser/portal-answers.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { field, row, section } from '#test/browser/steps.ts'
import { taskDetails, taskRow } from '#test/browser/task-rows.ts'

const answerHome = () => {
  answerEmptyHome()
  answer(getCalendar, { days: [] })
}
const dialog = page.getByRole('dialog', { name: 'Hang the posters' })
const comment = field(dialog, 'Comment')

test('what is done moves to the others at once, and says while it waits for review', async () => {
  answerHome()
  let task = taskRow({ dueDate: '2020-02-01T12:00:00.000Z', proofCount: 1 })
  answer(listOwnTasks, () => [task])
  answer(updateTask, ({ body }) => {
    task = { ...task, ...(body as { status: TaskStatus }) }
    return task
  })
  await showPortal('/', partner)
  const tasks = section('Partner Tasks')
  await expect.element(tasks.getByText('Overdue', { exact: true }).first()).toBeVisible()
  await row(task.taskName).getByRole('button', { name: 'Mark Complete' }).click()
  await expect.element(tasks.getByText('Overdue', { exact: true })).not.toBeInTheDocument()
  await tasks.getByText('1 task done, 1 waiting for review').click()
  await expect.element(row(task.taskName).getByText('Waiting for review', { exact: true })).toBeVisible()
  await expectNoAxeViolations(tasks)
})

test('a typed comment is not lost by accident', async () => {
  answerHome()
  const task = taskRow()
  answer(listOwnTasks, [task])
  answer(getTask, taskDetails(task))
  await showPortal('/', partner)
  await row(task.taskName).getByRole('link').first().click()
  await comment.fill('Half a sent')
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(comment).toHaveValue('Half a sent')
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('what is typed while a comment is sent stays', async () => {
  answerHome()
  let task: TaskDetails = taskDetails()
  answer(getTask, () => task)
  const gate = createGate()
  answer(addTaskComment, async ({ body }) => {
    await gate.opened
    const sent = { id: task.id, ...(body as { body: string }), author: 'Paula', createdAt: task.createdAt }
    task = { ...task, comments: [sent] }
    return sent
  })
  await showPortal(`/?task=${task.id}`, partner)
  await comment.fill('The first')
  await dialog.getByRole('button', { name: 'Add comment' }).click()
  await comment.fill('The first, and more')
  gate.open()
  await expect.element(dialog.getByRole('listitem').filter({ hasText: 'The first' })).toBeVisible()
  await expect.element(comment).toHaveValue('The first, and more')
})

test('a task that is not there says so', async () => {
  answerHome()
  answer(getTask, refusal('not_found'))
  await showPortal(`/?task=${taskRow().id}`, partner)
  await expect.element(page.getByText('This task no longer exists.')).toBeVisible()
})

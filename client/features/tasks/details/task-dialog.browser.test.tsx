import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#client/lib/query-client.ts'
import { getCalendar } from '#contract/calendar.ts'
import { listQuarantinedFiles } from '#contract/files/quarantined-files.ts'
import type { TaskStatus } from '#contract/task-status.ts'
import {
  acceptTask,
  addTaskComment,
  addTaskProof,
  getTask,
  registerProofUpload,
  removeTaskProof,
  requestProofUpload,
  sendBackTask,
  type TaskDetails,
  type TaskProof,
} from '#contract/task-work.ts'
import { listOwnTasks, updateTask } from '#contract/tasks.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { partnerLabel } from '#test/browser/partner-rows.ts'
import { partner, support } from '#test/browser/people.ts'
import { answer, createGate, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'
import { field, row, section } from '#test/browser/steps.ts'
import { taskDetails, taskRow } from '#test/browser/task-rows.ts'
import { chosen, takeUploads } from '#test/browser/upload-responses.ts'

afterEach(() => {
  vi.useRealTimers()
})

const answerHome = () => {
  answerEmptyHome()
  answer(getCalendar, { days: [] })
}
const dialog = page.getByRole('dialog', { name: 'Hang the posters' })
const comment = field(dialog, 'Comment')

test('a finished task joins the finished ones once its Undo has ended, and says that it waits for review', async () => {
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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await row(task.taskName).getByRole('button', { name: 'Mark Complete' }).click()
  await expect.element(row(task.taskName).getByRole('button', { name: 'Undo' })).toBeVisible()
  await vi.advanceTimersByTimeAsync(9_000)
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

test('text that is typed while a comment is sent stays', async () => {
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

test('a task that does not exist says so', async () => {
  answerHome()
  answer(getTask, refusal('not_found'))
  await showPortal(`/?task=${taskRow().id}`, partner)
  await expect.element(page.getByText('This task no longer exists.')).toBeVisible()
})

/** Responds to the requests that upload proof; the response to the last step comes when `last` resolves. */
const answerProofs = (
  task: () => TaskDetails,
  onProof: (proof: TaskProof) => void,
  last: () => Promise<unknown>,
) => {
  const filePath = `uploaded_${crypto.randomUUID()}`
  takeUploads()
  answer(listQuarantinedFiles, [])
  answer(requestProofUpload, { uploadURL: '/api/task-proofs/upload/1' })
  answer(registerProofUpload, { filePath })
  answer(addTaskProof, async () => {
    const refused = await last()
    if (refused) return refused as ReturnType<typeof refusal>
    const proof: TaskProof = {
      id: task().id,
      filePath,
      fileName: 'Window.jpg',
      fileType: 'jpg',
      fileSize: 10,
      thumbnail: 'none',
      author: 'Paula',
      isOwn: true,
      createdAt: task().createdAt,
    }
    onProof(proof)
    return proof
  })
}

const chooseFile = async (name: string) => {
  const input = dialog.element().querySelector('input[type=file][multiple]') as HTMLInputElement
  await userEvent.upload(input, chosen(name))
}

/** Shows an opened task, and records the statuses that are sent. */
const showTask = async (fields: Partial<TaskDetails>, last: () => Promise<unknown>) => {
  answerHome()
  let task: TaskDetails = taskDetails(fields)
  const sent: unknown[] = []
  answer(getTask, () => task)
  answer(updateTask, ({ body }) => {
    sent.push(body)
    task = { ...task, ...(body as { status: TaskStatus }) }
    const { partner: _partner, proofs: _proofs, comments: _comments, history: _history, ...shown } = task
    return shown
  })
  answerProofs(
    () => task,
    (proof) => {
      task = { ...task, proofs: [proof], proofCount: 1 }
    },
    last,
  )
  await showPortal(`/?task=${task.id}`, partner)
  await expect.element(comment).toBeVisible()
  return sent
}

test('a task whose proof is being uploaded completes by itself after the upload', async () => {
  const gate = createGate()
  const sent = await showTask({ instructions: 'Add a photo as proof.' }, () => gate.opened)
  await chooseFile('Window.jpg')
  await dialog.getByRole('button', { name: 'Complete when uploaded' }).click()
  await expect.element(dialog.getByText('Completes when your files are uploaded.')).toBeVisible()
  expect(sent).toEqual([])
  gate.open()
  await expect.element(dialog.getByRole('button', { name: 'Reopen' })).toBeVisible()
  expect(sent).toEqual([{ status: 'completed' }])
})

test('a task counts proof up to the number of photos that its instructions ask for', async () => {
  const gate = createGate()
  await showTask({ instructions: 'Send two photos of the window.' }, () => gate.opened)
  const count = (text: string) => expect.element(dialog.getByText(text, { exact: true })).toBeVisible()
  await count('0 of 2 photos')
  await chooseFile('Window.jpg')
  await count('1 of 2 photos')
  await chooseFile('Door.jpg')
  await count('2 of 2 photos')
  await chooseFile('Counter.jpg')
  await count('3 photos')
  gate.open()
})

test('on a phone the badges of a task are beside its date, and none of their words is broken', async () => {
  await page.viewport(390, 844)
  await showTask({ dueDate: '2020-11-24T23:00:00.000Z' }, async () => refusal('internal'))
  const boxOf = async (text: string) =>
    (await dialog.getByText(text, { exact: true }).first().findElement()).getBoundingClientRect()
  const [badge, due, type] = [await boxOf('Overdue'), await boxOf('Due'), await boxOf('Physical')]
  expect(badge.right).toBeLessThan(due.left)
  expect(type.height).toBeLessThan(30)
})

test('a proof that fails keeps its task from completing, and says so', async () => {
  const gate = createGate()
  const sent = await showTask({}, () => gate.opened.then(() => refusal('internal')))
  await chooseFile('Window.jpg')
  await dialog.getByRole('button', { name: 'Complete when uploaded' }).click()
  gate.open()
  await expect
    .element(dialog.getByRole('alert').filter({ hasText: "The task isn't completed" }))
    .toMatchTextContent('Window.jpg')
  expect(sent).toEqual([])
  // Completing now would lose the file that could not be uploaded.
  await dialog.getByRole('button', { name: 'Mark Complete' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Complete without proof?' })).toBeVisible()
})

test('completing without the proof that the instructions ask for takes one question, in the row and in the dialog', async () => {
  answerHome()
  let task = taskRow({ instructions: 'Three photos: from the street, and of the door.' })
  const question = page.getByRole('alertdialog', { name: 'Complete without proof?' })
  answer(listOwnTasks, () => [task])
  answer(getTask, () => taskDetails(task))
  answer(updateTask, ({ body }) => {
    task = { ...task, ...(body as { status: TaskStatus }) }
    return task
  })
  await showPortal('/', partner)
  const here = row(task.taskName)
  await here.getByRole('button', { name: 'Mark Complete' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(task.status).toBe('pending')
  await here.getByRole('link').first().click()
  await dialog.getByRole('button', { name: 'Mark Complete' }).click()
  await question.getByRole('button', { name: 'Complete without proof' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Reopen' })).toBeVisible()
  expect(task.status).toBe('completed')
})

test('a refused proof says why, and a stored proof can be removed', async () => {
  await showTask({}, async () => undefined)
  const removed: (string | undefined)[] = []
  answer(removeTaskProof, ({ params }) => void removed.push(params.proofId))
  const problem = 'This file is not a JPG.'
  answer(registerProofUpload, refusal('unsupported_media_type', problem))
  await chooseFile('False.jpg')
  await expect.element(dialog.getByText(problem)).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove False.jpg' }).click()
  await expect.element(dialog.getByText(problem)).not.toBeInTheDocument()
  answer(registerProofUpload, { filePath: `uploaded_${crypto.randomUUID()}` })
  await chooseFile('Window.jpg')
  await dialog.getByRole('button', { name: 'Remove Window.jpg' }).click()
  await expect.poll(() => removed).toHaveLength(1)
})

test('staff send a task back with a comment, and accept it', async () => {
  answerStaffHome()
  const updatedAt = '2026-11-20T15:00:00.000Z'
  let task = taskDetails({ status: 'completed', proofCount: 1, updatedAt })
  const { partner: _partner, proofs: _proofs, comments: _comments, history: _history, ...row } = task
  answer(getTask, () => task)
  answer(sendBackTask, ({ body }) => {
    expect(body).toEqual({ comment: 'The second poster is missing.', updatedAt })
    task = { ...task, status: 'in_progress', sentBackAt: updatedAt, sentBackReason: 'It is missing.' }
    return { ...row, status: 'in_progress' as const }
  })
  answer(acceptTask, ({ body }) => {
    expect(body).toEqual({ updatedAt })
    task = { ...task, acceptedAt: updatedAt }
    return { ...row, acceptedAt: updatedAt }
  })
  await showPortal(`/?task=${task.id}`, support)
  await expect.element(dialog.getByText(partnerLabel)).toBeVisible()
  await expect.element(dialog).toMatchTextContent('No owner')
  await dialog.getByRole('button', { name: 'Send back' }).click()
  const sending = page.getByRole('dialog', { name: 'Send this task back?' })
  await sending.getByRole('button', { name: 'Send back' }).click()
  await expect.element(sending.getByText('Enter what is missing')).toBeVisible()
  await expectNoAxeViolations(sending)
  await field(sending, 'Comment').fill('The second poster is missing.')
  await sending.getByRole('button', { name: 'Send back' }).click()
  await expect.element(sending).not.toBeInTheDocument()
  await expect.element(dialog.getByText('It is missing.')).toBeVisible()
  await expect.element(dialog.getByText('In Progress', { exact: true })).toBeVisible()
  task = { ...task, status: 'completed' }
  await queryClient.invalidateQueries()
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect.element(dialog.getByText('Accepted', { exact: true })).toBeVisible()
})

test('a partner sees that a task was accepted, and can no longer change it', async () => {
  answerHome()
  answer(getTask, taskDetails({ status: 'completed', acceptedAt: '2026-11-20T15:00:00.000Z' }))
  await showPortal(`/?task=${taskRow().id}`, partner)
  await expect.element(dialog.getByText('Accepted', { exact: true })).toBeVisible()
  for (const name of ['Reopen', 'Mark Complete', 'Choose files', 'Take photo']) {
    await expect.element(dialog.getByRole('button', { name })).not.toBeInTheDocument()
  }
})

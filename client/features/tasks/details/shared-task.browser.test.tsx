import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#client/lib/query-client.ts'
import { countAudience } from '#contract/audience.ts'
import { listResponsible } from '#contract/chat/inbox.ts'
import { listAllTasks, restoreTasks } from '#contract/staff-tasks.ts'
import { listTaskDefinitions } from '#contract/task-definitions.ts'
import type { TaskStatus } from '#contract/task-status.ts'
import { getTask } from '#contract/task-work.ts'
import { createTask, deleteTask, type TaskDefinition, updateTask } from '#contract/tasks.ts'
import { listPartnerGroups } from '#contract/users/users.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { rowPartner, secondPartner } from '#test/browser/partner-rows.ts'
import { partner, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome, answerTaskForm } from '#test/browser/staff-home.ts'
import { expectToast, field } from '#test/browser/steps.ts'
import { taskDefinition, taskDetails, taskRow } from '#test/browser/task-rows.ts'

const dialog = page.getByRole('dialog').last()
const { id, fullName, businessName } = secondPartner
const second = { id, fullName, businessName }
const none = { pending: 0, inProgress: 0, completed: 0, overdue: 0 }
const nameOf = (each: typeof second) => dialog.getByRole('link', { name: new RegExp(each.fullName) })

/** The task for several partners; undefined before it is created. */
let task: TaskDefinition | undefined
const give = (fields: Partial<TaskDefinition>) => {
  task = taskDefinition({
    assignedGroup: 'Coast',
    progress: { ...none, partners: 2, pending: 2 },
    ...task,
    ...fields,
  })
  return task
}

beforeEach(() => {
  task = undefined
  answerStaffHome()
  answerTaskForm()
  answer(listResponsible, [])
  answer(listPartnerGroups, ['Coast'])
  answer(countAudience, ({ query }) => ({
    ...{ partners: query.has('partners') ? 3 : 2, inOnboarding: 0, groups: [{ name: 'Coast', partners: 2 }] },
  }))
  answer(listTaskDefinitions, () => ({ page: task ? [task] : [], total: task ? 1 : 0 }))
  answer(getTask, () => task ?? refusal('not_found'))
})

test('staff give a task to a group, follow its progress, and open the tasks of those who are behind', async () => {
  const parts = [rowPartner, second].map((of, index) => ({
    ...taskRow({ partnerId: of.id, isShared: true, status: index === 0 ? 'completed' : 'pending' }),
    partner: of,
  }))
  answer(createTask, ({ body }) => {
    expect(body).toMatchObject({ assignedGroup: 'Coast', assignedPartnerIds: [] })
    return give({ taskName: (body as TaskDefinition).taskName })
  })
  answer(listAllTasks, ({ query }) => {
    const isListed = (status: TaskStatus) =>
      query.get('state') === 'open' ? status !== 'completed' : status === (query.get('state') ?? status)
    const found = parts.filter(({ status }) => isListed(status))
    return { page: found, total: found.length }
  })
  answer(getTask, ({ params }) => {
    const part = parts.find((each) => each.id === params.id)
    if (!part) return task ?? refusal('not_found')
    const event = { id: part.id, activityType: 'task_created' as const, status: null, author: 'Mia Moss' }
    return taskDetails({
      ...part,
      ...{ taskName: 'Hang the posters', definitionId: task?.id ?? null },
      history: [{ ...event, createdAt: part.createdAt }],
    })
  })
  await showPortal('/admin?tab=tasks', support)
  await page.getByRole('link', { name: 'New task' }).click()
  await field(dialog, 'Task name').fill('Hang the posters')
  await field(dialog, 'Due date').fill('2099-03-01')
  await field(dialog, 'Task type').selectOptions('Physical')
  await field(dialog, 'For').selectOptions('A group')
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect.element(field(dialog, 'Group')).toHaveAccessibleDescription('Choose a group')
  await field(dialog, 'Group').selectOptions('Coast')
  await expect.element(dialog.getByText('2 partners will get this')).toBeVisible()
  await expectNoAxeViolations(dialog)
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expectToast('Task created successfully')

  await page.getByRole('link', { name: 'Hang the posters' }).click()
  await expect.element(dialog.getByText('0 of 2 completed')).toBeVisible()
  // When a partner completes their task, the server makes the client read the task again.
  give({ progress: { ...none, partners: 2, pending: 1, completed: 1 } })
  await queryClient.invalidateQueries()
  await expect.element(dialog.getByText('1 of 2 completed')).toBeVisible()
  await expect.element(nameOf(second)).toBeVisible()
  await expect.element(nameOf(rowPartner)).not.toBeInTheDocument()
  await dialog.getByRole('link', { name: 'Completed' }).click()
  await expect.element(nameOf(rowPartner)).toBeVisible()
  await reloadPortal()
  await expect.element(nameOf(rowPartner)).toBeVisible()
  await dialog.getByRole('link', { name: 'Behind' }).click()
  await nameOf(second).click()
  await expect.element(dialog.getByText(/Mia Moss created the task/)).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: 'All partners with this task' })).toBeVisible()
  history.back()
  await expect.element(dialog.getByText('1 of 2 completed')).toBeVisible()
})

test('a task for several partners is edited, given to more, deleted and restored as one', async () => {
  const { id: taskId } = give({ taskName: 'Send the photos' })
  answer(listAllTasks, { page: [], total: 0 })
  answer(updateTask, ({ body }) => {
    expect(body).toMatchObject({ assignedGroup: 'Coast', assignedPartnerIds: [rowPartner.id] })
    expect(body).not.toHaveProperty('status')
    const { taskName, assignedPartnerIds } = body as TaskDefinition
    return give({ taskName, assignedPartnerIds, progress: { ...none, partners: 3, pending: 3 } })
  })
  const whole = task
  answer(deleteTask, () => {
    task = undefined
    return undefined
  })
  answer(restoreTasks, ({ body }) => {
    expect(body).toEqual({ ids: [taskId] })
    task = whole
    return { restored: 1 }
  })
  await showPortal(`/?task=${taskId}&parts=all`, support)
  const choose = async (name: string, item: string) => {
    await dialog.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Send the photos', 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit task' })
  await expect.element(edit.getByLabelText(/^Status/)).not.toBeInTheDocument()
  await field(edit, 'For').selectOptions('A group and chosen partners')
  await edit.getByRole('combobox', { name: 'Partners' }).fill(rowPartner.fullName)
  await page.getByRole('option', { name: new RegExp(rowPartner.fullName) }).click()
  await expect.element(edit.getByText('3 partners will get this')).toBeVisible()
  await field(edit, 'Task name').fill('Send the photos today')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expectToast('Task updated successfully')
  await expect.element(dialog.getByText('0 of 3 completed')).toBeVisible()
  await choose('Send the photos today', 'Delete')
  await page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('button', { name: 'Undo' }).click()
  await expectToast('1 task restored')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('staff give a partner a task from any screen', async () => {
  answer(createTask, ({ body }) => {
    expect(body).toMatchObject({
      ...{ partnerId: rowPartner.id, taskName: 'Film the entrance', instructions: 'One minute,\nno music' },
      ...{ ownerId: support.id, dueDate: '2099-03-05T22:00:00.000Z' },
    })
    return taskRow({ taskName: 'Film the entrance' })
  })
  await showPortal('/welcome?new=task', support)
  const form = page.getByRole('dialog', { name: 'Create New Task' })
  await form.getByRole('combobox', { name: 'Partner', exact: true }).fill(rowPartner.fullName)
  await form.getByRole('option', { name: new RegExp(rowPartner.fullName) }).click()
  await field(form, 'Task name').fill('Film the entrance')
  await field(form, 'Instructions').fill('One minute,\nno music')
  await field(form, 'Due date').fill('2099-03-05')
  await field(form, 'Task type').selectOptions('Physical')
  await field(form, 'Owner').selectOptions(support.id)
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expect.element(form).not.toBeInTheDocument()
  expect(location.pathname + location.search).toBe('/welcome')
  history.replaceState(null, '', `/welcome?new=task&of=${rowPartner.id}`)
  await reloadPortal()
  await expect.element(form.getByText(new RegExp(`For ${partner.fullName}`))).toBeVisible()
  await expect.element(form.getByRole('combobox', { name: 'Partner' })).not.toBeInTheDocument()
})

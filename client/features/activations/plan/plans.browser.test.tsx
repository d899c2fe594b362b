import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addPlan, previewMove } from '#contract/activation-plans.ts'
import {
  addPartners,
  createActivation,
  getActivation,
  listPartnerActivations,
  type PartnerActivation,
  updateActivation,
} from '#contract/activations.ts'
import { countUnseenNotifications, markNotificationsSeen } from '#contract/notifications/notifications.ts'
import { listAllTasks } from '#contract/staff-tasks.ts'
import { listTaskSets } from '#contract/task-plans/sets.ts'
import { listOwnTasks } from '#contract/tasks.ts'
import { activationRow } from '#test/browser/activation-rows.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { rowPartner, secondPartner } from '#test/browser/partner-rows.ts'
import { partner, support } from '#test/browser/people.ts'
import { setRow } from '#test/browser/plan-rows.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome, answerTaskForm } from '#test/browser/staff-home.ts'
import { expectToast, field } from '#test/browser/steps.ts'
import { taskRow } from '#test/browser/task-rows.ts'

const template = (taskName: string, eventDays: number | null) => ({
  ...{ id: setRow().id, taskName, dueInDays: 7, eventDays },
})
const plan = setRow({
  ...{ name: 'Health day', givenWhen: 'event' },
  templates: [template('Posters', -14), template('Photos', 2)],
})

let activation: PartnerActivation
let sent: unknown[] = []

beforeEach(() => {
  sent = []
  activation = activationRow({ timeZone: 'America/New_York' })
  answerStaffHome()
  answerTaskForm()
  answer(listTaskSets, { page: [plan, setRow({ templates: [template('Welcome', null)] })], total: 2 })
  answer(getActivation, () => activation)
  answer(listPartnerActivations, () => [activation])
  answer(listAllTasks, { page: [], total: 0 })
})

const opened = page.getByRole('dialog', { name: 'Opening night' })

const openMenu = async (item: string) => {
  await showPortal(`/?partner=${rowPartner.id}&activation=${activation.id}`, support)
  await opened.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('staff choose only plans for a new activation', async () => {
  answer(createActivation, ({ body }) => {
    sent.push(body)
    return activation
  })
  await showPortal(`/?partner=${rowPartner.id}`, support)
  await page.getByRole('button', { name: 'Create New Activation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Activation' })
  await expect.element(field(dialog, 'Plan')).toMatchTextContent('No planHealth day (2 tasks)')
  await field(dialog, 'Plan').selectOptions('Health day (2 tasks)')
  await field(dialog, 'Name').first().fill('Gala')
  await field(dialog, 'Activation date').fill('2099-04-17')
  await dialog.getByRole('button', { name: 'Create Activation' }).click()
  await expectToast('Activation created successfully')
  expect(sent).toMatchObject([{ planId: plan.id, partnerId: rowPartner.id }])
})

test('the form says which tasks move along with another date, and staff can leave them where they are', async () => {
  const asked: (string | null)[] = []
  answer(previewMove, ({ query }) => {
    asked.push(query.get('activationDate'))
    const task = { taskId: plan.id, taskName: 'Posters', dueDate: '2099-04-03T21:00:00.000Z' }
    return {
      moves: [
        { ...task, newDueDate: '2099-05-01T21:00:00.000Z' },
        { ...task, taskId: activation.id, taskName: 'Cards', newDueDate: '2020-05-01T21:00:00.000Z' },
      ],
      stays: [{ ...task, taskName: 'Photos' }],
    }
  })
  answer(updateActivation, ({ body }) => {
    sent.push(body)
    return activation
  })
  await openMenu('Edit')
  const edit = page.getByRole('dialog', { name: 'Edit activation' })
  await expect.element(field(edit, 'Activation date')).toHaveValue('2099-04-17')
  await field(edit, 'Activation date').fill('2099-05-15')
  await expect.element(edit.getByText('2 open tasks move along')).toBeVisible()
  await expect.element(edit).toMatchTextContent('Posters: due May 1, 2099')
  await expect.element(edit).toMatchTextContent('Cards: due May 1, 2020, which has passed')
  await expect.element(edit).toMatchTextContent('1 stays, changed by hand: Photos')
  await expectNoAxeViolations(edit)
  expect(asked).toEqual(['2099-05-15T18:30:00.000Z'])
  await field(edit, 'Activation date').fill('2099-04-17')
  await expect.element(edit.getByText('2 open tasks move along')).not.toBeInTheDocument()
  await field(edit, 'Activation date').fill('2099-05-15')
  await edit.getByRole('checkbox', { name: 'Move the tasks along' }).click()
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expectToast('Activation updated successfully')
  expect(sent).toMatchObject([{ activationDate: '2099-05-15T18:30:00.000Z', movesTasks: false }])
})

test('staff add a plan to a part of an event for several, and see its tasks', async () => {
  activation = activationRow({ isShared: true, definitionId: activation.id })
  const tasks = [
    taskRow({ taskName: 'Posters', activation: { id: activation.id, name: 'Opening night' } }),
    taskRow({ taskName: 'Photos', status: 'completed' }),
  ]
  let isRefused = true
  answer(addPlan, ({ body }) => {
    if (isRefused) return refusal('conflict', 'This activation has a plan already.')
    sent.push(body)
    activation = { ...activation, plan: { id: plan.id, name: plan.name } }
    answer(listAllTasks, {
      page: tasks.map((task) => ({ ...task, partner: rowPartner })),
      total: 2,
    })
    return activation
  })
  await openMenu('Add plan…')
  const dialog = page.getByRole('dialog', { name: 'Add plan' })
  await dialog.getByRole('button', { name: 'Add plan' }).click()
  await expect.element(dialog.getByText('Choose a plan', { exact: true }).last()).toBeVisible()
  await expectNoAxeViolations(dialog)
  await field(dialog, 'Plan').selectOptions('Health day (2 tasks)')
  await dialog.getByRole('checkbox').click()
  await dialog.getByRole('button', { name: 'Add plan' }).click()
  await expect.element(dialog.getByText('This activation has a plan already.')).toBeVisible()
  isRefused = false
  await dialog.getByRole('button', { name: 'Add plan' }).click()
  await expectToast('Plan added')
  expect(sent).toEqual([{ planId: plan.id, isForAll: true }])
  await expect.element(opened.getByRole('heading', { name: 'Plan: Health day' })).toBeVisible()
  await expect.element(opened).toMatchTextContent(/Posters.*Pending.*Photos.*Completed/)
  await opened.getByRole('button', { name: /^Actions for Opening night/ }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Add plan…' })).not.toBeInTheDocument()
})

test('staff add partners with a date of their own', async () => {
  answer(addPartners, ({ body }) => {
    sent.push(body)
    return [activationRow()]
  })
  await openMenu('Add partners…')
  const dialog = page.getByRole('dialog', { name: 'Add partners' })
  await dialog.getByRole('button', { name: 'Add partners' }).click()
  await expect.element(dialog.getByText('Choose a partner')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Partners' }).fill(secondPartner.businessName)
  await dialog.getByRole('option').first().click()
  await field(dialog, 'Activation date').fill('2099-06-01')
  await field(dialog, 'End time').fill('08:00')
  await dialog.getByRole('button', { name: 'Add partners' }).click()
  await expect.element(dialog.getByText('The end must be after the start')).toBeVisible()
  await field(dialog, 'End time').fill('23:00')
  await field(dialog, 'Place').fill('Lobby')
  await expectNoAxeViolations(dialog)
  await dialog.getByRole('button', { name: 'Add partners' }).click()
  await expectToast('1 partner added')
  const [start, end] = ['2099-06-01T18:30:00.000Z', '2099-06-02T03:00:00.000Z']
  const part = { partnerId: secondPartner.id, start, end, zone: 'America/New_York', place: 'Lobby' }
  expect(sent).toEqual([{ assignments: [part] }])
})

test('a partner sees the tasks of their event in it, and the event in each task', async () => {
  answerEmptyHome()
  const event = { id: activation.id, name: 'Opening night' }
  answer(listOwnTasks, [taskRow({ taskName: 'Posters', activation: event })])
  answer(countUnseenNotifications, { count: 1 })
  const seen: unknown[] = []
  answer(markNotificationsSeen, ({ body }) => {
    seen.push(body)
    return undefined
  })
  await showPortal('/', partner)
  const link = page.getByRole('link', { name: 'Opening night' })
  await link.click()
  await expect.element(opened.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  await expect.element(opened.getByRole('link', { name: 'Posters' })).toBeVisible()
  await expect.element(opened).not.toMatchTextContent('Event: ')
  await expect.poll(() => seen).toEqual([{ subject: { type: 'activation', id: activation.id } }])
})

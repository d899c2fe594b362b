import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#client/lib/query-client.ts'
import { countAudience } from '#contract/audience.ts'
import { listResponsible } from '#contract/chat/inbox.ts'
import { listTaskDefinitions } from '#contract/task-definitions.ts'
import {
  createTaskSeries,
  deleteTaskSeries,
  listTaskSeries,
  resumeTaskSeries,
  stopTaskSeries,
  type TaskSeries,
} from '#contract/task-plans/series.ts'
import {
  countTaskSetPartners,
  createTaskSet,
  giveTaskSet,
  listTaskSets,
  type SaveTaskSet,
  type TaskSet,
} from '#contract/task-plans/sets.ts'
import {
  createTaskTemplate,
  deleteTaskTemplate,
  listTaskTemplates,
  type SaveTaskTemplate,
  type TaskTemplate,
} from '#contract/task-plans/templates.ts'
import { listPartnerGroups } from '#contract/users/users.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { rowPartner } from '#test/browser/partner-rows.ts'
import { support } from '#test/browser/people.ts'
import { seriesRow, setRow, templateRow } from '#test/browser/plan-rows.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome, answerTaskForm } from '#test/browser/staff-home.ts'
import { chooseAction, expectToast, field, texts } from '#test/browser/steps.ts'
import { taskRow } from '#test/browser/task-rows.ts'

const dialog = page.getByRole('dialog').last()
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const url = (view: string) => `/admin?tab=tasks&view=${view}`

/** Returns the day that is this many days ahead, as a date field takes it. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE')

let templates: TaskTemplate[] = []

beforeEach(() => {
  templates = []
  answerStaffHome()
  answerTaskForm()
  answer(listResponsible, [])
  answer(listPartnerGroups, ['Coast'])
  answer(countAudience, { partners: 2, inOnboarding: 0, groups: [{ name: 'Coast', partners: 2 }] })
  answer(listTaskTemplates, () => ({ page: templates, total: templates.length }))
})

test('staff create a template and a set, and give it to a group, and give it again only if they say so', async () => {
  templates = [templateRow({ taskName: 'Post it' })]
  let sets: TaskSet[] = []
  const given: unknown[] = []
  answer(createTaskTemplate, ({ body }) => {
    const { taskName, dueInDays } = body as SaveTaskTemplate
    templates = [templateRow({ taskName, dueInDays }), ...templates]
    return templates[0] as TaskTemplate
  })
  answer(listTaskSets, () => ({ page: sets, total: sets.length }))
  answer(createTaskSet, ({ body }) => {
    const { templateIds, eventDays: _days, ...fields } = body as SaveTaskSet
    const chosen = templateIds.flatMap((id) => templates.filter((template) => template.id === id))
    const listed = chosen.map(({ id, taskName, dueInDays }) => ({ id, taskName, dueInDays, eventDays: null }))
    sets = [setRow({ ...fields, templates: listed })]
    return sets[0] as TaskSet
  })
  answer(countTaskSetPartners, ({ query }) => ({
    ...{ partners: query.get('group') === 'Coast' ? 2 : 0, alreadyGiven: given.length > 0 ? 2 : 0 },
  }))
  const again = 'They already have this set. Check the box to give it again.'
  answer(giveTaskSet, ({ body }) => {
    if (given.length > 0 && !(body as { again: boolean }).again) {
      return refusal('bad_request', again, { again })
    }
    given.push(body)
    sets = sets.map((set) => ({ ...set, partners: 2 }))
    return { partners: 2, tasks: 4 }
  })
  await showPortal('/admin?tab=tasks', support)
  await page.getByRole('link', { name: 'Templates', exact: true }).click()
  await page.getByRole('link', { name: 'New template' }).first().click()
  const create = dialog.getByRole('button', { name: 'Create template' })
  await create.click()
  await expect.element(field(dialog, 'Task name')).toHaveAccessibleDescription('Task name is required')
  await field(dialog, 'Task name').fill('Hang <b>it</b>')
  await field(dialog, 'Due in days').fill('x')
  await create.click()
  await expect
    .element(field(dialog, 'Due in days'))
    .toHaveAccessibleDescription(/Enter a whole number from 0 to 730/)
  await expectNoAxeViolations(dialog)
  await field(dialog, 'Task type').selectOptions('Physical')
  await field(dialog, 'Due in days').fill('3')
  await create.click()
  await expectToast('Template saved')
  await expect.element(rowOf('Hang <b>it</b>')).toMatchTextContent('After 3 days')

  await page.getByRole('link', { name: 'Sets', exact: true }).click()
  await page.getByRole('link', { name: 'New set' }).first().click()
  await expect.element(dialog).toBeVisible()
  // The address contains the open form, so a reload shows it again.
  await reloadPortal()
  await field(dialog, 'Name').fill('First steps')
  await field(dialog, 'Assign').selectOptions('When a partner joins a group')
  await dialog.getByRole('button', { name: 'Create set' }).click()
  await expect.element(field(dialog, 'Group')).toHaveAccessibleDescription('Choose a group')
  await expect
    .element(field(dialog, 'Add a template'))
    .toHaveAccessibleDescription('Choose at least one template')
  await field(dialog, 'Group').selectOptions('Coast')
  await field(dialog, 'Add a template').selectOptions('Hang <b>it</b>')
  await field(dialog, 'Add a template').selectOptions('Post it')
  ;(dialog.getByRole('button', { name: 'Move Post it up' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const listed = dialog.getByRole('list', { name: 'Templates of this set' }).getByRole('listitem')
  await expect
    .poll(() => texts(listed))
    .toEqual([expect.stringContaining('Post it'), expect.stringContaining('Hang <b>it</b>')])
  await expectNoAxeViolations(dialog)
  await dialog.getByRole('button', { name: 'Create set' }).click()
  await expectToast('Set saved')
  await expect.element(rowOf('First steps')).toMatchTextContent(/When joining Coast.*No one yet/)
  expect(sets[0]?.templates.map(({ taskName }) => taskName)).toEqual(['Post it', 'Hang <b>it</b>'])

  const give = dialog.getByRole('button', { name: 'Assign set' })
  const chooseCoast = async () => {
    await page.getByRole('button', { name: 'Assign First steps' }).click()
    await field(dialog, 'For').selectOptions('A group')
    await field(dialog, 'Group').selectOptions('Coast')
  }
  await chooseCoast()
  await expect.element(dialog.getByText('2 partners chosen')).toBeVisible()
  await expectNoAxeViolations(dialog)
  await give.click()
  await expectToast('Set assigned')
  await expect.element(rowOf('First steps')).toMatchTextContent('2 partners')
  await chooseCoast()
  const box = dialog.getByRole('checkbox', {
    name: 'Also assign it to the 2 partners who already have this set',
  })
  await expect.element(box).toBeVisible()
  await give.click()
  await expect.element(box).toHaveAccessibleDescription(again)
  await box.click()
  await give.click()
  await expectToast('Set assigned')
  expect(given).toMatchObject([
    { assignedGroup: 'Coast', again: false },
    { assignedGroup: 'Coast', again: true },
  ])
})

test('a task from a template is repeated each week until staff stop it', async () => {
  const owner = { id: support.id, name: 'Robin Vale' }
  templates = [templateRow({ taskName: 'Send the count', instructions: 'By mail', owner, dueInDays: 2 })]
  let series: TaskSeries[] = []
  const change = (fields: Partial<TaskSeries>) => {
    series = [{ ...(series[0] as TaskSeries), ...fields }]
    return series[0] as TaskSeries
  }
  const tooEarly = 'It would end before the next task is due'
  answer(listTaskSeries, () => ({ page: series, total: series.length }))
  answer(createTaskSeries, ({ body }) => {
    const { frequency, endsOn, assignedPartnerIds, ownerId } = body as TaskSeries & { ownerId: string }
    if ((endsOn ?? '') < dayIn(2)) return refusal('bad_request', tooEarly, { endsOn: tooEarly })
    expect({ assignedPartnerIds, ownerId }).toEqual({ assignedPartnerIds: undefined, ownerId: owner.id })
    expect(body).toMatchObject({ partnerId: rowPartner.id })
    series = [seriesRow({ taskName: 'Send the count', frequency, endsOn, occurrences: 1 })]
    return series[0] as TaskSeries
  })
  answer(stopTaskSeries, () => change({ stoppedAt: '2026-11-20T15:00:00.000Z' }))
  answer(resumeTaskSeries, () => change({ stoppedAt: null }))
  answer(deleteTaskSeries, () => {
    series = []
    return undefined
  })
  await showPortal(url('recurring'), support)
  await page.getByRole('link', { name: 'New recurring task' }).first().click()
  await expect.element(field(dialog, 'Repeats')).toHaveValue('weekly')
  await field(dialog, 'Start from a template').selectOptions('Send the count')
  await expect.element(field(dialog, 'Task name')).toHaveValue('Send the count')
  await expect.element(field(dialog, 'Instructions')).toHaveValue('By mail')
  await expect.element(field(dialog, 'Owner')).toHaveValue(support.id)
  await expect.element(field(dialog, 'First due date')).toHaveValue(dayIn(2))
  // A file belongs to a single task, so a recurring task has none.
  await expect.element(dialog.getByText('Drop a file here')).not.toBeInTheDocument()
  await dialog.getByRole('combobox', { name: 'Partner' }).fill(rowPartner.fullName)
  await page.getByRole('option', { name: new RegExp(rowPartner.fullName) }).click()
  await field(dialog, 'Ends on').fill(dayIn(1))
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect.element(field(dialog, 'Ends on')).toHaveAccessibleDescription(new RegExp(tooEarly))
  await field(dialog, 'Ends on').fill(dayIn(60))
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expectToast('Recurring task created')
  const listed = rowOf('Send the count')
  await expect.element(listed).toMatchTextContent(/Weekly/)
  await expect
    .element(listed.getByRole('link', { name: '1 task created of Send the count' }))
    .toHaveAttribute('href', '/admin?tab=tasks&state=all&search=Send%20the%20count')
  // When a colleague changes the task, the server makes the client read the list again.
  change({ frequency: 'monthly' })
  await queryClient.invalidateQueries()
  await expect.element(listed).toMatchTextContent(/Monthly/)

  await chooseAction('Send the count', 'Stop')
  await expect.element(listed).toMatchTextContent(/Stopped/)
  await page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('button', { name: 'Undo' }).click()
  await expectToast('Recurring task resumed')
  await expect.element(listed).not.toMatchTextContent(/Stopped/)
  await chooseAction('Send the count', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast('Recurring task deleted')
  await expect.element(listed).not.toBeInTheDocument()
})

test('a task becomes a template unless the name is taken, and deleting a template warns that its sets lose it', async () => {
  const taken = 'A template with this name already exists.'
  const task = { ...taskRow({ taskName: 'Meet the team', repeats: 'weekly' }), partner: rowPartner }
  templates = [templateRow({ taskName: 'Meet the team', sets: 1 })]
  answer(listTaskDefinitions, { page: [task], total: 1 })
  answer(createTaskTemplate, ({ body }) => {
    if (templates.length > 0) return refusal('conflict', taken)
    expect(body).toMatchObject({ taskName: 'Meet the team', taskType: 'physical' })
    return templateRow({ taskName: 'Meet the team' })
  })
  answer(deleteTaskTemplate, () => {
    templates = []
    return undefined
  })
  await showPortal('/admin?tab=tasks', support)
  await expect.element(rowOf('Meet the team').getByText('Repeats weekly')).toBeInTheDocument()
  await chooseAction('Meet the team', 'Save as template')
  await expectToast(taken)
  await page.getByRole('link', { name: 'Templates', exact: true }).click()
  await chooseAction('Meet the team', 'Delete')
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent("It's also removed from 1 set.")
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast('Template deleted')
  history.back()
  await expect.element(rowOf('Meet the team').getByText('Repeats weekly')).toBeInTheDocument()
  await chooseAction('Meet the team', 'Save as template')
  await expectToast('Saved as a template')
})

test('a set for an event has questions for the recap, one in each line', async () => {
  templates = [templateRow({ taskName: 'Post it' })]
  const sent: unknown[] = []
  answer(listTaskSets, { page: [], total: 0 })
  answer(createTaskSet, ({ body }) => {
    sent.push(body)
    return setRow()
  })
  await showPortal('/admin?tab=tasks&view=sets', support)
  await page.getByRole('link', { name: 'New set' }).first().click()
  await field(dialog, 'Name').fill('Health day')
  await field(dialog, 'Assign').selectOptions('For an event')
  await field(dialog, 'Add a template').selectOptions('Post it')
  await field(dialog, 'The recap also asks').fill('How many flyers were left?\n\nWho came?')
  await dialog.getByRole('button', { name: 'Create set' }).click()
  await expect
    .poll(() => sent)
    .toMatchObject([{ recapQuestions: ['How many flyers were left?', 'Who came?'], givenWhen: 'event' }])
})

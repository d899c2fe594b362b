import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { taskSeries } from '#server/db/schema/task-series.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'
import { createSet, createTemplate } from '#test/plan-rows.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { expectToast, undoByToast, uniqueName } from './resource-steps.ts'

const gather = async (portal: Portal) => {
  const group = uniqueName('Venues')
  const partnerOf = (fullName: string) =>
    createPartner(portal, { fullName, status: 'completed', user: { partnerGroup: group } })
  return {
    group,
    ann: await partnerOf(uniqueName('Ann Birk')),
    ben: await partnerOf('Ben Adler'),
    staff: await createUser(portal, { role: 'support', firstName: 'Mia', lastName: 'Moss' }),
  }
}

const dialog = (page: Page) => page.getByRole('dialog').last()
const url = (view: string) => `/admin?tab=tasks&view=${view}`
const tableRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const chooseMenuItem = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** A day so far ahead by the clocks of the browser, as a date field takes it. */
const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/New_York' })

test('staff make a template and a set, give it to a group, and the partners have it', async ({
  page,
  portal,
  signInAs,
  openBrowser,
  browserErrors,
}) => {
  browserErrors.allow(/400 \(Bad Request\).*give/)
  const { group, ann, staff } = await gather(portal)
  const [first, name] = [uniqueName('Hang <b>it</b>'), uniqueName('First steps')]
  const { taskName: second } = await createTemplate(portal, { taskName: uniqueName('Post it') })
  const other = await openBrowser()
  await signInAs(other, ann.user)
  await other.goto('/')
  await signInAs(page, staff)
  await page.goto('/admin?tab=tasks')
  await page.getByRole('link', { name: 'Templates', exact: true }).click()
  await page.getByRole('link', { name: 'New template' }).first().click()
  const template = dialog(page)
  await template.getByRole('button', { name: 'Create template' }).click()
  await expect(field(template, 'Task name')).toHaveAccessibleDescription('Task name is required')
  await field(template, 'Task name').fill(first)
  await field(template, 'Due in days').fill('x')
  await template.getByRole('button', { name: 'Create template' }).click()
  await expect(field(template, 'Due in days')).toHaveAccessibleDescription(
    /Enter a whole number from 0 to 730/,
  )
  await expectNoAxeViolations(page, template)
  await field(template, 'Task type').selectOption('physical')
  await field(template, 'Due in days').fill('3')
  await template.getByRole('button', { name: 'Create template' }).click()
  await expectToast(page, 'Template saved')
  await expect(tableRow(page, first)).toBeVisible()

  await page.getByRole('link', { name: 'Sets', exact: true }).click()
  await page.getByRole('link', { name: 'New set' }).first().click()
  await expect(dialog(page)).toBeVisible()
  // It is in the address.
  await page.reload()
  const form = dialog(page)
  await field(form, 'Name').fill(name)
  await field(form, 'Given').selectOption('When a partner joins a group')
  await form.getByRole('button', { name: 'Create set' }).click()
  await expect(field(form, 'Group')).toHaveAccessibleDescription('Choose a group')
  await expect(field(form, 'Add a template')).toHaveAccessibleDescription('Choose at least one template')
  await field(form, 'Group').selectOption(group)
  await field(form, 'Add a template').selectOption(first)
  await field(form, 'Add a template').selectOption(second)
  await form.getByRole('button', { name: `Move ${second} up` }).press('Enter')
  await expect(form.getByRole('list', { name: 'Templates of this set' }).getByRole('listitem')).toHaveText([
    new RegExp(second),
    new RegExp(RegExp.escape(first)),
  ])
  await expectNoAxeViolations(page, form)
  await form.getByRole('button', { name: 'Create set' }).click()
  await expectToast(page, 'Set saved')
  await expect(tableRow(page, name)).toContainText(`On joining ${group}`)
  await expect(tableRow(page, name)).toContainText('Nobody yet')

  await page.getByRole('button', { name: `Give ${name}` }).click()
  const give = dialog(page)
  await field(give, 'For').selectOption('A group')
  await field(give, 'Group').selectOption(group)
  await expect(give.getByText('2 partners chosen')).toBeVisible()
  await expectNoAxeViolations(page, give)
  await give.getByRole('button', { name: 'Give set' }).click()
  await expectToast(page, 'Set given')
  await expect(tableRow(page, name)).toContainText('2 partners')
  // The partner's page follows by itself.
  await expect(other.getByRole('heading', { name: first, exact: true })).toBeVisible()
  await expect(other.getByRole('heading', { name: second, exact: true })).toBeVisible()

  await page.getByRole('button', { name: `Give ${name}` }).click()
  await field(give, 'For').selectOption('A group')
  await field(give, 'Group').selectOption(group)
  const again = give.getByRole('checkbox', {
    name: 'Also give it to the 2 partners who already have this set',
  })
  await expect(again).toBeVisible()
  await give.getByRole('button', { name: 'Give set' }).click()
  await expect(again).toHaveAccessibleDescription(
    'They already have this set. Check the box to give it again.',
  )
  await again.check()
  await give.getByRole('button', { name: 'Give set' }).click()
  await expectToast(page, 'Set given')
  await expect(other.getByRole('heading', { name: first, exact: true })).toHaveCount(2)
})

test('a task of a template comes again each week, until staff stop it', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/400 \(Bad Request\).*task-series/)
  const { ann, staff } = await gather(portal)
  const taskName = uniqueName('Send the count')
  await createTemplate(portal, { taskName, instructions: 'By mail', ownerId: staff.id, dueInDays: 2 })
  await signInAs(page, staff)
  await page.goto(url('recurring'))
  await page.getByRole('link', { name: 'New recurring task' }).first().click()
  const form = dialog(page)
  await expect(field(form, 'Repeats')).toHaveValue('weekly')
  await field(form, 'Start from a template').selectOption(taskName)
  await expect(field(form, 'Task name')).toHaveValue(taskName)
  await expect(field(form, 'Instructions')).toHaveValue('By mail')
  await expect(field(form, 'Owner')).toHaveValue(staff.id)
  await expect(field(form, 'First due date')).toHaveValue(dayIn(2))
  // A file is each task's own.
  await expect(form.getByText('Drop a file here')).toHaveCount(0)
  await form.getByRole('combobox', { name: 'Partner' }).fill(ann.profile.fullName)
  await page.getByRole('option', { name: ann.profile.fullName }).click()
  await field(form, 'Ends on').fill(dayIn(1))
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expect(field(form, 'Ends on')).toHaveAccessibleDescription(/It would end before the next task is due/)
  await expectNoAxeViolations(page, form.locator('fieldset').first())
  await field(form, 'Ends on').fill(dayIn(60))
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expectToast(page, 'Recurring task created')
  const listed = tableRow(page, taskName)
  await expect(listed).toContainText('Weekly')
  // The list follows by itself.
  const ofTask = eq(taskSeries.taskName, taskName)
  await portal.db.update(taskSeries).set({ frequency: 'monthly' }).where(ofTask)
  await expect(listed).toContainText('Monthly')
  await portal.db.update(taskSeries).set({ frequency: 'weekly' }).where(ofTask)
  await expect(listed).toContainText('Weekly')

  // The first is within a week of its due date, so that it exists already.
  await listed.getByRole('link', { name: `1 task created of ${taskName}` }).click()
  await expect(tableRow(page, taskName).getByText('Repeats weekly')).toBeAttached()
  await tableRow(page, taskName).getByRole('link', { name: taskName }).click()
  await expect(dialog(page).getByText('Repeats weekly')).toBeVisible()

  await page.goto(url('recurring'))
  await chooseMenuItem(page, taskName, 'Stop')
  await expect(listed.getByText('Stopped')).toBeVisible()
  await undoByToast(page)
  await expectToast(page, 'Recurring task resumed')
  await expect(listed.getByText('Stopped')).toHaveCount(0)
  await chooseMenuItem(page, taskName, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Recurring task deleted')
  await expect(listed).toHaveCount(0)
})

test('a task becomes a template, whose name is free once the one before is deleted', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/409 \(Conflict\).*task-templates/)
  const { ann, staff } = await gather(portal)
  const template = await createTemplate(portal, { taskName: uniqueName('Meet the team') })
  await createSet(portal, { name: uniqueName('Welcome') }, [template])
  await createTask(portal, { partnerId: ann.profile.id, taskName: template.taskName })
  await signInAs(page, staff)
  await page.goto(`/admin?tab=tasks&search=${encodeURIComponent(template.taskName)}`)
  await chooseMenuItem(page, template.taskName, 'Save as template')
  await expectToast(page, 'A template with this name already exists.')
  await page.goto(url('templates'))
  await chooseMenuItem(page, template.taskName, 'Delete')
  await expect(page.getByRole('alertdialog')).toContainText('It goes from 1 set, too.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Template deleted')
  await page.goto(`/admin?tab=tasks&search=${encodeURIComponent(template.taskName)}`)
  await chooseMenuItem(page, template.taskName, 'Save as template')
  await expectToast(page, 'Saved as a template')
})

import type { Page } from '@playwright/test'
import { createPartner, createUser, sign } from '#test/factories.ts'
import { createSeries, createSet, createTemplate } from '#test/plan-rows.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { expectToast, uniqueName } from './resource-steps.ts'

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
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

const chooseMenuItem = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** A day so far ahead by the clocks of the browser, as a date field takes it. */
const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/New_York' })

const changeView = async (page: Page, width: number, view: string) => {
  if (width < 640) await page.getByRole('combobox', { name: 'View' }).selectOption(view)
  else await page.getByRole('link', { name: view, exact: true }).click()
}

for (const width of [1440, 390]) {
  test(`staff make templates and a set of them, give it to a group, and the partners have it, at ${width}`, async ({
    page,
    portal,
    signInAs,
    openBrowser,
    browserErrors,
  }) => {
    browserErrors.allow(/400 \(Bad Request\).*give/)
    await page.setViewportSize({ width, height: 900 })
    const { group, ann, staff } = await gather(portal)
    const [first, second, name] = [
      uniqueName('Hang <b>it</b>'),
      uniqueName('Post it'),
      uniqueName('First steps'),
    ]
    const other = await openBrowser()
    await signInAs(other, ann.user)
    await other.goto('/')
    await signInAs(page, staff)
    await page.goto('/admin?tab=tasks')
    await changeView(page, width, 'Templates')
    for (const [taskName, days] of [
      [first, '3'],
      [second, '0'],
    ] as const) {
      await page.getByRole('link', { name: 'New template' }).first().click()
      const form = dialog(page)
      await form.getByRole('button', { name: 'Create template' }).click()
      await expect(field(form, 'Task name')).toHaveAccessibleDescription('Task name is required')
      await field(form, 'Task name').fill(taskName)
      await field(form, 'Task type').selectOption('physical')
      await field(form, 'Due in days').fill('x')
      await form.getByRole('button', { name: 'Create template' }).click()
      await expect(field(form, 'Due in days')).toHaveAccessibleDescription(/A whole number from 0 to 730/)
      await field(form, 'Due in days').fill(days)
      await expectNoAxeViolations(page, form, { schemes: width < 640 ? ['light'] : ['light', 'dark'] })
      await form.getByRole('button', { name: 'Create template' }).click()
      await expectToast(page, 'Template saved')
      await expect(tableRow(page, taskName)).toBeVisible()
    }
    expect(await isTooWide(page)).toBe(false)
    await expectNoAxeViolations(page)

    await changeView(page, width, 'Sets')
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
    await expectNoAxeViolations(page)
    expect(await isTooWide(page)).toBe(false)

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

  test(`a task of a template comes again each week, until staff stop it, at ${width}`, async ({
    page,
    portal,
    signInAs,
    browserErrors,
  }) => {
    browserErrors.allow(/400 \(Bad Request\).*task-series/)
    await page.setViewportSize({ width, height: 900 })
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
    await expect(field(form, 'Ends on')).toHaveAccessibleDescription(
      /It would end before the next task is due/,
    )
    await field(form, 'Ends on').fill(dayIn(60))
    await expectNoAxeViolations(page, form.locator('fieldset').first())
    await form.getByRole('button', { name: 'Create Task' }).click()
    await expectToast(page, 'Recurring task created')
    const listed = tableRow(page, taskName)
    await expect(listed).toContainText('Weekly')
    expect(await isTooWide(page)).toBe(false)
    await expectNoAxeViolations(page)

    // The first is within a week of its due date, so that it exists already.
    await listed.getByRole('link', { name: `1 task created of ${taskName}` }).click()
    await expect(tableRow(page, taskName).getByText('Repeats weekly')).toBeAttached()
    await tableRow(page, taskName).getByRole('link', { name: taskName }).click()
    await expect(dialog(page).getByText('Repeats weekly')).toBeVisible()

    await page.goto(url('recurring'))
    await chooseMenuItem(page, taskName, 'Stop')
    await expect(listed.getByText('Stopped')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Recurring task resumed')
    await expect(listed.getByText('Stopped')).toHaveCount(0)
    await chooseMenuItem(page, taskName, 'Delete')
    await expectNoAxeViolations(page, page.getByRole('alertdialog'))
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Recurring task deleted')
    await expect(listed).toHaveCount(0)
  })
}

test('of two who edit a recurring task at once, the second is shown what the first saved', async ({
  page,
  portal,
  signInAs,
  openBrowser,
  browserErrors,
}) => {
  browserErrors.allow(/409 \(Conflict\).*task-series/)
  const { staff } = await gather(portal)
  const taskName = uniqueName('Water the plants')
  const series = await createSeries(portal, { taskName, startsAt: new Date('2099-01-31T22:00:00Z') })
  const colleague = await openBrowser()
  await signInAs(colleague, await createUser(portal, { role: 'support' }))
  await signInAs(page, staff)
  await colleague.goto(url('recurring'))
  await page.goto(`${url('recurring')}&plan=${series.id}`)
  const form = dialog(page)
  // In the zone of the series, whatever that of the browser.
  await expect(form.getByText('Times are in America/New York')).toBeVisible()
  await expect(field(form, 'Next due date')).toHaveValue('2099-01-31')
  await field(form, 'Task name').fill(`${taskName} twice`)

  await tableRow(colleague, taskName).getByRole('link', { name: taskName }).click()
  await field(dialog(colleague), 'Repeats').selectOption('Monthly')
  await dialog(colleague).getByRole('button', { name: 'Save changes' }).click()
  await expectToast(colleague, 'Recurring task saved')
  await expect(tableRow(colleague, taskName)).toContainText('Monthly')

  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.getByRole('button', { name: 'Load latest version' }).click()
  await expect(field(form, 'Repeats')).toHaveValue('monthly')
  await field(form, 'Task name').fill(`${taskName} twice`)
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Recurring task saved')
  // The other list follows by itself.
  await expect(tableRow(colleague, `${taskName} twice`)).toBeVisible()
})

test('a set comes to whoever completes onboarding, and a task becomes a template', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/409 \(Conflict\).*task-templates/)
  const { staff } = await gather(portal)
  const template = await createTemplate(portal, { taskName: uniqueName('Meet the team') })
  const group = uniqueName('New venues')
  await createSet(portal, { givenWhen: 'onboarding', partnerGroup: group }, [template])
  const partner = await createPartner(portal, { user: { partnerGroup: group } })
  await sign(portal, partner.user, 'nda')
  await sign(portal, partner.user, 'venue_partnership_agreement')
  await signInAs(page, partner.user)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: template.taskName, exact: true })).toBeVisible()

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

for (const [view, label, create] of [
  ['recurring', 'recurring tasks', (portal: Portal, taskName: string) => createSeries(portal, { taskName })],
  ['templates', 'task templates', (portal: Portal, taskName: string) => createTemplate(portal, { taskName })],
  ['sets', 'task sets', (portal: Portal, name: string) => createSet(portal, { name })],
] as const) {
  test(`of many ${label} one is found by its name, also after a reload, with its menu beside it on a phone`, async ({
    page,
    portal,
    signInAs,
  }) => {
    const wanted = uniqueName('Zzz <i>rare</i> find')
    await create(portal, wanted)
    for (let number = 0; number < 30; number++) await create(portal, uniqueName(`Crowd ${number}`))
    const { staff } = await gather(portal)
    await page.setViewportSize({ width: 390, height: 844 })
    await signInAs(page, staff)
    await page.goto(`${url(view)}&page=2`)
    const search = page.getByRole('searchbox', { name: `Search ${label}` })
    await search.fill(wanted.toLowerCase())
    await expect(page.locator('tbody').getByRole('row')).toHaveCount(1)
    await expect(page).toHaveURL(/search=zzz/)
    await expect(page).not.toHaveURL(/page=/)
    await page.reload()
    await expect(search).toHaveValue(wanted.toLowerCase())
    const name = tableRow(page, wanted).getByRole('link', { name: wanted })
    const menu = page.getByRole('button', { name: `Actions for ${wanted}` })
    const [nameBox, menuBox] = [await name.boundingBox(), await menu.boundingBox()]
    expect(menuBox?.y).toBeLessThan((nameBox?.y ?? 0) + (nameBox?.height ?? 0))
    expect(menuBox?.x).toBeGreaterThanOrEqual((nameBox?.x ?? 0) + (nameBox?.width ?? 0))
    await name.click()
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(name).toBeFocused()
    await search.fill('nothing is called that')
    await expect(page.getByText(/^No .* match this search$/)).toBeVisible()
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: 'Clear search' }).click()
    await expect(page.locator('tbody').getByRole('row')).toHaveCount(25)
  })
}

test('a template leaves what was typed, and another one takes back what the first filled in', async ({
  page,
  portal,
  signInAs,
}) => {
  const { staff } = await gather(portal)
  const [first, second] = [
    await createTemplate(portal, { taskName: uniqueName('First'), instructions: 'One', dueInDays: 2 }),
    await createTemplate(portal, { taskName: uniqueName('Second'), taskType: 'digital_social' }),
  ]
  await signInAs(page, staff)
  await page.goto('/?new=task')
  const form = dialog(page)
  const template = field(form, 'Start from a template')
  await field(form, 'Task name').fill('My own')
  await template.selectOption(first.taskName)
  await expect(field(form, 'Instructions')).toHaveValue('One')
  await expect(field(form, 'Task name')).toHaveValue('My own')
  await field(form, 'Due date').fill('2099-01-02')
  await template.selectOption(second.taskName)
  await expect(field(form, 'Task type')).toHaveValue('digital_social')
  await expect(field(form, 'Instructions')).toHaveValue('')
  await expect(field(form, 'Due date')).toHaveValue('2099-01-02')
  await template.selectOption('No template')
  await expect(field(form, 'Task type')).toHaveValue('')
  await expect(field(form, 'Task name')).toHaveValue('My own')
})

test('a template can be chosen once its owner can be', async ({ page, portal, signInAs }) => {
  const { staff } = await gather(portal)
  const { taskName } = await createTemplate(portal, { taskName: uniqueName('Late'), ownerId: staff.id })
  await signInAs(page, staff)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('/api/chat/team', async (route) => {
    await released
    await route.continue()
  })
  const templatesRead = page.waitForResponse(/task-templates/)
  await page.goto('/?new=task')
  await templatesRead
  const template = field(dialog(page), 'Start from a template')
  await expect(template.getByRole('option')).toHaveText(['No template'])
  release()
  await template.selectOption(taskName)
  await expect(field(dialog(page), 'Owner')).toHaveValue(staff.id)
})

test('an address of what is gone says so', async ({ page, portal, signInAs, browserErrors }) => {
  browserErrors.allow(/404 \(Not Found\).*task-sets/)
  const { staff } = await gather(portal)
  await signInAs(page, staff)
  await page.goto(`${url('sets')}&plan=${crypto.randomUUID()}`)
  await expect(dialog(page).getByText('This no longer exists.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

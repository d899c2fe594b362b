import { eq } from 'drizzle-orm'
import { personName } from '#client/domain/person-name.ts'
import { chatConversations } from '#server/db/schema/chat.ts'
import { partnerActivations, partnerDocuments, partnerTasks } from '#server/db/schema/partners.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createActivation, createTask, createUser, sign } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { countClicks } from './count-clicks.ts'
import { expect, test } from './fixtures.ts'
import { chooseFromMenu, field, keyboardInput, tabTo } from './input-methods.ts'
import { blockLiveUpdates, createGate } from './requests.ts'
import { chooseAction, expectToast, uniqueName } from './resource-steps.ts'
import { sample } from './sample-files.ts'
import { choosePartner, newPartner, picker, row, section, visitPartner } from './staff-steps.ts'

const greeting = (name: string) => `Welcome back, ${name}! Here's your partnership overview.`

test('a partner is found by typing, and stays chosen after a reload, Back and by a copied address', async ({
  page,
  portal,
  signInAs,
  openBrowser,
  browserErrors,
}) => {
  browserErrors.allow(/(status of 404|500) .*\/api\/admin\/partners\//)
  const [first, second] = [await newPartner(portal), await newPartner(portal)]
  const taskName = uniqueName('Only theirs')
  await createTask(portal, { partnerId: first.profile.id, taskName })
  await signInAs(page, 'support@demo.test')
  await page.goto('/')
  await expect(page.getByText(greeting('All Partners'), { exact: true })).toBeVisible()
  await expect(picker(page)).toHaveAttribute('placeholder', 'Select partner to view...')
  await picker(page).click()
  await expect(page.getByRole('option', { name: 'All Partners' })).toHaveAttribute('aria-selected', 'true')
  await expectNoAxeViolations(page)
  await picker(page).fill('nobody is called that')
  await expect(page.getByText('No matching partners')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)

  await choosePartner(page, first.profile.fullName)
  await expect(page).toHaveURL(`/?partner=${first.profile.id}`)
  await expect(page.getByText(greeting('Partner'), { exact: true })).toBeVisible()
  await expect(section(page, 'Partner Tasks').getByRole('heading', { level: 3 })).toHaveText([taskName])
  await page.reload()
  await expect(picker(page)).toHaveValue(first.label)
  await expect(row(page, taskName)).toBeVisible()

  await choosePartner(page, second.profile.businessName)
  await expect(section(page, 'Partner Tasks')).toContainText('No tasks assigned')
  await page.goBack()
  await expect(picker(page)).toHaveValue(first.label)
  await expect(row(page, taskName)).toBeVisible()
  const other = await openBrowser()
  await signInAs(other, 'admin@demo.test')
  await other.goto(page.url())
  await expect(row(other, taskName)).toBeVisible()

  await page.goBack()
  await expect(page.getByText(greeting('All Partners'), { exact: true })).toBeVisible()
  // The partner does not load while the rows do, and Retry loads it.
  const whose = new RegExp(`/api/admin/partners/${second.profile.id}$`)
  await page.route(whose, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(`/?partner=${second.profile.id}`)
  const alert = page.getByRole('alert').filter({ hasText: 'The partner could not be loaded' })
  await expect(alert).toBeVisible()
  await page.unroute(whose)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(picker(page)).toHaveValue(second.label)
  await expect(alert).toHaveCount(0)
  for (const id of [crypto.randomUUID(), 'no-id']) {
    await page.goto(`/dashboard?partner=${id}`)
    // Until that is known, the lists may show alerts of their own.
    await expect(page.getByRole('alert').filter({ hasText: 'There is no such partner' })).toBeVisible()
    await page.getByRole('link', { name: 'Show all partners' }).click()
    await expect(page).toHaveURL('/')
    await expect(section(page, 'Partner Tasks').getByRole('heading', { level: 3 })).not.toHaveCount(0)
  }
})

test('Enter waits for the results of the typed search, and chooses no earlier one', async ({
  page,
  portal,
  signInAs,
}) => {
  const { profile, label } = await newPartner(portal)
  await signInAs(page, 'support@demo.test')
  await page.goto('/')
  await picker(page).click()
  await expect(page.getByRole('option').nth(1)).toBeVisible()
  const gate = createGate()
  await page.route(/\/api\/admin\/partners\?.*search=/, async (route) => {
    await gate.opened
    await route.continue()
  })
  await picker(page).fill(profile.fullName)
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  gate.open()
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(picker(page)).toHaveValue(label)
  await expect(page).toHaveURL(`/?partner=${profile.id}`)
})

test('staff create, change, complete and delete a task', async ({ page, portal, signInAs }) => {
  const { staff, partnerId } = await visitPartner(portal, page, signInAs)
  const stored = async () =>
    (await portal.db.select().from(partnerTasks).where(eq(partnerTasks.partnerId, partnerId)))[0]
  await page.getByRole('button', { name: 'Create New Task' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Task' })
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  for (const words of ['Task name is required', 'Due date is required', 'Task type is required']) {
    await expect(dialog.getByText(words, { exact: true })).toBeVisible()
  }
  await expect(field(dialog, 'Task name')).toBeFocused()
  await expectNoAxeViolations(page, dialog)

  const taskName = uniqueName('Hang the posters')
  await field(dialog, 'Task name').fill(taskName)
  await field(dialog, 'Due date').fill('2099-03-05')
  await field(dialog, 'Task type').selectOption('Physical')
  await dialog.locator('input[type=file]').setInputFiles(await sample('pdf', 'Posters'))
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expectToast(page, 'Task created successfully')
  await expect(row(page, taskName)).toContainText('Physical · Due: Mar 5, 2099')
  await expect(row(page, taskName).getByText('Pending', { exact: true })).toBeVisible()
  await expect(row(page, taskName).getByRole('link', { name: 'Open Posters.pdf' })).toBeVisible()
  // The default of 5 PM in New York.
  expect((await stored())?.dueDate.toISOString()).toBe('2099-03-05T22:00:00.000Z')

  await chooseAction(page, taskName, 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit task' })
  await expect(field(edit, 'Due date')).toHaveValue('2099-03-05')
  await expect(field(edit, 'Task type')).toHaveValue('physical')
  await expect(edit.getByRole('link', { name: 'Posters.pdf' })).toBeVisible()
  const renamed = uniqueName('Hang them high')
  await field(edit, 'Task name').fill(renamed)
  await field(edit, 'Time').fill('09:30')
  await field(edit, 'Status').selectOption('In Progress')
  await edit.getByRole('button', { name: 'Remove Posters.pdf' }).click()
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Task updated successfully')
  await expect(row(page, renamed).getByText('In Progress', { exact: true })).toBeVisible()
  expect(await stored()).toMatchObject({ filePath: null, dueDate: new Date('2099-03-05T14:30:00Z') })

  for (const [item, badge, status] of [
    ['Mark Complete', 'Completed', 'completed'],
    ['Mark Pending', 'Pending', 'pending'],
    ['Mark In Progress', 'In Progress', 'in_progress'],
  ] as const) {
    await chooseAction(page, renamed, item)
    await expect(row(page, renamed).getByText(badge, { exact: true })).toBeVisible()
    await expectToast(page, 'Task status updated successfully')
    expect((await stored())?.status).toBe(status)
  }

  await chooseAction(page, renamed, 'Delete')
  // The toast stays while the mouse is over it.
  await page.getByRole('button', { name: 'Undo' }).hover()
  await expect(section(page, 'Partner Tasks')).toContainText('No tasks assigned')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, '1 task restored')
  await expect(row(page, renamed)).toBeVisible()
  await chooseAction(page, renamed, 'Delete')
  await expectToast(page, 'Task deleted successfully')
  await expect(section(page, 'Partner Tasks')).toContainText('No tasks assigned')
  expect((await stored())?.deletedAt).toBeInstanceOf(Date)
  expect((await auditEventsOf(portal, staff)).map(({ action }) => action)).toEqual([
    'task.created',
    ...Array(4).fill('task.changed'),
    'task.deleted',
    'task.restored',
    'task.deleted',
  ])
})

test('staff create, change and delete an activation, and add and sign an agreement', async ({
  page,
  portal,
  signInAs,
}) => {
  const { partnerId, documents } = await visitPartner(portal, page, signInAs)
  await page.getByRole('button', { name: 'Create New Activation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Activation' })
  const name = uniqueName('Spring weekend')
  await field(dialog, 'Name').fill(name)
  await dialog.getByRole('button', { name: 'Create Activation' }).click()
  await expect(dialog.getByText('Activation date is required', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page, dialog)
  await field(dialog, 'Activation date').fill('2099-04-17')
  await expect(dialog).toContainText('Defaults to 12:00 PM')
  await field(dialog, 'Time').fill('10:00')
  await dialog.getByRole('button', { name: 'Create Activation' }).click()
  await expectToast(page, 'Activation created successfully')
  await expect(row(page, name).getByText('scheduled', { exact: true })).toBeVisible()

  await chooseAction(page, name, 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit activation' })
  await expect(field(edit, 'Time')).toHaveValue('10:00')
  await field(edit, 'Activation date').fill('2020-04-17')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Activation updated successfully')
  await expect(row(page, name).getByText('active', { exact: true })).toBeVisible()
  const [stored] = await portal.db
    .select()
    .from(partnerActivations)
    .where(eq(partnerActivations.partnerId, partnerId))
  expect(stored?.activationDate.toISOString()).toBe('2020-04-17T14:00:00.000Z')
  await chooseAction(page, name, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Activation deleted successfully')
  await expect(section(page, 'Partner Activations')).toContainText('No activations yet')

  await section(page, 'Signed Agreements').getByRole('button', { name: 'Add Document' }).click()
  const add = page.getByRole('dialog', { name: 'Add Document' })
  await add.getByRole('button', { name: 'Add Document' }).click()
  await expect(add.getByText('Document type is required', { exact: true })).toBeVisible()
  await field(add, 'Document type').selectOption('Venue Partnership Agreement')
  await field(add, 'Event Name(s)').fill('Harvest supper')
  await field(add, 'Agreement Date').fill('2099-09-01')
  await field(add, 'Partnership Fee Amount').fill('2500')
  await expectNoAxeViolations(page, add)
  await add.getByRole('button', { name: 'Add Document' }).click()
  await expectToast(page, 'Document added successfully')
  const added = async () => {
    const rows = await portal.db
      .select()
      .from(partnerDocuments)
      .where(eq(partnerDocuments.partnerId, partnerId))
    return rows.find(({ id }) => documents.every((former) => former.id !== id))
  }
  expect(await added()).toMatchObject({
    status: 'pending',
    appendixA: { eventName: 'Harvest supper', partnershipDate: '2099-09-01', paymentAmount: '2500' },
  })

  const agreements = section(page, 'Signed Agreements')
  await expect(agreements.getByRole('button', { name: /^Actions for/ })).toHaveCount(documents.length + 1)
  // The one to sign is the first.
  await page.getByRole('button', { name: 'Actions for Venue Partnership Agreement' }).first().click()
  await page.getByRole('menuitem', { name: 'Mark Signed' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('This records a signature made on paper')
  await expectNoAxeViolations(page, question)
  await question.getByRole('button', { name: 'Mark Signed' }).click()
  await expectToast(page, 'Document marked as signed')
  await expect(agreements.getByText(/^Signed: /)).toHaveCount(3)
  await agreements.getByRole('button', { name: 'Actions for Venue Partnership Agreement' }).last().click()
  // The paper lacks its scan.
  await expect(page.getByRole('menuitem', { name: 'Add scan' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(JSON.parse((await added())?.signatureData ?? '{}')).toMatchObject({ signedOn: 'paper' })
})

test('a new task of all partners requires a partner, and an edit can give it to another', async ({
  page,
  portal,
  signInAs,
}) => {
  const [first, second] = [await newPartner(portal), await newPartner(portal)]
  await signInAs(page, 'support@demo.test')
  await page.goto('/')
  await page.getByRole('button', { name: 'Create New Task' }).click()
  const dialog = page.getByRole('dialog')
  const taskName = uniqueName('Reassigned')
  await field(dialog, 'Task name').fill(taskName)
  await field(dialog, 'Due date').fill('2099-03-05')
  await field(dialog, 'Task type').selectOption('OOH Screen Placement')
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect(dialog.getByText('Choose a partner', { exact: true })).toBeVisible()
  await expect(picker(dialog)).toBeFocused()
  await picker(dialog).fill('Vera')
  await expect(dialog.getByRole('option')).not.toHaveCount(0)
  // While the list is open nothing scrolls, so that the label of the last field, which is below, counts as hidden.
  await expectNoAxeViolations(page, dialog.locator('fieldset').first())
  await expectNoAxeViolations(page, dialog.getByRole('listbox'))
  // Escape closes the list, but not the dialog around it.
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('listbox')).toHaveCount(0)
  await choosePartner(dialog, first.profile.fullName)
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expectToast(page, 'Task created successfully')
  const whose = (profile: typeof first.profile) => `${profile.fullName}, ${profile.businessName}`
  await expect(row(page, taskName)).toContainText(whose(first.profile))

  await chooseAction(page, taskName, 'Edit')
  await expect(picker(dialog)).toHaveValue(first.label)
  await choosePartner(dialog, second.profile.fullName)
  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Task updated successfully')
  await expect(row(page, taskName)).toContainText(whose(second.profile))
})

test('a change shows at once, and a refused one is taken back with a message', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 40[04] .*\/api\/tasks\//)
  browserErrors.allow(/500.*\/api\/(tasks|activations)\//)
  const { partnerId } = await visitPartner(portal, page, signInAs)
  const task = await createTask(portal, { partnerId, taskName: uniqueName('Gone') })
  const remaining = await createTask(portal, { partnerId, taskName: uniqueName('Remaining') })
  const { name } = await createActivation(portal, { partnerId, name: uniqueName('Activation') })
  await page.reload()
  const gate = createGate()
  await page.route(/\/api\/(tasks|activations)\/[\w-]+$/, async (route) => {
    await gate.opened
    await route.continue()
  })
  await chooseAction(page, task.taskName, 'Mark Complete')
  await expect(row(page, task.taskName).getByText('Completed', { exact: true })).toBeVisible()
  await portal.db.delete(partnerTasks).where(eq(partnerTasks.id, task.id))
  gate.open()
  await expectToast(page, 'Failed to update task status')
  await expect(row(page, task.taskName)).toHaveCount(0)

  await page.unrouteAll()
  for (const [title, message] of [
    [remaining.taskName, 'Failed to delete task'],
    [name, 'Failed to delete activation'],
  ] as const) {
    const deletionGate = createGate()
    await page.route(/\/api\/(tasks|activations)\/[\w-]+$/, async (route) => {
      await deletionGate.opened
      await route.fulfill({ status: 500, body: '' })
    })
    await chooseAction(page, title, 'Delete')
    // Only what can't be undone is asked.
    if (title === name) await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(row(page, title)).toHaveCount(0)
    deletionGate.open()
    await expectToast(page, message)
    await expect(row(page, title)).toBeVisible()
    await page.unrouteAll()
  }
  // The second of two changes waits for the first and continues from its result.
  const both = createGate()
  await page.route('/api/tasks/bulk', async (route) => {
    await both.opened
    await route.continue()
  })
  await chooseAction(page, remaining.taskName, 'Mark Complete')
  await chooseAction(page, remaining.taskName, 'Mark In Progress')
  const moved = page.waitForResponse(
    (answer) => answer.request().postDataJSON()?.changes?.[0].status === 'in_progress' && answer.ok(),
  )
  both.open()
  await moved
  await expectToast(page, 'Task status updated successfully')
  await page.unrouteAll()
  await page.route('/api/tasks/bulk', (route) => route.fulfill({ status: 500, body: '' }))
  await chooseAction(page, remaining.taskName, 'Mark Complete')
  await expectToast(page, 'Failed to update task status')
  await expect(row(page, remaining.taskName).getByText('In Progress', { exact: true })).toBeVisible()
  await page.unrouteAll()
  await page.route(`/api/tasks/${remaining.id}`, (route) => route.fulfill({ status: 500, body: '' }))

  // A failure does not lose the typed values.
  await chooseAction(page, remaining.taskName, 'Edit')
  const dialog = page.getByRole('dialog')
  await field(dialog, 'Task name').fill('Typed with care')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Failed to update task', { exact: true })).toBeVisible()
  await expect(field(dialog, 'Task name')).toHaveValue('Typed with care')
})

test('the second of two simultaneous edits is refused, does not lose the typed values, and can load the current ones', async ({
  page,
  portal,
  signInAs,
  openBrowser,
  browserErrors,
}) => {
  browserErrors.allow(/status of (409|404) .*\/api\/(tasks|activations|partner\/documents)\//)
  await blockLiveUpdates(page)
  const { partnerId, user } = await visitPartner(portal, page, signInAs, { status: 'documents' })
  const task = await createTask(portal, { partnerId, taskName: uniqueName('Contested') })
  const activation = await createActivation(portal, { partnerId, name: uniqueName('Contested') })
  await page.reload()
  const other = await openBrowser()
  await signInAs(other, 'admin@demo.test')
  await blockLiveUpdates(other)
  await other.goto(page.url())
  const words = 'Someone else changed this after you opened it. Reload to see the latest version.'

  for (const { kind, title, label } of [
    { kind: 'task', title: task.taskName, label: 'Task name' },
    { kind: 'activation', title: activation.name, label: 'Name' },
  ]) {
    await chooseAction(page, title, 'Edit')
    const mine = page.getByRole('dialog')
    await field(mine, label).fill('Mine')
    await chooseAction(other, title, 'Edit')
    const theirs = other.getByRole('dialog')
    const renamed = uniqueName('Theirs')
    await field(theirs, label).fill(renamed)
    await theirs.getByRole('button', { name: 'Save changes' }).click()
    await expect(theirs).toHaveCount(0)

    await mine.getByRole('button', { name: 'Save changes' }).click()
    const conflict = mine.getByRole('alert')
    await expect(conflict).toContainText(words)
    await expect(field(mine, label)).toHaveValue('Mine')
    if (kind === 'task') await expectNoAxeViolations(page, mine)
    await conflict.getByRole('button', { name: 'Load latest version' }).click()
    await expect(field(mine, label)).toHaveValue(renamed)
    await expect(field(mine, label)).toBeFocused()
    await field(mine, label).fill(`${renamed}, and mine`)
    await mine.getByRole('button', { name: 'Save changes' }).click()
    await expect(mine).toHaveCount(0)
    await expect(row(page, `${renamed}, and mine`)).toBeVisible()
    if (kind !== 'task') continue

    // A move of a row that is outdated by now changes the status alone.
    await chooseAction(other, renamed, 'Mark Complete')
    await expect(row(other, `${renamed}, and mine`).getByText('Completed', { exact: true })).toBeVisible()
  }

  // Signed by the partner in the meantime.
  await sign(portal, user, 'nda')
  await chooseAction(page, 'NDA', 'Mark Signed')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark Signed' }).click()
  await expect(page.getByText('This agreement is already signed.', { exact: true })).toBeVisible()
  await expect(row(page, 'NDA Agreement')).toContainText('Signed: ')

  // Deleted by the other while it was edited.
  await page.goto(`/?partner=${partnerId}`)
  const [left] = await portal.db.select().from(partnerTasks).where(eq(partnerTasks.id, task.id))
  await chooseAction(page, left?.taskName ?? '', 'Edit')
  const dialog = page.getByRole('dialog')
  await field(dialog, 'Task name').fill('Too late')
  await portal.db.delete(partnerTasks).where(eq(partnerTasks.id, task.id))
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This task no longer exists')
  await expect(field(dialog, 'Task name')).toHaveValue('Too late')
})

test('a partner is chosen and given a task by the keyboard alone', async ({ page, portal, signInAs }) => {
  const { profile, label } = await newPartner(portal)
  const input = keyboardInput(page)
  await signInAs(page, 'support@demo.test')
  await page.goto('/')
  await tabTo(picker(page))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picker(page)).toBeFocused()
  await page.keyboard.type(profile.businessName)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(picker(page)).toHaveValue(label)
  await expect(picker(page)).toBeFocused()

  // Until the lists have been read, nothing in them takes the focus.
  await expect(section(page, 'Partner Tasks')).toContainText('No tasks assigned')
  await input.press(page.getByRole('button', { name: 'Create New Task' }))
  const dialog = page.getByRole('dialog', { name: 'Create New Task' })
  await expect(field(dialog, 'Task name')).toBeFocused()
  const taskName = uniqueName('Typed')
  await page.keyboard.type(taskName)
  await tabTo(field(dialog, 'Due date'))
  await page.keyboard.type('03052099')
  await input.selectOption(field(dialog, 'Task type'), 'Digital/Social')
  await page.keyboard.press('Enter')
  await input.press(dialog.getByRole('button', { name: 'Create Task' }))
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Create New Task' })).toBeFocused()
  await expect(row(page, taskName)).toContainText('Digital/Social · Due: Mar 5, 2099')

  const actions = page.getByRole('button', { name: `Actions for ${taskName}` })
  await chooseFromMenu(actions, 'Mark Complete')
  await expect(row(page, taskName).getByText('Completed', { exact: true })).toBeVisible()
  await expect(actions).toBeFocused()
  await chooseFromMenu(actions, 'Delete')
  await expect(section(page, 'Partner Tasks')).toContainText('No tasks assigned')
  await expect(page.locator(':focus')).toContainText('No tasks assigned')
})

test('the focus stays where it is when the lists arrive, however slowly', async ({
  page,
  portal,
  signInAs,
}) => {
  const { profile } = await newPartner(portal)
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/api/admin/partners/*/tasks', async (route) => {
    await arrival
    await route.continue()
  })
  await signInAs(page, 'support@demo.test')
  await page.goto(`/?partner=${profile.id}`)
  await expect(page.getByRole('heading', { name: 'Partner Tasks' })).toBeVisible()
  await picker(page).focus()
  await page.getByRole('button', { name: 'Create New Task' }).focus()
  const focused = await page.evaluateHandle(() => document.activeElement)
  arrive()
  await expect(section(page, 'Partner Tasks')).toContainText('No tasks assigned')
  expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('what needs attention is listed with its counts, and a waiting conversation is answered in two clicks', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user, profile } = await newPartner(portal)
  const late = await createTask(portal, {
    partnerId: profile.id,
    taskName: uniqueName('Late'),
    dueDate: new Date('2001-01-01T12:00:00Z'),
  })
  const message = uniqueName('May we set up earlier')
  await sendMessage(portal.deps, user as never, user.id, { message })
  // The longest waiting are listed, and other tests leave conversations that wait.
  await portal.db
    .update(chatConversations)
    .set({ waitingSince: new Date('2001-01-01T12:00:00Z') })
    .where(eq(chatConversations.userId, user.id))
  await signInAs(page, await createUser(portal, { role: 'support' }))
  await page.goto('/')
  const attention = section(page, 'Needs attention')
  await expect(attention.getByRole('link', { name: /overdue tasks?$/ })).toHaveAttribute(
    'href',
    '/admin?tab=tasks&due=overdue',
  )
  await expect(attention.getByRole('listitem').filter({ hasText: late.taskName })).toContainText(
    profile.businessName,
  )
  await expectNoAxeViolations(page)

  const clicks = await countClicks(page)
  await attention.getByRole('link', { name: `Answer ${personName(user)}` }).click()
  const conversation = page.getByRole('region', { name: /^Conversation with/ })
  await expect(conversation.getByText(message)).toBeVisible()
  await conversation.getByRole('textbox', { name: 'Message' }).fill('Yes, from eight.')
  await conversation.getByRole('button', { name: 'Send' }).click()
  await expect(conversation.getByText('Yes, from eight.')).toBeVisible()
  clicks.expectSome()
  clicks.expectAtMost(2)
  await page.goto('/')
  await expect(attention).toBeVisible()
  await expect(attention.getByRole('link', { name: `Answer ${personName(user)}` })).toHaveCount(0)
  // It would be listed in other tests.
  await portal.db.delete(partnerTasks).where(eq(partnerTasks.id, late.id))
})

test('a list shows eight rows and leads to all of them', async ({ page, portal, signInAs }) => {
  const { profile } = await newPartner(portal)
  for (let number = 1; number <= 10; number += 1) await createActivation(portal, { partnerId: profile.id })
  await signInAs(page, await createUser(portal, { role: 'support' }))
  await page.goto(`/?partner=${profile.id}`)
  const rows = section(page, 'Partner Activations').getByRole('listitem')
  await expect(rows).toHaveCount(8)
  await page.getByRole('link', { name: 'View all Partner Activations' }).click()
  await expect(page).toHaveURL(`/?partner=${profile.id}&show=activations`)
  await expect(rows).toHaveCount(10)
  await expect(section(page, 'Partner Tasks')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(rows).toHaveCount(8)
})

import { eq } from 'drizzle-orm'
import { personName } from '#client/domain/person-name.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { chatConversations } from '#server/db/schema/chat.ts'
import { partnerDocuments, partnerTasks } from '#server/db/schema/partners.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createTask, createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { countClicks } from './count-clicks.ts'
import { expect, test } from './fixtures.ts'
import { chooseFromMenu, field, keyboardInput, tabTo } from './input-methods.ts'
import { chooseAction, expectToast, toastUndo, undoByToast, uniqueName } from './resource-steps.ts'
import { sample } from './sample-files.ts'
import { choosePartner, newPartner, picker, row, section, visitPartner } from './staff-steps.ts'

const greeting = (name: string) => `Welcome back, ${name}! Here's your partnership overview.`

test('a partner is found by typing, and stays chosen after a reload, Back and by a copied address', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const [first, second] = [await newPartner(portal), await newPartner(portal)]
  const taskName = uniqueName('Only theirs')
  await createTask(portal, { partnerId: first.profile.id, taskName })
  await signInAs(page, 'support@demo.test')
  await page.goto('/')
  await expect(page.getByText(greeting('All Partners'), { exact: true })).toBeVisible()
  await expect(picker(page)).toHaveAttribute('placeholder', 'Select partner to view...')
  await picker(page).click()
  await expect(page.getByRole('option', { name: 'All Partners' })).toHaveAttribute('aria-selected', 'true')
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
  await toastUndo(page).hover()
  await expect(section(page, 'Partner Tasks')).toContainText('No tasks assigned')
  await undoByToast(page)
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

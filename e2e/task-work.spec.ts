import { eq } from 'drizzle-orm'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { taskProofs } from '#server/db/schema/tasks.ts'
import { createTask, createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { falsePicture, sample } from './sample-files.ts'
import { choosePartner, newPartner, row, section } from './staff-steps.ts'

const instructions = 'Hang both posters at the entrance.\nSizes: https://example.com/sizes'
const dueDate = new Date('2099-03-05T20:00:00Z')

const begin = async (portal: Portal, task: Partial<typeof partnerTasks.$inferInsert> = {}) => {
  const partner = await newPartner(portal)
  const staff = await createUser(portal, { role: 'support', firstName: 'Sam', lastName: 'Ortiz' })
  const created = await createTask(portal, {
    partnerId: partner.profile.id,
    instructions,
    dueDate,
    ...task,
  })
  return { partner, staff, task: created }
}

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

test.describe('on a phone', () => {
  test.use(phone)

  test('a partner does a task with a photo, staff send it back, and accept it when it is done again', async ({
    page,
    portal,
    signInAs,
    openBrowser,
  }) => {
    const { partner, staff, task } = await begin(portal)
    await signInAs(page, partner.user)
    await page.goto('/')
    // Anywhere in the row, beside what it names.
    await row(page, task.taskName).getByText('Due: Mar 5, 2099').tap()
    await expect(page).toHaveURL(`/?task=${task.id}`)
    const dialog = page.getByRole('dialog', { name: task.taskName })
    await expect(dialog).toContainText('Hang both posters at the entrance.')
    await expect(dialog.getByRole('link', { name: 'https://example.com/sizes' })).toBeVisible()
    await expect(dialog).toContainText('Mar 5, 2099, 3:00 PM')
    expect((await dialog.boundingBox())?.height).toBe(844)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

    await dialog.getByRole('button', { name: 'Start' }).tap()
    await expect(dialog.getByText('In Progress', { exact: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Take photo' })).toBeVisible()
    const camera = dialog.locator('input[type=file][capture]')
    await camera.setInputFiles(await sample('jpg', 'At the door'))
    const proof = section(page, 'Proof').getByRole('listitem')
    await expect(proof).toContainText('At the door.jpg')
    await expect(dialog.getByRole('button', { name: 'Remove At the door.jpg' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Mark Complete' }).tap()
    await expect(dialog.getByRole('button', { name: 'Reopen' })).toBeVisible()
    await expect(dialog.getByText('Waiting for review', { exact: true })).toBeVisible()
    await expect(dialog.getByText('The partner team checks your proof.')).toBeVisible()

    const team = await openBrowser({ baseURL: portal.url, viewport: { width: 1440, height: 900 } })
    await signInAs(team, staff)
    await team.goto(`/admin?tab=tasks&state=review&for=${partner.profile.id}`)
    const listed = team.getByRole('table', { name: 'Tasks' }).getByRole('row', { name: task.taskName })
    await expect(listed).toContainText('Waiting for review')
    // The longest waiting are listed.
    const createdAt = new Date('2001-01-01T12:00:00Z')
    await portal.db.update(taskProofs).set({ createdAt }).where(eq(taskProofs.taskId, task.id))
    await team.goto('/')
    const attention = section(team, 'Needs attention')
    await expect(attention.getByRole('link', { name: /^\d+ tasks? to review$/ })).toHaveAttribute(
      'href',
      '/admin?tab=tasks&state=review',
    )
    await expect(attention.getByRole('listitem').filter({ hasText: task.taskName })).toContainText(
      `${partner.profile.businessName} · proof added Jan 1, 2001`,
    )
    await attention.getByRole('link', { name: `Review ${task.taskName}` }).click()
    const seen = team.getByRole('dialog', { name: task.taskName })
    await expect(seen.getByText(`For ${partner.label}`)).toBeVisible()
    await expect(seen).toContainText('No owner')
    await seen.getByRole('button', { name: 'Open At the door.jpg' }).click()
    await expect(team.getByRole('dialog', { name: 'At the door.jpg' }).getByRole('img')).toBeVisible()
    await team.keyboard.press('Escape')
    await seen.getByRole('button', { name: 'Send back' }).click()
    const sending = team.getByRole('dialog', { name: 'Send this task back?' })
    await sending.getByRole('button', { name: 'Send back' }).click()
    await expect(sending.getByText('Enter what is missing')).toBeVisible()
    await expectNoAxeViolations(team, sending)
    await field(sending, 'Comment').fill('The second poster is missing.')
    await sending.getByRole('button', { name: 'Send back' }).click()
    await expect(sending).toBeHidden()

    // The partner's page follows while the task is open on it.
    await expect(dialog.getByText('The second poster is missing.').first()).toBeVisible()
    await expect(dialog.getByText('In Progress', { exact: true })).toBeVisible()
    await expect(section(page, 'History')).toContainText('Partner team sent the task back')
    await expect(dialog).not.toContainText('Ortiz')
    await field(dialog, 'Comment').fill('Now both hang.')
    await dialog.getByRole('button', { name: 'Add comment' }).tap()
    await expect(field(dialog, 'Comment')).toHaveValue('')
    await dialog.getByRole('button', { name: 'Mark Complete' }).tap()

    await expect(seen.getByText('Now both hang.')).toBeVisible()
    await seen.getByRole('button', { name: 'Accept' }).click()
    await expect(seen.getByText('Accepted', { exact: true })).toBeVisible()
    await expect(dialog.getByText('Accepted', { exact: true })).toBeVisible()
    await expect(dialog.getByText('Waiting for review', { exact: true })).toBeHidden()
    // What waits follows while the task is open above it.
    await expect(attention.getByRole('link', { name: `Review ${task.taskName}` })).toHaveCount(0)
    for (const name of ['Reopen', 'Mark Complete', 'Choose files', 'Remove At the door.jpg']) {
      await expect(dialog.getByRole('button', { name })).toBeHidden()
    }
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/')
    await page.getByText('1 task done').tap()
    await expect(row(page, task.taskName).getByText('Completed', { exact: true })).toBeVisible()
  })
})

test('a proof that is refused says why, and one can be removed', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/415/)
  // The picture may still be on its way when its file is removed.
  browserErrors.allow(/404.*thumbnail/)
  const { partner, task } = await begin(portal)
  await signInAs(page, partner.user)
  await page.goto(`/?task=${task.id}`)
  const dialog = page.getByRole('dialog', { name: task.taskName })
  const files = dialog.locator('input[type=file]:not([capture])')
  await files.setInputFiles(falsePicture('No photo'))
  await expect(dialog.getByText('This file is not a PNG.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove No photo.png' }).click()
  await files.setInputFiles([await sample('png', 'One'), await sample('pdf', 'Two')])
  const proofs = section(page, 'Proof').getByRole('listitem')
  await expect(proofs).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Remove One.png' }).click()
  await expect(proofs).toHaveText([/Two\.pdf/])
})

test('staff give a partner a task from anywhere, and edit and delete it where it is open', async ({
  page,
  portal,
  signInAs,
}) => {
  const { partner, staff } = await begin(portal)
  await signInAs(page, staff)
  await page.goto('/resources?new=task')
  const form = page.getByRole('dialog', { name: 'Create New Task' })
  await choosePartner(form, partner.profile.fullName)
  await field(form, 'Task name').fill('Film the entrance')
  await field(form, 'Instructions').fill('One minute,\nno music')
  await field(form, 'Due date').fill('2099-03-05')
  await field(form, 'Task type').selectOption('Physical')
  await field(form, 'Owner').selectOption(staff.id)
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL('/resources')
  const [created] = await portal.db
    .select()
    .from(partnerTasks)
    .where(eq(partnerTasks.taskName, 'Film the entrance'))
  expect(created).toMatchObject({ partnerId: partner.profile.id, ownerId: staff.id })

  await page.goto(`/admin?task=${created?.id}`)
  const dialog = page.getByRole('dialog', { name: 'Film the entrance' })
  await expect(dialog).toContainText('Sam Ortiz')
  await dialog.getByRole('button', { name: 'Actions for Film the entrance' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit task' })
  await field(edit, 'Task name').fill('Film the bar')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  const renamed = page.getByRole('dialog', { name: 'Film the bar' })
  await expect(renamed).toBeVisible()

  await page.goto(`/resources?new=task&of=${partner.profile.id}`)
  await expect(form.getByText(`For ${partner.label}`)).toBeVisible()
  await expect(form.getByRole('combobox', { name: 'Partner' })).toBeHidden()
})

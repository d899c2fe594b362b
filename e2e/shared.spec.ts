import type { Page } from '@playwright/test'
import { and, eq, isNull } from 'drizzle-orm'
import { partnerDocuments, partnerTasks } from '#server/db/schema/partners.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { expectToast, toastUndo, undoByToast, uniqueName } from './resource-steps.ts'

/** A group of its own with two partners, and a partner outside of it. */
const gather = async (portal: Portal) => {
  const group = uniqueName('Venues')
  const partnerOf = (fullName: string, partnerGroup: string | null = group) =>
    createPartner(portal, { fullName, status: 'completed', user: { partnerGroup } })
  return {
    group,
    ann: await partnerOf('Ann Birk'),
    ben: await partnerOf('Ben Adler'),
    cid: await partnerOf(uniqueName('Cid Carver'), null),
    staff: await createUser(portal, { role: 'support', firstName: 'Mia', lastName: 'Moss' }),
  }
}

const dialog = (page: Page) => page.getByRole('dialog').last()

const chooseGroup = async (page: Page, group: string) => {
  await field(page, 'For').selectOption('A group')
  await field(page, 'Group').selectOption(group)
}

test('staff give a task to a group, follow it, and reach who is behind', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const { group, ann, staff } = await gather(portal)
  const name = uniqueName('Hang the posters')
  await signInAs(page, staff)
  await page.goto('/admin?tab=tasks')
  await page.getByRole('link', { name: 'New task' }).click()
  const form = dialog(page)
  await field(form, 'Task name').fill(name)
  await form.getByLabel('Due date').fill('2027-03-01')
  await field(form, 'Task type').selectOption('physical')
  await field(form, 'For').selectOption('A group')
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expect(field(form, 'Group')).toHaveAccessibleDescription('Choose a group')
  await field(form, 'Group').selectOption(group)
  await expect(form.getByText('2 partners will get this')).toBeVisible()
  // Without the file's field, whose label is out of sight here and seen by other tests.
  await expectNoAxeViolations(page, form.locator('fieldset').first())
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expectToast(page, 'Task created successfully')

  await page.getByRole('link', { name }).click()
  const details = dialog(page)
  await expect(details.getByText('0 of 2 completed')).toBeVisible()

  // The partner does it in another browser, and the dialog follows.
  const other = await openBrowser()
  await signInAs(other, ann.user)
  await other.goto('/')
  await other
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: 'Mark Complete' })
    .click()
  await expectToast(other, 'Task status updated successfully')
  await expect(details.getByText('1 of 2 completed')).toBeVisible()
  await expect(details.getByRole('link', { name: 'Ann Birk' })).toHaveCount(0)

  await details.getByRole('link', { name: 'Completed' }).click()
  await expect(details.getByRole('link', { name: 'Ann Birk' })).toBeVisible()
  await page.reload()
  await expect(dialog(page).getByRole('link', { name: 'Ann Birk' })).toBeVisible()
  await dialog(page).getByRole('link', { name: 'Behind' }).click()
  await dialog(page).getByRole('link', { name: 'Ben Adler' }).click()
  await expect(dialog(page).getByText('Mia Moss created the task')).toBeVisible()
  await expect(dialog(page).getByRole('link', { name: 'All partners with this task' })).toBeVisible()
  await page.goBack()
  await expect(dialog(page).getByText('1 of 2 completed')).toBeVisible()
})

test('a shared task is edited, widened, deleted and restored as one', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  // The dialog reads what was deleted once more.
  browserErrors.allow(/404 \(Not Found\).*api\/tasks/)
  const { group, ben, cid, staff } = await gather(portal)
  const taskName = uniqueName('Send the photos')
  await signInAs(page, staff)
  const created = await page.request.post('/api/tasks', {
    headers: { origin: portal.url },
    data: { taskName, dueDate: '2027-03-01T12:00:00.000Z', taskType: 'physical', assignedGroup: group },
  })
  const { id } = await created.json()
  await page.goto(`/?task=${id}&parts=all`)
  await page
    .getByRole('button', { name: `Actions for ${taskName}` })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = dialog(page)
  await expect(edit.getByLabel('Status')).toHaveCount(0)
  await field(edit, 'For').selectOption('A group and chosen partners')
  await edit.getByRole('combobox', { name: 'Partners' }).fill(cid.profile.fullName)
  await page.getByRole('option', { name: cid.profile.fullName }).click()
  await expect(edit.getByText('3 partners will get this')).toBeVisible()
  await field(edit, 'Task name').fill(`${taskName} today`)
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Task updated successfully')
  await expect(dialog(page).getByText('0 of 3 completed')).toBeVisible()
  const tasksOf = async ({ profile }: typeof ben) => {
    const isTheirs = and(eq(partnerTasks.partnerId, profile.id), isNull(partnerTasks.deletedAt))
    return (await portal.db.select().from(partnerTasks).where(isTheirs)).map((task) => task.taskName)
  }
  expect(await tasksOf(cid)).toEqual([`${taskName} today`])

  await page
    .getByRole('button', { name: `Actions for ${taskName} today` })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(toastUndo(page)).toBeVisible()
  expect(await tasksOf(ben)).toEqual([])
  await undoByToast(page)
  await expectToast(page, '1 task restored')
  expect(await tasksOf(ben)).toEqual([`${taskName} today`])
})

test('an agreement is given to a group and followed as one', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/404 \(Not Found\).*shared-document/)
  const { group, staff, ann } = await gather(portal)
  await signInAs(page, staff)
  await page.goto('/')
  await page.getByRole('button', { name: 'Add Document' }).click()
  const form = dialog(page)
  await chooseGroup(page, group)
  await field(form, 'Document type').selectOption('nda')
  await form.getByRole('button', { name: 'Add Document' }).click()
  await expectToast(page, 'Document added successfully')
  const row = page.getByRole('listitem').filter({ hasText: `For ${group}` })
  await row.getByRole('link', { name: 'NDA Agreement' }).click()
  await expect(dialog(page).getByText('0 of 2 signed')).toBeVisible()
  await expect(dialog(page).getByRole('link', { name: 'Ann Birk' })).toBeVisible()
  const own = () => portal.db.$count(partnerDocuments, eq(partnerDocuments.partnerId, ann.profile.id))
  expect(await own()).toBe(3)

  await dialog(page).getByRole('button', { name: 'Actions for NDA' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await field(dialog(page), 'Reason').fill('The event was cancelled')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Agreement deleted')
  expect(await own()).toBe(2)
})

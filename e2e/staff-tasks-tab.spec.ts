import type { Locator, Page } from '@playwright/test'
import { inArray } from 'drizzle-orm'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { dismissToast, expectToast, toastUndo, undoByToast, uniqueName } from './resource-steps.ts'

const day = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * day)

/** Tasks of two partners in a group of their own, which the address narrows the list to. */
const gather = async (portal: Portal) => {
  const partnerGroup = uniqueName('Group')
  const partnerOf = (fullName: string) => createPartner(portal, { fullName, user: { partnerGroup } })
  const [anna, zoe] = [await partnerOf('Anna Birk'), await partnerOf('Zoe Adler')]
  const staff = await createUser(portal, { role: 'support', firstName: 'Mia', lastName: 'Moss' })
  const tasks = [
    await createTask(portal, { partnerId: zoe.profile.id, taskName: 'Banner', dueDate: inDays(-3) }),
    await createTask(portal, { partnerId: anna.profile.id, taskName: 'Chalk board', dueDate: inDays(40) }),
    await createTask(portal, {
      partnerId: anna.profile.id,
      taskName: 'Door sign',
      dueDate: inDays(50),
      taskType: 'digital_social',
      status: 'in_progress',
      ownerId: staff.id,
    }),
    await createTask(portal, {
      partnerId: zoe.profile.id,
      taskName: 'Easel',
      dueDate: inDays(60),
      status: 'completed',
    }),
  ]
  const ids = tasks.map(({ id }) => id)
  const stored = async () => {
    const rows = await portal.db.select().from(partnerTasks).where(inArray(partnerTasks.id, ids))
    return rows.toSorted((a, b) => a.taskName.localeCompare(b.taskName))
  }
  const statuses = async () => (await stored()).map(({ status }) => status)
  const url = `/admin?tab=tasks&group=${encodeURIComponent(partnerGroup)}`
  return { staff, url, stored, statuses }
}

const table = (page: Page) => page.getByRole('table', { name: 'Tasks' })
const names = (page: Page) => table(page).locator('tbody [data-lead] a')
/** A row that an action takes out of the list keeps its place for a while, with a note of what has happened. */
const expectLeaving = (page: Page, name: string, note: string) =>
  expect(
    table(page).getByRole('row').filter({ hasText: name }).getByText(note, { exact: true }),
  ).toBeVisible()
const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })

/** Waits for a toast, and keeps it open: it stays while the mouse is over it. */
const expectToStay = async (page: Page, title: string) => {
  await toastUndo(page).hover()
  const toast = page.getByRole('region', { name: 'Notifications (F8)' })
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
}

test('several tasks are completed, moved, given an owner and deleted, and each is undone', async ({
  page,
  portal,
  signInAs,
}) => {
  const { staff, url, stored, statuses } = await gather(portal)
  await signInAs(page, staff)
  await page.goto(url)
  const before = await stored()
  const selectTwo = async () => {
    await expect(names(page)).toHaveText(['Banner', 'Chalk board', 'Door sign'])
    await select(page, 'Banner').check()
    await select(page, 'Door sign').check()
    await expect(page.getByRole('status').getByText('2 selected')).toBeVisible()
  }
  await selectTwo()
  await expectNoAxeViolations(page, page.getByRole('main'))
  await page.getByRole('button', { name: 'Complete' }).click()
  await expectToStay(page, '2 tasks completed')
  for (const name of ['Banner', 'Door sign']) await expectLeaving(page, name, 'Completed')
  expect(await statuses()).toEqual(['completed', 'pending', 'completed', 'completed'])
  await undoByToast(page)
  await expectToast(page, 'Change undone')
  expect(await statuses()).toEqual(['pending', 'pending', 'in_progress', 'completed'])

  await selectTwo()
  await page.getByRole('button', { name: 'Move date…' }).click()
  const move = page.getByRole('dialog', { name: 'Move the due date of 2 tasks' })
  await move.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(move.getByText('Due date is required')).toBeVisible()
  await expectNoAxeViolations(page, move)
  await field(move, 'Due date').fill('2099-03-05')
  await move.getByRole('button', { name: 'Move', exact: true }).click()
  await expectToStay(page, '2 tasks moved')
  // The two moved ones are due at the same time.
  await expect(names(page)).toHaveText(['Chalk board', /Banner|Door sign/, /Banner|Door sign/])
  await undoByToast(page)
  await expectToast(page, 'Change undone')

  await selectTwo()
  await page.getByRole('button', { name: 'Set owner…' }).click()
  const owner = page.getByRole('dialog', { name: 'Set the owner of 2 tasks' })
  await field(owner, 'Owner').selectOption({ value: staff.id })
  await owner.getByRole('button', { name: 'Set owner' }).click()
  // The other one was theirs already.
  await expectToStay(page, '1 task assigned')
  await undoByToast(page)
  await expectToast(page, 'Change undone')

  await selectTwo()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expectToStay(page, '2 tasks deleted')
  for (const name of ['Banner', 'Door sign']) await expectLeaving(page, name, 'Deleted')
  await page.mouse.move(0, 0)
  await page.keyboard.press('F8')
  // First the toast itself.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(toastUndo(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectToast(page, '2 tasks restored')
  await expect(names(page)).toHaveText(['Banner', 'Chalk board', 'Door sign'])
  const plain = (rows: typeof before) => rows.map(({ updatedAt: _at, ...row }) => row)
  expect(plain(await stored())).toEqual(plain(before))

  await page.getByRole('button', { name: 'Actions for Banner' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expectToStay(page, 'Task deleted successfully')
  await expectLeaving(page, 'Banner', 'Deleted')
  await undoByToast(page)
  await expectToast(page, '1 task restored')
  await expect(names(page)).toHaveText(['Banner', 'Chalk board', 'Door sign'])

  // One after the other, also of the same task.
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Banner' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Mark In Progress')
  await expectToStay(page, 'Task status updated successfully')
  await choose('Delete')
  await expectToStay(page, 'Task deleted successfully')
  await expect(page.getByText('Before it: Task status updated successfully', { exact: true })).toBeVisible()
  await undoByToast(page)
  await dismissToast(page, '1 task restored')
  await expectToStay(page, 'Task status updated successfully')
  await undoByToast(page)
  await expectToast(page, 'Change undone')
  expect(plain(await stored())).toEqual(plain(before))
})

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const cards = (page: Page, name: string) => column(page, name).getByRole('heading', { level: 4 })

/** Picks a card up by its handle, and waits until it goes by the keys: they are listened to a timer after it is over its column. */
const pickUp = async (page: Page, handle: Locator, announced: string) => {
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(announced)).toBeAttached()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}

test('tasks are moved on the board by mouse, by keyboard and by their menus', async ({
  page,
  portal,
  signInAs,
}) => {
  const { staff, url, statuses } = await gather(portal)
  await signInAs(page, staff)
  await page.goto(url)
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await expect(cards(page, 'Pending')).toHaveText(['Banner', 'Chalk board'])
  await expect(cards(page, 'In Progress')).toHaveText(['Door sign'])
  await expect(cards(page, 'Completed')).toHaveText(['Easel'])

  const from = await cards(page, 'Pending').first().boundingBox()
  const to = await column(page, 'In Progress').boundingBox()
  if (!from || !to) throw new Error('nothing to drag')
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(to.x + 40, to.y + 100, { steps: 8 })
  await page.mouse.up()
  await expectToStay(page, 'Task status updated successfully')
  await expect(cards(page, 'In Progress')).toHaveText(['Banner', 'Door sign'])
  expect(await statuses()).toEqual(['in_progress', 'pending', 'in_progress', 'completed'])
  await undoByToast(page)
  await expect(cards(page, 'Pending')).toHaveText(['Banner', 'Chalk board'])

  const handle = page.getByRole('button', { name: 'Move Chalk board' })
  await pickUp(page, handle, 'Chalk board is over Pending.')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Chalk board is over In Progress.')).toBeAttached()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Chalk board is over Completed.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(cards(page, 'Completed')).toHaveText(['Easel', 'Chalk board'])
  await expect(handle).toBeFocused()
  await expectToast(page, 'Task status updated successfully')
  await pickUp(page, handle, 'Chalk board is over Completed.')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await expect(cards(page, 'Completed')).toHaveText(['Easel', 'Chalk board'])

  await page.getByRole('button', { name: 'Actions for Easel' }).click()
  await page.getByRole('menuitem', { name: 'Mark Pending' }).click()
  await expect(cards(page, 'Pending')).toHaveText(['Banner', 'Easel'])
  await expectToast(page, 'Task status updated successfully')
  await cards(page, 'Pending').getByRole('link', { name: 'Banner' }).click()
  await expect(page.getByRole('dialog')).toContainText('Banner')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the list is of cards, and the board has a column at a time', async ({ page, portal, signInAs }) => {
    const { staff, url } = await gather(portal)
    await signInAs(page, staff)
    await page.goto(url)
    const isTooWide = () =>
      page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    await expect(names(page)).toHaveText(['Banner', 'Chalk board', 'Door sign'])
    expect(await isTooWide()).toBe(false)
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Due date, descending')
    await expect(names(page)).toHaveText(['Door sign', 'Chalk board', 'Banner'])
    await select(page, 'Banner').check()
    await page.getByRole('button', { name: 'Delete' }).click()
    await undoByToast(page)
    await expectToast(page, '1 task restored')
    await expect(names(page)).toHaveText(['Door sign', 'Chalk board', 'Banner'])

    await page.getByRole('combobox', { name: 'View' }).selectOption('Board')
    await expect(cards(page, 'Pending')).toHaveText(['Banner', 'Chalk board'])
    await expect(column(page, 'Completed')).toBeHidden()
    expect(await isTooWide()).toBe(false)
    await page.getByRole('navigation', { name: 'Column' }).getByRole('link', { name: 'Completed' }).click()
    await expect(cards(page, 'Completed')).toHaveText(['Easel'])
    await page.getByRole('button', { name: 'Actions for Easel' }).click()
    await page.getByRole('menuitem', { name: 'Mark In Progress' }).click()
    await expectToast(page, 'Task status updated successfully')
    await expect(column(page, 'Completed')).toContainText('No tasks')
  })
})

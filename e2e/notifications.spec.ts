import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { notifications } from '#server/db/schema/notifications.ts'
import { notifyOfNewTask } from '#server/features/notifications/notify/data.ts'
import { getPreferences } from '#server/features/notifications/preferences/data.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Portal } from './portal.ts'
import { expectToast, uniqueName } from './resource-steps.ts'

const newPartner = async (portal: Portal) => {
  const partner = await createPartner(portal, { status: 'completed' })
  await portal.db.delete(notifications).where(eq(notifications.userId, partner.user.id))
  return partner
}

/** A task of which its partner was notified. */
const giveTask = async (portal: Portal, partnerId: string, name = uniqueName('Hang the posters')) => {
  const task = await createTask(portal, { partnerId, taskName: name })
  await notifyOfNewTask(portal.db, task.id)
  return task
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const expectNew = async (page: Page, count: number) => {
  const name = count > 0 ? `Notifications, ${count} new` : 'Notifications'
  // Also behind a dialog, where nothing has a role.
  await expect(page.getByRole('button', { name, exact: true, includeHidden: true })).toBeAttached()
}
const boxOf = async (part: Locator) => JSON.stringify(await part.boundingBox())

test('a task that staff give comes to the bell of both tabs, and opening it clears it in both', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const { user, profile } = await newPartner(portal)
  await signInAs(page, user)
  await page.goto('/')
  const other = await page.context().newPage()
  await other.goto('/resources')
  await expectNew(other, 0)
  await page.bringToFront()
  await expectNew(page, 0)
  const before = await boxOf(bell(page))

  const taskName = uniqueName('Put up the <b>banner</b>')
  const staffPage = await openBrowser()
  await signInAs(staffPage, await createUser(portal, { role: 'support' }))
  await staffPage.goto(`/?partner=${profile.id}&new=task&of=${profile.id}`)
  const form = staffPage.getByRole('dialog', { name: 'Create New Task' })
  await form.getByRole('textbox', { name: 'Task Name' }).fill(taskName)
  await form.getByLabel('Due Date').fill('2027-03-01')
  await form.getByLabel('Task type').selectOption('physical')
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expect(form).toHaveCount(0)

  await expectNew(page, 1)
  expect(await boxOf(bell(page))).toBe(before)
  await bell(page).click()
  const item = panel(page).getByRole('listitem')
  await expect(item).toHaveCount(1)
  await expect(item).toContainText(`New task: ${taskName}`)
  await expect(item).toContainText('Due Mar 1, 2027')
  await expectNoAxeViolations(page, panel(page))

  await item.getByRole('link').click()
  await expect(page.getByRole('dialog', { name: taskName })).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
  await expectNew(page, 0)
  await other.bringToFront()
  await expectNew(other, 0)
  await page.bringToFront()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await bell(page).click()
  await expect(item.getByText('(new)')).toHaveCount(0)
  await expect(item).toHaveCount(1)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('all of the last 90 days are listed by day, and marked one by one or together', async ({
    page,
    portal,
    signInAs,
  }) => {
    const { user, profile } = await newPartner(portal)
    await signInAs(page, user)
    await page.goto('/')
    await bell(page).click()
    await expect(panel(page).getByText("You're all caught up")).toBeVisible()
    await expect(panel(page).getByRole('button', { name: 'Mark all as seen' })).toHaveCount(0)

    for (let number = 1; number <= 12; number += 1) await giveTask(portal, profile.id)
    await portal.db.insert(notifications).values({
      userId: user.id,
      kind: 'role_changed',
      title: 'Your role is now User',
      seenAt: new Date(),
      createdAt: new Date(Date.now() - 60 * 86_400_000),
    })
    await expectNew(page, 12)
    await expect(page.locator('button[aria-label^=Notifications]')).toHaveText('9+')
    await expect(panel(page).getByRole('listitem')).toHaveCount(10)
    await panel(page).getByRole('link', { name: 'See all' }).click()
    await expect(page).toHaveURL('/?notifications=all')
    const today = panel(page).getByRole('list', { name: 'Today' }).getByRole('listitem')
    await expect(today).toHaveCount(12)
    await expect(panel(page).getByRole('link', { name: 'Your role is now User' })).toBeVisible()

    await panel(page).getByRole('link', { name: 'New', exact: true }).click()
    await expect(page).toHaveURL('/?notifications=new')
    await expect(panel(page).getByRole('link', { name: 'Your role is now User' })).toHaveCount(0)
    await today
      .first()
      .getByRole('button', { name: /^Mark as seen: / })
      .click()
    await expect(today).toHaveCount(11)
    await panel(page).getByRole('button', { name: 'Mark all as seen' }).click()
    await expect(panel(page).getByText("You're all caught up")).toBeVisible()
    await expectNew(page, 0)
    await page.reload()
    await expect(panel(page).getByText("You're all caught up")).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/')
  })

  test('switches and quiet hours are saved', async ({ page, portal, signInAs }) => {
    const { user } = await newPartner(portal)
    await signInAs(page, user)
    await page.goto('/?account=notifications')
    const dialog = page.getByRole('dialog', { name: 'Account and security' })
    const switchOf = (name: string) => dialog.getByRole('checkbox', { name, exact: true })
    await expect(dialog.getByRole('table').getByRole('columnheader')).toHaveText([
      'Event',
      'Bell',
      'Email',
      'Weekly digest',
    ])
    await switchOf('New tasks by email').uncheck()
    await expectToast(page, 'New tasks by email: off')
    // One after the other, without waiting.
    await switchOf('New tasks in the bell').uncheck()
    await switchOf('Announcements in the bell').uncheck()
    await switchOf('New and updated files in the weekly digest').uncheck()
    await expectToast(page, 'New and updated files in the weekly digest: off')
    await switchOf('No emails during quiet hours').check()
    await dialog.getByLabel('Until').fill('06:30')
    await dialog.getByRole('button', { name: 'Save quiet hours' }).click()
    await expectToast(page, 'Quiet hours saved')
    expect(await getPreferences(portal.db, user.id)).toMatchObject({
      taskAssignments: false,
      taskReminders: true,
      bellOff: ['task_assigned', 'announcement'],
      digestOff: ['resources'],
      quietHours: { from: '22:00', until: '06:30' },
    })

    await page.reload()
    await expect(switchOf('New tasks by email')).not.toBeChecked()
    await expect(switchOf('New tasks in the bell')).not.toBeChecked()
    await expect(switchOf('Task reminders by email')).toBeChecked()
    await expect(dialog.getByLabel('Until')).toHaveValue('06:30')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})

test('without the weekly digest its column cannot be used, and another tab follows', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user } = await newPartner(portal)
  await signInAs(page, user)
  await page.goto('/?account=notifications')
  const other = await page.context().newPage()
  await other.goto('/?account=notifications')
  const inDigest = (shown: Page) =>
    shown.getByRole('checkbox', { name: 'Agreements to sign in the weekly digest' })
  await expect(inDigest(other)).toBeEnabled()
  await page.bringToFront()
  await page.getByRole('checkbox', { name: 'Weekly digest', exact: true }).uncheck()
  await expect(inDigest(page)).toBeDisabled()
  await other.bringToFront()
  await expect(inDigest(other)).toBeDisabled()
})

test('what comes while the task is open is seen', async ({ page, portal, signInAs }) => {
  const { user, profile } = await newPartner(portal)
  const task = await giveTask(portal, profile.id)
  await signInAs(page, user)
  await page.goto(`/?task=${task.id}`)
  await expect(page.getByRole('dialog', { name: task.taskName })).toBeVisible()
  await expectNew(page, 0)
  await portal.db
    .insert(notifications)
    .values({ userId: user.id, kind: 'task_changed', title: 'Comment', taskId: task.id })
  const isSeen = async () =>
    (await portal.db.select().from(notifications).where(eq(notifications.userId, user.id))).every(
      ({ seenAt }) => seenAt !== null,
    )
  await expect.poll(isSeen, { timeout: 20_000 }).toBe(true)
})

test('staff who view the portal as a partner see the partner’s bell, and mark nothing', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user, profile } = await newPartner(portal)
  const task = await giveTask(portal, profile.id)
  await signInAs(page, await createUser(portal, { role: 'support' }))
  await page.goto(`/?partner=${profile.id}`)
  await page.getByRole('button', { name: 'View as partner' }).click()
  await expect(page.getByRole('region', { name: 'View as partner' })).toBeVisible()
  await expectNew(page, 1)
  await bell(page).click()
  await expect(panel(page).getByRole('link', { name: task.taskName })).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Mark all as seen' })).toHaveCount(0)
  await panel(page).getByRole('link', { name: task.taskName }).click()
  await expect(page.getByRole('dialog', { name: task.taskName })).toBeVisible()
  await page.goBack()
  await expectNew(page, 1)
  const [row] = await portal.db.select().from(notifications).where(eq(notifications.userId, user.id))
  expect(row?.seenAt).toBeNull()
})

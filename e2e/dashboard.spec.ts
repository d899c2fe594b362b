import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { notifications } from '#server/db/schema/notifications.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { sessions } from '#server/db/schema/users.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { createTask, createUser } from '#test/factories.ts'
import { countClicks } from './count-clicks.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { uniqueName } from './resource-steps.ts'
import { newPartner, picker, row } from './staff-steps.ts'

test.describe('with a mock clock', () => {
  test.use({ ownContext: true })

  test('a lost session shows a message and leads to the sign-in after half a second', async ({
    page,
    portal,
    signInAs,
    browserErrors,
  }) => {
    // The page may still be loading when the session ends.
    browserErrors.allow(/status of 401 .*\/api\//)
    const { user, profile } = await newPartner(portal)
    await createTask(portal, { partnerId: profile.id, taskName: 'Too late' })
    await signInAs(page, user)
    await page.clock.install()
    await page.goto('/dashboard')
    const start = row(page, 'Too late').getByRole('button', { name: 'Start' })
    await expect(start).toBeVisible()
    // The jump of the clock starts what the page reads later, which has to find the session.
    await page.clock.pauseAt(Date.now() + 60_000)
    await expect(start).toBeVisible()
    await portal.db.delete(sessions).where(eq(sessions.userId, user.id))

    await start.click()
    const toast = page.getByText('Unauthorized: You are logged out. Logging in again...', { exact: true })
    await expect(async () => {
      // React and its queries need a few moments on the page's clock.
      await page.clock.runFor(1)
      await expect(toast).toBeVisible({ timeout: 50 })
    }).toPass()
    await expect(page.getByText('Failed to update task status')).toHaveCount(0)
    await page.clock.runFor(400)
    await expect(page).toHaveURL('/dashboard')
    await page.clock.runFor(100)
    await expect(page).toHaveURL('/sign-in?returnTo=%2Fdashboard')
  })
})

const expectNew = async (page: Page, count: number) => {
  const name = count > 0 ? `Notifications, ${count} new` : 'Notifications'
  // Include hidden elements, since behind a dialog nothing has a role.
  await expect(page.getByRole('button', { name, exact: true, includeHidden: true })).toBeAttached()
}

/** Gives a task to a partner as a member of staff does, in three clicks in addition to typing. */
const giveTask = async (page: Page, partnerName: string, taskName: string) => {
  const dialog = page.getByRole('dialog', { name: 'Create New Task' })
  await page.goto('/admin?tab=tasks')
  const clicks = await countClicks(page)
  await page.getByRole('link', { name: 'New task' }).click()
  await picker(dialog).fill(partnerName)
  // The list still moves until the search has finished, and a press on a moving option could be counted twice.
  const options = dialog.getByRole('listbox').getByRole('option')
  await expect(options).toHaveCount(1)
  await options.filter({ hasText: partnerName }).click()
  await field(dialog, 'Task name').fill(taskName)
  await field(dialog, 'Due date').fill('2099-03-05')
  await field(dialog, 'Task type').selectOption('Physical')
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect(dialog).toHaveCount(0)
  clicks.expectSome()
  clicks.expectAtMost(3)
}

const statusOf = async ({ db }: Portal, taskName: string) =>
  (await db.select().from(partnerTasks).where(eq(partnerTasks.taskName, taskName)))[0]?.status

test('the tabs of a partner show at once what staff and each other do, over one stream, until one logs out', async ({
  page,
  context,
  portal,
  signInAs,
  openBrowser,
  browserErrors,
}) => {
  // A tab may reload what the other tab changed after the session has ended.
  browserErrors.allow(/status of 401 .*\/api\//)
  const { user, profile } = await newPartner(portal)
  await portal.db.delete(notifications).where(eq(notifications.userId, user.id))
  const streams: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/api/events?')) streams.push(request.url())
  })
  await signInAs(page, user)
  const listening = page.waitForRequest('**/api/events?*')
  await page.goto('/')
  await listening
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByText('No tasks assigned')).toBeVisible()

  const staff = await createUser(portal, { role: 'support' })
  const staffPage = await openBrowser()
  await signInAs(staffPage, staff)
  const taskName = uniqueName('Put up the <b>banner</b>')
  await giveTask(staffPage, profile.fullName, taskName)
  for (const tab of [page, other]) {
    await expect(row(tab, taskName)).toBeVisible()
    await expectNew(tab, 1)
  }
  expect(streams).toHaveLength(1)
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'Dark' }).check()
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')

  await other.bringToFront()
  await other.getByRole('button', { name: /^Notifications/ }).click()
  const panel = other.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('listitem')).toContainText(`New task: ${taskName}`)
  await panel.getByRole('link').first().click()
  const details = other.getByRole('dialog', { name: taskName })
  await expect(details).toBeVisible()
  await page.bringToFront()
  await expectNew(page, 0)
  await other.bringToFront()
  await details.getByRole('button', { name: 'Close' }).click()
  await row(other, taskName).getByRole('button', { name: 'Mark Complete' }).click()
  await page.bringToFront()
  await page.getByText('1 task done').click()
  await expect(row(page, taskName).getByText('Completed', { exact: true })).toBeVisible()
  expect(await statusOf(portal, taskName)).toBe('completed')

  // When the tab with the stream closes, the other takes over and misses nothing.
  await page.close()
  await sendMessage(portal.deps, { ...staff, sid: '' } as never, user.id, { message: 'Hello' })
  await expect(other.getByRole('button', { name: 'Open chat 1 unread' })).toBeVisible()
  const opening = context.waitForEvent('page')
  await other.getByRole('link', { name: 'Logout' }).click({ modifiers: ['ControlOrMeta'] })
  await expect((await opening).getByRole('link', { name: 'Partner Login' })).toBeVisible()
  await expect((await opening).locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(other).toHaveURL('/sign-in')
})

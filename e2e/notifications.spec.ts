import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { notifications } from '#server/db/schema/notifications.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Portal } from './portal.ts'
import { uniqueName } from './resource-steps.ts'

const newPartner = async (portal: Portal) => {
  const partner = await createPartner(portal, { status: 'completed' })
  await portal.db.delete(notifications).where(eq(notifications.userId, partner.user.id))
  return partner
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

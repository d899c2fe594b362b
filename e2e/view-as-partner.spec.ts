import { eq } from 'drizzle-orm'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createTask } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { expectToast, uniqueName } from './resource-steps.ts'
import { picker, row, section, visitPartner } from './staff-steps.ts'

// The page may still have sent these requests before the view changed. It repeats them.
const formerRequests = /status of 40[34] .*\/api\/(admin|partner)\//
const refused = "You're viewing the portal as a partner, so you can't change anything."

// client/features/session/impersonation.browser.test.tsx tests what the screen refuses, and how viewing ends.
test('staff see the portal as a partner, cannot change anything, and return to that partner', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 403 .*\/api\/tasks\//)
  browserErrors.allow(formerRequests)
  const { staff, partnerId, profile, label } = await visitPartner(portal, page, signInAs)
  const { taskName, id } = await createTask(portal, { partnerId, taskName: uniqueName('Theirs') })
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(picker(other)).toBeVisible()
  // Chromium rarely renders a tab behind another.
  await page.bringToFront()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'View as partner' }).click()
  const banner = section(page, 'View as partner')
  await expect(banner).toContainText(
    new RegExp(`You're viewing the portal as ${profile.fullName} · read-only · until \\d+:\\d\\d [AP]M`),
  )
  await expect(page).toHaveURL('/')
  await expect(page.getByText(`Welcome back, ${profile.fullName}!`)).toBeVisible()
  await expect(picker(page)).toHaveCount(0)
  // The other tab has the same session, and must not continue to show the view of staff.
  await expect(section(other, 'View as partner')).toBeVisible()
  await expect(row(other, taskName)).toBeVisible()
  await expect(picker(other)).toHaveCount(0)

  await row(page, taskName).getByRole('button', { name: 'Mark Complete' }).click()
  await expectToast(page, refused)
  await expect(row(page, taskName).getByText('Pending', { exact: true })).toBeVisible()
  await banner.getByRole('button', { name: 'Stop viewing' }).click()
  await expect(banner).toHaveCount(0)
  await expect(page).toHaveURL(`/?partner=${partnerId}`)
  await expect(picker(page)).toHaveValue(label)
  await expect(row(page, taskName).getByRole('button', { name: `Actions for ${taskName}` })).toBeVisible()
  await expect(picker(other)).toBeVisible()
  await expect(section(other, 'View as partner')).toHaveCount(0)
  expect(await auditEventsOf(portal, staff)).toMatchObject([
    { action: 'view.started', subjectId: partnerId, subjectName: profile.fullName },
    { action: 'view.stopped', subjectId: partnerId, subjectName: profile.fullName },
  ])
  const [task] = await portal.db.select().from(partnerTasks).where(eq(partnerTasks.id, id))
  expect(task?.status).toBe('pending')
})

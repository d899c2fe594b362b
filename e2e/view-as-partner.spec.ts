import { eq } from 'drizzle-orm'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { sessions, users } from '#server/db/schema/users.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createResource, createTask } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { expectToast, uniqueName } from './resource-steps.ts'
import { picker, row, section, visitPartner } from './staff-steps.ts'

// Requests of the page from before the view changed. The page repeats them.
const formerRequests = /status of 40[34] .*\/api\/(admin|partner)\//
const refused = 'You are viewing the portal as a partner: nothing can be changed.'

test('staff see the portal as a partner, cannot change anything, and return to that partner', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 403 .*\/api\/(tasks|resources)\//)
  browserErrors.allow(formerRequests)
  const { staff, partnerId, profile, label } = await visitPartner(portal, page, signInAs)
  const { taskName, id } = await createTask(portal, { partnerId, taskName: uniqueName('Theirs') })
  const { title } = await createResource(portal, {
    title: uniqueName('For them'),
    assignedPartnerIds: [partnerId],
  })
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(picker(other)).toBeVisible()
  // Chromium rarely renders a tab behind another.
  await page.bringToFront()

  await page.getByRole('button', { name: 'View as partner' }).click()
  const banner = section(page, 'View as partner')
  await expect(banner).toContainText(
    new RegExp(`You're viewing the portal as ${profile.fullName} · read-only · until \\d+:\\d\\d [AP]M`),
  )
  await expect(page).toHaveURL('/')
  await expect(page.getByText(`Welcome back, ${profile.fullName}!`)).toBeVisible()
  await expect(picker(page)).toHaveCount(0)
  await expectNoAxeViolations(page, banner)
  // The other tab has the same session, and must not continue to show the view of staff.
  await expect(section(other, 'View as partner')).toBeVisible()
  await expect(row(other, taskName)).toBeVisible()
  await expect(picker(other)).toHaveCount(0)

  await row(page, taskName).getByRole('button', { name: 'Mark Complete' }).click()
  await expectToast(page, refused)
  await expect(row(page, taskName).getByText('Pending', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Open chat' }).click()
  await expectToast(page, 'The chat is closed while you view the portal as a partner')
  await page.getByRole('link', { name: 'Resources', exact: true }).click()
  await expect(banner).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search resources' }).fill(title)
  await page.getByRole('button', { name: `Download ${title}`, exact: true }).click()
  await expectToast(page, refused)
  await page.goto('/admin')
  await expect(page.getByText('Access Denied')).toBeVisible()
  await expect(banner).toBeVisible()

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

test.describe('with a clock of its own', () => {
  test.use({ ownContext: true })

  test('after an hour the banner closes and the view of staff returns', async ({
    page,
    portal,
    signInAs,
    browserErrors,
  }) => {
    browserErrors.allow(formerRequests)
    await page.clock.install()
    const { staff, partnerId, profile } = await visitPartner(portal, page, signInAs)
    await page.getByRole('button', { name: 'View as partner' }).click()
    await expect(page.getByText(`Welcome back, ${profile.fullName}!`)).toBeVisible()
    const banner = section(page, 'View as partner')
    await expect(banner).toBeVisible()

    const [session] = await portal.db.select().from(sessions).where(eq(sessions.userId, staff.id))
    if (!session) throw new Error('the session is gone')
    const viewing = { partnerId, until: new Date(Date.now() - 1000).toISOString() }
    await portal.db
      .update(sessions)
      .set({ sess: { ...session.sess, viewing } })
      .where(eq(sessions.userId, staff.id))
    await page.clock.fastForward('01:00:05')
    await expect(banner).toHaveCount(0)
    await expect(page.getByText('Welcome back, All Partners!')).toBeVisible()
    await expect(picker(page)).toBeVisible()
  })
})

test('viewing as a colleague is refused with the reason', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409 .*\/view$/)
  const { user } = await visitPartner(portal, page, signInAs)
  await portal.db.update(users).set({ role: 'support' }).where(eq(users.id, user.id))
  await page.getByRole('button', { name: 'View as partner' }).click()
  await expectToast(page, 'This profile belongs to a staff member. Only partners can be viewed.')
  await expect(picker(page)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Welcome back, Partner!')).toBeVisible()
  await expect(picker(page)).not.toHaveValue('')
  await expect(page.getByRole('button', { name: 'View as partner' })).toHaveCount(0)
})

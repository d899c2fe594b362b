import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { partnerActivities } from '#server/db/schema/partners.ts'
import { logActivity } from '#server/features/partners/profile/data.ts'
import { createPartner, createResource, createTask, createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Portal } from './portal.ts'
import { blockRenderedPages } from './requests.ts'
import { uniqueName } from './resource-steps.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** A partner with a task, a file, and a member of staff whose name stands nowhere else. */
const gather = async (portal: Portal) => {
  const staff = await createUser(portal, { role: 'support', firstName: 'Wilhelmina', lastName: 'Quist' })
  const partner = await createPartner(portal, {
    fullName: uniqueName('Ann'),
    businessName: uniqueName('Hall'),
    status: 'completed',
  })
  const { id: partnerId } = partner.profile
  const title = uniqueName('Poster')
  const resource = await createResource(portal, { title, assignedPartnerIds: [partnerId] })
  const taskName = `<b>${'Hang'.repeat(20)}</b> ${uniqueName('the posters')}`
  const task = await createTask(portal, { partnerId, taskName })
  const description = `Task "${taskName}" created`
  const metadata = { actorId: staff.id, taskId: task.id }
  await logActivity(portal.db, { partnerId, activityType: 'task_created', description, metadata })
  return { staff, partner, resource, task, created: description }
}

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const width of [1440, 390]) {
  test(`what happens to a partner shows on their home and on the record while both are open, at ${width}`, async ({
    page,
    portal,
    signInAs,
    openBrowser,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const { staff, partner, resource, created } = await gather(portal)
    await signInAs(page, partner.user)
    await page.goto('/')
    const recent = page.getByRole('region', { name: 'Recent activity' })
    const lines = recent.getByRole('listitem')
    await expect(lines.first()).toContainText(`${created}Partner team · 1 min ago`)
    await expectNoAxeViolations(page, recent)
    expect(await overflowOf(page)).toBe(0)

    const team = await openBrowser({ baseURL: portal.url, viewport: { width, height: 844 } })
    await signInAs(team, staff)
    await team.goto(`/admin?tab=partners&partner=${partner.profile.id}&section=activity`)
    const record = team.getByRole('dialog', { name: partner.profile.businessName })
    const entries = record.getByRole('list', { name: 'activity' }).getByRole('listitem')
    await expect(entries.first()).toContainText(/created.*Wilhelmina Quist · /s)
    await expect(record.getByRole('heading', { name: 'Today' })).toBeVisible()
    await expectNoAxeViolations(team, record)

    const headers = { origin: portal.url }
    for (let again = 0; again < 2; again += 1) {
      const address = `/api/resources/${resource.id}/download`
      expect((await page.request.post(address, { headers })).status()).toBe(200)
    }
    const downloaded = `"${resource.title}" downloaded`
    await expect(entries.first()).toContainText(downloaded)
    await expect(entries.filter({ hasText: downloaded })).toHaveCount(1)
    await record.getByRole('button', { name: 'Remind' }).click()
    await expect(lines.first()).toContainText('Reminder emailedPartner team · 1 min ago')
    await expect(lines.nth(1)).toContainText(downloaded)
    await expect(lines).toHaveCount(5)
    await expect(entries.first()).toContainText(/Reminder emailed.*Wilhelmina Quist/s)

    await record.getByLabel('Kind of activity').selectOption('Files')
    await expect(entries).toHaveText([new RegExp(downloaded)])
    await expect(team).toHaveURL(/activity-kind=files/)
    await team.reload()
    await expect(entries).toHaveText([new RegExp(downloaded)])
    await entries.getByRole('link').click()
    await expect(team.getByRole('dialog', { name: resource.title })).toBeVisible()
    await team.keyboard.press('Escape')
    await expect(record).toBeVisible()
    expect(await page.content()).not.toContain('Quist')
  })

  test(`a partner sees all of it in a dialog with an address, by kind and page by page, at ${width}`, async ({
    page,
    portal,
    signInAs,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const { partner, task } = await gather(portal)
    const { id: partnerId } = partner.profile
    const changes = Array.from({ length: 25 }, (_, n) => ({
      partnerId,
      activityType: 'profile_updated' as const,
      description: `Profile updated, change ${n + 1}`,
      metadata: { actorId: partner.user.id },
      createdAt: minutesAgo(60 * 24 * 3 + n),
    }))
    const groupChange = { activityType: 'group_changed' as const, description: 'Added to the group "X"' }
    await logActivity(portal.db, ...changes, { partnerId, ...groupChange })
    await signInAs(page, partner.user)
    await page.goto('/')
    const card = page.getByRole('region', { name: 'Recent activity' })
    await expect(card.getByRole('listitem')).toHaveCount(5)
    await card.getByRole('link', { name: 'View all activity' }).click()
    await expect(page).toHaveURL('/?activity=all')
    const dialog = page.getByRole('dialog', { name: 'Activity' })
    const entries = dialog.getByRole('list', { name: 'activity' }).getByRole('listitem')
    await expect(entries).toHaveCount(20)
    await expectNoAxeViolations(page, dialog)
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)

    await dialog.getByLabel('Kind of activity').selectOption('Profile and onboarding')
    await expect(page).toHaveURL('/?activity=profile')
    await expect(entries).toHaveCount(20)
    await dialog.getByRole('button', { name: 'Show more' }).click()
    await expect(entries.filter({ hasText: 'change 25' })).toHaveCount(1)
    await dialog.getByLabel('Kind of activity').selectOption('Account')
    await expect(dialog.getByText('No activity of this kind yet')).toBeVisible()
    await expectNoAxeViolations(page, dialog)
    await dialog.getByLabel('Kind of activity').selectOption('Tasks')
    await expect(entries).toHaveCount(1)
    await page.reload()
    await expect(entries).toHaveCount(1)
    await expect(dialog.getByLabel('Kind of activity')).toHaveValue('tasks')

    await entries.getByRole('link').focus()
    await page.keyboard.press('Enter')
    const opened = page.getByRole('dialog', { name: task.taskName })
    await expect(opened).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`activity=tasks&task=${task.id}`))
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
    await expect(dialog).toBeVisible()
    // Back closes it, whatever was shown in it.
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/')
  })
}

test('a failed read says so and is tried again, and a partner without any entry reads that', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/Failed to load resource|ERR_FAILED/)
  const partner = await createPartner(portal, { status: 'completed' })
  await portal.db.delete(partnerActivities).where(eq(partnerActivities.partnerId, partner.profile.id))
  await signInAs(page, partner.user)
  await blockRenderedPages(page)
  const address = /\/api\/partner\/activities/
  await page.route(address, (route) => route.abort())
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Recent activity' })
  await expect(card.getByText('The activity could not be loaded')).toBeVisible()
  await page.unroute(address)
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(card.getByText('No activity yet')).toBeVisible()
})

import { insertActivities } from '#server/domain-events/data.ts'
import { createPartner, createResource, createTask, createUser } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import type { Portal } from './portal.ts'
import { uniqueName } from './resource-steps.ts'

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
  await insertActivities(portal.db, [{ partnerId, activityType: 'task_created', description, metadata }])
  return { staff, partner, resource, task, created: description }
}

test('what happens to a partner shows on their home and on the record while both are open', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const { staff, partner, resource, created } = await gather(portal)
  await signInAs(page, partner.user)
  await page.goto('/')
  const recent = page.getByRole('region', { name: 'Recent activity' })
  const lines = recent.getByRole('listitem')
  await expect(lines.first()).toContainText(`${created}Partner team · 1 min ago`)

  const team = await openBrowser()
  await signInAs(team, staff)
  await team.goto(`/admin?tab=partners&partner=${partner.profile.id}&section=activity`)
  const record = team.getByRole('dialog', { name: partner.profile.businessName })
  const entries = record.getByRole('list', { name: 'activity' }).getByRole('listitem')
  await expect(entries.first()).toContainText(/created.*Wilhelmina Quist · /s)
  await expect(record.getByRole('heading', { name: 'Today' })).toBeVisible()

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

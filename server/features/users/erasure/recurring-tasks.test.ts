import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { taskSeries } from '#server/db/schema/task-series.ts'
import { createDueTasks } from '#server/features/task-plans/series/due-tasks.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { createSeries } from '#test/plan-rows.ts'

const portal = await createTestApp()
const { db, deps } = portal
afterAll(portal.close)

const admin = await createUser(portal, { role: 'admin' })
const browser = await portal.signIn(admin)

const erase = async ({ user }: { user: { id: string; email: string } }) => {
  const response = await browser.post(`/api/admin/users/${user.id}/erasure`, { email: user.email })
  expect(response.statusCode, response.body).toBe(200)
}
const url = '/api/admin/task-series'
const stoppedAt = async (id: string) => (await browser.get(`${url}/${id}`)).json().stoppedAt

// Partners who have signed leave an empty row, and the others do not.
test.each(['documents', 'completed'] as const)(
  'a recurring task stops with the last partner for whom it was, who is at the step %s',
  async (status) => {
    const [ann, ben] = [await createPartner(portal, { status }), await createPartner(portal, { status })]
    const seriesFor = (change: object) =>
      createSeries(portal, { startsAt: new Date(Date.now() + 86_400_000), timeZone: 'UTC', ...change })
    const both = await seriesFor({
      taskName: 'For both',
      assignedGroup: null,
      assignedPartnerIds: [ann.profile.id, ben.profile.id],
    })
    const ofGroup = await seriesFor({ assignedPartnerIds: [ann.profile.id] })
    const everyone = await seriesFor({ assignedGroup: null })

    await erase(ann)
    expect(await stoppedAt(both.id)).toBeNull()
    await erase(ben)
    expect(await stoppedAt(both.id)).not.toBeNull()
    expect(await stoppedAt(ofGroup.id)).toBeNull()
    expect(await stoppedAt(everyone.id)).toBeNull()
    expect((await auditEventsOf(portal, admin)).slice(-2)).toMatchObject([
      { action: 'task_series.stopped', subjectId: both.id, subjectName: 'For both' },
      { action: 'user.erased', subjectId: ben.user.id },
    ])

    await createDueTasks(deps)
    expect(await db.$count(taskDefinitions, eq(taskDefinitions.seriesId, both.id))).toBe(0)
    const resumed = await browser.post(`${url}/${both.id}/resume`, {})
    expect([resumed.statusCode, resumed.json().message]).toEqual([
      409,
      'The partners it was for were deleted. Choose others before you resume it.',
    ])
    await browser.put(`${url}/${both.id}`, { assignedGroup: 'Coast', assignedPartnerIds: [] })
    expect((await browser.post(`${url}/${both.id}/resume`, {})).json().stoppedAt).toBeNull()
    await db.delete(taskSeries)
  },
)

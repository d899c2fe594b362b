import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { NeedsAttention } from '#contract/attention.ts'
import { attentionMarks } from '#server/db/schema/attention.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'
import { createTaskProof } from '#test/task-proofs.ts'
import { deleteOldMarks, endSnoozedMarks } from './data.ts'

const portal = await createTestApp()
afterAll(portal.close)

const day = 24 * 60 * 60 * 1000
const staff = await createUser(portal, { role: 'support', firstName: 'Sam', lastName: 'Reyes' })
const browser = await portal.signIn(staff)
const { user, profile } = await createPartner(portal, { status: 'completed' })

const read = async (query = '') => (await browser.get(`/api/admin/attention${query}`)).json<NeedsAttention>()
const idsOf = (group: { rows: { id: string }[] }) => group.rows.map(({ id }) => id)
const mark = (kind: string, id: string, { since, until }: { since: string; until: string | null }) =>
  browser.put(`/api/admin/attention/${id}`, { kind, since, mark: { until } })
const overdue = async () => {
  const dueDate = new Date(Date.now() - 2 * day)
  const { id } = await createTask(portal, { partnerId: profile.id, dueDate })
  return { id, since: dueDate.toISOString() }
}

test('an item that is done leaves the list for all staff, still counts, names who marked it, and can be brought back', async () => {
  const { id, since } = await overdue()
  const other = await overdue()
  expect((await mark('overdueTasks', id, { since, until: null })).statusCode).toBe(204)
  const { overdueTasks } = await read()
  expect(overdueTasks).toMatchObject({ count: 2, marked: 1 })
  expect(idsOf(overdueTasks)).toEqual([other.id])
  const colleague = await portal.signIn(await createUser(portal, { role: 'admin' }))
  const seen = (await colleague.get('/api/admin/attention?marked=true')).json<NeedsAttention>()
  expect(seen.overdueTasks.rows).toMatchObject([
    { id, mark: { until: null, by: 'Sam Reyes', at: expect.any(String) } },
  ])
  expect(idsOf((await read(`?partnerId=${profile.id}`)).overdueTasks)).toEqual([other.id])

  expect(
    (await browser.put(`/api/admin/attention/${id}`, { kind: 'overdueTasks', since, mark: null })).statusCode,
  ).toBe(204)
  expect((await read()).overdueTasks).toMatchObject({ count: 2, marked: 0 })
  expect((await auditEventsOf(portal, staff)).map(({ action, subjectId }) => [action, subjectId])).toEqual([
    ['attention.done', id],
    ['attention.brought_back', id],
  ])
  await mark('overdueTasks', other.id, { since: other.since, until: null })
})

test('a snoozed item returns at its time', async () => {
  const { id, since } = await overdue()
  const past = new Date(Date.now() - 1000).toISOString()
  expect((await mark('overdueTasks', id, { since, until: past })).json()).toMatchObject({
    fields: { 'mark.until': 'Choose a time in the future.' },
  })
  const until = new Date(Date.now() + day).toISOString()
  expect((await mark('overdueTasks', id, { since, until })).statusCode).toBe(204)
  expect(idsOf((await read()).overdueTasks)).not.toContain(id)
  expect((await read('?marked=true')).overdueTasks.rows).toContainEqual(
    expect.objectContaining({ id, mark: expect.objectContaining({ until }) }),
  )
  await endSnoozedMarks(portal.db)
  expect(idsOf((await read()).overdueTasks)).not.toContain(id)
  await portal.db
    .update(attentionMarks)
    .set({ until: new Date(Date.now() - 1) })
    .where(eq(attentionMarks.subjectId, id))
  await endSnoozedMarks(portal.db)
  expect(idsOf((await read()).overdueTasks)).toContain(id)
})

test('an item that happens again returns, and one that has happened again since it was read is not marked', async () => {
  const task = await createTask(portal, { partnerId: profile.id, status: 'completed' })
  const proof = await createTaskProof(portal, { taskId: task.id, uploadedBy: user.id })
  const since = proof.createdAt.toISOString()
  // A moment in the future counts as that of the item, so the item can still happen again.
  const future = '2100-01-01T00:00:00.000Z'
  expect((await mark('tasksToReview', task.id, { since: future, until: null })).statusCode).toBe(204)
  expect((await read()).tasksToReview.rows).toEqual([])
  const { createdAt: later } = await createTaskProof(portal, { taskId: task.id, uploadedBy: user.id })
  expect(idsOf((await read()).tasksToReview)).toEqual([task.id])
  expect((await mark('tasksToReview', task.id, { since, until: null })).statusCode).toBe(409)
  expect((await mark('tasksToReview', task.id, { since: later.toISOString(), until: null })).statusCode).toBe(
    204,
  )
  expect((await read()).tasksToReview.rows).toEqual([])
})

test('only what needs attention can be marked, and marks are deleted after a year', async () => {
  const task = await createTask(portal, { partnerId: profile.id, dueDate: new Date(Date.now() + day) })
  const since = task.dueDate.toISOString()
  expect((await mark('overdueTasks', task.id, { since, until: null })).statusCode).toBe(404)
  expect((await mark('conversations', user.id, { since, until: null })).statusCode).toBe(400)
  const { id, since: due } = await overdue()
  await mark('overdueTasks', id, { since: due, until: null })
  await deleteOldMarks(portal.db)
  expect(idsOf((await read()).overdueTasks)).not.toContain(id)
  await portal.db
    .update(attentionMarks)
    .set({ createdAt: new Date(Date.now() - 366 * day) })
    .where(eq(attentionMarks.subjectId, id))
  await deleteOldMarks(portal.db)
  expect(idsOf((await read()).overdueTasks)).toContain(id)
})

import { eq, inArray } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { maxSelectedTasks } from '#contract/limits.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'
import { activitiesOf, activityTypesOf } from '#test/partner-rows.ts'

const portal = await createTestApp()
afterAll(portal.close)

const bulk = '/api/tasks/bulk'
const restore = '/api/tasks/restore'
const dueDate = '2049-06-01T10:00:00.000Z'

const gather = async () => {
  const staff = await createUser(portal, { role: 'support' })
  const { profile } = await createPartner(portal)
  const of = (task: object) => createTask(portal, { partnerId: profile.id, ...task })
  const tasks = [
    await of({ dueDate: new Date('2049-01-01T10:00:00Z') }),
    await of({ dueDate: new Date('2049-02-01T10:00:00Z'), status: 'in_progress' as const }),
    await of({ status: 'completed' as const }),
  ]
  const ids = tasks.map(({ id }) => id)
  const rows = async () => {
    const found = await portal.db.select().from(partnerTasks).where(inArray(partnerTasks.id, ids))
    return ids.flatMap((id) => found.filter((row) => row.id === id))
  }
  const change = async (changes: object[]) => {
    const response = await browser.post(bulk, { changes })
    expect(response.statusCode, response.body).toBe(200)
    return response.json().changed as { id: string; before: object; updatedAt: string }[]
  }
  const browser = await portal.signIn(staff)
  return { staff, profile, browser, tasks, ids, rows, change }
}

type Changed = { id: string; before: object; updatedAt: string }
const undoOf = (changed: Changed[]) => changed.map(({ before, ...task }) => ({ ...task, ...before }))

describe('a change of several tasks', () => {
  test('completes them, records each, and is undone exactly', async () => {
    const { staff, profile, change, ids, rows, tasks } = await gather()
    const changed = await change(ids.map((id) => ({ id, status: 'completed' })))
    expect((await rows()).map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
    // The third task was already completed, so it is not among the changed ones.
    expect(changed.map(({ id, before }) => ({ id, before }))).toEqual([
      { id: ids[0], before: { status: 'pending' } },
      { id: ids[1], before: { status: 'in_progress' } },
    ])
    expect(await activityTypesOf(portal, { profile })).toEqual(['task_status_changed', 'task_status_changed'])
    expect(await auditEventsOf(portal, staff)).toMatchObject(
      ['pending', 'in_progress'].map((status) => ({
        action: 'task.changed',
        before: { status },
        after: { status: 'completed' },
      })),
    )
    await change(undoOf(changed))
    expect((await rows()).map(({ status }) => status)).toEqual(tasks.map(({ status }) => status))
  })

  test('moves the due date and sets the owner, and is undone exactly', async () => {
    const { staff, change, ids, rows, tasks } = await gather()
    const changed = await change(ids.map((id) => ({ id, dueDate, ownerId: staff.id })))
    expect((await rows()).map((row) => [row.dueDate.toISOString(), row.ownerId])).toEqual(
      Array(3).fill([dueDate, staff.id]),
    )
    expect(changed[1]?.before).toEqual({ dueDate: '2049-02-01T10:00:00.000Z', ownerId: null })
    await change(undoOf(changed))
    expect((await rows()).map((row) => [row.dueDate, row.ownerId])).toEqual(
      tasks.map((task) => [task.dueDate, null]),
    )
  })

  test('is undone only where nobody has changed a task since', async () => {
    const { browser, change, ids, rows } = await gather()
    const changed = await change(ids.map((id) => ({ id, status: 'completed' })))
    await browser.put(`/api/tasks/${ids[0]}`, { taskName: 'Something else' })
    const response = await browser.post(bulk, { changes: undoOf(changed) })
    expect(response.statusCode).toBe(409)
    expect((await rows()).map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
  })

  test('of an accepted task takes the acceptance back, and its undo restores it', async () => {
    const { browser, staff, change, ids, rows } = await gather()
    const id = ids[2] ?? ''
    await browser.post(`/api/tasks/${id}/accept`, {})
    const accepted = (await rows())[2]
    expect(accepted).toMatchObject({ acceptedAt: expect.any(Date), acceptedBy: staff.id })
    const other = await portal.signIn(await createUser(portal, { role: 'support' }))
    const reopened = (await other.post(bulk, { changes: [{ id, status: 'in_progress' }] })).json().changed
    expect(reopened).toMatchObject([{ before: { status: 'completed', isAccepted: true } }])
    expect((await rows())[2]).toMatchObject({ acceptedAt: null, acceptedBy: null })
    expect((await other.post(bulk, { changes: undoOf(reopened) })).statusCode).toBe(200)
    const { updatedAt: _now, ...restored } = (await rows())[2] ?? {}
    expect(accepted).toMatchObject(restored)

    // Only undoing the change that took the acceptance back restores it.
    const [again] = await change([{ id, status: 'pending' }])
    expect(again?.before).toMatchObject({ isAccepted: true })
    const [later] = await change([{ id, status: 'in_progress' }])
    for (const wrong of [
      { id, status: 'completed', isAccepted: true },
      { id, status: 'pending', isAccepted: true, updatedAt: later?.updatedAt },
      { id, status: 'completed', isAccepted: true, updatedAt: again?.updatedAt },
      { id, status: 'completed', isAccepted: true, updatedAt: later?.updatedAt },
    ]) {
      expect((await browser.post(bulk, { changes: [wrong] })).statusCode, JSON.stringify(wrong)).not.toBe(200)
    }
    expect((await rows())[2]).toMatchObject({ status: 'in_progress', acceptedAt: null })
  })

  test('changes nothing when one of them is not there, deleted, or not allowed', async () => {
    const { staff, profile, browser, ids, rows } = await gather()
    const before = await rows()
    const { id: deleted } = await createTask(portal, { deletedAt: new Date() })
    const { id: partnerUser } = await createUser(portal)
    const { id: disabled } = await createUser(portal, { role: 'support', disabledAt: new Date() })
    const changes = ids.map((id) => ({ id, status: 'completed' }))
    for (const wrong of [
      { id: deleted, status: 'completed' },
      { id: crypto.randomUUID(), status: 'completed' },
      { id: deleted, isDeleted: true },
      { ...changes[0] },
      { id: crypto.randomUUID() },
      { id: crypto.randomUUID(), status: 'completed', isDeleted: true },
      { id: crypto.randomUUID(), dueDate: 'tomorrow' },
      { id: crypto.randomUUID(), taskName: 'Other' },
    ]) {
      const response = await browser.post(bulk, { changes: [...changes, wrong] })
      expect(response.statusCode, JSON.stringify(wrong)).toBe(400)
    }
    for (const ownerId of [partnerUser, disabled, crypto.randomUUID()]) {
      const response = await browser.post(bulk, { changes: ids.map((id) => ({ id, ownerId })) })
      expect(response.json().message).toBe('The owner is no longer a member of the team.')
    }
    expect(await rows()).toEqual(before)
    expect(await activitiesOf(portal, { profile })).toEqual([])
    expect(await auditEventsOf(portal, staff)).toEqual([])
  })

  test('has at least one task and at most 200', async () => {
    const { browser } = await gather()
    const some = (length: number) =>
      Array.from({ length }, () => ({ id: crypto.randomUUID(), status: 'completed' }))
    expect((await browser.post(bulk, { changes: [] })).json().fields).toEqual({ changes: 'Select a task' })
    expect((await browser.post(bulk, { changes: some(maxSelectedTasks + 1) })).json().fields).toEqual({
      changes: 'Choose at most 200 at a time',
    })
    expect((await browser.post(bulk, { changes: some(maxSelectedTasks) })).json().fields).toEqual({
      changes: 'A selected task no longer exists. Reload and select again.',
    })
  })

  test('by two users at once does not deadlock, and each sees all or nothing', async () => {
    const { browser, ids, rows } = await gather()
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        browser.post(bulk, {
          changes: (index % 2 ? ids : ids.toReversed()).map((id) => ({
            id,
            status: index % 2 ? 'completed' : 'in_progress',
          })),
        }),
      ),
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
    expect(new Set((await rows()).map(({ status }) => status)).size).toBe(1)
  })
})

describe('deleted tasks', () => {
  test('disappear everywhere, and are unchanged once restored', async () => {
    const { staff, profile, browser, change, ids, tasks, rows } = await gather()
    const { user } = await createPartner(portal)
    const partner = await portal.signIn(user)
    const listed = async () =>
      (await browser.get(`/api/admin/partners/${profile.id}/tasks`))
        .json()
        .map(({ id }: { id: string }) => id)
        .sort()
    await change(ids.map((id) => ({ id, isDeleted: true })))
    expect(await listed()).toEqual([])
    expect((await browser.get(`/api/admin/tasks?partnerId=${profile.id}`)).json()).toEqual([])
    expect((await browser.get('/api/admin/overview')).json().overdueTasks).toBe(0)
    expect((await partner.get('/api/partner/tasks')).json()).toEqual([])
    expect((await browser.put(`/api/tasks/${ids[0]}`, { status: 'completed' })).statusCode).toBe(404)
    expect((await browser.remove(`/api/tasks/${ids[0]}`)).statusCode).toBe(404)

    expect((await browser.post(restore, { ids })).json()).toEqual({ restored: 3 })
    expect(await listed()).toEqual(ids.toSorted())
    const restored = await rows()
    expect(restored).toEqual(tasks.map((task, index) => ({ ...task, updatedAt: restored[index]?.updatedAt })))
    expect(await activityTypesOf(portal, { profile })).toEqual([
      ...Array(3).fill('task_deleted'),
      ...Array(3).fill('task_restored'),
    ])
    const events = await auditEventsOf(portal, staff)
    expect(events.map(({ action }) => action)).toEqual([
      ...Array(3).fill('task.deleted'),
      ...Array(3).fill('task.restored'),
    ])
    const names = tasks.map(({ taskName }) => ({ taskName }))
    expect(events.slice(0, 3)).toMatchObject(names.map((before) => ({ before, after: null })))
    expect(events.slice(3).map(({ after }) => after)).toEqual(
      expect.arrayContaining(names.map((after) => expect.objectContaining(after))),
    )
  })

  test('are restored together or not at all, within a day', async () => {
    const { browser, ids, rows } = await gather()
    const deletedAt = (hours: number) => ({ deletedAt: new Date(Date.now() - hours * 60 * 60 * 1000) })
    await portal.db.update(partnerTasks).set(deletedAt(1)).where(inArray(partnerTasks.id, ids))
    const other = await createTask(portal, deletedAt(25))
    for (const wrong of [other.id, (await createTask(portal)).id, crypto.randomUUID()]) {
      const response = await browser.post(restore, { ids: [...ids, wrong] })
      expect(response.statusCode).toBe(400)
    }
    expect((await rows()).filter((row) => row.deletedAt)).toHaveLength(3)
    expect((await browser.post(restore, { ids: [...ids, ...ids] })).json()).toEqual({ restored: 3 })
    const [row] = await portal.db.select().from(partnerTasks).where(eq(partnerTasks.id, other.id))
    expect(row?.deletedAt).not.toBeNull()
  })

  test('are closed to partners and visitors', async () => {
    const { user, profile } = await createPartner(portal)
    const { id } = await createTask(portal, { partnerId: profile.id })
    const body = { changes: [{ id, isDeleted: true }] }
    expect((await (await portal.signIn(user)).post(bulk, body)).statusCode).toBe(403)
    expect((await portal.visit().post(bulk, body)).statusCode).toBe(401)
    expect((await portal.visit().post(restore, { ids: [id] })).statusCode).toBe(401)
  })
})

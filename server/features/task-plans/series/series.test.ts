import { and, asc, eq, isNull } from 'drizzle-orm'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { taskSeries } from '#server/db/schema/task-series.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { waitForLockWaits, whileLocked } from '#test/locks.ts'
import { createSeries } from '#test/plan-rows.ts'
import { lockDueSeries } from './data.ts'
import { createDueTasks, createTasksOf } from './due-tasks.ts'

const portal = await createTestApp()
const { db, deps } = portal
afterAll(portal.close)

const staff = await createUser(portal, { role: 'support' })
const browser = await portal.signIn(staff)
const partner = await createPartner(portal, { status: 'completed', onPaper: true })

const url = '/api/admin/task-series'
const day = 86_400_000
// All dates of a test count from the same moment.
const begun = Date.now()
const fromNow = (days: number) => new Date(begun + days * day)

const form = {
  taskName: 'Send the guest count',
  taskType: 'physical',
  frequency: 'weekly',
  timeZone: 'UTC',
  partnerId: partner.profile.id,
}
const create = async (change: object) => {
  const response = await browser.post(url, { ...form, ...change })
  expect(response.statusCode, response.body).toBe(201)
  return response.json()
}
const read = async (id: string) => (await browser.get(`${url}/${id}`)).json()
/** Returns the due dates of the tasks that were created, in order. */
const dueDatesOf = async (seriesId: string) => {
  const rows = await db
    .select({ at: taskDefinitions.dueDate })
    .from(taskDefinitions)
    .where(eq(taskDefinitions.seriesId, seriesId))
    .orderBy(asc(taskDefinitions.occurrence))
  return rows.map(({ at }) => at.toISOString())
}
const iso = (...days: number[]) => days.map((each) => fromNow(each).toISOString())

describe('a recurring task', () => {
  test('is created at once for what is due within its lead days, and each partner has their own', async () => {
    const startsAt = fromNow(3).toISOString()
    const series = await create({ startsAt, instructions: 'By mail', ownerId: staff.id })
    expect(series).toMatchObject({
      leadDays: 7,
      occurrences: 1,
      endsOn: null,
      stoppedAt: null,
      assignedPartnerIds: [partner.profile.id],
      owner: { id: staff.id },
      nextDueAt: new Date(Date.parse(startsAt) + 7 * day).toISOString(),
    })
    const own = (await (await portal.signIn(partner.user)).get('/api/partner/tasks')).json()
    expect(own).toMatchObject([
      { taskName: form.taskName, instructions: 'By mail', dueDate: startsAt, repeats: null },
    ])
    // Staff see that the task repeats, until the series is stopped.
    const listed = async () => (await browser.get('/api/admin/tasks')).json()[0].repeats
    const shared = async () => (await browser.get('/api/admin/task-definitions')).json()[0].repeats
    expect([await listed(), await shared()]).toEqual(['weekly', 'weekly'])
    expect((await browser.post(`${url}/${series.id}/stop`, {})).json().stoppedAt).not.toBeNull()
    expect([await listed(), await shared()]).toEqual([null, null])
    expect((await auditEventsOf(portal, staff)).map(({ action }) => action).slice(-2)).toEqual([
      'task_series.created',
      'task_series.stopped',
    ])
  })

  test('of a group is created for the members at that time', async () => {
    const member = await createPartner(portal, { user: { partnerGroup: 'Weekly' } })
    const { partnerId: _one, ...rest } = form
    const series = await browser.post(url, {
      ...rest,
      startsAt: fromNow(10).toISOString(),
      assignedGroup: 'Weekly',
    })
    expect(series.json().occurrences).toBe(0)
    await db
      .update(taskSeries)
      .set({ nextDueAt: fromNow(6), startsAt: fromNow(6) })
      .where(eq(taskSeries.id, series.json().id))
    await createDueTasks(deps)
    expect(await db.$count(partnerTasks, eq(partnerTasks.partnerId, member.profile.id))).toBe(1)
    expect((await read(series.json().id)).occurrences).toBe(1)
  })

  test('is created once by any number of processes at once', async () => {
    const rows = await Promise.all(
      Array.from({ length: 12 }, () =>
        createSeries(portal, { startsAt: fromNow(1), timeZone: 'UTC', leadDays: 30 }),
      ),
    )
    await Promise.all([1, 2, 3, 4].map(() => createDueTasks(deps)))
    await createDueTasks(deps)
    for (const { id } of rows) expect(await dueDatesOf(id)).toEqual(iso(1, 8, 15, 22, 29))
  })

  test('goes by the clock of the database, however the clock of the process is set', async () => {
    const now = Date.now()
    for (const hours of [-30, -1, 1, 30]) {
      const due = await createSeries(portal, { startsAt: fromNow(6.99), timeZone: 'UTC' })
      const later = await createSeries(portal, { startsAt: fromNow(7.01), timeZone: 'UTC' })
      vi.useFakeTimers({ toFake: ['Date'], now: now + hours * 3_600_000 })
      await createDueTasks(deps).finally(() => vi.useRealTimers())
      expect(await dueDatesOf(due.id)).toEqual(iso(6.99))
      expect(await dueDatesOf(later.id)).toEqual([])
    }
  })

  test('is created when another fails', async () => {
    const wrong = await createSeries(portal, { startsAt: fromNow(0.5), timeZone: 'Mars/Olympus_Mons' })
    const { id } = await createSeries(portal, { startsAt: fromNow(1), timeZone: 'UTC' })
    await expect(createDueTasks(deps)).rejects.toThrow(wrong.id)
    expect(await dueDatesOf(id)).toEqual(iso(1))
    await db.delete(taskSeries).where(eq(taskSeries.id, wrong.id))
  })

  test('of a process that died halfway is created by the next run', async () => {
    const { id } = await createSeries(portal, { startsAt: fromNow(1), timeZone: 'UTC' })
    const refused = db.transaction(async (tx) => {
      await createDueTasks({ db: tx as never, jobs: deps.jobs })
      throw new Error('killed')
    })
    await expect(refused).rejects.toThrow('killed')
    expect(await dueDatesOf(id)).toEqual([])
    await createDueTasks(deps)
    expect(await dueDatesOf(id)).toEqual(iso(1))
  })

  test('of a portal that was down for weeks is created for current and future due dates, not for those that have passed', async () => {
    const series = await createSeries(portal, { startsAt: fromNow(-30), timeZone: 'UTC' })
    const today = await createSeries(portal, { startsAt: fromNow(-21.5), timeZone: 'UTC', leadDays: 0 })
    const { updatedAt } = await read(series.id)
    await createDueTasks(deps)
    expect(await dueDatesOf(series.id)).toEqual(iso(5))
    expect(await dueDatesOf(today.id)).toEqual(iso(-0.5))
    // The job's own update is not a change by staff.
    expect((await read(series.id)).updatedAt).toBe(updatedAt)
  })

  test('ends on its last day, and is refused when no task would ever be due', async () => {
    const series = await create({
      startsAt: fromNow(1).toISOString(),
      endsOn: fromNow(8).toISOString().slice(0, 10),
      leadDays: 30,
    })
    expect(series).toMatchObject({ occurrences: 2, nextDueAt: null })
    const past = { startsAt: fromNow(9).toISOString(), endsOn: fromNow(8).toISOString().slice(0, 10) }
    const refused = await browser.post(url, { ...form, ...past })
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      { endsOn: 'It would end before the next task is due.' },
    ])
  })
})

describe('while the job creates the tasks of a series', () => {
  /** Runs `change` while the job has locked the series, and then lets the job create what is due. */
  const duringJob = (id: string, change: () => ReturnType<typeof browser.put>) =>
    whileLocked(
      portal,
      (tx) => lockDueSeries(tx),
      async (tx) => {
        const due = await lockDueSeries(tx)
        expect(due?.id).toBe(id)
        const begun = change()
        await waitForLockWaits(portal, 1)
        if (due) await createTasksOf(deps, tx, due)
        return { begun }
      },
    )
  const newSeries = () => createSeries(portal, { startsAt: fromNow(1), timeZone: 'UTC', createdBy: staff.id })
  const namesOf = async (seriesId: string) => {
    const rows = await db.select().from(taskDefinitions).where(eq(taskDefinitions.seriesId, seriesId))
    return rows
      .toSorted((one, other) => Number(one.dueDate) - Number(other.dueDate))
      .map((row) => row.taskName)
  }

  test('a change of it waits, and applies to later tasks', async () => {
    const { id } = await newSeries()
    const { updatedAt } = await read(id)
    const change = { taskName: 'Send photos', leadDays: 9, updatedAt }
    const changed = await duringJob(id, () => browser.put(`${url}/${id}`, change))
    expect(changed.json(), changed.body).toMatchObject({ taskName: 'Send photos', occurrences: 2 })
    await createDueTasks(deps)
    expect(await dueDatesOf(id)).toEqual(iso(1, 8))
    expect(await namesOf(id)).toEqual([form.taskName, 'Send photos'])
  })

  test('stopping it waits, and no task is created after that', async () => {
    const { id } = await newSeries()
    const stopped = await duringJob(id, () => browser.post(`${url}/${id}/stop`, {}))
    expect(stopped.json(), stopped.body).toMatchObject({ stoppedAt: expect.any(String), occurrences: 1 })
    await db.update(taskSeries).set({ leadDays: 30 }).where(eq(taskSeries.id, id))
    await createDueTasks(deps)
    expect(await dueDatesOf(id)).toEqual(iso(1))
  })

  test('deleting it waits, and leaves the task', async () => {
    const { id } = await newSeries()
    const deleted = await duringJob(id, () => browser.remove(`${url}/${id}`))
    expect(deleted.statusCode, deleted.body).toBe(204)
    await createDueTasks(deps)
    const left = and(isNull(taskDefinitions.seriesId), eq(taskDefinitions.dueDate, fromNow(1)))
    expect(await db.$count(taskDefinitions, left)).toBe(1)
    expect(await dueDatesOf(id)).toEqual([])
  })

  test('the job skips a series that is being changed until its next run', async () => {
    const { id } = await newSeries()
    await db.transaction(async (tx) => {
      await tx.update(taskSeries).set({ leadDays: 0 }).where(eq(taskSeries.id, id))
      await createDueTasks(deps)
    })
    await createDueTasks(deps)
    expect(await dueDatesOf(id)).toEqual([])
  })
})

describe('a change of a recurring task', () => {
  test('changes later tasks, not existing ones', async () => {
    const series = await create({ startsAt: fromNow(2).toISOString() })
    const change = {
      taskName: 'Send photos',
      startsAt: fromNow(4).toISOString(),
      leadDays: 12,
      updatedAt: series.updatedAt,
    }
    const changed = (await browser.put(`${url}/${series.id}`, change)).json()
    expect(changed).toMatchObject({ taskName: 'Send photos', occurrences: 3, nextDueAt: iso(18)[0] })
    expect(await dueDatesOf(series.id)).toEqual(iso(2, 4, 11))
    const names = await db
      .select({ name: taskDefinitions.taskName })
      .from(taskDefinitions)
      .where(eq(taskDefinitions.seriesId, series.id))
      .orderBy(asc(taskDefinitions.occurrence))
    expect(names.map(({ name }) => name)).toEqual([form.taskName, 'Send photos', 'Send photos'])
    expect((await auditEventsOf(portal, staff)).at(-1)).toMatchObject({
      action: 'task_series.changed',
      before: { taskName: form.taskName, leadDays: 7 },
      after: { taskName: 'Send photos', leadDays: 12 },
    })
    const again = await browser.put(`${url}/${series.id}`, change)
    expect(again.statusCode).toBe(409)
  })

  test('gives it to another audience, which cannot be empty', async () => {
    const series = await create({ startsAt: fromNow(20).toISOString() })
    const put = (body: object) => browser.put(`${url}/${series.id}`, body)
    expect((await put({ assignedGroup: 'Coast' })).json()).toMatchObject({
      assignedGroup: 'Coast',
      assignedPartnerIds: [],
    })
    expect((await put({ partnerId: null })).statusCode).toBe(400)
    expect((await put({ assignedPartnerIds: [crypto.randomUUID()] })).statusCode).toBe(400)
    expect(
      (await put({ partnerId: null, assignedPartnerIds: [], assignedGroup: null })).json(),
    ).toMatchObject({
      assignedGroup: null,
      assignedPartnerIds: [],
    })
  })

  test('stops and resumes it, without the tasks of the time in between and without duplicates', async () => {
    const series = await create({ startsAt: fromNow(2).toISOString() })
    await browser.post(`${url}/${series.id}/stop`, {})
    await createDueTasks(deps)
    expect((await browser.post(`${url}/${series.id}/resume`, {})).json()).toMatchObject({
      stoppedAt: null,
      occurrences: 1,
      nextDueAt: iso(9)[0],
    })
    await browser.post(`${url}/${series.id}/stop`, {})
    await db
      .update(taskSeries)
      .set({ startsAt: fromNow(-40), nextDueAt: fromNow(-26), endsOn: null })
      .where(eq(taskSeries.id, series.id))
    await createDueTasks(deps)
    expect(await dueDatesOf(series.id)).toEqual(iso(2))
    // The task of that day already exists.
    await browser.post(`${url}/${series.id}/resume`, {})
    expect(await dueDatesOf(series.id)).toEqual(iso(2))
    expect((await read(series.id)).nextDueAt).toBe(iso(9)[0])
  })

  test('does not create tasks again that staff have deleted or moved', async () => {
    const series = await create({ startsAt: fromNow(2).toISOString() })
    const [task] = await db.select().from(taskDefinitions).where(eq(taskDefinitions.seriesId, series.id))
    const moved = await browser.put(`/api/tasks/${task?.id}`, { dueDate: iso(1)[0] })
    expect(moved.statusCode, moved.body).toBe(200)
    const put = (body: object) => browser.put(`${url}/${series.id}`, body)
    expect((await put({ endsOn: iso(100)[0]?.slice(0, 10) })).json().nextDueAt).toBe(iso(9)[0])
    await db.delete(taskDefinitions).where(eq(taskDefinitions.seriesId, series.id))
    expect((await put({ endsOn: null })).json()).toMatchObject({ occurrences: 1, nextDueAt: iso(9)[0] })
    expect(await dueDatesOf(series.id)).toEqual([])
  })

  test('to another time zone moves later tasks by hours, and creates no task twice', async () => {
    // Daylight saving time begins in New York between the first and the second task.
    const startsAt = '2049-03-08T22:00:00.000Z'
    const series = await createSeries(portal, {
      startsAt: new Date(startsAt),
      nextDueAt: new Date('2049-03-22T21:00:00.000Z'),
      lastDueAt: new Date('2049-03-15T21:00:00.000Z'),
      occurrences: 2,
      timeZone: 'America/New_York',
    })
    const put = async (timeZone: string) =>
      (await browser.put(`${url}/${series.id}`, { timeZone })).json().nextDueAt
    // In UTC the series is due on Mondays at 10:00 PM. One of these times is an hour after the last task, and is skipped.
    expect(await put('UTC')).toBe('2049-03-22T22:00:00.000Z')
    expect(await put('America/New_York')).toBe('2049-03-22T21:00:00.000Z')
  })

  test('deletes it, and what was created stays', async () => {
    const series = await create({ startsAt: fromNow(2).toISOString() })
    const [task] = await db.select().from(taskDefinitions).where(eq(taskDefinitions.seriesId, series.id))
    expect((await browser.remove(`${url}/${series.id}`)).statusCode).toBe(204)
    expect((await browser.get(`${url}/${series.id}`)).statusCode).toBe(404)
    expect((await browser.get(`/api/tasks/${task?.id}`)).json().repeats).toBeNull()
    for (const path of ['', '/stop', '/resume']) {
      const gone = `${url}/${series.id}${path}`
      const response = path ? await browser.post(gone, {}) : await browser.put(gone, { leadDays: 3 })
      expect(response.statusCode).toBe(404)
    }
  })
})

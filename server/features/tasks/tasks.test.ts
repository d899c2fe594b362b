import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'
import { activitiesOf } from '#test/partner-rows.ts'

const portal = await createTestApp()
afterAll(portal.close)

const rowOf = async ({ id }: { id: string }) =>
  (await portal.db.select().from(partnerTasks).where(eq(partnerTasks.id, id)))[0]

describe('the list of tasks', () => {
  test('contains the caller’s own tasks, the next due first', async () => {
    const { user, profile } = await createPartner(portal)
    const partnerId = profile.id
    const later = await createTask(portal, { partnerId, dueDate: new Date('2049-05-01T00:00:00Z') })
    const sooner = await createTask(portal, { partnerId, dueDate: new Date('2049-04-01T00:00:00Z') })
    await createTask(portal)
    const response = await (await portal.signIn(user)).get('/api/partner/tasks')
    expect(response.statusCode).toBe(200)
    expect(response.json().map(({ id }: { id: string }) => id)).toEqual([sooner.id, later.id])
    expect(response.json()[0]).toMatchObject({
      taskName: sooner.taskName,
      taskType: 'physical',
      dueDate: '2049-04-01T00:00:00.000Z',
      status: 'pending',
      partnerId,
    })
  })

  test('is empty without a profile, and closed to visitors', async () => {
    const newcomer = await portal.signIn(await createUser(portal))
    expect((await newcomer.get('/api/partner/tasks')).json()).toEqual([])
    expect((await portal.visit().get('/api/partner/tasks')).statusCode).toBe(401)
  })
})

describe('the status of a task', () => {
  test('is changed by its partner, and recorded in the activity', async () => {
    const { user, profile } = await createPartner(portal)
    const task = await createTask(portal, { partnerId: profile.id })
    const browser = await portal.signIn(user)
    const url = `/api/tasks/${task.id}`

    const started = await browser.put(url, { status: 'in_progress' })
    expect(started.statusCode).toBe(200)
    expect(started.json()).toMatchObject({ id: task.id, status: 'in_progress' })
    expect((await browser.put(url, { status: 'completed' })).json().status).toBe('completed')
    expect((await rowOf(task))?.status).toBe('completed')
    expect((await rowOf(task))?.updatedAt.getTime()).toBeGreaterThanOrEqual(task.updatedAt.getTime())

    const activities = await activitiesOf(portal, { profile })
    expect(activities.map(({ activityType, metadata }) => ({ activityType, ...metadata }))).toEqual([
      {
        activityType: 'task_status_changed',
        actorId: user.id,
        taskId: task.id,
        from: 'pending',
        to: 'in_progress',
      },
      {
        activityType: 'task_status_changed',
        actorId: user.id,
        taskId: task.id,
        from: 'in_progress',
        to: 'completed',
      },
    ])
  })

  test.each(['support', 'admin'] as const)('can be set by %s for every task', async (role) => {
    const task = await createTask(portal)
    const staff = await createUser(portal, { role })
    const response = await (await portal.signIn(staff)).put(`/api/tasks/${task.id}`, { status: 'completed' })
    expect(response.statusCode).toBe(200)
    expect((await activitiesOf(portal, { profile: { id: task.partnerId } }))[0]?.metadata).toMatchObject({
      actorId: staff.id,
    })
  })

  test('is not recorded when it does not change', async () => {
    const { user, profile } = await createPartner(portal)
    const task = await createTask(portal, { partnerId: profile.id, status: 'completed' })
    const response = await (await portal.signIn(user)).put(`/api/tasks/${task.id}`, { status: 'completed' })
    expect(response.statusCode).toBe(200)
    expect(await activitiesOf(portal, { profile })).toEqual([])
    expect(await rowOf(task)).toEqual(task)
  })

  test('is not found for the task of another partner, an unknown task and a malformed id, and nothing changes', async () => {
    const task = await createTask(portal)
    const other = await portal.signIn((await createPartner(portal)).user)
    const newcomer = await portal.signIn(await createUser(portal))
    for (const browser of [other, newcomer]) {
      for (const id of [task.id, crypto.randomUUID(), '7', 'null']) {
        expect((await browser.put(`/api/tasks/${id}`, { status: 'completed' })).statusCode).toBe(404)
      }
    }
    expect(await rowOf(task)).toEqual(task)
    expect(await activitiesOf(portal, { profile: { id: task.partnerId } })).toEqual([])
  })

  test('is refused for visitors, and with other values or fields', async () => {
    const { user, profile } = await createPartner(portal)
    const task = await createTask(portal, { partnerId: profile.id })
    const url = `/api/tasks/${task.id}`
    expect((await portal.visit().put(url, { status: 'completed' })).statusCode).toBe(401)

    const browser = await portal.signIn(user)
    expect((await browser.put(url, { status: 'done' })).json().fields).toHaveProperty('status')
    expect((await browser.put(url, {})).json().fields).toHaveProperty('status')
    const foreign = await browser.put(url, { status: 'completed', partnerId: task.partnerId })
    expect(foreign.json().fields).toEqual({ partnerId: 'Unknown field' })
    expect(await rowOf(task)).toEqual(task)
  })
})

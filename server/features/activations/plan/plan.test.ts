import { and, eq, inArray, like } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { notifications } from '#server/db/schema/notifications.ts'
import { partnerActivities, partnerTasks } from '#server/db/schema/partners.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { taskSets } from '#server/db/schema/task-sets.ts'
import { sendDueNotifications } from '#server/features/notifications/emails/actions.ts'
import { sweepDeletedTasks } from '#server/features/tasks/bulk/actions.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createActivation, createPartner, createUser } from '#test/factories.ts'
import { createSet, createTemplate } from '#test/plan-rows.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const staff = await createUser(portal, { role: 'support' })
const browser = await portal.signIn(staff)

const may = '2049-05-04T14:00:00.000Z'
const june = '2049-06-01T14:00:00.000Z'

/** Creates a plan: posters 14 days before, photos 2 days after the event. */
const newPlan = async () => {
  const prefix = crypto.randomUUID().slice(0, 8)
  const templates = [
    {
      ...(await createTemplate(portal, { taskName: `${prefix} posters`, ownerId: staff.id })),
      eventDays: -14,
    },
    { ...(await createTemplate(portal, { taskName: `${prefix} photos` })), eventDays: 2 },
  ]
  const plan = await createSet(portal, { givenWhen: 'event' }, templates)
  return { plan, names: templates.map(({ taskName }) => taskName) }
}

/** Creates a partner with an event on May 4 in New York, and its plan. */
const newEvent = async () => {
  const partner = await createPartner(portal)
  const { plan } = await newPlan()
  const form = { name: 'Open house', activationDate: may, timeZone: 'America/New_York' }
  const created = await browser.post('/api/activations', {
    ...form,
    partnerId: partner.profile.id,
    planId: plan.id,
  })
  expect(created.statusCode, created.body).toBe(201)
  const event = created.json()
  const url = `/api/activations/${event.id}`
  const change = async (fields: object) => {
    const response = await browser.put(url, fields)
    expect(response.statusCode, response.body).toBe(200)
  }
  return { partner, plan, event, url, change, own: await portal.signIn(partner.user) }
}

const tasksOf = async (partnerId: string) =>
  (await browser.get(`/api/admin/partners/${partnerId}/tasks`)).json() as {
    id: string
    dueDate: string
    taskName: string
    updatedAt: string
  }[]

const noticesOf = (userId: string) =>
  db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), like(notifications.kind, 'activation%')))
    .orderBy(notifications.createdAt)

test('an event for several partners gives each the tasks of its plan, due by the day of its own part', async () => {
  const [one, two] = [await createPartner(portal), await createPartner(portal)]
  const { plan, names } = await newPlan()
  const assignments = [
    { partnerId: one.profile.id, start: may, zone: 'America/New_York' },
    { partnerId: two.profile.id, start: june, zone: 'Asia/Tokyo' },
  ]
  const created = await browser.post('/api/activations', { name: 'Health day', assignments, planId: plan.id })
  expect(created.statusCode, created.body).toBe(201)
  expect(created.json()).toMatchObject({ plan: { id: plan.id, name: plan.name } })
  const [posters, photos] = names
  expect(await tasksOf(one.profile.id)).toMatchObject([
    { taskName: posters, dueDate: '2049-04-20T21:00:00.000Z', owner: { id: staff.id } },
    { taskName: photos, dueDate: '2049-05-06T21:00:00.000Z', activation: { name: 'Health day' } },
  ])
  expect(await tasksOf(two.profile.id)).toMatchObject([
    { taskName: posters, dueDate: '2049-05-18T08:00:00.000Z' },
    { taskName: photos, dueDate: '2049-06-03T08:00:00.000Z' },
  ])
  const sets = await browser.get(`/api/admin/task-sets/${plan.id}`)
  expect(sets.json()).toMatchObject({ partners: 2 })

  const own = await portal.signIn(one.user)
  const [event] = (await own.get('/api/partner/activations')).json()
  expect(event.plan).toBeNull()
  const listed = (path: string) => `${path}?activationId=${event.id}`
  expect((await own.get(listed('/api/partner/tasks'))).json()).toHaveLength(2)
  expect((await browser.get(listed('/api/admin/tasks'))).json()).toHaveLength(2)
  const [other] = (await browser.get(`/api/admin/partners/${two.profile.id}/activations`)).json()
  const others = await own.get(`/api/partner/tasks?activationId=${other.id}`)
  expect(others.json()).toEqual([])
})

test('a plan is refused that is no plan, has no tasks, or is for a canceled event, and a second one', async () => {
  const { plan, event, url } = await newEvent()
  const [byHand, empty] = [
    await createSet(portal, {}, [await createTemplate(portal)]),
    await createSet(portal, { givenWhen: 'event' }),
  ]
  const { id } = await createActivation(portal)
  for (const planId of [byHand.id, empty.id, crypto.randomUUID()]) {
    const refused = await browser.post(`/api/activations/${id}/plan`, { planId })
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['planId']])
  }
  const canceled = await createActivation(portal, { stage: 'canceled' })
  const late = await browser.post(`/api/activations/${canceled.id}/plan`, { planId: plan.id })
  expect(late.statusCode).toBe(400)
  expect((await browser.post(`${url}/plan`, { planId: plan.id })).statusCode).toBe(409)
  expect(await db.$count(partnerTasks, eq(partnerTasks.activationId, event.id))).toBe(2)

  const given = await browser.post(`/api/activations/${id}/plan`, { planId: plan.id })
  expect(given.json()).toMatchObject({ id, plan: { name: plan.name } })
  // Whoever clicks twice gives it once.
  const twice = await Promise.all(
    [1, 2].map(async () => {
      const { id: activationId } = await createActivation(portal)
      const both = [1, 2].map(() =>
        browser.post(`/api/activations/${activationId}/plan`, { planId: plan.id }),
      )
      return (await Promise.all(both)).map(({ statusCode }) => statusCode).sort()
    }),
  )
  expect(twice).toEqual([
    [200, 409],
    [200, 409],
  ])
})

test('a plan for all partners of an event is given to those who have none', async () => {
  const [one, two] = [await createPartner(portal), await createPartner(portal)]
  const { plan } = await newPlan()
  const partners = [one, two].map(({ profile }) => ({ partnerId: profile.id, start: may }))
  const created = (await browser.post('/api/activations', { name: 'Gala', assignments: partners })).json()
  const response = await browser.post(`/api/activations/${created.id}/plan`, {
    planId: plan.id,
    isForAll: true,
  })
  expect(response.statusCode).toBe(200)
  for (const { profile } of [one, two]) expect(await tasksOf(profile.id)).toHaveLength(2)
})

test('the open tasks that nobody has moved move along with the event, as the preview says, with one notice', async () => {
  const { partner, event, url, change, own } = await newEvent()
  const [posters, photos] = await tasksOf(partner.profile.id)
  const { statusCode } = await browser.put(`/api/tasks/${photos?.id}`, {
    dueDate: '2049-05-10T12:00:00.000Z',
  })
  expect(statusCode).toBe(200)
  await db.delete(notifications).where(eq(notifications.userId, partner.user.id))

  const preview = await browser.get(`${url}/move?activationDate=${june}`)
  expect(preview.json()).toEqual({
    moves: [
      {
        taskId: posters?.id,
        taskName: posters?.taskName,
        dueDate: '2049-04-20T21:00:00.000Z',
        newDueDate: '2049-05-18T21:00:00.000Z',
      },
    ],
    stays: [{ taskId: photos?.id, taskName: photos?.taskName, dueDate: '2049-05-10T12:00:00.000Z' }],
  })
  await change({ activationDate: june })
  expect(await tasksOf(partner.profile.id)).toMatchObject([
    { id: photos?.id, dueDate: '2049-05-10T12:00:00.000Z' },
    { id: posters?.id, dueDate: '2049-05-18T21:00:00.000Z' },
  ])
  const [definition] = await db
    .select({ dueDate: taskDefinitions.dueDate })
    .from(taskDefinitions)
    .where(eq(taskDefinitions.id, posters?.id ?? ''))
  expect(definition?.dueDate.toISOString()).toBe('2049-05-18T21:00:00.000Z')
  expect(await db.$count(notifications, eq(notifications.userId, partner.user.id))).toBe(1)
  expect(await noticesOf(partner.user.id)).toMatchObject([
    {
      kind: 'activation_moved',
      title: 'Moved: Open house',
      detail: 'Tuesday, Jun 1, 2049, 10:00 AM · 1 task moved along',
      activationId: event.id,
    },
  ])
  const [notice] = (await own.get('/api/notifications')).json()
  expect(notice.subject).toEqual({ type: 'activation', id: event.id })
  const logged = (await auditEventsOf(portal, staff)).slice(-2)
  expect(logged.find(({ action }) => action === 'task.changed')).toMatchObject({
    before: { dueDate: '2049-04-20T21:00:00.000Z' },
    after: { dueDate: '2049-05-18T21:00:00.000Z' },
  })
  expect(logged.map(({ action }) => action)).toContain('activation.changed')

  // A second move within minutes renews the notice.
  await change({ activationDate: may })
  const again = await noticesOf(partner.user.id)
  expect(again.map(({ detail }) => detail)).toEqual(['Tuesday, May 4, 2049, 10:00 AM · 1 task moved along'])
  expect(await tasksOf(partner.profile.id)).toMatchObject([
    { id: posters?.id, dueDate: '2049-04-20T21:00:00.000Z' },
    { id: photos?.id },
  ])
})

test('tasks stay where they are if staff want that, and also when they are done', async () => {
  const { partner, change, own } = await newEvent()
  const [posters] = await tasksOf(partner.profile.id)
  await own.put(`/api/tasks/${posters?.id}`, { status: 'completed' })
  await change({ activationDate: june })
  expect(await tasksOf(partner.profile.id)).toMatchObject([
    { dueDate: '2049-04-20T21:00:00.000Z', status: 'completed' },
    { dueDate: '2049-06-03T21:00:00.000Z' },
  ])
  await change({ activationDate: may, movesTasks: false })
  expect(await tasksOf(partner.profile.id)).toMatchObject([{}, { dueDate: '2049-06-03T21:00:00.000Z' }])
  const nothing = await browser.put('/api/activations/00000000-0000-4000-8000-000000000000', {
    movesTasks: true,
  })
  expect(nothing.statusCode).toBe(400)
})

test('a change of the time zone moves the tasks to 5:00 PM there, and without one the zone of the partner counts', async () => {
  const { partner, change } = await newEvent()
  await change({ timeZone: 'America/Los_Angeles' })
  const dueDates = async () => (await tasksOf(partner.profile.id)).map(({ dueDate }) => dueDate)
  expect(await dueDates()).toEqual(['2049-04-21T00:00:00.000Z', '2049-05-07T00:00:00.000Z'])
  await change({ timeZone: null })
  expect(await dueDates()).toEqual(['2049-04-20T17:00:00.000Z', '2049-05-06T17:00:00.000Z'])
})

test('the open tasks of a canceled event ask nobody for anything, and come back when it is planned again', async () => {
  const { partner, event, url, change, own } = await newEvent()
  const [posters, photos] = await tasksOf(partner.profile.id)
  await own.put(`/api/tasks/${photos?.id}`, { status: 'completed' })
  await change({ stage: 'canceled' })
  expect(await tasksOf(partner.profile.id)).toMatchObject([{ id: photos?.id }])
  expect((await own.get(`/api/tasks/${posters?.id}`)).statusCode).toBe(404)
  const calendar = await browser.get('/api/calendar?from=2049-04-18&until=2049-04-25&timeZone=UTC')
  expect(calendar.body).not.toContain(posters?.id)
  await sendDueNotifications(portal.deps, new Date('2049-04-21T12:00:00Z'))
  const reminded = and(eq(notifications.userId, partner.user.id), eq(notifications.kind, 'task_overdue'))
  expect(await db.$count(notifications, reminded)).toBe(0)
  const undone = await browser.post('/api/tasks/restore', { ids: [posters?.id] })
  expect(undone.statusCode).toBe(400)
  // The sweep of what was deleted leaves it.
  await sweepDeletedTasks(db)

  await change({ stage: 'planned', activationDate: june })
  expect(await tasksOf(partner.profile.id)).toMatchObject([
    { id: photos?.id },
    { id: posters?.id, dueDate: '2049-05-18T21:00:00.000Z' },
  ])
  const types = await db
    .select({ type: partnerActivities.activityType })
    .from(partnerActivities)
    .where(
      and(
        eq(partnerActivities.partnerId, partner.profile.id),
        inArray(partnerActivities.activityType, ['task_withdrawn', 'task_restored']),
      ),
    )
  expect(types.map(({ type }) => type)).toEqual(['task_withdrawn', 'task_restored'])
  expect((await noticesOf(partner.user.id)).map(({ title }) => title)).toEqual([
    'Canceled: Open house',
    'Planned again: Open house',
  ])

  await change({ stage: 'canceled' })
  expect((await browser.remove(url)).statusCode).toBe(204)
  const left = await db.select().from(partnerTasks).where(eq(partnerTasks.partnerId, partner.profile.id))
  expect(left.map(({ activationId }) => activationId)).toEqual([null, null])
  expect(left.find(({ id }) => id === posters?.id)?.deletedAt?.getTime()).toBeLessThan(Infinity)
  expect(event.plan).not.toBeNull()
})

test('an event with a plan keeps its partner, and its tasks outlive the plan and the event', async () => {
  const { partner, plan, url, change } = await newEvent()
  const other = await createPartner(portal)
  const moved = await browser.put(url, { partnerId: other.profile.id })
  expect([moved.statusCode, Object.keys(moved.json().fields)]).toEqual([400, ['partnerId']])
  await db.delete(taskSets).where(eq(taskSets.id, plan.id))
  await change({ activationDate: june })
  expect((await browser.get(url)).json().plan).toBeNull()
  expect((await browser.remove(url)).statusCode).toBe(204)
  expect(await tasksOf(partner.profile.id)).toMatchObject([
    { dueDate: '2049-05-18T21:00:00.000Z', activation: null },
    {},
  ])
})

test('partners are added to an event, which becomes one for several, with its plan, but without what is of one partner', async () => {
  const { partner, url, event } = await newEvent()
  await browser.put(url, { description: 'Bring chairs', arrival: 'Gate 3' })
  const [two, three] = [await createPartner(portal), await createPartner(portal)]
  const path = `${url}/partners`
  const add = (...assignments: object[]) => browser.post(path, { assignments })
  const added = await add({ partnerId: two.profile.id, start: june, place: 'Lobby' })
  expect(added.statusCode, added.body).toBe(201)
  expect(added.json()).toMatchObject([
    {
      definitionId: event.id,
      partnerId: two.profile.id,
      isShared: true,
      name: 'Open house',
      description: 'Bring chairs',
      arrival: null,
      place: 'Lobby',
      timeZone: 'America/New_York',
    },
  ])
  expect((await browser.get(url)).json()).toMatchObject({ definitionId: event.id, isShared: true })
  expect(await tasksOf(two.profile.id)).toMatchObject([{ dueDate: '2049-05-18T21:00:00.000Z' }, {}])
  for (const taken of [partner, two]) {
    const refused = await add(
      { partnerId: three.profile.id, start: may },
      { partnerId: taken.profile.id, start: may },
    )
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['assignments']])
  }
  expect((await add({ partnerId: crypto.randomUUID(), start: may })).statusCode).toBe(400)
  expect((await add()).statusCode).toBe(400)
  expect(await tasksOf(three.profile.id)).toEqual([])
  // The part of the second partner leads to the same event.
  const [second] = added.json()
  const more = await browser.post(`/api/activations/${second.id}/partners`, {
    assignments: [{ partnerId: three.profile.id, start: may }],
  })
  expect(more.json()).toMatchObject([{ definitionId: event.id }])
})

test('the plan of another partner is not readable or changed by a partner', async () => {
  const { url, plan } = await newEvent()
  const stranger = await portal.signIn((await createPartner(portal)).user)
  expect((await stranger.get(`${url}/move?activationDate=${june}`)).statusCode).toBe(403)
  expect((await stranger.post(`${url}/plan`, { planId: plan.id })).statusCode).toBe(403)
  expect((await stranger.post(`${url}/partners`, { assignments: [] })).statusCode).toBe(403)
})

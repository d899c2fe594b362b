import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { NeedsAttention } from '#contract/attention.ts'
import { apiTokens } from '#server/db/schema/api-tokens.ts'
import { partnerGroups } from '#server/db/schema/audience.ts'
import { chatConversations } from '#server/db/schema/chat.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { partnerActivities, partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { savedViews } from '#server/db/schema/saved-views.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { taskSeries } from '#server/db/schema/task-series.ts'
import { taskTemplates } from '#server/db/schema/task-sets.ts'
import { users } from '#server/db/schema/users.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { createApiToken } from '#test/api-tokens.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createSavedReply, createTask, createUser } from '#test/factories.ts'
import { createView } from '#test/saved-views.ts'
import { createEndpoint } from '#test/webhooks.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const admin = await createUser(portal, { role: 'admin', firstName: 'Ada', lastName: 'Min' })
const browser = await portal.signIn(admin)
const urlOf = ({ id }: { id: string }, what: 'belongings' | 'handover') => `/api/admin/users/${id}/${what}`
type Staff = typeof users.$inferSelect

const read = async (user: { id: string }) => (await browser.get(urlOf(user, 'belongings'))).json()
const handOver = (from: { id: string }, to: { id: string }, what?: string[]) =>
  browser.post(urlOf(from, 'handover'), { toUserId: to.id, ...(what && { what }) })
const leftBehind = async (reader = browser) =>
  (await reader.get('/api/admin/attention')).json<NeedsAttention>().leftBehind.rows

const newStaff = (firstName: string, role: 'admin' | 'support' = 'admin') =>
  createUser(portal, { role, firstName, lastName: 'Lee' })

const plan = { taskName: 'Report', taskType: 'physical' as const }

/** Creates one thing of each kind for a member of staff, and beside each what is done or ended already. */
const createBelongings = async (staff: Staff) => {
  const { id } = staff
  const group = `Group ${crypto.randomUUID()}`
  const [managed, completed] = [
    await createPartner(portal, { status: 'completed' }),
    await createPartner(portal, { status: 'completed' }),
  ]
  await db.update(users).set({ partnerGroup: group }).where(eq(users.id, completed.user.id))
  await db.update(partnerProfiles).set({ managerId: id }).where(eq(partnerProfiles.id, managed.profile.id))
  await db.update(partnerGroups).set({ managerId: id }).where(eq(partnerGroups.name, group))
  await sendMessage(portal.deps, managed.user as never, managed.user.id, { message: 'Hello' })
  await db
    .update(chatConversations)
    .set({ assignedTo: id })
    .where(sql`partner_id in (${managed.profile.id}, ${completed.profile.id})`)
  const open = await createTask(portal, { partnerId: managed.profile.id, ownerId: id })
  const done = await createTask(portal, {
    partnerId: managed.profile.id,
    ownerId: id,
    status: 'completed',
    acceptedAt: new Date(),
  })
  const [shared] = await db
    .insert(taskDefinitions)
    .values({ ...plan, dueDate: new Date('2030-01-01'), ownerId: id, assignedGroup: group })
    .returning()
  const series = { ...plan, ownerId: id, frequency: 'weekly' as const, startsAt: new Date('2030-01-01') }
  const [running, stopped] = await db
    .insert(taskSeries)
    .values([
      { ...series, timeZone: 'UTC', leadDays: 3, nextDueAt: new Date('2030-01-01') },
      { ...series, timeZone: 'UTC', leadDays: 3, stoppedAt: new Date() },
    ])
    .returning()
  const taskName = `Template ${crypto.randomUUID()}`
  const [template] = await db
    .insert(taskTemplates)
    .values({ ...plan, taskName, dueInDays: 3, ownerId: id })
    .returning()
  const reply = await createSavedReply(portal, { createdBy: id, title: crypto.randomUUID() })
  const webhook = await createEndpoint(portal, { createdBy: id })
  await createView(portal, { ownerId: id, name: 'Mine', isShared: false })
  return { managed, group, open, done, shared, running, stopped, template, reply, webhook }
}

const oneOfEach = {
  conversations: 1,
  partners: 1,
  partnerGroups: 1,
  tasks: 2,
  recurringTasks: 1,
  taskTemplates: 1,
  savedReplies: 1,
  savedViews: 1,
  webhooks: 1,
}

describe('handing over', () => {
  test('moves what is open of each kind, is recorded once, and changes nothing the second time', async () => {
    const [from, to] = [await newStaff('Sam'), await newStaff('Tess')]
    const things = await createBelongings(from)
    await createApiToken(portal, { createdBy: from.id, name: 'Nightly export' })
    const { apiTokens: tokens, ...belongings } = await read(from)
    expect(belongings).toEqual({ name: 'Sam Lee', counts: oneOfEach })
    expect(tokens).toMatchObject([{ name: 'Nightly export', lastUsedAt: null }])

    const response = await handOver(from, to)
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toEqual({ handedOver: oneOfEach })
    expect((await handOver(from, to)).json()).toEqual({ handedOver: {} })
    expect((await read(from)).counts).toEqual({})
    expect((await read(to)).counts).toEqual(oneOfEach)

    const ownerOf = async (
      table: typeof partnerTasks | typeof taskDefinitions | typeof taskSeries,
      id = '',
    ) => (await db.select({ ownerId: table.ownerId }).from(table).where(eq(table.id, id)))[0]?.ownerId
    expect(await ownerOf(partnerTasks, things.open.id)).toBe(to.id)
    expect(await ownerOf(taskDefinitions, things.open.id)).toBe(to.id)
    expect(await ownerOf(taskDefinitions, things.shared?.id)).toBe(to.id)
    expect(await ownerOf(taskSeries, things.running?.id)).toBe(to.id)
    // Completed work stays with the person who did it.
    expect(await ownerOf(partnerTasks, things.done.id)).toBe(from.id)
    expect(await ownerOf(taskSeries, things.stopped?.id)).toBe(from.id)

    const events = await auditEventsOf(portal, admin)
    expect(events.filter(({ subjectId }) => subjectId === from.id)).toEqual([
      {
        action: 'user.handed_over',
        subjectId: from.id,
        subjectName: 'Sam Lee',
        before: null,
        after: { to: 'Tess Lee', ...oneOfEach },
      },
    ])
    const notices = await db.select().from(notifications).where(eq(notifications.userId, to.id))
    expect(notices.map(({ kind, title }) => [kind, title])).toEqual([
      [
        'handed_over',
        'You took over 1 open conversation, 1 partner, 1 partner group, 2 open tasks, 1 recurring task, 1 task template, 1 saved reply, 1 saved view and 1 webhook from Sam Lee',
      ],
    ])
    const { user, profile } = things.managed
    const lines = await db.select().from(partnerActivities).where(eq(partnerActivities.partnerId, profile.id))
    expect(lines.filter(({ activityType }) => activityType === 'manager_changed')).toHaveLength(1)
    expect(await db.$count(notifications, eq(notifications.userId, user.id))).toBe(0)
  })

  test('gives a view another name if its new owner has one of that name', async () => {
    const [from, to] = [await newStaff('Sam'), await newStaff('Tess')]
    for (const ownerId of [from.id, to.id])
      await createView(portal, { ownerId, name: 'Café', isShared: false })
    await createView(portal, { ownerId: from.id, name: 'CAFE (2)', isShared: false })
    expect((await handOver(from, to)).json()).toEqual({ handedOver: { savedViews: 2 } })
    const views = await db.select().from(savedViews).where(eq(savedViews.ownerId, to.id))
    expect(views.map(({ name }) => name).toSorted()).toEqual(['CAFE (2)', 'Café', 'Café (3)'])
  })

  test('gives views whose long names would be shortened to the same one different names', async () => {
    const [from, to] = [await newStaff('Sam'), await newStaff('Tess')]
    const names = ['One', 'Two'].map((end) => `${'Long '.repeat(15)} ${end}`)
    for (const ownerId of [from.id, to.id])
      for (const name of names) await createView(portal, { ownerId, name, isShared: false })
    expect((await handOver(from, to)).json()).toEqual({ handedOver: { savedViews: 2 } })
    const views = await db.select().from(savedViews).where(eq(savedViews.ownerId, to.id))
    expect(new Set(views.map(({ name }) => name)).size).toBe(4)
  })

  test('gives different kinds to different people, and leaves the conversation with who took it', async () => {
    const [from, one, two] = [await newStaff('Sam'), await newStaff('One'), await newStaff('Two', 'support')]
    const { managed } = await createBelongings(from)
    expect((await handOver(from, two, ['conversations', 'tasks'])).json().handedOver).toEqual({
      conversations: 1,
      tasks: 2,
    })
    expect((await handOver(from, one, ['partners', 'partnerGroups'])).json().handedOver).toEqual({
      partners: 1,
      partnerGroups: 1,
    })
    const [chat] = await db
      .select()
      .from(chatConversations)
      .where(eq(chatConversations.partnerId, managed.profile.id))
    expect(chat?.assignedTo).toBe(two.id)
    // Support cannot see webhooks.
    const refused = await handOver(from, two)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().fields).toEqual({ toUserId: 'Only an admin can take over webhooks.' })
    expect((await handOver(from, one)).statusCode).toBe(200)
    expect((await read(from)).counts).toEqual({})
  })

  test('is refused to oneself, to somebody who is not active staff, and of an admin by support', async () => {
    const [from, disabled] = [await newStaff('Sam'), await newStaff('Gone')]
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, disabled.id))
    const partner = await createUser(portal)
    for (const to of [from, disabled, partner, { id: crypto.randomUUID() }]) {
      const response = await handOver(from, to)
      expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['toUserId']])
    }
    const support = await newStaff('Sue', 'support')
    const asSupport = await portal.signIn(support)
    expect((await asSupport.get(urlOf(from, 'belongings'))).statusCode).toBe(403)
    expect((await asSupport.post(urlOf(from, 'handover'), { toUserId: admin.id })).statusCode).toBe(403)
    const colleague = await newStaff('Cy', 'support')
    await createTask(portal, { ownerId: colleague.id })
    const response = await asSupport.post(urlOf(colleague, 'handover'), { toUserId: support.id })
    expect(response.json()).toEqual({ handedOver: { tasks: 1 } })
  })
})

describe('what former staff have left behind', () => {
  test('is shown to those who may hand it over, until nothing is left', async () => {
    const [from, to] = [await newStaff('Zoe'), await newStaff('Tess')]
    await createBelongings(from)
    expect(await leftBehind()).toEqual([])
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, from.id))
    const { taskTemplates: _quiet, savedReplies: _silent, savedViews: _idle, ...waiting } = oneOfEach
    const row = { id: from.id, name: 'Zoe Lee', role: 'admin', isDisabled: true, counts: waiting }
    expect(await leftBehind()).toEqual([row])
    const asSupport = await portal.signIn(await newStaff('Sue', 'support'))
    expect(await leftBehind(asSupport)).toEqual([])
    await db.update(users).set({ disabledAt: null, role: 'user' }).where(eq(users.id, from.id))
    expect(await leftBehind(asSupport)).toEqual([{ ...row, role: 'user', isDisabled: false }])
    await handOver(from, to, ['partners', 'conversations', 'partnerGroups', 'recurringTasks', 'webhooks'])
    expect(await leftBehind()).toMatchObject([{ id: from.id, counts: { tasks: 2 } }])
    await handOver(from, to, ['tasks'])
    expect(await leftBehind()).toEqual([])
  })
})

test.each([
  ['disabling', { url: 'disable', body: undefined }],
  ['a role below admin', { url: 'role', body: { role: 'support' } }],
])('%s ends the API tokens for good', async (_name, { url, body }) => {
  const user = await newStaff('Sam')
  await createApiToken(portal, { createdBy: user.id, name: 'Nightly export' })
  const path = `/api/admin/users/${user.id}/${url}`
  const response = await (body ? browser.put(path, body) : browser.post(path, undefined))
  expect(response.statusCode, response.body).toBe(200)
  expect(await db.$count(apiTokens, eq(apiTokens.createdBy, user.id))).toBe(0)
  const events = (await auditEventsOf(portal, admin)).slice(-2)
  expect(events).toContainEqual(
    expect.objectContaining({ action: 'api_token.revoked', subjectName: 'Nightly export' }),
  )
})

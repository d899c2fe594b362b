import { and, eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Notification } from '#contract/notifications/notifications.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { resourceFiles } from '#server/db/schema/resources.ts'
import { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { cookieOf } from '#test/chat-client.ts'
import { openEvents } from '#test/event-stream.ts'
import { createPartner, createResource, createTask, createUser, sign, taskForm } from '#test/factories.ts'
import { markSeen as dbMarkSeen } from './data.ts'
import { notifyOfChangedTask } from './notify/data.ts'

const portal = await createTestApp()
const { db } = portal
const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
afterAll(portal.close)

const staff = await createUser(portal, { role: 'support' })
const team = await portal.signIn(staff)

const newPartner = async (user: Partial<typeof users.$inferInsert> = {}) => {
  const partner = await createPartner(portal, { status: 'completed', onPaper: true, user })
  const browser = await portal.signIn(partner.user)
  // Creating the partner has caused notifications.
  await db.delete(notifications).where(eq(notifications.userId, partner.user.id))
  return { ...partner, browser }
}

type Row = typeof notifications.$inferInsert

const notify = async (user: { id: string }, row: Partial<Row> = {}) => {
  const [created] = await db
    .insert(notifications)
    .values({ userId: user.id, kind: 'role_changed', title: 'Your role is now User', ...row })
    .returning()
  if (!created) throw new Error('no row came back')
  return created
}

const list = async (browser: Browser, query = '') => {
  const response = await browser.get(`/api/notifications${query}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<Notification[]>()
}
const titles = async (browser: Browser, query?: string) =>
  (await list(browser, query)).map(({ title }) => title)
const count = async (browser: Browser) =>
  (await browser.get('/api/notifications/unseen')).json<{ count: number }>().count
const markSeen = async (browser: Browser, body: unknown) => {
  const response = await browser.post('/api/notifications/seen', body)
  expect(response.statusCode, response.body).toBe(204)
}
const succeed = async (response: ReturnType<Browser['get']>) => {
  const { statusCode, body } = await response
  if (statusCode >= 300) throw new Error(`answered ${statusCode}: ${body}`)
  return body ? JSON.parse(body) : null
}

const ago = (days: number) => new Date(Date.now() - days * 86_400_000)

describe('the bell', () => {
  test('lists what the caller was notified of, the newest first, with the subject of each', async () => {
    const { user, profile, documents, browser } = await newPartner()
    const task = await createTask(portal, { partnerId: profile.id })
    const resource = await createResource(portal)
    const documentId = documents[0]?.id ?? ''
    await notify(user, { createdAt: ago(3) })
    await notify(user, {
      kind: 'task_assigned',
      title: 'A task',
      detail: 'Due',
      taskId: task.id,
      createdAt: ago(2),
    })
    await notify(user, {
      kind: 'resource_added',
      title: 'A file',
      resourceId: resource.id,
      createdAt: ago(1),
    })
    await notify(user, { kind: 'agreement_waiting', title: 'To sign', documentId, seenAt: new Date() })
    await notify((await newPartner()).user, { title: 'Of another' })

    expect(await list(browser)).toMatchObject([
      { title: 'To sign', subject: { type: 'agreement', id: documentId }, seenAt: expect.any(String) },
      { title: 'A file', subject: { type: 'resource', id: resource.id }, seenAt: null },
      { title: 'A task', detail: 'Due', subject: { type: 'task', id: task.id } },
      { kind: 'role_changed', subject: null, detail: null },
    ])
    expect(await titles(browser, '?unseen')).toEqual(['A file', 'A task', 'Your role is now User'])
    expect(await count(browser)).toBe(3)
  })

  test('is paged, and shows the last 90 days', async () => {
    const { user, browser } = await newPartner()
    for (const day of [91, 89, 2, 1]) await notify(user, { title: `Day ${day}`, createdAt: ago(day) })
    const response = await browser.get('/api/notifications?limit=2')
    expect(response.headers['x-total-count']).toBe('3')
    expect(response.headers.link).toContain('page=2')
    expect(response.json().map(({ title }: Notification) => title)).toEqual(['Day 1', 'Day 2'])
    expect(await titles(browser, '?limit=2&page=2')).toEqual(['Day 89'])
    expect(await count(browser)).toBe(3)
  })

  test.each(['?limit=0', '?limit=101', '?page=x', '?unseen=no', '?kind=task'])(
    'refuses the query %s',
    async (query) => {
      const { browser } = await newPartner()
      expect((await browser.get(`/api/notifications${query}`)).statusCode).toBe(400)
    },
  )

  test('does not show what the user has turned off for it, but that is still emailed', async () => {
    const { user, profile, browser } = await newPartner()
    await succeed(browser.put('/api/user/email-preferences', { bellOff: ['task_assigned'] }))
    await succeed(team.post('/api/tasks', { ...taskForm, partnerId: profile.id }))
    expect(await list(browser)).toEqual([])
    expect(await count(browser)).toBe(0)
    // Marking all that the bell shows marks nothing that it does not show.
    await markSeen(browser, { until: new Date(Date.now() + 1000).toISOString() })
    const [row] = await db.select().from(notifications).where(eq(notifications.userId, user.id))
    expect(row).toMatchObject({ isInBell: false, seenAt: null, emailDueAt: expect.any(Date) })
  })

  test('gets nothing about their own tasks for partners who have become staff', async () => {
    const { profile, user, browser } = await newPartner()
    await succeed(team.post('/api/tasks', { ...taskForm, partnerId: profile.id }))
    expect(await count(browser)).toBe(1)
    await db.update(users).set({ role: 'support' }).where(eq(users.id, user.id))
    const colleague = await portal.signIn({ ...user, role: 'support' })
    await succeed(team.post('/api/tasks', { ...taskForm, partnerId: profile.id }))
    expect(await titles(colleague, '?unseen=true')).toHaveLength(1)
  })

  test('gets nothing for disabled users', async () => {
    const { user, profile } = await newPartner({ disabledAt: new Date() })
    await succeed(team.post('/api/tasks', { ...taskForm, partnerId: profile.id }))
    expect(await db.$count(notifications, eq(notifications.userId, user.id))).toBe(0)
  })
})

describe('a notification is shown only while its reader may see its subject', () => {
  test('not for a task that was deleted or moved to another partner, and again once the task is back', async () => {
    const [first, second] = [await newPartner(), await newPartner()]
    const task = await succeed(team.post('/api/tasks', { ...taskForm, partnerId: first.profile.id }))
    expect(await titles(first.browser)).toEqual(['New task: Hang the posters'])
    await succeed(team.send('DELETE', `/api/tasks/${task.id}`))
    expect([await titles(first.browser), await count(first.browser)]).toEqual([[], 0])
    await succeed(team.post('/api/tasks/restore', { ids: [task.id] }))
    expect(await count(first.browser)).toBe(1)
    await succeed(team.put(`/api/tasks/${task.id}`, { partnerId: second.profile.id }))
    expect(await titles(first.browser)).toEqual([])
    expect(await titles(second.browser)).toEqual(['New task: Hang the posters'])
  })

  test('not for a file or an announcement of a group that the partner has left', async () => {
    const { user, browser } = await newPartner({ partnerGroup: 'Canaries' })
    const resource = await createResource(portal, { assignedGroup: 'Canaries' })
    const [news] = await db
      .insert(announcements)
      .values({ title: 'News', body: 'For Canaries', assignedGroup: 'Canaries', publishAt: ago(1) })
      .returning()
    await notify(user, {
      kind: 'resource_added',
      title: 'A file',
      resourceId: resource.id,
      createdAt: ago(1),
    })
    await notify(user, { kind: 'announcement', title: 'News', announcementId: news?.id ?? null })
    expect(await titles(browser)).toEqual(['News', 'A file'])
    await succeed(team.put(`/api/admin/users/${user.id}/partner-group`, { partnerGroup: 'Others' }))
    expect([await titles(browser), await count(browser)]).toEqual([[], 0])
    await succeed(team.put(`/api/admin/users/${user.id}/partner-group`, { partnerGroup: 'Canaries' }))
    await db
      .update(announcements)
      .set({ endsAt: new Date() })
      .where(eq(announcements.id, news?.id ?? ''))
    expect(await titles(browser)).toEqual(['A file'])
    await db.update(resourceFiles).set({ isActive: false }).where(eq(resourceFiles.id, resource.id))
    expect(await titles(browser)).toEqual([])
  })

  test('not for a file while the library is closed to the partner', async () => {
    const { user, profile, browser } = await newPartner()
    const resource = await createResource(portal)
    await notify(user, { kind: 'resource_added', title: 'A file', resourceId: resource.id })
    const take = (onboardingStatus: 'profile' | 'completed') =>
      db.update(partnerProfiles).set({ onboardingStatus }).where(eq(partnerProfiles.id, profile.id))
    await take('profile')
    expect(await titles(browser)).toEqual([])
    await take('completed')
    expect(await titles(browser)).toEqual(['A file'])
  })

  test('for a partner, only to staff', async () => {
    const { profile } = await newPartner()
    const former = await createUser(portal, { role: 'support' })
    await notify(former, { kind: 'task_work', title: 'A comment', partnerId: profile.id })
    expect(await titles(await portal.signIn(former))).toEqual(['A comment'])
    await db.update(users).set({ role: 'user' }).where(eq(users.id, former.id))
    expect(await titles(await portal.signIn({ ...former, role: 'user' }))).toEqual([])
  })
})

describe('marking as seen', () => {
  const twoTasks = async () => {
    const partner = await newPartner()
    const partnerId = partner.profile.id
    const tasks = [await createTask(portal, { partnerId }), await createTask(portal, { partnerId })] as const
    const rows = []
    for (const [day, { id: taskId }] of tasks.entries()) {
      rows.push(
        await notify(partner.user, {
          kind: 'task_assigned',
          title: `Task ${day}`,
          taskId,
          createdAt: ago(2 - day),
          emailDueAt: new Date(),
        }),
      )
    }
    return { ...partner, tasks, rows }
  }

  test('marks those that are named, and cancels their emails', async () => {
    const { user, browser, rows } = await twoTasks()
    await markSeen(browser, { ids: [rows[0]?.id] })
    expect(await titles(browser, '?unseen=1')).toEqual(['Task 1'])
    const emails = and(eq(notifications.userId, user.id), sql`email_due_at is not null`)
    expect(await db.$count(notifications, emails)).toBe(1)
  })

  test('marks all about a subject', async () => {
    const { browser, tasks } = await twoTasks()
    await markSeen(browser, { subject: { type: 'task', id: tasks[1].id } })
    expect(await titles(browser, '?unseen=1')).toEqual(['Task 0'])
  })

  test('marks all up to a time, and none that came later', async () => {
    const { browser, rows } = await twoTasks()
    await markSeen(browser, { until: rows[0]?.createdAt.toISOString() })
    expect(await titles(browser, '?unseen=1')).toEqual(['Task 1'])
    await markSeen(browser, { until: rows[1]?.createdAt.toISOString() })
    expect(await count(browser)).toBe(0)
  })

  test('a second time does not change when it was seen', async () => {
    const { user, browser, rows } = await twoTasks()
    const read = () =>
      db.select().from(notifications).where(eq(notifications.userId, user.id)).orderBy(notifications.id)
    await markSeen(browser, { until: rows[1]?.createdAt.toISOString() })
    const before = await read()
    await markSeen(browser, { ids: rows.map(({ id }) => id) })
    expect(await read()).toEqual(before)
  })

  test('marks nothing of another user', async () => {
    const { browser, tasks, rows } = await twoTasks()
    const other = await newPartner()
    await markSeen(other.browser, { ids: rows.map(({ id }) => id) })
    await markSeen(other.browser, { subject: { type: 'task', id: tasks[0].id } })
    await markSeen(other.browser, { until: new Date().toISOString() })
    expect(await count(browser)).toBe(2)
  })

  test.each([
    {},
    { ids: [] },
    { ids: ['1'] },
    { ids: Array.from({ length: 101 }, () => crypto.randomUUID()) },
    { subject: { type: 'user', id: crypto.randomUUID() } },
    { until: 'yesterday' },
    { until: '2026-11-20T12:00:00.000Z', ids: [crypto.randomUUID()] },
    { until: '2026-11-20T12:00:00.000Z', all: true },
  ])('refuses %j', async (body) => {
    const { browser } = await newPartner()
    expect((await browser.post('/api/notifications/seen', body)).statusCode).toBe(400)
  })

  test('is refused without a session, and for staff who view the portal as the partner, though they see the bell', async () => {
    const { browser, profile, rows } = await twoTasks()
    const ids = rows.map(({ id }) => id)
    expect((await portal.visit().post('/api/notifications/seen', { ids })).statusCode).toBe(401)
    const viewing = await portal.signIn(await createUser(portal, { role: 'support' }))
    await succeed(viewing.post(`/api/admin/partners/${profile.id}/view`, undefined))
    expect(await titles(viewing)).toEqual(['Task 1', 'Task 0'])
    expect((await viewing.post('/api/notifications/seen', { ids })).statusCode).toBe(403)
    expect((await viewing.put('/api/user/email-preferences', { weeklyDigests: false })).statusCode).toBe(403)
    expect(await count(browser)).toBe(2)
    expect((await browser.get('/api/user/email-preferences')).json().weeklyDigests).toBe(true)
  })
})

describe('a user who acts on a subject has seen its notifications', () => {
  test('a partner who completes a task or comments on it, and staff who reply', async () => {
    const { profile, browser } = await newPartner()
    const member = await createUser(portal, { role: 'support' })
    const own = await portal.signIn(member)
    const task = await succeed(own.post('/api/tasks', { ...taskForm, partnerId: profile.id }))
    expect(await count(browser)).toBe(1)
    await succeed(browser.post(`/api/tasks/${task.id}/comments`, { body: 'On it' }))
    expect([await count(browser), await count(own)]).toEqual([0, 1])
    await succeed(own.post(`/api/tasks/${task.id}/comments`, { body: 'Thank you' }))
    expect([await count(browser), await count(own)]).toEqual([1, 0])
    await succeed(browser.put(`/api/tasks/${task.id}`, { status: 'completed' }))
    expect([await count(browser), await titles(own, '?unseen')]).toEqual([
      0,
      [`Completed: Hang the posters · ${profile.businessName}`],
    ])
  })

  test('a partner who signs', async () => {
    const { user, documents } = await createPartner(portal)
    const browser = await portal.signIn(user)
    const nda = documents.find(({ documentType }) => documentType === 'nda')
    await notify(user, { kind: 'agreement_waiting', title: 'Reminder to sign', documentId: nda?.id ?? null })
    await sign(portal, user, 'nda')
    expect(await titles(browser, '?unseen')).toEqual([])
  })
})

test('several changes of a task in a row are one notification, which shows the last one and is unseen again after each', async () => {
  const { user, profile, browser } = await newPartner()
  const { id } = await createTask(portal, { partnerId: profile.id })
  const age = (seconds: number) =>
    db
      .update(notifications)
      .set({ createdAt: new Date(Date.now() - seconds * 1000) })
      .where(eq(notifications.userId, user.id))
  await notifyOfChangedTask(db, id)
  await dbMarkSeen(db, user.id, { subject: { type: 'task', id } })
  await age(290)
  await db
    .update(partnerTasks)
    .set({ dueDate: new Date('2049-05-01T12:00:00Z') })
    .where(eq(partnerTasks.id, id))
  await notifyOfChangedTask(db, id)
  expect(await list(browser)).toMatchObject([
    {
      kind: 'task_changed',
      detail: 'Due',
      detailAt: '2049-05-01T12:00:00.000Z',
      seenAt: null,
      subject: { type: 'task', id },
    },
  ])
  const [row] = await db.select().from(notifications).where(eq(notifications.userId, user.id))
  expect(row?.emailDueAt).toEqual(expect.any(Date))
  await age(301)
  await notifyOfChangedTask(db, id)
  expect(await list(browser)).toHaveLength(2)
})

describe('a page is notified', () => {
  test('of a new notification, of one that was seen in another tab, and of a task that is gone', async () => {
    const { user, profile, browser } = await newPartner()
    const other = await newPartner()
    const [stream, elsewhere] = [
      await openEvents(url, cookieOf(browser)),
      await openEvents(url, cookieOf(other.browser)),
    ]
    try {
      const setPreferences = (reader: typeof browser) =>
        succeed(reader.put('/api/user/email-preferences', { weeklyDigests: false }))
      // Until then, the stream may receive notices about the creation of its own user.
      await setPreferences(other.browser)
      await elsewhere.waitForPath('/api/user/email-preferences')
      elsewhere.clear()
      const expectNotified = async (act: () => Promise<unknown>, path = '/api/notifications') => {
        stream.clear()
        await act()
        await stream.waitForPath(path)
      }
      const task = await createTask(portal, { partnerId: profile.id })
      await expectNotified(() => notify(user, { kind: 'task_assigned', taskId: task.id }))
      await expectNotified(() => markSeen(browser, { subject: { type: 'task', id: task.id } }))
      await expectNotified(() =>
        db.update(partnerTasks).set({ deletedAt: new Date() }).where(eq(partnerTasks.id, task.id)),
      )
      await expectNotified(() => setPreferences(browser), '/api/user/email-preferences')
      await db.update(users).set({ lastName: 'Later' }).where(eq(users.id, other.user.id))
      await elsewhere.waitForPath('/api/auth/user')
      expect(elsewhere.paths().join()).not.toMatch(/notifications|email-preferences/)
    } finally {
      await stream.close()
      await elsewhere.close()
    }
  })
})

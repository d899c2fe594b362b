import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { taskSeries } from '#server/db/schema/task-series.ts'
import { sessions, users } from '#server/db/schema/users.ts'
import { insertActivities } from '#server/domain-events/data.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { logFailedAttempt } from '#server/mail/attempts/data.ts'
import { logQueuedMail, logSentMail, logSkippedMail } from '#server/mail/data.ts'
import { createApiToken } from '#test/api-tokens.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { cookieOf } from '#test/chat-client.ts'
import { createEmail } from '#test/emails.ts'
import { type EventStream, openEvents, StreamRefused } from '#test/event-stream.ts'
import {
  activationForm,
  createFolder,
  createPartner,
  createResource,
  createTask,
  createUser,
  profileForm,
  resourceForm,
  taskForm,
} from '#test/factories.ts'
import { createMember } from '#test/members.ts'
import { createTemplate } from '#test/plan-rows.ts'
import { createProxiedApp } from '#test/proxied-app.ts'
import { createEndpoint } from '#test/webhooks.ts'
import { createStream } from './stream.ts'

const portal = await createTestApp()
const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
const open: EventStream[] = []
afterAll(async () => {
  await Promise.all(open.map((stream) => stream.close()))
  await portal.close()
})

type User = Awaited<ReturnType<typeof createUser>>

const listen = async (browser: Browser, headers?: Record<string, string>, query?: string) => {
  const stream = await openEvents(url, cookieOf(browser), { headers, query })
  open.push(stream)
  return stream
}
const newPartner = async () => {
  const { user, profile, documents } = await createPartner(portal, { status: 'completed' })
  const browser = await portal.signIn(user)
  const stream = await listen(browser)
  // Invalidations from creating the partner may arrive after the stream began.
  await receivePending({ user, stream })
  stream.clear()
  return { user, profile, documents, browser, stream }
}
const newStaff = async (role: 'support' | 'admin' = 'support') => {
  const user = await createUser(portal, { role })
  const browser = await portal.signIn(user)
  return { user, browser, stream: await listen(browser) }
}
/** Resolves when all earlier invalidations have arrived: causes one more, and waits for it. */
const receivePending = async ({ user, stream }: { user: User; stream: EventStream }) => {
  await portal.db.update(users).set({ lastName: crypto.randomUUID() }).where(eq(users.id, user.id))
  await stream.waitForPath('/api/auth/user')
}

describe('a page receives invalidations', () => {
  test('of its own data for a partner, of all data for staff, and of no other partner’s', async () => {
    const [partner, other, staff] = [await newPartner(), await newPartner(), await newStaff('admin')]
    const partnerId = partner.profile.id
    const own = `/api/admin/partners/${partnerId}`
    for (const [act, path, staffPaths] of [
      [
        () => staff.browser.post('/api/tasks', { ...taskForm, partnerId }),
        '/api/partner/tasks',
        [
          '/api/admin/tasks',
          own,
          '/api/admin/stats',
          '/api/admin/overview',
          '/api/admin/partners-with-user-info',
        ],
      ],
      [
        () => staff.browser.post('/api/activations', { ...activationForm, partnerId }),
        '/api/partner/activations',
        ['/api/admin/activations', own, '/api/activations/'],
      ],
      [
        // What was paid of an invoice follows from the payments.
        () => {
          const entry = { amountCents: 100, currency: 'USD', paidOn: '2026-11-20', method: 'check' }
          const key = { 'idempotency-key': crypto.randomUUID() }
          return staff.browser.post('/api/admin/payments', { ...entry, partnerId }, key)
        },
        '/api/partner/invoices',
        ['/api/admin/payments', '/api/admin/invoices', '/api/admin/attention'],
      ],
      [
        () => staff.browser.post(`${own}/documents`, { documentType: 'nda' }),
        '/api/partner/documents',
        ['/api/admin/documents', own],
      ],
      [
        () => staff.browser.put(own, { ...profileForm, fullName: 'Dana W.' }),
        '/api/partner/profile',
        ['/api/admin/partners', '/api/admin/partners-with-user-info'],
      ],
      [
        () =>
          sendMessage(portal.deps, { ...staff.user, sid: '' } as never, partner.user.id, {
            message: 'Hello',
          }),
        '/api/chat/unread',
        ['/api/chat/unread', '/api/chat/conversations'],
      ],
    ] as const) {
      const response = await act()
      if ('statusCode' in response) expect(response.statusCode, response.body).toBeLessThan(300)
      await partner.stream.waitForPath(path)
      for (const each of staffPaths) await staff.stream.waitForPath(each)
      staff.stream.clear()
    }
    await receivePending(other)
    expect(other.stream.paths()).toEqual(['/api/auth/user', '/api/account/profile'])
    // Partners receive no path of staff, and no id.
    expect(partner.stream.paths().join()).not.toMatch(/admin|conversations|[0-9a-f]{8}-/)
  })

  test('of the library when a resource is for everyone, for them or for their group, and for no other', async () => {
    const [partner, other, staff] = [await newPartner(), await newPartner(), await newStaff()]
    const inGroup = async (member: typeof partner, partnerGroup: string | null) => {
      await portal.db.update(users).set({ partnerGroup }).where(eq(users.id, member.user.id))
      await member.stream.waitForPath('/api/resources')
      for (const each of [partner, other, staff]) {
        await receivePending(each)
        each.stream.clear()
      }
    }
    await inGroup(partner, 'Gulf Coast')
    const expectInvalidated = async (whom: 'both' | 'one' | 'staff') => {
      await staff.stream.waitForPath('/api/resources')
      await staff.stream.waitForPath('/api/admin/partners/')
      for (const each of [partner, other, staff]) await receivePending(each)
      const notified = [partner, other].map(({ stream }) => stream.paths().includes('/api/resources'))
      expect(notified).toEqual([whom !== 'staff', whom === 'both'])
      for (const each of [partner, other, staff]) each.stream.clear()
    }
    await createFolder(portal)
    await partner.stream.waitForPath('/api/resource-folders')
    await other.stream.waitForPath('/api/resource-folders')
    await expectInvalidated('both')
    const resource = await createResource(portal, { assignedPartnerIds: [partner.profile.id] })
    await expectInvalidated('one')
    await createResource(portal, { assignedGroup: 'Gulf Coast' })
    await expectInvalidated('one')
    await createResource(portal, { assignedGroup: 'Gulf' })
    await expectInvalidated('staff')
    // A partner receives the invalidation even if the resource moves to others.
    const path = `/api/resources/${resource.id}`
    const elsewhere = { ...resourceForm, assignedPartnerIds: [crypto.randomUUID()], assignedGroup: null }
    const moved = await staff.browser.put(path, {
      ...elsewhere,
      assignedPartnerIds: [],
      assignedGroup: 'Gulf',
    })
    expect(moved.statusCode, moved.body).toBe(200)
    await expectInvalidated('one')
    // Counting a download changes no read.
    await staff.browser.post(`${path}/download`, undefined)
    for (const each of [partner, other, staff]) await receivePending(each)
    expect(staff.stream.paths()).not.toContain('/api/resources')
    staff.stream.clear()
  })

  test('about its partner from the first profile on', async () => {
    const user = await createUser(portal)
    const browser = await portal.signIn(user)
    const [stream, staff] = [await listen(browser), await newStaff()]
    const made = await browser.post('/api/partner/profile', profileForm)
    expect(made.statusCode).toBe(201)
    await stream.waitForPath('/api/partner/profile')
    await staff.browser.post('/api/tasks', { ...taskForm, partnerId: made.json().id })
    await stream.waitForPath('/api/partner/tasks')
  })

  test('of conversations, saved replies and office hours for staff only', async () => {
    const [partner, staff, colleague] = [await newPartner(), await newStaff('admin'), await newStaff()]
    await staff.browser.post('/api/saved-replies', { title: crypto.randomUUID(), text: 'Thanks' })
    await colleague.stream.waitForPath('/api/saved-replies')
    await staff.browser.put('/api/office-hours', { hours: null })
    await colleague.stream.waitForPath('/api/office-hours')
    const path = `/api/chat/conversations/${partner.user.id}`
    await staff.browser.put(path, { assignedTo: staff.user.id })
    await colleague.stream.waitForPath('/api/chat/conversations')
    await staff.browser.post(`${path}/notes`, { note: 'Between us' })
    await receivePending(partner)
    expect(partner.stream.paths()).toEqual(['/api/auth/user', '/api/account/profile'])
  })

  test('of what needs attention when an email fails, and when it is sent at last, for staff only', async () => {
    const [partner, staff] = [await newPartner(), await newStaff()]
    const ids = await Promise.all(
      [1, 2].map(() =>
        logQueuedMail(portal.db, { recipient: partner.user.email, subject: 'Hello', type: 'chat' }),
      ),
    )
    const [sent = '', other = ''] = ids
    await logSkippedMail(portal.db, other, 'Nobody needs it.')
    await receivePending(staff)
    expect(staff.stream.paths()).not.toContain('/api/admin/attention')
    await logFailedAttempt(portal.db, sent, 'refused')
    await staff.stream.waitForPath('/api/admin/attention')
    await receivePending(staff)
    staff.stream.clear()
    await logSentMail(portal.db, sent)
    await staff.stream.waitForPath('/api/admin/attention')
    await receivePending(partner)
    expect(partner.stream.paths()).toEqual(['/api/auth/user', '/api/account/profile'])
  })

  test('of whatever else is shown, and a partner only of their calendar and activities', async () => {
    const [partner, staff] = [await newPartner(), await newStaff('admin')]
    const partnerId = partner.profile.id
    const startsAt = new Date('2099-05-04T18:00:00Z')
    const own = { description: 'Task created', activityType: 'task_created' as const, metadata: {} }
    for (const [act, staffPath, partnerPath] of [
      [() => createApiToken(portal, { createdBy: staff.user.id }), '/api/admin/api-tokens'],
      [() => createEndpoint(portal), '/api/admin/webhooks'],
      [() => createEmail(portal, partner.user), '/api/admin/emails'],
      [() => createTemplate(portal, { taskName: 'Hang it' }), '/api/admin/task-templates'],
      [
        () =>
          portal.db.insert(taskSeries).values({
            ...{ taskName: 'Send it', taskType: 'physical', timeZone: 'UTC', frequency: 'weekly' },
            ...{ leadDays: 3, startsAt, nextDueAt: startsAt, assignedPartnerIds: [partnerId] },
          }),
        '/api/admin/task-series',
        '/api/calendar',
      ],
      [
        () => insertActivities(portal.db, [{ partnerId, ...own }]),
        `/api/admin/partners/${partnerId}`,
        '/api/partner/activities',
      ],
    ] as [() => Promise<unknown>, string, string?][]) {
      await act()
      await staff.stream.waitForPath(staffPath)
      if (partnerPath) await partner.stream.waitForPath(partnerPath)
      staff.stream.clear()
    }
    await receivePending(partner)
    expect(partner.stream.paths().join()).not.toContain('admin')
  })

  test('once for simultaneous changes, and of everything for too many', async () => {
    const [partner, staff] = [await newPartner(), await newStaff()]
    await portal.db.execute(sql`
      with definition as (
        insert into task_definitions (task_name, due_date, task_type, assigned_partner_ids, is_for_one)
        select 'Task ' || n, now(), 'physical', array[${partner.profile.id}], true from generate_series(1, 500) n returning *)
      insert into partner_tasks (id, definition_id, partner_id, task_name, due_date, task_type)
      select id, id, assigned_partner_ids[1]::uuid, task_name, due_date, task_type from definition`)
    await partner.stream.waitForPath('/api/partner/tasks')
    await receivePending(partner)
    expect(partner.stream.paths().filter((path) => path === '/api/partner/tasks')).toHaveLength(1)
    await portal.db.execute(sql`
      with people as (
        insert into users (email) select 'many-' || n || '@example.test' from generate_series(1, 100) n returning id)
      insert into partner_profiles
        (user_id, full_name, email, state, business_name, main_marketing_contact, business_website)
      select id, 'Many', id || '@example.test', 'AL', 'Many', 'Many', 'https://many.example.com' from people`)
    await portal.db.execute(sql`
      with definition as (
        insert into task_definitions (task_name, due_date, task_type) values ('Task', now(), 'physical') returning *)
      insert into partner_tasks (definition_id, partner_id, task_name, due_date, task_type)
      select definition.id, partner_profiles.id, task_name, due_date, task_type from definition, partner_profiles
      where full_name = 'Many'`)
    await staff.stream.waitForPath('*')
  })

  test('of everything since the moment that the client sends', async () => {
    const { profile, browser } = await newPartner()
    const staff = await newStaff()
    await staff.browser.post('/api/tasks', { ...taskForm, partnerId: profile.id })
    await staff.stream.waitForPath('/api/admin/tasks')
    const late = await listen(browser, {}, '?reading=1500')
    await late.waitForPath('/api/partner/tasks')
    expect(late.paths()).not.toContain('*')
    // This is longer ago than notices are remembered.
    const later = await listen(browser, {}, '?reading=999999')
    await later.waitForPath('*')
  })

  test('of everything when it reconnects, since it may have missed some', async () => {
    const { browser } = await newPartner()
    const again = await listen(browser, { 'last-event-id': '0' })
    await again.waitForPath('*')
  })
})

describe('an event stream', () => {
  test('has the headers that browsers and proxies expect', async () => {
    const { stream } = await newPartner()
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.any(String),
    })
  })

  const endings: Record<string, (user: User, browser: Browser) => Promise<unknown>> = {
    'signed out': (_user, browser) => browser.get('/api/logout'),
    disabled: ({ id }) => portal.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, id)),
    'of another role': ({ id }) => portal.db.update(users).set({ role: 'admin' }).where(eq(users.id, id)),
    'run out': ({ id }) =>
      portal.db.update(sessions).set({ expire: new Date() }).where(eq(sessions.userId, id)),
    removed: ({ id }) => portal.db.delete(users).where(eq(users.id, id)),
  }

  test('ends with its session or when its user gets another role, and no other stream does', async () => {
    const other = await newStaff()
    await Promise.all(
      Object.values(endings).map(async (end) => {
        const { user, browser, stream } = await newStaff()
        await end(user, browser)
        await stream.closed
      }),
    )
    await receivePending(other)
    await expect(listen(portal.visit())).rejects.toMatchObject({ status: 401 })
  })

  test('ends when its user loses the right to sign or the membership, and a new one follows the partner', async () => {
    const { profile, ...owner } = await newPartner()
    const { user, member } = await createMember(portal, { partnerId: profile.id, canSign: true })
    const browser = await portal.signIn(user)
    const stream = await listen(browser)
    await createTask(portal, { partnerId: profile.id })
    await stream.waitForPath('/api/partner/tasks')
    const isTheirs = eq(partnerMembers.id, member.id)
    await portal.db.update(partnerMembers).set({ canSign: false }).where(isTheirs)
    await stream.closed
    const next = await listen(browser)
    await createTask(portal, { partnerId: profile.id })
    await next.waitForPath('/api/partner/tasks')
    await portal.db.delete(partnerMembers).where(isTheirs)
    await next.closed
    await receivePending(owner)
  })

  test('of a member ends when the owner gets another group, and a new one follows that group', async () => {
    const { profile, ...owner } = await newPartner()
    const { user } = await createMember(portal, { partnerId: profile.id })
    const browser = await portal.signIn(user)
    const stream = await listen(browser)
    const partnerGroup = crypto.randomUUID()
    await portal.db.update(users).set({ partnerGroup }).where(eq(users.id, owner.user.id))
    await stream.closed
    const next = await listen(browser)
    await createResource(portal, { assignedGroup: partnerGroup })
    await next.waitForPath('/api/resources')
    await receivePending(owner)
  })

  test('of staff who view as a partner sends that partner’s invalidations until they stop', async () => {
    const [partner, staff] = [await newPartner(), await newStaff()]
    await staff.browser.post(`/api/admin/partners/${partner.profile.id}/view`, undefined)
    await staff.stream.closed
    const viewing = await listen(staff.browser)
    const colleague = await newStaff()
    await colleague.browser.post('/api/tasks', { ...taskForm, partnerId: partner.profile.id })
    await viewing.waitForPath('/api/partner/tasks')
    expect(viewing.paths().join()).not.toContain('admin')
    // Once this stream has ended, the sessions of all streams have been checked.
    const leaving = await newStaff()
    await leaving.browser.get('/api/logout')
    await leaving.stream.closed
    expect(viewing.response.closed).toBe(false)
    await staff.browser.post('/api/view-as-partner/stop', undefined)
    await viewing.closed
  })

  test('does not extend the session, nor do background requests', async () => {
    const user = await createUser(portal, { role: 'support' })
    const browser = await portal.signIn(user)
    const expire = new Date(Date.now() + 10 * 60_000)
    const setBack = () => portal.db.update(sessions).set({ expire }).where(eq(sessions.userId, user.id))
    const expiry = async () =>
      (await portal.db.select().from(sessions).where(eq(sessions.userId, user.id)))[0]?.expire.getTime() ?? 0
    await setBack()
    await listen(browser)
    expect((await browser.get('/api/chat/unread', { 'x-in-background': '1' })).statusCode).toBe(200)
    await browser.get('/api/chat/unread', { 'x-in-background': '1' })
    expect(await expiry()).toBe(expire.getTime())
    await browser.get('/api/chat/unread')
    await expect.poll(expiry).toBeGreaterThan(expire.getTime())
  })

  test('can be opened twenty times by one user, and no more', async () => {
    const browser = await portal.signIn(await createUser(portal))
    const streams = await Promise.all(Array.from({ length: 20 }, () => listen(browser)))
    await expect(listen(browser)).rejects.toMatchObject({ status: 429 })
    await streams[0]?.close()
    await expect
      .poll(() =>
        listen(browser).then(
          () => true,
          (error: unknown) => !(error instanceof StreamRefused),
        ),
      )
      .toBe(true)
  })

  test('collects invalidations while the client is not reading, and is dropped when it does not resume', async () => {
    const taken = Promise.withResolvers<ServerResponse>()
    const server = createServer((_request, response) => taken.resolve(response)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const sent = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }).end()
    sent.on('error', () => {})
    const response = await taken.promise
    const stream = createStream(response)
    const [received] = await once(sent, 'response')
    received.on('error', () => {})
    received.pause()
    // This sends until all network buffers are full and two heartbeats have found them full.
    let maxLength = 0
    await expect
      .poll(
        () => {
          for (let number = 0; number < 20; number += 1)
            stream.invalidate([`/${number}${'x'.repeat(500_000)}`])
          stream.sendHeartbeat()
          maxLength = Math.max(maxLength, response.writableLength)
          return response.destroyed
        },
        { timeout: 55_000, interval: 100 },
      )
      .toBe(true)
    // At most one event was buffered.
    expect(maxLength).toBeLessThan(11 * 2 ** 20)
    sent.destroy()
    server.close()
  })

  test('ends when the server stops', async () => {
    const stopping = await createTestApp()
    const address = await stopping.app.listen({ port: 0, host: '127.0.0.1' })
    const browser = await stopping.signIn(await createUser(stopping))
    const stream = await openEvents(address, cookieOf(browser))
    await stopping.close()
    await stream.closed
  })
})

test('a stream stays open while the database cannot be reached, and then receives an invalidation of everything', async () => {
  const { portal: cuttable, proxy } = await createProxiedApp()
  const address = await cuttable.app.listen({ port: 0, host: '127.0.0.1' })
  const user = await createUser(cuttable)
  const stream = await openEvents(address, cookieOf(await cuttable.signIn(user)))
  await cuttable.db.update(users).set({ lastName: 'Vale' }).where(eq(users.id, user.id))
  await stream.waitForPath('/api/auth/user')
  await proxy.cut()
  await proxy.mend()
  await stream.waitForPath('*')
  await stream.close()
  cuttable.log.takeErrors()
  await cuttable.close()
})

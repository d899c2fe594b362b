import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { sessions, users } from '#server/db/schema/users.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { cookieOf } from '#test/chat-client.ts'
import { type EventStream, openEvents, StreamRefused } from '#test/event-stream.ts'
import {
  activationForm,
  createFolder,
  createPartner,
  createResource,
  createUser,
  profileForm,
  resourceForm,
  taskForm,
} from '#test/factories.ts'
import { startTcpProxy } from '#test/tcp-proxy.ts'
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
  return { user, profile, documents, browser, stream: await listen(browser) }
}
const newStaff = async (role: 'support' | 'admin' = 'support') => {
  const user = await createUser(portal, { role })
  const browser = await portal.signIn(user)
  return { user, browser, stream: await listen(browser) }
}
/** Everything that was told to somebody before this is there by then: what comes after it has come. */
const settle = async ({ user, stream }: { user: User; stream: EventStream }) => {
  await portal.db.update(users).set({ lastName: crypto.randomUUID() }).where(eq(users.id, user.id))
  await stream.hears('/api/auth/user')
}

describe('a page is told which of its reads are stale', () => {
  test('by what staff and the partner do: the partner of theirs, staff of everyone’s, others of nothing', async () => {
    const [partner, other, staff] = [await newPartner(), await newPartner(), await newStaff('admin')]
    const partnerId = partner.profile.id
    const own = `/api/admin/partners/${partnerId}`
    for (const [act, path, staffPaths] of [
      [
        () => staff.browser.post('/api/tasks', { ...taskForm, partnerId }),
        '/api/partner/tasks',
        ['/api/admin/tasks', own, '/api/admin/stats', '/api/admin/overview'],
      ],
      [
        () => staff.browser.post('/api/activations', { ...activationForm, partnerId }),
        '/api/partner/activations',
        ['/api/admin/activations', own],
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
      const answer = await act()
      if ('statusCode' in answer) expect(answer.statusCode, answer.body).toBeLessThan(300)
      await partner.stream.hears(path)
      for (const each of staffPaths) await staff.stream.hears(each)
      staff.stream.forget()
    }
    await settle(other)
    expect(other.stream.told()).toEqual(['/api/auth/user'])
    // Nothing of staff's, and nobody's id.
    expect(partner.stream.told().join()).not.toMatch(/admin|conversations|[0-9a-f]{8}-/)
  })

  test('by a resource for everyone, for them or for their group, and by no other', async () => {
    const [partner, other, staff] = [await newPartner(), await newPartner(), await newStaff()]
    const inGroup = async (who: typeof partner, partnerGroup: string | null) => {
      await portal.db.update(users).set({ partnerGroup }).where(eq(users.id, who.user.id))
      await who.stream.hears('/api/resources')
      for (const each of [partner, other, staff]) {
        await settle(each)
        each.stream.forget()
      }
    }
    await inGroup(partner, 'Gulf Coast')
    const expectTold = async (whom: 'both' | 'one' | 'staff') => {
      await staff.stream.hears('/api/resources')
      for (const each of [partner, other, staff]) await settle(each)
      const told = [partner, other].map(({ stream }) => stream.told().includes('/api/resources'))
      expect(told).toEqual([whom !== 'staff', whom === 'both'])
      for (const each of [partner, other, staff]) each.stream.forget()
    }
    await createFolder(portal)
    await partner.stream.hears('/api/resource-folders')
    await other.stream.hears('/api/resource-folders')
    await expectTold('both')
    const resource = await createResource(portal, { assignedPartnerIds: [partner.profile.id] })
    await expectTold('one')
    await createResource(portal, { assignedGroup: 'Gulf Coast' })
    await expectTold('one')
    await createResource(portal, { assignedGroup: 'Gulf' })
    await expectTold('staff')
    // Taken away from them is news to them, too.
    const path = `/api/resources/${resource.id}`
    const elsewhere = { ...resourceForm, assignedPartnerIds: [crypto.randomUUID()], assignedGroup: null }
    const moved = await staff.browser.put(path, {
      ...elsewhere,
      assignedPartnerIds: [],
      assignedGroup: 'Gulf',
    })
    expect(moved.statusCode, moved.body).toBe(200)
    await expectTold('one')
    // What is counted changes nothing that anyone reads.
    await staff.browser.post(`${path}/download`, undefined)
    for (const each of [partner, other, staff]) await settle(each)
    expect(staff.stream.told()).not.toContain('/api/resources')
    staff.stream.forget()
  })

  test('also of a partner who has none yet, from their first profile on', async () => {
    const user = await createUser(portal)
    const browser = await portal.signIn(user)
    const [stream, staff] = [await listen(browser), await newStaff()]
    const made = await browser.post('/api/partner/profile', profileForm)
    expect(made.statusCode).toBe(201)
    await stream.hears('/api/partner/profile')
    await staff.browser.post('/api/tasks', { ...taskForm, partnerId: made.json().id })
    await stream.hears('/api/partner/tasks')
  })

  test('of conversations, replies and hours, staff alone', async () => {
    const [partner, staff, colleague] = [await newPartner(), await newStaff('admin'), await newStaff()]
    await staff.browser.post('/api/saved-replies', { title: crypto.randomUUID(), text: 'Thanks' })
    await colleague.stream.hears('/api/saved-replies')
    await staff.browser.put('/api/office-hours', { hours: null })
    await colleague.stream.hears('/api/office-hours')
    const path = `/api/chat/conversations/${partner.user.id}`
    await staff.browser.put(path, { assignedTo: staff.user.id })
    await colleague.stream.hears('/api/chat/conversations')
    await staff.browser.post(`${path}/notes`, { note: 'Between us' })
    await settle(partner)
    expect(partner.stream.told()).toEqual(['/api/auth/user'])
  })

  test('once for what happens at once, and of everything where it is too much', async () => {
    const [partner, staff] = [await newPartner(), await newStaff()]
    await portal.db.execute(sql`
      insert into partner_tasks (partner_id, task_name, due_date, task_type)
      select ${partner.profile.id}, 'Task ' || n, now(), 'physical' from generate_series(1, 500) n`)
    await partner.stream.hears('/api/partner/tasks')
    await settle(partner)
    expect(partner.stream.told().filter((path) => path === '/api/partner/tasks')).toHaveLength(1)
    await portal.db.execute(sql`
      with people as (
        insert into users (email) select 'many-' || n || '@example.test' from generate_series(1, 100) n returning id)
      insert into partner_profiles
        (user_id, full_name, email, state, business_name, main_marketing_contact, business_website)
      select id, 'Many', id || '@example.test', 'AL', 'Many', 'Many', 'https://many.example.com' from people`)
    await portal.db.execute(sql`
      insert into partner_tasks (partner_id, task_name, due_date, task_type)
      select id, 'Task', now(), 'physical' from partner_profiles where full_name = 'Many'`)
    await staff.stream.hears('*')
  })

  test('of what became stale since the page began to read, when it says how long that is ago', async () => {
    const { profile, browser } = await newPartner()
    const staff = await newStaff()
    await staff.browser.post('/api/tasks', { ...taskForm, partnerId: profile.id })
    await staff.stream.hears('/api/admin/tasks')
    const late = await listen(browser, {}, '?reading=1500')
    await late.hears('/api/partner/tasks')
    expect(late.told()).not.toContain('*')
    // Longer ago than anyone remembers.
    const later = await listen(browser, {}, '?reading=999999')
    await later.hears('*')
  })

  test('of everything when it comes again, since it may have missed something', async () => {
    const { browser } = await newPartner()
    const again = await listen(browser, { 'last-event-id': '0' })
    await again.hears('*')
  })
})

describe('a stream', () => {
  test('is one that browsers and proxies know', async () => {
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

  test('ends when its session does or its person has another role, and no other does', async () => {
    const other = await newStaff()
    await Promise.all(
      Object.values(endings).map(async (end) => {
        const { user, browser, stream } = await newStaff()
        await end(user, browser)
        await stream.closed
      }),
    )
    await settle(other)
    await expect(listen(portal.visit())).rejects.toMatchObject({ status: 401 })
  })

  test('of staff who view the portal as a partner tells what that one is told, until they stop', async () => {
    const [partner, staff] = [await newPartner(), await newStaff()]
    await staff.browser.post(`/api/admin/partners/${partner.profile.id}/view`, undefined)
    await staff.stream.closed
    const viewing = await listen(staff.browser)
    const colleague = await newStaff()
    await colleague.browser.post('/api/tasks', { ...taskForm, partnerId: partner.profile.id })
    await viewing.hears('/api/partner/tasks')
    expect(viewing.told().join()).not.toContain('admin')
    // Sessions have been looked at once this one has ended.
    const leaving = await newStaff()
    await leaving.browser.get('/api/logout')
    await leaving.stream.closed
    expect(viewing.response.closed).toBe(false)
    await staff.browser.post('/api/view-as-partner/stop', undefined)
    await viewing.closed
  })

  test('keeps no session alive, nor does what a page asks by itself', async () => {
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

  test('is opened twenty times by one person, and not once more', async () => {
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

  test('whose reader has stopped reading waits with what it has to tell, and is dropped', async () => {
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
    // Until all is full that the machine keeps on the way, and it has been seen twice that nothing goes on.
    let most = 0
    await expect
      .poll(
        () => {
          for (let number = 0; number < 20; number += 1) stream.tell([`/${number}${'x'.repeat(500_000)}`])
          stream.beat()
          most = Math.max(most, response.writableLength)
          return response.destroyed
        },
        { timeout: 55_000, interval: 100 },
      )
      .toBe(true)
    // One event at most waited in it.
    expect(most).toBeLessThan(11 * 2 ** 20)
    sent.destroy()
    server.close()
  })

  test('ends with the server that stops', async () => {
    const stopping = await createTestApp()
    const address = await stopping.app.listen({ port: 0, host: '127.0.0.1' })
    const browser = await stopping.signIn(await createUser(stopping))
    const stream = await openEvents(address, cookieOf(browser))
    await stopping.close()
    await stream.closed
  })
})

test('while the database is away a stream stays, and is told that everything is stale when it is back', async () => {
  let proxy: Awaited<ReturnType<typeof startTcpProxy>> | undefined
  const cuttable: TestApp = await createTestApp({
    connectThrough: async (databaseUrl) => {
      const target = new URL(databaseUrl)
      proxy = await startTcpProxy({ host: target.hostname, port: Number(target.port) })
      target.hostname = proxy.host
      target.port = String(proxy.port)
      return target.href
    },
  })
  const address = await cuttable.app.listen({ port: 0, host: '127.0.0.1' })
  const user = await createUser(cuttable)
  const stream = await openEvents(address, cookieOf(await cuttable.signIn(user)))
  await cuttable.db.update(users).set({ lastName: 'Vale' }).where(eq(users.id, user.id))
  await stream.hears('/api/auth/user')
  await proxy?.cut()
  await proxy?.mend()
  await stream.hears('*')
  await stream.close()
  cuttable.log.takeErrors()
  await cuttable.close()
})

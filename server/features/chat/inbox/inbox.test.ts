import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChatConversation } from '#contract/chat/inbox.ts'
import { chatConversations, chatMessages } from '#server/db/schema/chat.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import type { Browser } from '#test/browser.ts'
import { type ChatClient, cookieOf, openChat } from '#test/chat-client.ts'
import { type EventStream, openEvents } from '#test/event-stream.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'
import { sendMessage } from '../actions.ts'
import { endSnoozes } from './changes/actions.ts'

const portal = await createTestApp()
const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
const open: ChatClient[] = []
const streams: EventStream[] = []
afterAll(async () => {
  for (const client of open) client.socket.terminate()
  for (const stream of streams) await stream.close()
  await portal.close()
})

type User = Awaited<ReturnType<typeof createUser>>

const connect = async (user: User) => {
  const client = await openChat(url, cookieOf(await portal.signIn(user)))
  open.push(client)
  // A message that arrives before the history has been read is part of the history, and does not come as a frame of its own.
  await client.frame('chat_history')
  return client
}
const streamOf = async (user: User) => {
  const stream = await openEvents(url, cookieOf(await portal.signIn(user)))
  streams.push(stream)
  return stream
}
const sendAs = (user: User, conversationId: string, message: string) =>
  sendMessage(portal.deps, { ...user, sid: '' } as never, conversationId, { message })
const newStaff = (firstName: string) => createUser(portal, { role: 'support', firstName, lastName: 'Reed' })
const newPartner = async () => (await createPartner(portal)).user
const path = (user: User) => `/api/chat/conversations/${user.id}`

/** Resolves when everything that was sent to a client so far has arrived. */
const receivePending = async (client: ChatClient) => {
  const clientId = crypto.randomUUID()
  client.send({ type: 'chat', message: '', clientId })
  await client.frame('chat_error', (error) => error.clientId === clientId)
}

describe('the members of staff to filter lists by', () => {
  test('are the team, and former members who still have tasks or conversations', async () => {
    const name = `Zora${crypto.randomUUID().slice(0, 8)}`
    const create = (suffix: string, values = {}) =>
      createUser(portal, { role: 'support', firstName: `${name}${suffix}`, lastName: null, ...values })
    const disabledAt = new Date()
    const active = await create('a')
    const withTask = await create('b', { disabledAt })
    const withConversation = await create('c', { disabledAt })
    const withNothing = await create('d', { disabledAt })
    const former = await create('e', { role: 'user' })
    const { profile, user } = await createPartner(portal)
    await createTask(portal, { partnerId: profile.id, ownerId: withTask.id })
    await createTask(portal, { partnerId: profile.id, ownerId: former.id, status: 'completed' })
    await createTask(portal, { partnerId: profile.id, ownerId: withNothing.id, deletedAt: new Date() })
    const browser = await portal.signIn(active)
    await sendAs(user, user.id, 'Hello')
    await portal.db
      .update(chatConversations)
      .set({ assignedTo: withConversation.id })
      .where(eq(chatConversations.id, user.id))
    const response = await browser.get('/api/chat/team/responsible')
    const rows = response.json<{ id: string; firstName: string; standing: string }[]>()
    expect(rows.filter(({ firstName }) => firstName.startsWith(name))).toMatchObject([
      { id: active.id, standing: 'active' },
      { id: withTask.id, standing: 'disabled' },
      { id: withConversation.id, standing: 'disabled' },
      { id: former.id, standing: 'former' },
    ])
    // Former staff are not offered as assignees.
    const team = (await browser.get('/api/chat/team')).json<{ id: string }[]>()
    expect(team.map(({ id }) => id)).not.toContain(withTask.id)
  })
})

describe('the list of conversations', () => {
  let own: Awaited<ReturnType<typeof createTestApp>>
  let staff: Browser
  let sam: User
  const partners: Record<string, User> = {}
  afterAll(() => own.close())

  beforeAll(async () => {
    own = await createTestApp()
    sam = await createUser(own, { role: 'support', firstName: 'Sam', lastName: 'Reed' })
    staff = await own.signIn(sam)
    for (const [firstName, businessName, message] of [
      ['Ana', 'Pier 7', 'When is the stage built up?'],
      ['Bert', '100% Hall', 'Größe of the banner?'],
      ['Cleo', 'Pier 9', 'Thanks for the stages'],
    ] as const) {
      const { user } = await createPartner(own, { businessName, user: { firstName, lastName: 'Quinn' } })
      partners[firstName] = user
      await sendMessage(own.deps, user as never, user.id, { message })
    }
    // Conversations without messages are not listed.
    const { user } = await createPartner(own)
    await staff.put(`/api/chat/conversations/${user.id}`, { assignedTo: sam.id })
    await createPartner(own)
  })

  const list = async (query = '') => {
    const listed = await staff.get(`/api/chat/conversations${query}`)
    expect(listed.statusCode, listed.body).toBe(200)
    const rows = listed.json<ChatConversation[]>()
    return { names: rows.map(({ firstName }) => firstName), total: listed.headers['x-total-count'], rows }
  }

  test('shows the newest first with unread counts, page by page', async () => {
    const all = await list()
    expect(all).toMatchObject({ names: ['Cleo', 'Bert', 'Ana'], total: '3' })
    expect(all.rows[0]).toEqual({
      id: partners.Cleo?.id,
      firstName: 'Cleo',
      lastName: 'Quinn',
      fullName: 'Cleo Quinn',
      email: partners.Cleo?.email,
      partnerId: expect.any(String),
      businessName: 'Pier 9',
      unread: 1,
      lastMessage: {
        message: 'Thanks for the stages',
        isSupport: false,
        seq: 1,
        createdAt: expect.any(String),
      },
      assignedTo: null,
      closedAt: null,
      snoozedUntil: null,
      snoozedBy: null,
      returnedAt: null,
      labels: [],
      present: false,
      userId: partners.Cleo?.id,
      joinedPartner: null,
    })
    expect(await list('?limit=2&page=2')).toMatchObject({ names: ['Ana'], total: '3' })
    expect(await list('?limit=2&page=9')).toMatchObject({ names: [], total: '3' })
  })

  test.each([
    ['the business', 'pier', ['Cleo', 'Ana']],
    ['a wildcard of patterns', '100%25', ['Bert']],
    ['another wildcard', '_', []],
    ['parts of a name', 'cleo%20q', ['Cleo']],
    ['a message', 'STAGE', ['Cleo', 'Ana']],
    ['the beginnings of words of one message', 'built%20sta', ['Ana']],
    ['words of two messages', 'built%20thanks', []],
    ['letters beyond ASCII', 'gr%C3%B6%C3%9Fe', ['Bert']],
    ['a word of no message', 'zebra', []],
    ['operators of the search language', "stage%20%26%20!'%3A*%20%7C", ['Cleo', 'Ana']],
  ])('can be searched by %s', async (_what, search, names) => {
    expect((await list(`?search=${search}`)).names).toEqual(names)
    expect(await list(`?search=${search}&limit=1`)).toMatchObject({
      names: names.slice(0, 1),
      total: `${names.length}`,
    })
    expect((await list(`?search=${search}&limit=1&page=2`)).names).toEqual(names.slice(1, 2))
  })

  test('can be searched by email and by internal notes', async () => {
    expect((await list(`?search=${partners.Ana?.email}`)).names).toEqual(['Ana'])
    await staff.post(`/api/chat/conversations/${partners.Bert?.id}/notes`, { note: 'Wants a marquee' })
    expect((await list('?search=marquee')).names).toEqual(['Bert'])
  })

  test('can be filtered by state and assignee', async () => {
    await staff.put(`/api/chat/conversations/${partners.Ana?.id}`, { assignedTo: sam.id })
    await staff.put(`/api/chat/conversations/${partners.Bert?.id}`, { assignedTo: sam.id, closed: true })
    const other = await own.signIn(await createUser(own, { role: 'admin' }))
    for (const [filter, names] of [
      ['all', ['Cleo', 'Bert', 'Ana']],
      ['open', ['Cleo', 'Ana']],
      ['mine', ['Ana']],
      ['unassigned', ['Cleo']],
      ['closed', ['Bert']],
    ] as const) {
      expect(await list(`?filter=${filter}&limit=10`), filter).toMatchObject({
        names,
        total: `${names.length}`,
      })
      expect((await list(`?filter=${filter}`)).names, filter).toEqual(names)
    }
    expect((await list('?filter=mine&search=pier')).names).toEqual(['Ana'])
    expect((await other.get('/api/chat/conversations?filter=mine&limit=10')).json()).toEqual([])
    expect((await staff.get('/api/chat/unread')).json()).toEqual({ unread: 2 })
    // The list can be filtered by one colleague, also together with a state and a search.
    const kim = await createUser(own, { role: 'support', firstName: 'Kim' })
    await staff.put(`/api/chat/conversations/${partners.Cleo?.id}`, { assignedTo: kim.id })
    await own.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, kim.id))
    expect((await list(`?assignedTo=${sam.id}&filter=open`)).names).toEqual(['Ana'])
    expect((await list(`?assignedTo=${sam.id}`)).names.sort()).toEqual(['Ana', 'Bert'])
    expect(await list(`?assignedTo=${kim.id}&filter=open&limit=5`)).toMatchObject({
      names: ['Cleo'],
      total: '1',
    })
    expect((await list(`?assignedTo=${kim.id}&search=stage`)).names).toEqual(['Cleo'])
    await staff.put(`/api/chat/conversations/${partners.Cleo?.id}`, { assignedTo: null })
  })

  test('can be limited to the partners of a manager, also with a state and a search', async () => {
    const kim = await createUser(own, { role: 'support', firstName: 'Kim' })
    const ofSam = [partners.Ana, partners.Bert].map((user) => user?.id ?? '')
    await own.db
      .update(partnerProfiles)
      .set({ managerId: sam.id })
      .where(inArray(partnerProfiles.userId, ofSam))
    expect(await list('?manager=me&filter=waiting_for_us&limit=5')).toMatchObject({
      names: ['Ana'],
      total: '1',
    })
    expect((await list('?manager=me')).names).toEqual(['Bert', 'Ana'])
    expect((await list(`?manager=${sam.id}&search=pier`)).names).toEqual(['Ana'])
    expect((await list(`?manager=${kim.id}`)).names).toEqual([])
  })

  test('can show unread conversations first', async () => {
    const { Cleo } = partners
    if (!Cleo) throw new Error('there is no Cleo')
    await own.db.update(chatConversations).set({ staffReadSeq: 1 }).where(eq(chatConversations.id, Cleo.id))
    for (const query of ['?order=unread', '?order=unread&limit=10'])
      expect((await list(query)).names).toEqual(['Bert', 'Ana', 'Cleo'])
    expect((await list('?order=unread&search=pier')).names).toEqual(['Ana', 'Cleo'])
    expect((await list('?order=unread&filter=open&limit=10')).names).toEqual(['Ana', 'Cleo'])
  })

  test('finds the newest two hundred for a frequent word', async () => {
    await own.db.execute(`
      insert into users (email, first_name) select 'crowd-' || n || '@example.test', 'Crowd' from generate_series(1, 600) n;
      update chat_conversations set last_seq = 20, last_message_at = now() - interval '1 day' - place * interval '1 minute'
        from (select id, row_number() over () as place from users where first_name = 'Crowd') crowd where user_id = crowd.id;
      insert into chat_messages (conversation_id, sender_id, message, seq)
        select id, id, 'Hello there ' || n, n from users, generate_series(1, 20) n where first_name = 'Crowd'`)
    const found = await list('?search=hello&limit=100&page=2')
    expect(found.total).toBe('200')
    expect(found.names).toHaveLength(100)
    const newest = await own.db
      .select({ id: chatConversations.id })
      .from(chatConversations)
      .innerJoin(users, eq(users.id, chatConversations.userId))
      .where(eq(users.firstName, 'Crowd'))
      .orderBy(chatConversations.lastMessageAt)
    expect(found.rows.map(({ id }) => id)).toEqual(
      newest
        .reverse()
        .slice(100, 200)
        .map(({ id }) => id),
    )
    expect(await list('?search=crowd%20hello&limit=10')).toMatchObject({ total: '0' })
    expect(await list('?search=crowd&limit=10')).toMatchObject({ total: '200' })
  })
})

describe('conversations that are worked off', () => {
  const label = () => `Label ${crypto.randomUUID().slice(0, 8)}`
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

  /** A member of staff with three partners who have written, and the ids of those whom a filter lists, newest first. */
  const gather = async () => {
    const sam = await newStaff('Sam')
    const partners = [await newPartner(), await newPartner(), await newPartner()] as const
    for (const partner of partners) await sendAs(partner, partner.id, 'Hello')
    const browser = await portal.signIn(sam)
    const ids = partners.map(({ id }) => id)
    const list = async (query: string) => {
      const response = await browser.get(`/api/chat/conversations?limit=100&${query}`)
      expect(response.statusCode, response.body).toBe(200)
      const found = response.json<ChatConversation[]>().map(({ id }) => id)
      return found.filter((id) => ids.includes(id))
    }
    const change = async (changes: object[]) => {
      const response = await browser.post('/api/chat/conversations/bulk', { changes })
      expect(response.statusCode, response.body).toBe(200)
      return response.json<{ changed: { id: string; before: object }[] }>().changed
    }
    return { sam, browser, partners, ids, list, change }
  }
  const undoOf = (changed: { id: string; before: object }[]) =>
    changed.map(({ id, before }) => ({ id, ...before }))
  const unreadOf = async (browser: Browser) => (await browser.get('/api/chat/unread')).json().unread

  test('are snoozed until their time, which the partner does not learn, and then stand on top with a mark', async () => {
    const { sam, browser, partners, ids, list } = await gather()
    const [first] = partners
    const [own, colleague] = [await streamOf(first), await streamOf(await newStaff('Kim'))]
    const socket = await connect(first)
    const unread = await unreadOf(browser)
    const snoozedUntil = inAnHour()
    const snoozed = await browser.put(path(first), { snoozedUntil, assignedTo: sam.id })
    expect(snoozed.json()).toMatchObject({ snoozedUntil, snoozedBy: { id: sam.id, firstName: 'Sam' } })
    await colleague.waitForPath('/api/chat/conversations')
    for (const filter of ['open', 'mine', 'waiting_for_us']) {
      expect(await list(`filter=${filter}`), filter).not.toContain(first.id)
    }
    expect(await list('filter=snoozed')).toEqual([first.id])
    expect(await list('filter=snoozed&search=hello')).toEqual([first.id])
    expect(await list('filter=all')).toEqual(ids.toReversed())
    expect(await unreadOf(browser)).toBe(unread - 1)
    // A reply of the team leaves it snoozed.
    await sendAs(sam, first.id, 'Next week')
    expect(await list('filter=snoozed')).toEqual([first.id])

    await endSnoozes(portal.db)
    expect(await list('filter=snoozed')).toEqual([first.id])
    const returnedAt = new Date(Date.now() - 1).toISOString()
    await portal.db
      .update(chatConversations)
      .set({ snoozedUntil: new Date(returnedAt) })
      .where(eq(chatConversations.id, first.id))
    colleague.clear()
    await endSnoozes(portal.db)
    await colleague.waitForPath('/api/chat/conversations')
    expect(await list('filter=open')).toEqual([first.id, ...ids.slice(1).toReversed()])
    expect((await browser.get(path(first))).json()).toMatchObject({
      snoozedUntil: null,
      snoozedBy: null,
      returnedAt,
    })
    // The mark is gone once somebody writes.
    await sendAs(sam, first.id, 'Now')
    expect((await browser.get(path(first))).json()).toMatchObject({ returnedAt: null })
    await receivePending(socket)
    expect(own.paths()).not.toContain('/api/chat/conversations')
    expect(JSON.stringify(socket.frames)).not.toContain('snoozed')
  })

  test('come back at once when the partner writes, and are open or snoozed, but never closed and snoozed', async () => {
    const { sam, browser, partners, list } = await gather()
    const [first, second] = partners
    await browser.put(path(first), { snoozedUntil: inAnHour() })
    const colleague = await streamOf(await newStaff('Kim'))
    await sendAs(first, first.id, 'It is urgent')
    await colleague.waitForPath('/api/chat/conversations')
    expect((await list('filter=open'))[0]).toBe(first.id)

    await browser.put(path(second), { closed: true })
    const snoozedUntil = inAnHour()
    expect((await browser.put(path(second), { snoozedUntil })).json()).toMatchObject({
      closedAt: null,
      snoozedUntil,
    })
    const closed = (await browser.put(path(second), { closed: true })).json()
    expect(closed).toMatchObject({ closedAt: expect.any(String), snoozedUntil: null, snoozedBy: null })
    for (const wrong of [{ closed: true, snoozedUntil }, { snoozedUntil: '2020-01-01T00:00:00Z' }]) {
      const response = await browser.put(path(second), wrong)
      expect(response.statusCode).toBe(400)
      expect(response.json().fields).toHaveProperty('snoozedUntil')
    }
    const actions = (await auditEventsOf(portal, sam)).map(({ action }) => action)
    for (const action of ['snoozed', 'reopened', 'closed'])
      expect(actions).toContain(`conversation.${action}`)
    expect(actions).not.toContain('conversation.unsnoozed')
  })

  test('wait for the partner when the team wrote last, and else for us, also when they are reopened', async () => {
    const { sam, browser, partners, list } = await gather()
    const [first, second, third] = partners
    await sendAs(sam, second.id, 'Hello')
    await browser.put(path(third), { closed: true })
    expect(await list('filter=waiting_for_us')).toEqual([first.id])
    expect(await list('filter=waiting_for_partner')).toEqual([second.id])
    await browser.put(path(third), { closed: false })
    expect(await list('filter=waiting_for_us&order=unread')).toEqual([third.id, first.id])
    await browser.put(path(first), { assignedTo: sam.id })
    expect(await list(`filter=waiting_for_us&assignedTo=${sam.id}`)).toEqual([first.id])
  })

  test('are changed together, all or none of them, and exactly as they were when that is undone', async () => {
    const { sam, browser, partners, ids, list, change } = await gather()
    const [first, second, third] = partners
    const [festival, vip] = [label(), label()]
    await change([{ id: first.id, addLabels: [vip], assignedTo: sam.id }])
    const read = async () =>
      (await Promise.all(partners.map((each) => browser.get(path(each))))).map((each) => each.json())
    const before = await read()
    const snoozedUntil = inAnHour()
    const labeled = await change([
      { id: first.id, closed: true, addLabels: [festival, vip.toUpperCase()] },
      { id: second.id, snoozedUntil, assignedTo: sam.id, addLabels: [festival.toUpperCase(), festival] },
      { id: third.id, closed: false, removeLabels: [vip] },
    ])
    expect(labeled).toEqual([
      { id: first.id, before: { closed: false, removeLabels: [festival] } },
      { id: second.id, before: { assignedTo: null, snoozedUntil: null, removeLabels: [festival] } },
    ])
    const [{ id: labelId }] = (await browser.get(`/api/chat/labels?search=${festival}`)).json()
    expect(await list(`labelId=${labelId}`)).toEqual([second.id, first.id])
    expect(await list(`labelId=${labelId}&filter=snoozed`)).toEqual([second.id])
    expect(await list(`labelId=${labelId}&search=hello&filter=closed`)).toEqual([first.id])
    expect(await list(`labelId=${crypto.randomUUID()}`)).toEqual([])
    await change(undoOf(labeled))
    expect(await read()).toEqual(before)
    const events = await auditEventsOf(portal, sam)
    expect(events).toContainEqual(
      expect.objectContaining({
        action: 'conversation.labeled',
        subjectId: first.id,
        before: { labels: vip },
        after: { labels: [festival, vip].sort().join(', ') },
      }),
    )
    expect(events.filter(({ action }) => action === 'conversation.unsnoozed')).toHaveLength(1)

    const nobody = { id: crypto.randomUUID(), closed: true }
    for (const wrong of [
      [{ id: first.id, closed: true }, nobody],
      [
        { id: first.id, closed: true },
        { id: second.id, assignedTo: third.id },
      ],
      [
        { id: first.id, closed: true },
        { id: first.id, closed: false },
      ],
      [{ id: first.id, closed: true }, { id: second.id }],
      Array.from({ length: 101 }, () => ({ id: crypto.randomUUID(), closed: true })),
    ]) {
      const response = await browser.post('/api/chat/conversations/bulk', { changes: wrong })
      expect(response.statusCode, response.body).toBe(400)
    }
    expect(await list('filter=open')).toEqual(ids.toReversed())
  })

  test('share labels, which are renamed, and deleted once no conversation has them', async () => {
    const { sam, browser, partners, change } = await gather()
    const [first, second] = partners
    const [name, other, newName] = [label(), label(), label()]
    await change([
      { id: first.id, addLabels: [name] },
      { id: second.id, addLabels: [other] },
    ])
    const find = async (search: string) => (await browser.get(`/api/chat/labels?search=${search}`)).json()
    const [found] = await find(name)
    expect(found).toMatchObject({ name, conversations: 1 })
    const at = `/api/chat/labels/${found.id}`
    const taken = await browser.put(at, { name: other.toLowerCase() })
    expect([taken.statusCode, taken.json().fields]).toEqual([409, { name: expect.any(String) }])
    const colleague = await streamOf(await newStaff('Kim'))
    expect((await browser.put(at, { name: newName, updatedAt: found.updatedAt })).json()).toMatchObject({
      name: newName,
    })
    await colleague.waitForPath('/api/chat/labels')
    expect((await browser.get(path(first))).json().labels).toEqual([{ id: found.id, name: newName }])
    expect((await browser.put(at, { name, updatedAt: found.updatedAt })).statusCode).toBe(409)
    expect((await browser.send('DELETE', at)).statusCode).toBe(409)
    await change([{ id: first.id, removeLabels: [newName] }])
    expect((await browser.send('DELETE', at)).statusCode).toBe(204)
    expect(await find(newName)).toEqual([])
    expect((await browser.send('DELETE', at)).statusCode).toBe(404)
    const actions = (await auditEventsOf(portal, sam)).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['chat_label.renamed', 'chat_label.deleted']))
  })
})

describe('a conversation', () => {
  test('can be assigned, closed and reopened, which colleagues and the audit log receive only once', async () => {
    const [partner, sam, kim] = [await newPartner(), await newStaff('Sam'), await newStaff('Kim')]
    const partnerSocket = await connect(partner)
    const browser = await portal.signIn(sam)
    const [own, colleague] = [await streamOf(partner), await streamOf(kim)]
    await sendAs(partner, partner.id, 'Hello')
    await colleague.waitForPath('/api/chat/conversations')
    colleague.clear()

    const assigned = await browser.put(path(partner), { assignedTo: kim.id })
    expect(assigned.json()).toMatchObject({ id: partner.id, assignedTo: { id: kim.id, firstName: 'Kim' } })
    await colleague.waitForPath('/api/chat/conversations')
    // This request does not change anything.
    await browser.put(path(partner), { assignedTo: kim.id, closed: false })
    expect((await browser.put(path(partner), { closed: true })).json().closedAt).toEqual(expect.any(String))
    expect((await browser.put(path(partner), { closed: false, assignedTo: null })).json()).toMatchObject({
      closedAt: null,
      assignedTo: null,
    })

    const event = { subjectId: partner.id, subjectName: `${partner.firstName} ${partner.lastName}` }
    const events = await auditEventsOf(portal, sam)
    expect(events).toHaveLength(4)
    expect(events).toEqual(
      expect.arrayContaining([
        {
          ...event,
          action: 'conversation.assigned',
          before: { assignedTo: null },
          after: { assignedTo: kim.id },
        },
        { ...event, action: 'conversation.closed', before: null, after: null },
        { ...event, action: 'conversation.reopened', before: null, after: null },
        {
          ...event,
          action: 'conversation.assigned',
          before: { assignedTo: kim.id },
          after: { assignedTo: null },
        },
      ]),
    )
    await receivePending(partnerSocket)
    expect(own.paths()).not.toContain('/api/chat/conversations')
    expect(JSON.stringify(partnerSocket.frames)).not.toContain(kim.id)
  })

  test('that is closed is reopened by a message of the partner, but not by one of staff', async () => {
    const [partner, sam] = [await newPartner(), await newStaff('Sam')]
    const browser = await portal.signIn(sam)
    await sendAs(partner, partner.id, 'Hello')
    await browser.put(path(partner), { closed: true })
    await sendAs(sam, partner.id, 'All the best')
    expect((await browser.get(path(partner))).json().closedAt).not.toBeNull()
    await sendAs(partner, partner.id, 'One more thing')
    expect((await browser.get(path(partner))).json().closedAt).toBeNull()
  })

  test('can be assigned to staff only', async () => {
    const [partner, other, sam] = [await newPartner(), await newPartner(), await newStaff('Sam')]
    const gone = await createUser(portal, { role: 'support', disabledAt: new Date() })
    const browser = await portal.signIn(sam)
    for (const assignedTo of [other.id, gone.id, crypto.randomUUID()]) {
      const response = await browser.put(path(partner), { assignedTo })
      expect(response.statusCode).toBe(400)
      expect(response.json().fields).toEqual({ assignedTo: 'This staff member no longer exists.' })
    }
    expect((await browser.put(path(partner), {})).statusCode).toBe(400)
    for (const nobody of [sam, { id: crypto.randomUUID() } as User]) {
      expect((await browser.put(path(nobody), { closed: true })).statusCode).toBe(404)
      expect((await browser.get(path(nobody))).statusCode).toBe(404)
      expect((await browser.get(`${path(nobody)}/card`)).statusCode).toBe(404)
      expect((await browser.get(`${path(nobody)}/notes`)).statusCode).toBe(404)
      expect((await browser.post(`${path(nobody)}/notes`, { note: 'x' })).statusCode).toBe(404)
    }
    expect(await auditEventsOf(portal, sam)).toEqual([])
    const team = (await browser.get('/api/chat/team')).json<{ id: string }[]>().map(({ id }) => id)
    expect(team).toContain(sam.id)
    for (const { id } of [partner, gone]) expect(team).not.toContain(id)
  })

  test('can be opened before its first message', async () => {
    const partner = await newPartner()
    const browser = await portal.signIn(await newStaff('Sam'))
    expect((await browser.get(path(partner))).json()).toMatchObject({
      id: partner.id,
      lastMessage: null,
      unread: 0,
      assignedTo: null,
      closedAt: null,
      present: false,
    })
  })
})

test('the card of a partner shows their progress', async () => {
  const { user, profile, documents } = await createPartner(portal, { status: 'completed', onPaper: true })
  const newcomer = await createUser(portal)
  const partnerId = profile.id
  for (let day = 1; day <= 7; day += 1)
    await createTask(portal, {
      partnerId,
      dueDate: new Date(`2049-03-0${day}T12:00:00Z`),
      taskName: `${day}`,
    })
  await createTask(portal, { partnerId, status: 'completed' })
  const lastSignInAt = new Date('2026-11-19T08:00:00Z')
  await portal.db.update(users).set({ lastSignInAt }).where(eq(users.id, user.id))
  const browser = await portal.signIn(await newStaff('Sam'))
  const card = (await browser.get(`${path(user)}/card`)).json()
  expect(card).toMatchObject({
    partner: { id: partnerId, fullName: profile.fullName, onboardingStatus: 'completed' },
    openTaskCount: 7,
    lastSignInAt: lastSignInAt.toISOString(),
  })
  expect(card.openTasks.map(({ taskName }: { taskName: string }) => taskName)).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
  ])
  expect(card.agreements).toHaveLength(documents.length)
  expect(card.agreements[0]).toMatchObject({ status: 'signed', signedAt: expect.any(String) })
  expect((await browser.get(`${path(newcomer)}/card`)).json()).toEqual({
    partner: null,
    agreements: [],
    openTasks: [],
    openTaskCount: 0,
    lastSignInAt: null,
  })
})

test('signing in is recorded without changing when the user was last edited', async () => {
  await using demo = await createTestApp({ settings: { DEMO: 'on' } })
  const user = await createUser(demo, { email: 'partner@demo.test' })
  expect((await demo.visit().get('/api/login?as=partner@demo.test')).statusCode).toBe(302)
  const [row] = await demo.db.select().from(users).where(eq(users.id, user.id))
  expect(row?.lastSignInAt).toBeInstanceOf(Date)
  expect(row?.updatedAt).toEqual(user.updatedAt)
})

describe('a note', () => {
  test('has a place among the messages, reaches staff at once, and is stored once', async () => {
    const [partner, sam, kim] = [await newPartner(), await newStaff('Sam'), await newStaff('Kim')]
    const team = await streamOf(kim)
    const browser = await portal.signIn(sam)
    const clientId = crypto.randomUUID()
    await sendAs(partner, partner.id, 'Hello')
    await team.waitForPath('/api/chat/conversations')
    team.clear()
    const [first, again] = [
      await browser.post(`${path(partner)}/notes`, { note: ' Ask first\nthen answer ', clientId }),
      await browser.post(`${path(partner)}/notes`, { note: 'Another', clientId }),
    ]
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.json()).toEqual(first.json())
    expect(first.json()).toMatchObject({
      conversationId: partner.id,
      note: 'Ask first\nthen answer',
      author: { id: sam.id, firstName: 'Sam' },
      afterSeq: 1,
      seq: 1,
    })
    await team.waitForPath('/api/chat/conversations')
    await sendAs(sam, partner.id, 'Hello')
    const second = await browser.post(`${path(partner)}/notes`, { note: 'Done' })
    expect(second.json()).toMatchObject({ afterSeq: 2, seq: 2 })
    expect((await browser.get(`${path(partner)}/notes`)).json()).toEqual([second.json(), first.json()])
    const page = await browser.get(`${path(partner)}/notes?limit=1&page=2`)
    expect([page.json(), page.headers['x-total-count']]).toEqual([[first.json()], '2'])
    expect(await auditEventsOf(portal, sam)).toMatchObject([
      { action: 'conversation.note_added', subjectId: partner.id, after: { noteId: first.json().id } },
      { action: 'conversation.note_added', subjectId: partner.id },
    ])
    expect(JSON.stringify(await auditEventsOf(portal, sam))).not.toContain('Ask first')
    // Notes leave no gap in the numbers of messages.
    const rows = await portal.db
      .select()
      .from(chatMessages)
      .where(eq(chatMessages.conversationId, partner.id))
    expect(rows.map(({ seq }) => seq).sort()).toEqual([1, 2])
  })

  test('is in no frame and no response to the partner, whatever they request', async () => {
    const { user: partner } = await createPartner(portal, { status: 'completed', onPaper: true })
    const sam = await newStaff('Sam')
    const canary = 'canary-2b9e'
    const [partnerSocket, stream] = [await connect(partner), await streamOf(partner)]
    const browser = await portal.signIn(sam)
    await sendAs(partner, partner.id, 'Hello')
    await partnerSocket.waitForMessage('Hello')
    await browser.post(`${path(partner)}/notes`, { note: `${canary} is internal` })
    await sendAs(sam, partner.id, 'Hello back')
    await partnerSocket.waitForMessage('Hello back')
    const again = await connect(partner)
    for (const frame of [
      { type: 'chat_open' },
      { type: 'chat_open', since: 0 },
      { type: 'chat_older', before: 99 },
    ])
      again.send(frame)
    for (const client of [partnerSocket, again]) await receivePending(client)
    const own = await portal.signIn(partner)
    const responses = await Promise.all(
      [
        '/api/chat/unread',
        '/api/auth/user',
        '/api/partner/profile',
        '/api/partner/tasks',
        '/api/partner/documents',
        '/api/resources',
        `/api/resources?search=${canary}`,
        `/api/chat/conversations?search=${canary}`,
        path(partner),
        `${path(partner)}/notes`,
        `${path(partner)}/card`,
      ].map(async (address) => (await own.get(address)).body),
    )
    expect(JSON.stringify([partnerSocket.frames, again.frames, stream.events, responses])).not.toContain(
      canary,
    )
    const exported = await browser.get('/api/admin/partners/export')
    expect(exported.body).not.toContain(canary)
    expect((await own.get('/api/chat/unread')).json()).toEqual({ unread: 1 })
  })

  test('counts toward the limit of sixty messages a minute', async () => {
    const partner = await newPartner()
    const browser = await portal.signIn(await newStaff('Sam'))
    const statuses: number[] = []
    for (let note = 0; note < 61; note += 1)
      statuses.push((await browser.post(`${path(partner)}/notes`, { note: `${note}` })).statusCode)
    expect(statuses).toEqual([...Array(60).fill(201), 429])
  })
})

test('the messages of a conversation are listed for staff, latest first, without being marked as read', async () => {
  const [partner, sam] = [await newPartner(), await newStaff('Sam')]
  const staff = await portal.signIn(sam)
  const url = `${path(partner)}/messages`
  expect((await staff.get(url)).json()).toEqual([])
  for (const message of ['One', 'Two', 'Three']) await sendAs(partner, partner.id, message)
  const page = await staff.get(`${url}?limit=2`)
  expect(page.headers['x-total-count']).toBe('3')
  expect(page.json()).toMatchObject([
    { message: 'Three', seq: 3, conversationId: partner.id, isSupport: false },
    { message: 'Two', seq: 2 },
  ])
  expect((await staff.get(path(partner))).json().unread).toBe(3)
  expect((await staff.get(`${path(sam)}/messages`)).statusCode).toBe(404)
})

import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { typingIntervalMs } from '#contract/chat/connection.ts'
import { chatMessages, chatPresence, chatProcesses } from '#server/db/schema/chat.ts'
import { createTestApp } from '#test/app.ts'
import { type ChatClient, cookieOf, openChat } from '#test/chat-client.ts'
import { databaseState } from '#test/database.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { renewLease } from './actions.ts'
import { isTeamPresent, listPresent } from './data.ts'

const soon = { timeout: 25_000 }

/** Opens a portal for one test, since all users of a portal share its presence. */
const openPortal = async (settings = {}) => {
  const portal = await createTestApp({ settings })
  const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const open: ChatClient[] = []
  const connect = async (user: Awaited<ReturnType<typeof createUser>>) => {
    const client = await openChat(url, cookieOf(await portal.signIn(user)))
    open.push(client)
    return client
  }
  const close = async () => {
    for (const client of open) client.socket.terminate()
    await portal.close()
  }
  const newStaff = (firstName: string) => createUser(portal, { role: 'support', firstName, lastName: 'Reed' })
  const newPartner = async () => (await createPartner(portal)).user
  return { portal, connect, newStaff, newPartner, [Symbol.asyncDispose]: close }
}

const presences = (client: ChatClient) =>
  client.frames.flatMap((frame) => (frame.type === 'presence' ? [frame.data] : []))
const typed = (client: ChatClient) =>
  client.frames.flatMap((frame) => (frame.type === 'typing' ? [frame.data] : []))
/** Resolves when everything that was sent to a client so far has arrived. */
const receivePending = async (client: ChatClient) => {
  const clientId = crypto.randomUUID()
  client.send({ type: 'chat', message: '', clientId })
  await client.frame('chat_error', (error) => error.clientId === clientId)
}

describe('a typing user', () => {
  test('is shown to staff by name and to the partner as the team, and not to others or themselves', async () => {
    await using it = await openPortal()
    const [partner, other, sam, kim] = [
      await it.newPartner(),
      await it.newPartner(),
      await it.newStaff('Sam'),
      await it.newStaff('Kim'),
    ]
    const [partnerSocket, stranger, first, second] = [
      await it.connect(partner),
      await it.connect(other),
      await it.connect(sam),
      await it.connect(kim),
    ]
    first.send({ type: 'typing', conversationId: partner.id })
    const shown = await partnerSocket.frame('typing')
    expect(shown.data).toEqual({
      conversationId: partner.id,
      isSupport: true,
      personId: null,
      name: 'Partner Team',
      typing: true,
    })
    expect((await second.frame('typing')).data).toEqual({
      conversationId: partner.id,
      isSupport: true,
      personId: sam.id,
      name: 'Sam Reed',
      typing: true,
    })

    partnerSocket.send({ type: 'typing' })
    for (const client of [first, second]) {
      const { data } = await client.frame('typing', ({ data }) => !data.isSupport)
      expect(data).toMatchObject({ personId: partner.id, conversationId: partner.id, typing: true })
    }
    partnerSocket.send({ type: 'typing', typing: false })
    await first.frame('typing', ({ data }) => !data.isSupport && !data.typing)

    for (const client of [partnerSocket, stranger, first]) await receivePending(client)
    expect(typed(stranger)).toEqual([])
    expect(typed(first).filter(({ personId }) => personId === sam.id)).toEqual([])
    expect(typed(partnerSocket).every(({ isSupport }) => isSupport)).toBe(true)
    expect(JSON.stringify(partnerSocket.frames)).not.toContain('Reed')
    expect(JSON.stringify(partnerSocket.frames)).not.toContain(sam.id)
  })

  test('stops after a while, with a message and with the connection; the team stops with its last member', async () => {
    await using it = await openPortal()
    const [partner, sam, kim] = [await it.newPartner(), await it.newStaff('Sam'), await it.newStaff('Kim')]
    const [partnerSocket, first, second] = [
      await it.connect(partner),
      await it.connect(sam),
      await it.connect(kim),
    ]
    first.send({ type: 'typing', conversationId: partner.id })
    second.send({ type: 'typing', conversationId: partner.id })
    await first.frame('typing', ({ data }) => data.personId === kim.id)
    await second.frame('typing', ({ data }) => data.personId === sam.id)

    await first.cut()
    await second.frame('typing', ({ data }) => data.personId === sam.id && !data.typing)
    await receivePending(partnerSocket)
    expect(typed(partnerSocket).every(({ typing }) => typing)).toBe(true)
    second.send({ type: 'chat', message: 'There', receiverId: partner.id })
    await partnerSocket.frame('typing', ({ data }) => !data.typing)

    // From here on, only the timer ends it, because no further frame is sent.
    partnerSocket.send({ type: 'typing' })
    await second.frame('typing', ({ data }) => !data.isSupport && data.typing)
    await second.frame('typing', ({ data }) => !data.isSupport && !data.typing)
  })

  test('is published at intervals, however often the frame comes, and not stored', async () => {
    await using it = await openPortal()
    const [partner, sam] = [await it.newPartner(), await it.newStaff('Sam')]
    const [partnerSocket, team] = [await it.connect(partner), await it.connect(sam)]
    await partnerSocket.frame('presence', ({ data }) => data.present)
    const before = await databaseState(it.portal.db)
    const begun = performance.now()
    for (let key = 0; key < 50; key += 1) partnerSocket.send({ type: 'typing' })
    await receivePending(partnerSocket)
    await team.frame('typing')
    expect(await databaseState(it.portal.db)).toEqual(before)
    const maxSent = 1 + (performance.now() - begun) / (typingIntervalMs * 0.8)
    expect(typed(team).length).toBeLessThanOrEqual(maxSent)
  })

  test('is refused in the conversation of another partner', async () => {
    await using it = await openPortal()
    const [partner, victim] = [await it.newPartner(), await it.newPartner()]
    const [partnerSocket, target, team] = [
      await it.connect(partner),
      await it.connect(victim),
      await it.connect(await it.newStaff('Sam')),
    ]
    partnerSocket.send({ type: 'typing', conversationId: victim.id })
    expect(await partnerSocket.frame('chat_error')).toMatchObject({ code: 'not_found' })
    target.send({ type: 'typing' })
    await team.frame('typing')
    expect(typed(team).map(({ personId }) => personId)).toEqual([victim.id])
  })
})

describe('presence', () => {
  test('shows partners whether a member of the team is in the chat, and staff whether the partner is', async () => {
    await using it = await openPortal()
    const [partner, sam, kim] = [await it.newPartner(), await it.newStaff('Sam'), await it.newStaff('Kim')]
    const partnerSocket = await it.connect(partner)
    expect((await partnerSocket.frame('presence')).data).toEqual({
      conversationId: partner.id,
      present: false,
      replyBy: null,
      lastSeenAt: null,
    })
    const [first, second] = [await it.connect(sam), await it.connect(kim)]
    await partnerSocket.frame('presence', ({ data }) => data.present)
    first.send({ type: 'chat_open', conversationId: partner.id })
    expect((await first.frame('presence')).data).toEqual({
      conversationId: partner.id,
      present: true,
      replyBy: null,
      lastSeenAt: null,
    })

    const opened = Date.now()
    await partnerSocket.close()
    const left = await first.frame(
      'presence',
      ({ data }) => data.conversationId === partner.id && !data.present,
    )
    expect(Date.parse(left.data.lastSeenAt ?? '')).toBeGreaterThanOrEqual(opened)
    await it.connect(partner)
    await expect.poll(() => presences(second).at(-1)?.present, soon).toBe(true)

    // The team is present until its last member leaves.
    const phone = await it.connect(partner)
    await first.close()
    await expect.poll(() => it.portal.db.$count(chatPresence, eq(chatPresence.userId, sam.id)), soon).toBe(0)
    await receivePending(phone)
    expect(presences(phone)).toEqual([
      { conversationId: partner.id, present: true, replyBy: null, lastSeenAt: null },
    ])
    await second.close()
    await phone.frame('presence', ({ data }) => !data.present)
    expect(JSON.stringify(phone.frames)).not.toContain(sam.id)
  })

  test('shows the next opening to a partner outside of office hours, while the team is away', async () => {
    const opening = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000)
    opening.setUTCHours(9, 0, 0, 0)
    const weekday = opening.toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' })
    await using it = await openPortal({ OFFICE_HOURS: `${weekday} 09:00-17:00`, OFFICE_TIME_ZONE: 'UTC' })
    const [partner, sam] = [await it.newPartner(), await it.newStaff('Sam')]
    const client = await it.connect(partner)
    expect((await client.frame('presence')).data).toEqual({
      conversationId: partner.id,
      present: false,
      replyBy: opening.toISOString(),
      lastSeenAt: null,
    })
    await it.connect(sam)
    expect((await client.frame('presence', ({ data }) => data.present)).data.replyBy).toBeNull()
  })

  test('ends with the lease of a dead process, and returns when the process was not dead', async () => {
    await using it = await openPortal()
    const { db } = it.portal
    const [partner, sam] = [await it.newPartner(), await it.newStaff('Sam')]
    const partnerSocket = await it.connect(partner)
    const elsewhere = crypto.randomUUID()
    await partnerSocket.frame('presence')
    await db.insert(chatProcesses).values({ id: elsewhere, aliveUntil: new Date(Date.now() + 60_000) })
    await db.insert(chatPresence).values({ processId: elsewhere, userId: sam.id, isStaff: true })
    await db.execute(sql`select pg_notify('presence', 'team')`)
    await partnerSocket.frame('presence', ({ data }) => data.present)

    await db.update(chatProcesses).set({ aliveUntil: new Date(Date.now() - 1000) })
    expect([await isTeamPresent(db), (await listPresent(db, [sam.id])).size]).toEqual([false, 0])
    // The row of this process has expired, too. Its next renewal stores the row again, and removes the dead process.
    await partnerSocket.frame(
      'presence',
      ({ data }) => !data.present && presences(partnerSocket).some((one) => one.present),
    )
    await expect.poll(() => listPresent(db, [partner.id]), soon).toEqual(new Set([partner.id]))
    expect(await db.$count(chatProcesses, eq(chatProcesses.id, elsewhere))).toBe(0)
    expect(await renewLease(db, elsewhere)).toBe(false)
  })

  test('begins at once for the first user after the lease of a process without users has expired', async () => {
    await using it = await openPortal()
    const { db } = it.portal
    const partner = await it.newPartner()
    const countStored = () => db.$count(chatPresence, eq(chatPresence.userId, partner.id))
    const former = await it.connect(partner)
    await expect.poll(countStored, soon).toBe(1)
    await former.close()
    await expect.poll(countStored, soon).toBe(0)
    await db.update(chatProcesses).set({ aliveUntil: new Date(Date.now() - 1000) })
    await it.connect(partner)
    await expect.poll(countStored, soon).toBe(1)
    expect(await listPresent(db, [partner.id])).toEqual(new Set([partner.id]))
  })

  test('ends at once when a process stops', async () => {
    const it = await openPortal()
    const { db } = it.portal
    const sam = await it.newStaff('Sam')
    await it.connect(sam)
    await expect.poll(() => isTeamPresent(db), soon).toBe(true)
    await it.portal.app.close()
    expect(await db.$count(chatProcesses)).toBe(0)
    expect(await isTeamPresent(db)).toBe(false)
    await it[Symbol.asyncDispose]()
  })
})

test('read marks of the partner reach staff, and those of staff reach the partner, each once', async () => {
  await using it = await openPortal()
  const [partner, sam] = [await it.newPartner(), await it.newStaff('Sam')]
  const [partnerSocket, team] = [await it.connect(partner), await it.connect(sam)]
  partnerSocket.send({ type: 'chat', message: 'One' })
  await team.waitForMessage('One')
  for (let time = 0; time < 3; time += 1) team.send({ type: 'chat_read', conversationId: partner.id, seq: 1 })
  await partnerSocket.frame('chat_read', ({ data }) => data.staffSeq === 1)
  await receivePending(team)
  const readMarks = partnerSocket.frames.filter(
    (frame) => frame.type === 'chat_read' && frame.data.staffSeq === 1,
  )
  expect(readMarks).toHaveLength(1)
  expect(await it.portal.db.$count(chatMessages)).toBe(1)
})

import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { SentFrame } from '#contract/chat/frames.ts'
import { chatConversations, chatMessages } from '#server/db/schema/chat.ts'
import { createTestApp } from '#test/app.ts'
import { type ChatClient, cookieOf, openChat } from '#test/chat-client.ts'
import { createPartner, createUser } from '#test/factories.ts'

const portal = await createTestApp()
const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
const open: ChatClient[] = []
afterAll(async () => {
  for (const client of open) client.socket.terminate()
  await portal.close()
})

// On a busy machine, frames can take many seconds.
const soon = { timeout: 25_000 }

type User = Awaited<ReturnType<typeof createUser>>

const connect = async (user: User, options?: Parameters<typeof openChat>[2]) => {
  const client = await openChat(url, cookieOf(await portal.signIn(user)), options)
  open.push(client)
  return client
}

const newPartner = async () => (await createPartner(portal)).user
const newSupport = () => createUser(portal, { role: 'support', firstName: 'Sam' })
const stored = (user: User) =>
  portal.db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.conversationId, user.id))
    .orderBy(chatMessages.seq)

/** Returns the frame of a client that implements only the specification. */
const specified = (user: User, message: string) => ({
  type: 'chat',
  senderId: user.id,
  message,
  isSupport: false,
})
const answer = (user: User, message: string): SentFrame => ({ type: 'chat', message, receiverId: user.id })
const sendText = async (client: ChatClient, user: User, message: string) => {
  client.send(specified(user, message))
  return client.waitForMessage(message)
}

describe('messages', () => {
  test('reach the partner at once, and staff when they open the conversation', async () => {
    const [partner, support] = [await newPartner(), await newSupport()]
    const [partnerSocket, team] = [await connect(partner), await connect(support)]
    expect(await partnerSocket.frame('chat_history')).toEqual({
      type: 'chat_history',
      data: [],
      conversationId: partner.id,
    })
    expect(await team.frame('chat_history')).toEqual({ type: 'chat_history', data: [], conversationId: null })

    const asked = await sendText(partnerSocket, partner, 'Is there a poster in Spanish?')
    expect(await team.waitForMessage('Is there a poster in Spanish?')).toEqual(asked)
    team.send(answer(partner, 'There is.'))
    const answered = await partnerSocket.waitForMessage('There is.')

    expect([asked, answered]).toMatchObject([
      { senderId: partner.id, receiverId: null, isSupport: false, seq: 1, conversationId: partner.id },
      { senderId: support.id, receiverId: partner.id, isSupport: true, seq: 2, conversationId: partner.id },
    ])
    expect((await (await connect(partner)).frame('chat_history')).data).toEqual([asked, answered])
    team.send({ type: 'chat_open', conversationId: partner.id })
    const opened = await team.frame('chat_history', ({ conversationId }) => conversationId === partner.id)
    expect(opened.data).toEqual([asked, answered])
  })

  test('of one conversation are in no frame to another partner', async () => {
    const [first, second, support] = [await newPartner(), await newPartner(), await newSupport()]
    const [one, other, team] = [await connect(first), await connect(second), await connect(support)]
    const canary = 'canary-7f3a'
    await sendText(one, first, `${canary} sent`)
    team.send(answer(first, `${canary} answered`))
    await one.waitForMessage(`${canary} answered`)
    for (const frame of [
      { type: 'chat_open', conversationId: first.id },
      { type: 'chat_open', conversationId: first.id, since: 0 },
      { type: 'chat_older', conversationId: first.id, before: 100 },
      { type: 'chat_read', conversationId: first.id, seq: 2 },
    ]) {
      other.send(frame)
    }
    // A partner who is named as the receiver gets nothing: the message goes to the team.
    other.send({ ...specified(second, 'to the team'), receiverId: first.id })
    await other.waitForMessage('to the team')
    await team.waitForMessage('to the team')
    await sendText(one, first, 'last')
    expect(JSON.stringify(other.frames)).not.toContain(canary)
    expect(JSON.stringify(other.frames)).not.toContain(first.id)
    expect(other.frames.filter(({ type }) => type === 'chat_error')).toEqual(
      Array(4).fill(expect.objectContaining({ code: 'not_found' })),
    )
    expect(one.messages().map(({ message }) => message)).toEqual([
      `${canary} sent`,
      `${canary} answered`,
      'last',
    ])
    const [marks] = await portal.db.select().from(chatConversations).where(eq(chatConversations.id, first.id))
    expect(marks).toMatchObject({ partnerReadSeq: 3, staffReadSeq: 2 })
  })
})

describe('the sender of a message is the user of the session', () => {
  test('so a partner cannot write as another partner or as the team, whatever the frame says', async () => {
    const [partner, victim] = [await newPartner(), await newPartner()]
    const client = await connect(partner)
    for (const [index, spoof] of [
      { senderId: victim.id, isSupport: true, receiverId: victim.id },
      { senderId: 'nobody', isSupport: 'yes', receiverId: 7 },
      { senderId: null, isSupport: null, receiverId: null },
      { senderId: { $ne: 1 }, isSupport: [true] },
    ].entries()) {
      client.send({ type: 'chat', message: `spoof ${index}`, ...spoof })
      await client.waitForMessage(`spoof ${index}`)
    }
    for (const row of await stored(partner)) {
      expect(row).toMatchObject({ senderId: partner.id, isSupport: false, receiverId: null })
    }
    expect(await stored(partner)).toHaveLength(4)
    expect(await stored(victim)).toEqual([])
  })

  test('and staff must name a partner as the receiver; other users are refused', async () => {
    const [support, other] = [await newSupport(), await newSupport()]
    const team = await connect(support)
    const refusal = async (frame: Record<string, unknown>) => {
      const clientId = crypto.randomUUID()
      team.send({ type: 'chat', message: 'Hello', clientId, ...frame })
      return (await team.frame('chat_error', (error) => error.clientId === clientId)).code
    }
    expect(await refusal({})).toBe('bad_request')
    expect(await refusal({ receiverId: 'x' })).toBe('bad_request')
    expect(await refusal({ receiverId: other.id })).toBe('not_found')
    expect(await refusal({ receiverId: support.id })).toBe('not_found')
    expect(await refusal({ receiverId: crypto.randomUUID() })).toBe('not_found')
    expect(await portal.db.$count(chatMessages, eq(chatMessages.senderId, support.id))).toBe(0)
  })
})

describe('a message', () => {
  test('is trimmed, preserves its line breaks, and is sent as plain text', async () => {
    const partner = await newPartner()
    const client = await connect(partner)
    client.send(specified(partner, '  <b>One</b>\nTwo & three 🎉  '))
    expect((await client.waitForMessage('<b>One</b>\nTwo & three 🎉')).seq).toBe(1)
  })

  test.each([
    ['nothing', '   \n '],
    ['more than 4,000 characters', 'x'.repeat(4001)],
    ['a NUL', 'a\0b'],
    ['half a pair', 'a\ud800b'],
  ])('of %s is refused', async (_what, message) => {
    const partner = await newPartner()
    const client = await connect(partner)
    const clientId = crypto.randomUUID()
    client.send({ type: 'chat', message, clientId })
    expect(await client.frame('chat_error')).toMatchObject({ code: 'bad_request', clientId })
    expect(await stored(partner)).toEqual([])
  })

  test('can have 4,000 characters', async () => {
    const partner = await newPartner()
    const client = await connect(partner)
    await sendText(client, partner, '€'.repeat(4000))
    expect((await stored(partner))[0]?.message).toHaveLength(4000)
  })

  test('is stored once if it is sent again with the same client id, and acknowledged each time', async () => {
    const partner = await newPartner()
    const [partnerSocket, phone] = [await connect(partner), await connect(partner)]
    const frame = { ...specified(partner, 'Once'), clientId: crypto.randomUUID() }
    for (let time = 0; time < 10; time += 1) (time % 2 ? partnerSocket : phone).send(frame)
    const acknowledged = (client: ChatClient) =>
      client.frames.flatMap((each) => (each.type === 'chat_stored' ? [each.data] : []))
    await expect
      .poll(() => [acknowledged(partnerSocket).length, acknowledged(phone).length], soon)
      .toEqual([5, 5])
    const [row, ...more] = await stored(partner)
    expect(more).toEqual([])
    for (const data of [...acknowledged(partnerSocket), ...acknowledged(phone)]) expect(data.id).toBe(row?.id)
    await sendText(partnerSocket, partner, 'Later')
    await phone.waitForMessage('Later')
    for (const client of [partnerSocket, phone])
      expect(client.messages().map(({ seq }) => seq)).toEqual([1, 2])
  })

  test('is refused after sixty in a minute by one user across all of their connections', async () => {
    const partner = await newPartner()
    const clients = [await connect(partner), await connect(partner)]
    for (let number = 0; number < 66; number += 1) {
      clients[number % 2]?.send({ type: 'chat', message: `${number}`, clientId: crypto.randomUUID() })
    }
    const refused = () =>
      clients.flatMap(({ frames }) => frames.filter((frame) => frame.type === 'chat_error'))
    await expect.poll(() => refused().length, soon).toBe(6)
    for (const frame of refused()) {
      expect(frame).toMatchObject({ code: 'too_many_requests', retryAfter: expect.any(Number) })
    }
    const logged = portal.log.lines.filter(({ user, code }) => user === partner.id && code !== undefined)
    expect(logged).toHaveLength(6)
    expect(logged[0]).toMatchObject({ msg: 'a frame was refused', code: 'too_many_requests' })
    expect((await stored(partner)).map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1))
  })
})

describe('a browser that reconnects', () => {
  test('is sent exactly the messages that it missed, and then new ones', async () => {
    const [partner, support] = [await newPartner(), await newSupport()]
    const team = await connect(support)
    const first = await connect(partner)
    await sendText(first, partner, 'Before')
    await first.cut()
    const missed = Array.from({ length: 58 }, (_, number) => `missed ${number}`)
    for (const message of missed) team.send(answer(partner, message))
    await team.waitForMessage('missed 57')

    const again = await connect(partner, { since: 1 })
    await again.frame('chat_read')
    team.send(answer(partner, 'After'))
    await again.waitForMessage('After')
    const caughtUp = again.frames.flatMap((frame) => (frame.type === 'chat_missed' ? frame.data : []))
    expect(caughtUp.map(({ message }) => message)).toEqual(missed)
    expect(again.messages().map(({ message }) => message)).toEqual(['After'])
    expect(again.frames.some(({ type }) => type === 'chat_history')).toBe(false)
  })

  test('misses no message and gets none twice while the other side continues writing', async () => {
    const [partner, support] = [await newPartner(), await newSupport()]
    const team = await connect(support)
    const seen: number[] = []
    const comeAndGo = async () => {
      while ((seen.at(-1) ?? 0) < 50) {
        const client = await connect(partner, { since: seen.at(-1) ?? 0 })
        await client.frame('chat_read')
        await client.cut()
        for (const frame of client.frames) {
          if (frame.type === 'chat_missed') seen.push(...frame.data.map(({ seq }) => seq))
          if (frame.type === 'chat') seen.push(frame.data.seq)
        }
      }
    }
    for (let number = 1; number <= 50; number += 1) team.send(answer(partner, `${number}`))
    await comeAndGo()
    expect(seen).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  })

  test('with an unknown message number is sent only new messages', async () => {
    const partner = await newPartner()
    const client = await connect(partner, { since: 999_999 })
    await sendText(client, partner, 'Hello')
    expect(client.messages()).toHaveLength(1)
  })
})

describe('a long conversation', () => {
  test('begins with its last fifty messages, and older ones are loaded a page at a time', async () => {
    const [partner, support] = [await newPartner(), await newSupport()]
    await portal.db
      .update(chatConversations)
      .set({ lastSeq: 120 })
      .where(eq(chatConversations.id, partner.id))
    await portal.db.insert(chatMessages).values(
      Array.from({ length: 120 }, (_, index) => ({
        conversationId: partner.id,
        senderId: partner.id,
        message: `${index + 1}`,
        seq: index + 1,
      })),
    )
    const team = await connect(support)
    const seqs = (data: { seq: number }[]) => [data[0]?.seq, data.at(-1)?.seq, data.length]
    const own = await connect(partner)
    expect(seqs((await own.frame('chat_history')).data)).toEqual([71, 120, 50])
    for (const [client, conversationId] of [
      [own, undefined],
      [team, partner.id],
    ] as const) {
      client.send({ type: 'chat_older', conversationId, before: 71 })
      expect(seqs((await client.frame('chat_older')).data)).toEqual([21, 70, 50])
      client.send({ type: 'chat_older', conversationId, before: 21 })
      expect(seqs((await client.frame('chat_older', ({ data }) => data[0]?.seq === 1)).data)).toEqual([
        1, 20, 20,
      ])
    }
  })
})

describe('read marks', () => {
  const unread = async (user: User) =>
    (await (await portal.signIn(user)).get('/api/chat/unread')).json<{ unread: number }>().unread

  test('count unread messages for both sides, and are sent to both', async () => {
    const [partner, support] = [await newPartner(), await newSupport()]
    const [partnerSocket, team] = [await connect(partner), await connect(support)]
    const before = await unread(support)
    await sendText(partnerSocket, partner, 'One')
    await sendText(partnerSocket, partner, 'Two')
    expect([await unread(partner), await unread(support)]).toEqual([0, before + 1])

    team.send({ type: 'chat_read', conversationId: partner.id, seq: 2 })
    await partnerSocket.frame('chat_read', ({ data }) => data.staffSeq === 2)
    expect(await unread(support)).toBe(before)

    team.send(answer(partner, 'Three'))
    team.send(answer(partner, 'Four'))
    await partnerSocket.waitForMessage('Four')
    expect(await unread(partner)).toBe(2)
    partnerSocket.send({ type: 'chat_read', seq: 3 })
    await team.frame('chat_read', ({ data }) => data.partnerSeq === 3 && data.conversationId === partner.id)
    expect(await unread(partner)).toBe(1)
    // Marks never go back, and never go past the last message.
    partnerSocket.send({ type: 'chat_read', seq: 1 })
    partnerSocket.send({ type: 'chat_read', seq: 99_999 })
    await team.frame('chat_read', ({ data }) => data.partnerSeq === 4 && data.conversationId === partner.id)
    expect(await unread(partner)).toBe(0)
  })

  test('are not sent for a new message, which implies that its sender has read the rest', async () => {
    const [partner, support] = [await newPartner(), await newSupport()]
    const [partnerSocket, team] = [await connect(partner), await connect(support)]
    await sendText(partnerSocket, partner, 'First')
    const readMarks = () =>
      team.frames.filter((frame) => frame.type === 'chat_read' && frame.data.conversationId === partner.id)
    const before = readMarks().length
    for (const text of ['Second', 'Third', 'Fourth']) {
      await sendText(partnerSocket, partner, text)
      await team.waitForMessage(text)
    }
    team.send(answer(partner, 'Fifth'))
    await partnerSocket.waitForMessage('Fifth')
    await team.waitForMessage('Fifth')
    expect(readMarks()).toHaveLength(before)
    expect(await unread(partner)).toBe(1)
  })
})

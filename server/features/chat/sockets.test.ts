import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { closeCodes } from '#contract/chat/connection.ts'
import { openDatabase } from '#server/db/client.ts'
import { chatConversations, chatMessages } from '#server/db/schema/chat.ts'
import { sessions, users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { type ChatClient, cookieOf, openChat, UpgradeRefused } from '#test/chat-client.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { createProxiedApp } from '#test/proxied-app.ts'
import { rounds, startSeed } from '#test/rounds.ts'
import { sendMessage } from './actions.ts'

const portal = await createTestApp()
const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
const open: ChatClient[] = []
afterAll(async () => {
  for (const client of open) client.socket.terminate()
  await portal.close()
})

const soon = { timeout: 25_000 }
const invalidFrameCount = rounds({ short: 1_000, long: 100_000 })

type User = Awaited<ReturnType<typeof createUser>>

const cookieFor = async (user: User) => cookieOf(await portal.signIn(user))
const connect = async (cookie: string, options?: Parameters<typeof openChat>[2]) => {
  const client = await openChat(url, cookie, options)
  open.push(client)
  return client
}
/** Returns the status with which a WebSocket is refused, or 101 when it is accepted. */
const statusOf = (cookie: string, options?: Parameters<typeof openChat>[2]) =>
  connect(cookie, options).then(
    () => 101,
    (error: unknown) => {
      if (error instanceof UpgradeRefused) return error.status
      throw error
    },
  )
const countMessages = (user: User) => portal.db.$count(chatMessages, eq(chatMessages.senderId, user.id))

const isAlive = async (user: User) => {
  const client = await connect(await cookieFor(user))
  const message = crypto.randomUUID()
  client.send({ type: 'chat', message })
  await client.waitForMessage(message)
  await client.close()
}

describe('a WebSocket can be opened', () => {
  test('by every signed-in user, and by no one else', async () => {
    const [onboarding, onboarded] = [
      await createPartner(portal),
      await createPartner(portal, { status: 'completed', onPaper: true }),
    ]
    const disabled = await createUser(portal, { disabledAt: new Date() })
    const statuses = {
      visitor: await statusOf(''),
      'made up': await statusOf(`session=${'x'.repeat(43)}`),
      newcomer: await statusOf(await cookieFor(await createUser(portal))),
      onboarding: await statusOf(await cookieFor(onboarding.user)),
      onboarded: await statusOf(await cookieFor(onboarded.user)),
      support: await statusOf(await cookieFor(await createUser(portal, { role: 'support' }))),
      admin: await statusOf(await cookieFor(await createUser(portal, { role: 'admin' }))),
      disabled: await statusOf(await cookieFor(disabled)),
    }
    expect(statuses).toEqual({
      visitor: 401,
      'made up': 401,
      newcomer: 101,
      onboarding: 101,
      onboarded: 101,
      support: 101,
      admin: 101,
      disabled: 401,
    })
  })

  test('by pages of the portal and by programs without an origin, not by other sites', async () => {
    const cookie = await cookieFor(await createUser(portal))
    const host = new URL(url).host
    for (const origin of [
      'https://evil.example',
      `${url}.evil.example`,
      `https://${host}`,
      'http://127.0.0.1:1',
      'null',
      '',
    ]) {
      expect(await statusOf(cookie, { origin }), origin).toBe(403)
    }
    expect(await statusOf(cookie)).toBe(101)
    expect(await statusOf(cookie, { origin: null })).toBe(101)
  })

  test('with `since` as a number or without it', async () => {
    const cookie = await cookieFor(await createUser(portal))
    const refused = (query: string) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${url.replace('http', 'ws')}/ws${query}`, { headers: { cookie } })
        socket.on('error', () => {})
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode))
        socket.on('open', () => resolve(101))
      })
    for (const query of ['?since=-1', '?since=x', '?since=1&since=2', '?since=99999999999']) {
      expect(await refused(query), query).toBe(400)
    }
  })

  test('only at its own address: other addresses ignore the upgrade and respond as usual', async () => {
    const cookie = await cookieFor(await createUser(portal))
    const { hostname, port, host } = new URL(url)
    const ask = async (path: string, upgrade: string) => {
      const socket = connectTcp(Number(port), hostname)
      await once(socket, 'connect')
      const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n${key}\r\n`,
      )
      const [head] = await once(socket, 'data')
      socket.destroy()
      return Number(String(head).split(' ')[1])
    }
    expect(await ask('/api/auth/user', 'websocket')).toBe(200)
    expect(await ask('/healthz', 'h2c')).toBe(200)
    expect(await ask('/ws', 'h2c')).toBe(400)
    expect(await ask('/ws/more', 'websocket')).toBe(404)
    expect(await ask('/ws', 'websocket')).toBe(101)
  })

  test('twenty times by one user at the same time, and no more often', async () => {
    const cookie = await cookieFor(await createUser(portal))
    const clients = await Promise.all(Array.from({ length: 20 }, () => connect(cookie)))
    expect(await (await connect(cookie)).closed).toBe(closeCodes.tryAgainLater)
    await clients[0]?.close()
    await (await connect(cookie)).frame('chat_history')
  })
})

describe('an invalid frame', () => {
  test('is answered with an error and stores nothing', async () => {
    const user = await createUser(portal)
    const client = await connect(await cookieFor(user))
    const frames = [
      '',
      'hello',
      '{',
      'null',
      '[]',
      '7',
      '{"type":"nothing"}',
      '{"type":"chat"}',
      '{"type":["chat"],"message":"x"}',
      '{"type":"chat","message":{"toString":"x"}}',
      '{"type":"chat","message":"x","more":1}',
      '{"type":"chat","message":"x","clientId":"1"}',
      '{"type":"__proto__","message":"x"}',
      '{"type":"chat_older"}',
      '{"type":"chat_older","before":-1}',
      '{"type":"chat_read","seq":1e300}',
      '{"type":"chat_open","conversationId":"../x"}',
      '['.repeat(30_000),
    ]
    for (const frame of frames) client.socket.send(frame)
    client.socket.send(Buffer.from('{"type":"chat","message":"bytes"}'), { binary: true })
    const errors = () => client.frames.filter(({ type }) => type === 'chat_error')
    await expect.poll(() => errors().length, soon).toBe(frames.length + 1)
    for (const error of errors()) expect(error).toMatchObject({ code: 'bad_request' })
    expect(await countMessages(user)).toBe(0)
  })

  test.each([
    ['of more than 64 KB', (socket: WebSocket) => socket.send('x'.repeat(64 * 1024 + 1)), 1009],
    [
      'that is not UTF-8',
      (socket: WebSocket) => socket.send(Buffer.from([0xff, 0xfe]), { binary: false }),
      1007,
    ],
    [
      'in tiny pieces without an end',
      (socket: WebSocket) => {
        for (let piece = 0; piece < 2000; piece += 1) socket.send('x', { fin: false })
      },
      1008,
    ],
    [
      'of more frames than a person can send',
      (socket: WebSocket) => {
        for (let frame = 0; frame < 1000; frame += 1) socket.send('{}')
      },
      closeCodes.policyViolation,
    ],
  ])('%s closes the socket', async (_what, send, code) => {
    const user = await createUser(portal)
    const client = await connect(await cookieFor(user))
    send(client.socket)
    expect(await client.closed).toBe(code)
    await isAlive(user)
  })

  test('that breaks the protocol closes the socket', async () => {
    const user = await createUser(portal)
    for (const bytes of [
      [0xff, 0xff, 0xff, 0xff],
      [0x81, 0x01, 0x41],
      [0x83, 0x80, 0, 0, 0, 0],
      [0x09, 0xfe, 0xff, 0xff],
    ]) {
      const client = await connect(await cookieFor(user))
      const { _socket: raw } = client.socket as unknown as { _socket: import('node:net').Socket }
      raw.write(Buffer.from(bytes))
      expect(await client.closed).toBeGreaterThan(1000)
    }
    await isAlive(user)
  })

  test(`among ${invalidFrameCount} random ones does not stop the server`, {
    timeout: 180_000 + invalidFrameCount * 20,
  }, async () => {
    const [partner, support] = [await createUser(portal), await createUser(portal, { role: 'support' })]
    const value = fc.oneof(
      fc.constantFrom<unknown>(partner.id, support.id, 'chat', '', -1, 0, 1e99, null, true, [], {}),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.jsonValue({ maxDepth: 2 }),
    )
    const type = fc.constantFrom('chat_open', 'chat_older', 'chat_read', 'chat', 'typing', 'presence', '')
    const names = [
      'conversationId',
      'receiverId',
      'senderId',
      'clientId',
      'since',
      'before',
      'seq',
      'isSupport',
      'typing',
      'file',
    ]
    const parts = Object.fromEntries([...names, '__proto__'].map((name) => [name, value]))
    const shaped = fc.record({ type, ...parts }, { requiredKeys: [] }).map((frame) => JSON.stringify(frame))
    const frame = fc.oneof(
      { weight: 4, arbitrary: shaped },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
      { weight: 1, arbitrary: shaped.map((text) => text.slice(0, text.length / 2)) },
    )
    const frames = fc.sample(frame, { numRuns: invalidFrameCount, seed: startSeed({ short: 20_261_120 }) })
    // This is the number of frames that one socket may send at once.
    const perSocket = 100
    for (let sent = 0; sent < frames.length; sent += perSocket) {
      const user = (sent / perSocket) % 2 ? support : partner
      const client = await connect(await cookieFor(user))
      for (const text of frames.slice(sent, sent + perSocket)) client.socket.send(text)
      const clientId = crypto.randomUUID()
      client.send({ type: 'chat', message: '', clientId })
      await client.frame('chat_error', (error) => error.clientId === clientId)
      await client.close()
    }
    await isAlive(await createUser(portal))
    const errors = portal.log.takeErrors()
    expect(errors).toEqual([])
  })
})

test('a client that stops reading is dropped before it fills the memory', async () => {
  const partner = await createUser(portal)
  const page = 50
  await portal.db.update(chatConversations).set({ lastSeq: page }).where(eq(chatConversations.id, partner.id))
  const rows = Array.from({ length: page }, (_, index) => ({
    conversationId: partner.id,
    senderId: partner.id,
    message: '€'.repeat(4000),
    seq: index + 1,
  }))
  await portal.db.insert(chatMessages).values(rows)
  const { clients } = portal.app.websocketServer
  const others = new Set(clients)
  const stuck = await connect(await cookieFor(partner))
  await stuck.frame('chat_history')
  const [serverSocket] = [...clients].filter((socket) => !others.has(socket))
  stuck.socket.pause()
  // This is sixty megabytes in all, more than fits into network buffers.
  const asked = 100
  for (let frame = 0; frame < asked; frame += 1) stuck.send({ type: 'chat_older', before: page + 1 })
  await expect.poll(() => serverSocket?.readyState, soon).toBe(WebSocket.CLOSED)
  stuck.socket.resume()
  expect(await stuck.closed).toBe(1006)
  expect(stuck.frames.length).toBeLessThan(asked)
})

describe('the sockets of a session close when', () => {
  const endings: [how: string, end: (user: User, cookie: string) => Promise<unknown>][] = [
    [
      'the user signs out',
      (_user, cookie) => fetch(`${url}/api/logout`, { headers: { cookie }, redirect: 'manual' }),
    ],
    [
      'the user is disabled',
      ({ id }) => portal.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, id)),
    ],
    [
      'the user gets another role',
      ({ id }) => portal.db.update(users).set({ role: 'support' }).where(eq(users.id, id)),
    ],
    [
      'the session expires',
      ({ id }) => portal.db.update(sessions).set({ expire: new Date() }).where(eq(sessions.userId, id)),
    ],
    ['the user is deleted', ({ id }) => portal.db.delete(users).where(eq(users.id, id))],
  ]
  test.each(endings)('%s', async (_how, end) => {
    const [user, other] = [await createUser(portal), await createUser(portal)]
    const cookie = await cookieFor(user)
    const [client, second, stranger] = [
      await connect(cookie),
      await connect(cookie),
      await connect(await cookieFor(other)),
    ]
    await end(user, cookie)
    expect(await client.closed).toBe(closeCodes.sessionEnded)
    expect(await second.closed).toBe(closeCodes.sessionEnded)
    stranger.send({ type: 'chat', message: 'still here' })
    await stranger.waitForMessage('still here')
  })
})

test('messages stored elsewhere while the database cannot be reached arrive when it can be reached again', async () => {
  const { portal, proxy, databaseUrl: direct } = await createProxiedApp()
  await using cuttable = portal
  const address = await cuttable.app.listen({ port: 0, host: '127.0.0.1' })
  const [partner, support] = [await createUser(cuttable), await createUser(cuttable, { role: 'support' })]
  const partnerSocket = await openChat(address, cookieOf(await cuttable.signIn(partner)))
  const teamCookie = cookieOf(await cuttable.signIn(support))
  const team = await openChat(address, teamCookie)
  partnerSocket.send({ type: 'chat', message: 'before' })
  await team.waitForMessage('before')

  await proxy.cut()
  const clientId = crypto.randomUUID()
  partnerSocket.send({ type: 'chat', message: 'meanwhile', clientId })
  expect(await partnerSocket.frame('chat_error')).toMatchObject({
    code: 'unavailable',
    clientId,
    retryAfter: 5,
  })
  await expect(openChat(address, teamCookie)).rejects.toMatchObject({ status: 503 })
  // Another process, which can reach the database, stores a message without a notice arriving here.
  const elsewhere = openDatabase({ connectionString: direct }, () => {})
  await sendMessage({ ...cuttable.deps, db: elsewhere }, { ...support, sid: '' } as never, partner.id, {
    message: 'from elsewhere',
  })
  await elsewhere.$client.end()
  await proxy.mend()

  await partnerSocket.waitForMessage('from elsewhere')
  await team.waitForMessage('from elsewhere')
  await expect
    .poll(async () => {
      partnerSocket.send({ type: 'chat', message: 'meanwhile', clientId })
      return partnerSocket.frames.some((frame) => frame.type === 'chat_stored')
    }, soon)
    .toBe(true)
  await team.waitForMessage('meanwhile')
  expect(team.messages().map(({ message }) => message)).toEqual(['before', 'from elsewhere', 'meanwhile'])
  expect(partnerSocket.messages().map(({ message }) => message)).toEqual([
    'before',
    'from elsewhere',
    'meanwhile',
  ])
  const expected = ['chat frame failed', 'request failed']
  expect(cuttable.log.takeErrors().filter(({ msg }) => !expected.includes(msg))).toEqual([])
  partnerSocket.socket.terminate()
  team.socket.terminate()
})

test('a server that stops closes every socket with 1001', async () => {
  await using stopping = await createTestApp()
  const address = await stopping.app.listen({ port: 0, host: '127.0.0.1' })
  const clients = await Promise.all(
    [await createUser(stopping), await createUser(stopping, { role: 'admin' })].map(async (user) =>
      openChat(address, cookieOf(await stopping.signIn(user))),
    ),
  )
  await stopping.app.close()
  for (const client of clients) expect(await client.closed).toBe(closeCodes.goingAway)
})

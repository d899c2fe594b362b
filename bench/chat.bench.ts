// The live chat, compared with a bare WebSocket server: one message to 1,000 open sockets, including storage (goal: half of its
// deliveries per second), 10,000 open sockets (goal: at most 30 KB each), and the time until a message is acknowledged while
// 100 per second are sent with 1,000 sockets open (goal: half of them within 15 ms).
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { WebSocket } from 'ws'
import type { ServerFrame } from '#contract/chat/frames.ts'
import { newToken, sha256 } from '#server/sessions/sessions.ts'
import { createDatabase, startTestPostgres } from '#test/postgres.ts'
import { startServerProcess } from '#test/server-process.ts'
import { memoryOf } from './process-memory.ts'
import { median, report } from './report.ts'
import { seedUsers } from './seed-users.ts'

const rounds = 5
const listeners = 1000
// These stay below the portal's limits per user: 60 messages a minute, and 20 connections.
const connectionsEach = 20
const messagesEach = 50
const idle = 10_000
const eachSecond = 100
const seconds = 10

const postgres = await startTestPostgres()
const databaseUrl = await createDatabase(postgres.url, 'chat')
const startPortal = () => startServerProcess({ DATABASE_URL: databaseUrl, DEMO: 'on', PORT: '0' })
const startBare = () => startServerProcess({}, 'bench/bare-chat-server.ts')

const query = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return (await client.query<R>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Returns session cookies of users with a role. */
const signIn = async (role: string, people: number) => {
  const rows = await query<{ id: string }>('select id from users where role = $1 order by id limit $2', [
    role,
    people,
  ])
  if (rows.length < people) throw new Error(`there are only ${rows.length} of ${role}`)
  const tokens = rows.map(() => newToken())
  await query(
    `insert into sessions (sid, user_id, sess, expire)
     select sid, user_id, $3::jsonb, now() + interval '1 hour' from unnest($1::text[], $2::uuid[]) as given (sid, user_id)`,
    [
      tokens.map(sha256),
      rows.map(({ id }) => id),
      JSON.stringify({ method: 'code', signedInAt: new Date().toISOString() }),
    ],
  )
  return tokens.map((token) => `session=${token}`)
}

const open = (url: string, cookie = '') =>
  new Promise<WebSocket>((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
      headers: { cookie, origin: url },
      perMessageDeflate: false,
    })
    // The portal's first frame means that the connection receives messages from now on.
    socket.once(cookie ? 'message' : 'open', () => resolve(socket))
    socket.once('error', reject)
    socket.once('unexpected-response', (_request, response) =>
      reject(new Error(`refused: ${response.statusCode}`)),
    )
  })

/** Opens many sockets, a few at a time. */
const openAll = async (url: string, cookies: string[]) => {
  const sockets: WebSocket[] = []
  for (let start = 0; start < cookies.length; start += 50) {
    sockets.push(...(await Promise.all(cookies.slice(start, start + 50).map((cookie) => open(url, cookie)))))
  }
  return sockets
}

const closeAll = async (sockets: WebSocket[]) => {
  for (const socket of sockets) socket.terminate()
  await delay(500)
}

/** Sends messages one after the other, each once all listeners have received the previous one. */
const deliveriesEachSecond = async (heard: WebSocket[], senders: WebSocket[], messages: number) => {
  let missing = 0
  let delivered = Promise.withResolvers<void>()
  let wanted = ''
  const handle = (data: unknown) => {
    if (!String(data).includes(wanted)) return
    missing -= 1
    if (missing === 0) delivered.resolve()
  }
  for (const socket of heard) socket.on('message', handle)
  const begun = performance.now()
  for (let number = 0; number < messages; number += 1) {
    wanted = randomUUID()
    missing = heard.length
    delivered = Promise.withResolvers()
    senders[number % senders.length]?.send(JSON.stringify({ type: 'chat', message: wanted }))
    await delivered.promise
  }
  const elapsed = (performance.now() - begun) / 1000
  for (const socket of heard) socket.off('message', handle)
  return (messages * heard.length) / elapsed
}

const compareDeliveries = async () => {
  const [portal, bare] = [await startPortal(), await startBare()]
  const team = (await signIn('support', listeners / connectionsEach)).flatMap((cookie) =>
    Array.from({ length: connectionsEach }, () => cookie),
  )
  const partners = await signIn('user', rounds + 1)
  const own = { heard: await openAll(portal.url, team), senders: await openAll(portal.url, partners) }
  const limit = await openAll(bare.url, Array(listeners).fill(''))
  const measured: number[] = []
  const limits: number[] = []
  await deliveriesEachSecond(own.heard, own.senders, messagesEach)
  await deliveriesEachSecond(limit, limit, messagesEach)
  for (let round = 0; round < rounds; round += 1) {
    measured.push(await deliveriesEachSecond(own.heard, own.senders.slice(round), messagesEach / 2))
    limits.push(await deliveriesEachSecond(limit, limit, messagesEach / 2))
  }
  report(
    `one message to ${listeners} open sockets, stored`,
    'deliveries a second',
    measured,
    { name: 'a bare WebSocket server', values: limits },
    { text: 'half of it or better', reached: (value, other) => value >= 0.5 * other },
  )
  await closeAll([...own.heard, ...own.senders, ...limit])
  await portal.stop()
  await bare.stop()
}

const kilobytesEach = async (server: Awaited<ReturnType<typeof startBare>>, cookies: string[]) => {
  const pid = server.child.pid ?? 0
  // The first connections load code, whose memory does not count.
  await closeAll(await openAll(server.url, cookies.slice(0, 200)))
  const before = await memoryOf(pid)
  const sockets = await openAll(server.url, cookies)
  await delay(3000)
  const grown = (await memoryOf(pid)) - before
  const alive = sockets.filter((socket) => socket.readyState === WebSocket.OPEN).length
  if (alive < cookies.length) throw new Error(`only ${alive} of ${cookies.length} are still open`)
  await closeAll(sockets)
  return (grown * 1024) / cookies.length
}

const compareMemory = async () => {
  const [portal, bare] = [await startPortal(), await startBare()]
  const own = await kilobytesEach(portal, await signIn('user', idle))
  const limit = await kilobytesEach(bare, Array(idle).fill(''))
  process.stdout.write(`a bare WebSocket server: ${limit.toFixed(1)} KB each\n`)
  report(
    `${idle} open sockets`,
    'KB each',
    [own],
    { name: 'the goal', values: [30] },
    { text: 'at most it', reached: (value, other) => value <= other },
  )
  await portal.stop()
  await bare.stop()
}

const measureAcknowledging = async () => {
  const portal = await startPortal()
  const partners = await openAll(portal.url, await signIn('user', listeners - 10))
  const team = await openAll(portal.url, await signIn('support', 10))
  const sentAt = new Map<string, number>()
  const millis: number[] = []
  for (const socket of partners) {
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as ServerFrame
      const sent = frame.type === 'chat_stored' && sentAt.get(frame.data.clientId ?? '')
      if (sent) millis.push(performance.now() - sent)
    })
  }
  const messages = eachSecond * seconds
  for (let number = 0; number < messages; number += 1) {
    const clientId = randomUUID()
    sentAt.set(clientId, performance.now())
    partners[number % partners.length]?.send(JSON.stringify({ type: 'chat', message: clientId, clientId }))
    await delay(1000 / eachSecond - 1)
  }
  for (let waited = 0; millis.length < messages && waited < 100; waited += 1) await delay(100)
  if (millis.length < messages) throw new Error(`only ${millis.length} of ${messages} were acknowledged`)
  millis.sort((one, other) => one - other)
  process.stdout.write(`p99: ${millis[Math.floor(millis.length * 0.99)]?.toFixed(1)} ms\n`)
  report(
    `a message acknowledged with ${listeners} sockets open and ${eachSecond} a second`,
    'ms, p50',
    [median(millis)],
    { name: 'the goal', values: [15] },
    { text: 'below it', reached: (value, other) => value < other },
  )
  await closeAll([...partners, ...team])
  await portal.stop()
}

try {
  const first = await startPortal()
  await seedUsers(databaseUrl, 12_000)
  await first.stop()
  await compareDeliveries()
  await measureAcknowledging()
  await compareMemory()
} finally {
  await postgres.stop()
}

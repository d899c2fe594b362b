// Signed-in users send 100,000 frames of garbage over real sockets: invalid JSON, halves of frames, wrong fields, frames that are
// too large or never end, floods. Goals: the process runs and responds, nothing is stored, and its memory has not grown.
import fc from 'fast-check'
import pg from 'pg'
import { WebSocket } from 'ws'
import { startTestPostgres } from '#test/postgres.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'
import { memoryOf } from './process-memory.ts'
import { report } from './report.ts'

const rounds = 5
// In the first rounds, V8 grows its heap to what the load needs. A leak would continue to grow after them.
const warmUpRounds = 2
const framesEachRound = 20_000
// The number of frames that one socket may send at once.
const framesEachSocket = 120
const socketsAtOnce = 10
const maxGrowthMb = 30

const value = fc.oneof(
  fc.constantFrom<unknown>('chat', '', -1, 0, 1e99, null, true, [], {}),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
)
const types = ['chat_open', 'chat_older', 'chat_read', 'typing', 'chat', 'chat_history', 'presence', '']
const names = [
  'conversationId',
  'receiverId',
  'senderId',
  'clientId',
  'since',
  'before',
  'seq',
  'typing',
  'file',
]
const shaped = fc
  .record(
    {
      type: fc.constantFrom(...types),
      ...Object.fromEntries([...names, '__proto__'].map((name) => [name, value])),
    },
    { requiredKeys: [] },
  )
  .map((frame) => JSON.stringify(frame))
const frame = fc.oneof(
  { weight: 6, arbitrary: shaped },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 2, arbitrary: shaped.map((text) => text.slice(0, text.length / 2)) },
  { weight: 1, arbitrary: fc.integer({ min: 1_000, max: 60_000 }).map((length) => '['.repeat(length)) },
)
const samples = fc.sample(frame, 5_000)

/** Sends some frames, ends as the last one requires, and resolves once the socket is closed. */
const sendGarbage = (url: string, cookie: string, from: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie } })
    socket.on('error', () => {})
    socket.on('unexpected-response', (_request, { statusCode }) =>
      reject(new Error(`refused with ${statusCode}`)),
    )
    socket.on('close', () => resolve())
    socket.on('open', () => {
      for (let sent = 0; sent < framesEachSocket; sent += 1)
        socket.send(samples[(from + sent) % samples.length] ?? '')
      const ways = [
        () => socket.close(),
        () => socket.terminate(),
        () => socket.send('x'.repeat(64 * 1024 + 1)),
        () => {
          for (let piece = 0; piece < 300; piece += 1) socket.send('x', { fin: false })
        },
      ]
      ways[from % ways.length]?.()
    })
  })

const postgres = await startTestPostgres()
try {
  const portal = await startServerProcess({ DATABASE_URL: postgres.url, DEMO: 'on', PORT: '0' })
  try {
    const cookies = await Promise.all(
      ['partner@demo.test', 'support@demo.test'].map((email) => demoCookie(portal.url, email)),
    )
    const client = new pg.Client(postgres.url)
    await client.connect()
    const count = async () =>
      (await client.query('select count(*)::int as messages from chat_messages')).rows[0]?.messages
    const before = await count()
    let sent = 0
    const sendRound = async () => {
      for (const until = sent + framesEachRound; sent < until; ) {
        const places = Array.from({ length: socketsAtOnce }, (_, index) => sent + index * framesEachSocket)
        await Promise.all(
          places.map((from, index) => sendGarbage(portal.url, cookies[index % 2] ?? '', from + index)),
        )
        sent += socketsAtOnce * framesEachSocket
      }
    }
    for (let round = 0; round < warmUpRounds; round += 1) await sendRound()
    const pid = portal.child.pid ?? 0
    const first = await memoryOf(pid)
    const growths: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await sendRound()
      growths.push((await memoryOf(pid)) - first)
    }
    const goal = { text: 'less than it', reached: (measured: number, limit: number) => measured < limit }
    const limit = { name: 'the goal', values: [maxGrowthMb] }
    report(
      `${rounds * framesEachRound} frames of garbage grow memory`,
      'MB',
      [Math.max(...growths)],
      limit,
      goal,
    )
    const ready = await fetch(`${portal.url}/readyz`)
    const stored = (await count()) - before
    if (!ready.ok || stored > 0) throw new Error(`ready: ${ready.status}, stored: ${stored}`)
    if (/^\{"level":(?:[5-9]\d)/m.test(portal.output())) throw new Error('the log has errors')
    await client.end()
  } finally {
    await portal.stop()
  }
} finally {
  await postgres.stop()
}

// Causes a thousand faults while partners and staff chat over three processes: sockets are cut, a process is killed, the database
// ends without warning. Afterwards every acknowledged message must exist once, and everyone must have the same messages in the same order.
// ROUNDS sets the number of faults.
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { newToken, sha256 } from '#server/sessions/sessions.ts'
import { createDatabase, startDurablePostgres } from '#test/postgres.ts'
import { EndedEarly, type ServerProcess, startServerProcess } from '#test/server-process.ts'
import { type ChatParticipant, createChatParticipant } from './chat-participant.ts'

const rounds = Number(process.env.ROUNDS ?? 1000)
const processes = 3
const partners = 6
// The percentages of faults that kill a process and that end the database. All other faults cut sockets.
const [kills, crashes] = [6, 2]
const convergeTimeoutMs = 120_000

const postgres = await startDurablePostgres()
const databaseUrl = await createDatabase(postgres.url, 'faults')
const servers: (ServerProcess | undefined)[] = Array.from({ length: processes })
const client = () => new pg.Client(databaseUrl)

const start = async (place: number) => {
  for (;;) {
    try {
      servers[place] = await startServerProcess({ DATABASE_URL: databaseUrl, DEMO: 'on', PORT: '0' })
      return
    } catch (error) {
      // A server that starts during a database outage exits; a supervisor would restart it.
      if (!(error instanceof EndedEarly)) throw error
      await delay(500)
    }
  }
}

const kill = async (place: number) => {
  const server = servers[place]
  if (!server) return
  servers[place] = undefined
  await server.stop('SIGKILL')
  await start(place)
}

const urls = () => servers.flatMap((server) => (server ? [server.url] : []))

const query = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
  const connected = client()
  await connected.connect()
  try {
    return (await connected.query<R>(text, values)).rows
  } finally {
    await connected.end()
  }
}

/** Creates a session and returns its cookie. */
const sessionOf = async (userId: string) => {
  const token = newToken()
  const sess = { method: 'code', signedInAt: new Date().toISOString() }
  const text =
    "insert into sessions (sid, user_id, sess, expire) values ($1, $2, $3, now() + interval '12 hours')"
  await query(text, [sha256(token), userId, JSON.stringify(sess)])
  return `session=${token}`
}

/** Whether every client has all stored messages, and no message is pending. */
const hasConverged = (people: ChatParticipant[], counts: Map<string, number>) =>
  people.every(
    ({ conversationId, known, pending }) =>
      pending.size === 0 && known.size === (counts.get(conversationId) ?? 0),
  )

const readStored = async () => {
  const rows = await query<{ conversation_id: string; seq: number; client_id: string | null }>(
    'select conversation_id, seq, client_id from chat_messages order by conversation_id, seq',
  )
  const stored = new Map<string, { seq: number; clientId: string | null }[]>()
  for (const { conversation_id: id, seq, client_id: clientId } of rows) {
    stored.set(id, [...(stored.get(id) ?? []), { seq, clientId }])
  }
  return stored
}

const problemsOf = (people: ChatParticipant[], stored: Awaited<ReturnType<typeof readStored>>) => {
  const problems: string[] = []
  for (const [id, messages] of stored) {
    if (messages.some(({ seq }, index) => seq !== index + 1)) problems.push(`${id}: numbers have gaps`)
    const ids = messages.flatMap(({ clientId }) => clientId ?? [])
    if (new Set(ids).size !== ids.length) problems.push(`${id}: a message is stored twice`)
  }
  for (const person of people) {
    const messages = stored.get(person.conversationId) ?? []
    const ids = new Set(messages.map(({ clientId }) => clientId))
    for (const clientId of person.acknowledged) {
      if (!ids.has(clientId)) problems.push(`acknowledged but missing: ${clientId}`)
    }
    for (const { seq, clientId } of messages) {
      if (person.known.get(seq)?.clientId !== clientId) problems.push(`number ${seq} differs for a client`)
    }
    if (person.pending.size > 0) problems.push(`${person.pending.size} are still pending`)
    problems.push(...person.mistakes)
  }
  return problems
}

try {
  for (let place = 0; place < processes; place += 1) await start(place)
  const idsOf = async (role: string, most: number) =>
    (
      await query<{ id: string }>('select id from users where role = $1 order by email limit $2', [
        role,
        most,
      ])
    ).map(({ id }) => id)
  const team = [...(await idsOf('support', 1)), ...(await idsOf('admin', 1))]
  const people: ChatParticipant[] = []
  for (const conversationId of await idsOf('user', partners)) {
    // Two devices of the partner, and two members of the team, follow the conversation.
    for (const userId of [conversationId, conversationId, ...team]) {
      const cookie = await sessionOf(userId)
      people.push(createChatParticipant({ urls, cookie, conversationId, isStaff: userId !== conversationId }))
    }
  }

  const talking = new AbortController()
  // Each user sends fewer than sixty messages a minute, which is the portal's limit per user.
  const talk = async () => {
    while (!talking.signal.aborted) {
      people[Math.floor(Math.random() * people.length)]?.sendMessage()
      await delay(Math.random() * 300)
    }
  }
  const talks = talk()
  const did = { cut: 0, killed: 0, crashed: 0 }
  const restarts = new Set<Promise<void>>()
  for (let round = 0; round < rounds; round += 1) {
    const chance = Math.random() * 100
    if (chance < crashes) {
      await postgres.crash()
      did.crashed += 1
    } else if (chance < crashes + kills && restarts.size < processes - 1) {
      const restart: Promise<void> = kill(Math.floor(Math.random() * processes)).finally(() =>
        restarts.delete(restart),
      )
      restarts.add(restart)
      did.killed += 1
    } else {
      people[Math.floor(Math.random() * people.length)]?.cut()
      did.cut += 1
    }
    await delay(Math.random() * 300)
  }
  await Promise.all(restarts)
  talking.abort()
  await talks

  const deadline = Date.now() + convergeTimeoutMs
  let stored = await readStored()
  const counts = () => new Map([...stored].map(([id, messages]) => [id, messages.length]))
  while (!hasConverged(people, counts()) && Date.now() < deadline) {
    await delay(500)
    stored = await readStored()
  }
  const problems = problemsOf(people, stored)
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
  process.stdout.write(
    [
      `${rounds} faults: ${did.cut} sockets cut, ${did.killed} processes killed, ${did.crashed} ends of the database`,
      `${people.length} clients of ${partners + team.length} people connected ${sum(people.map(({ connections }) => connections()))} times`,
      `${sum([...counts().values()])} messages stored, ${sum(people.map(({ acknowledged }) => acknowledged.size))} acknowledged`,
      problems.length === 0
        ? 'none missing, none twice, the same order for all: reached'
        : `${problems.length} problems: MISSED\n${problems.slice(0, 20).join('\n')}`,
      '',
    ].join('\n'),
  )
  if (problems.length > 0) process.exitCode = 1
  await Promise.all(people.map((person) => person.end()))
} finally {
  await Promise.all(servers.map((server) => server?.stop('SIGKILL')))
  await postgres.stop()
}

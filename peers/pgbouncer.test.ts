import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTemporaryPostgres } from '#packages/embedded-postgres/temporary-postgres.ts'
import { openChat } from '#test/chat-client.ts'
import { openEvents } from '#test/event-stream.ts'
import type { ServerProcess } from '#test/server-process.ts'
import { type MailServer, startMailServer } from '#test/smtp.ts'
import { startDebianPostgres } from './debian-postgres.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { signInByCode } from './portal-client.ts'
import { createPortalDatabase, type PortalDatabase } from './portal-database.ts'
import { failedStart, openPortals } from './portal-processes.ts'

const soon = { timeout: 60_000, interval: 250 }
const chiefEmail = 'chief@example.test'
const searches = 20

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

let mailServer: MailServer
beforeAll(async () => {
  mailServer = await startMailServer()
})
afterAll(() => mailServer.stop())

const failures = (server: ServerProcess) => server.output().match(/^\{"level":[56]0.*$/gm) ?? []

interface Journey {
  servers: [ServerProcess, ServerProcess]
  database: PortalDatabase
  restart: () => Promise<void>
}

/** Does what users do on two processes of the portal, and restarts PgBouncer in the middle. */
const travel = async ({ servers, database, restart }: Journey) => {
  const [one, other] = [servers[0].url, servers[1].url]
  const suffix = crypto.randomUUID().slice(0, 8)
  const chief = await signInByCode(one, chiefEmail, mailServer)
  const partnerEmail = `ann-${suffix}@example.test`
  const created = await chief.post('/api/admin/users', { email: partnerEmail, role: 'user' }, other)
  expect(created.status).toBe(201)
  await mailServer.mailTo(partnerEmail)
  const partner = await signInByCode(other, partnerEmail, mailServer)
  const { id: partnerId } = (await (await partner.get('/api/auth/user', one)).json()) as { id: string }

  const communicate = async (text: string) => {
    const events = await openEvents(other, chief.cookie())
    const partnerSocket = await openChat(one, partner.cookie())
    const team = await openChat(other, chief.cookie())
    const reply = await chief.post('/api/saved-replies', { title: `${text} ${suffix}`, text }, one)
    expect(reply.status).toBe(201)
    // The path is '*' when the listening connection has just reconnected.
    await events.waitForPath('/api/saved-replies', '*')
    partnerSocket.send({ type: 'chat', senderId: partnerId, message: `${text}?`, isSupport: false })
    await team.waitForMessage(`${text}?`)
    team.send({ type: 'chat', message: `${text}!`, receiverId: partnerId })
    await partnerSocket.waitForMessage(`${text}!`)
    await Promise.all([events.close(), partnerSocket.close(), team.close()])
  }
  await communicate('Before')

  const exported = await chief.get('/api/admin/audit-log/export', other)
  expect(exported.status).toBe(200)
  expect(await exported.text()).toContain(partnerEmail)

  const paths = ['/api/auth/user', '/api/chat/conversations?limit=20', '/api/admin/overview', '/readyz']
  const calls = Array.from({ length: 200 }, (_, index) =>
    chief.get(paths[index % paths.length] ?? '', index % 3 ? one : other),
  )
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]))

  const statuses: number[] = []
  for (let count = 0; count <= searches; count += 1)
    statuses.push((await partner.get('/api/search?q=hello', count % 2 ? one : other)).status)
  expect(statuses).toEqual([...Array.from({ length: searches }, () => 200), 429])
  expect(servers.flatMap(failures)).toEqual([])

  await endSlowStatements(database, [
    () => chief.get('/api/saved-replies?limit=20', one),
    () => chief.post('/api/saved-replies', { title: `Locked ${suffix}`, text: 'Locked' }, other),
  ])

  await restart()
  const readiness = async () =>
    Promise.all([one, other].map(async (url) => (await fetch(`${url}/readyz`)).status))
  await expect.poll(readiness, soon).toEqual([200, 200])
  await communicate('After')
  await signInByCode(other, partnerEmail, mailServer)
}

/** Expects calls that need a locked table to end with 503, and none of their statements to be left waiting. */
const endSlowStatements = async ({ superuser }: PortalDatabase, calls: (() => Promise<Response>)[]) => {
  await superuser.query('begin')
  await superuser.query('lock table saved_replies in access exclusive mode')
  try {
    const responses = await Promise.all(calls.map((call) => call()))
    expect(responses.map(({ status }) => status)).toEqual(calls.map(() => 503))
    const waiting = `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await superuser.query(waiting)).rows, soon).toEqual([])
  } finally {
    await superuser.query('rollback')
  }
}

describe.each([
  [
    'the PostgreSQL of the portal',
    () => startTemporaryPostgres({ name: 'partner-portal', settings: { max_connections: '200' } }),
  ],
  ['PostgreSQL 15 of Debian', startDebianPostgres],
])('PgBouncer in front of %s', (_name, startPostgres) => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  const open = async (mode: 'session' | 'transaction', poolSize?: number) => {
    const database = await createPortalDatabase(postgres.url)
    undo.push(() => database.superuser.end())
    const urls = [database.roleUrl, database.ownerUrl]
    const pooler = await startPgBouncer({ mode, urls, ...(poolSize ? { poolSize } : {}) })
    undo.push(() => pooler.stop())
    return { database, pooler }
  }
  const startTwo = async (environment: Record<string, string>) => {
    const portals = await openPortals({
      SMTP_URL: mailServer.url,
      ADMIN_EMAIL: chiefEmail,
      BUDGETS: `search=${searches}`,
      ...environment,
    })
    undo.push(() => portals.stop())
    return [await portals.start(), await portals.start()] as [ServerProcess, ServerProcess]
  }

  test('in session mode works, with DATABASE_URL alone', async () => {
    const { database, pooler } = await open('session')
    const servers = await startTwo({ DATABASE_URL: pooler.through(database.ownerUrl) })
    await travel({ servers, database, restart: pooler.restart })
  })

  test('in transaction mode with few connections works, with DATABASE_LISTEN_URL and DATABASE_OWNER_URL', async () => {
    const { database, pooler } = await open('transaction', 5)
    const servers = await startTwo({
      DATABASE_URL: pooler.through(database.roleUrl),
      DATABASE_LISTEN_URL: database.roleUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
    })
    await travel({ servers, database, restart: pooler.restart })
    await expectUnchangedSettings(pooler.through(database.roleUrl))
  })

  test('in transaction mode migrates through DATABASE_LISTEN_URL where there is one role', async () => {
    const { database, pooler } = await open('transaction')
    const [server] = await startTwo({
      DATABASE_URL: pooler.through(database.ownerUrl),
      DATABASE_LISTEN_URL: database.ownerUrl,
    })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  test('in transaction mode refuses to start without a direct connection, before anything is written', async () => {
    const { database, pooler } = await open('transaction')
    const pooled = pooler.through(database.ownerUrl)
    expect(await failedStart({ DATABASE_URL: pooled })).toBe(
      'DATABASE_URL: notifications do not arrive there, as through a connection pooler in transaction mode. Set DATABASE_LISTEN_URL to the address of the database itself, or the pooler to session mode.',
    )
    expect(await failedStart({ DATABASE_URL: pooled, DATABASE_LISTEN_URL: pooled })).toBe(
      'DATABASE_LISTEN_URL: notifications that are sent through DATABASE_URL do not arrive there. It must lead to the same database, directly or through a connection pooler in session mode.',
    )
    expect(
      await failedStart({
        DATABASE_URL: pooled,
        DATABASE_LISTEN_URL: database.ownerUrl,
        DATABASE_OWNER_URL: pooled,
      }),
    ).toBe(
      'DATABASE_OWNER_URL: notifications do not arrive there. It must lead to the database of DATABASE_URL, directly or through a connection pooler in session mode.',
    )
    expect(await failedStart({ DATABASE_URL: pooled, DATABASE_LISTEN_URL: database.roleUrl })).toMatch(
      /^DATABASE_LISTEN_URL connects as the role portal_\w+, and DATABASE_URL as portal_owner_\w+: it must be the same\.$/,
    )
    const { rows } = await database.superuser.query(
      `select nspname from pg_namespace where nspname in ('drizzle', 'pgboss')`,
    )
    expect(rows).toEqual([])
  })

  test('is named in the error when it refuses', async () => {
    const { database, pooler } = await open('session')
    const refused = async (change: (url: URL) => void) => {
      const url = new URL(pooler.through(database.ownerUrl))
      change(url)
      return failedStart({ DATABASE_URL: url.href })
    }
    const cannot = 'DATABASE_URL: the database cannot be used:'
    expect(await refused((url) => url.searchParams.set('options', '-c geqo=off'))).toBe(
      `${cannot} a connection pooler in front of it refuses: unsupported startup parameter: options.`,
    )
    expect(await refused((url) => Object.assign(url, { pathname: '/none' }))).toBe(
      `${cannot} a connection pooler in front of it refuses: no such database: none.`,
    )
    expect(await refused((url) => Object.assign(url, { password: 'wrong' }))).toBe(
      `${cannot} the password is wrong.`,
    )
    await database.superuser.query(`alter role ${new URL(database.ownerUrl).username} nologin`)
    expect(await refused(() => {})).toMatch(
      /^DATABASE_URL: the database cannot be used: a connection pooler in front of it refuses: .*not permitted to log in\.$/,
    )
  })
})

/** Expects that no connection from PgBouncer to the database has a setting of the portal. */
const expectUnchangedSettings = async (url: string) => {
  const clients = Array.from({ length: 5 }, () => new pg.Client(url))
  await Promise.all(clients.map((client) => client.connect()))
  const settings = await Promise.all(
    clients.map(async (client) => {
      const { rows } = await client.query<{ limits: string }>(
        `select current_setting('statement_timeout') || ' ' || current_setting('idle_in_transaction_session_timeout') as limits, pg_sleep(0.2)`,
      )
      return rows[0]?.limits
    }),
  )
  await Promise.all(clients.map((client) => client.end()))
  expect(settings).toEqual(clients.map(() => '0 0'))
}

import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { findRunningPostgres } from '#packages/embedded-postgres/embedded-postgres.ts'
import { createTestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { writeKey } from '#test/installation.ts'
import { createDatabase, dropDatabase } from '#test/postgres.ts'
import { startServerProcess } from '#test/server-process.ts'
import { embeddedRole } from './application-role.ts'
import { auditLog } from './schema/audit.ts'

// The tests start processes and write to real disks, and the machine may be busy.
const timeoutMs = 180_000
const ADMIN_EMAIL = 'admin@example.com'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const connect = async (config: pg.ClientConfig) => {
  const client = new pg.Client(config)
  await client.connect()
  undo.push(() => client.end())
  return client
}

const newDataDir = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-append-only-'))
  undo.push(() => rm(dataDir, { recursive: true, force: true }))
  await writeKey(dataDir)
  return dataDir
}

const start = async (environment: Record<string, string> & { DATA_DIR: string }) => {
  const server = await startServerProcess({ PORT: '0', DEMO: 'off', ...environment })
  undo.push(() => (server.child.exitCode === null ? server.stop() : undefined))
  return server
}

/** Signs the first admin in to a server, creates and deletes a folder: three audit events. Returns the time before the first. */
const leaveEntries = async (url: string, dataDir: string) => {
  const begunAt = new Date()
  const link = new URL((await readFile(join(dataDir, 'first-sign-in-link'), 'utf8')).trim())
  const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const signedIn = await fetch(`${url}/api/sign-in/redeem`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ token: link.hash.slice('#token='.length) }),
  })
  expect(signedIn.status).toBe(200)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const body = JSON.stringify({ name: 'Told of', category: 'creative' })
  const made = await fetch(`${url}/api/resource-folders`, {
    method: 'POST',
    headers: { ...json, cookie },
    body,
  })
  expect(made.status).toBe(201)
  const { id } = (await made.json()) as { id: string }
  const { 'content-type': _type, ...bare } = { ...json, cookie }
  const gone = await fetch(`${url}/api/resource-folders/${id}`, { method: 'DELETE', headers: bare })
  expect(gone.status).toBe(204)
  return begunAt
}

const countSince = async (client: pg.Client, time: Date) =>
  (await client.query('select from audit_log where at >= $1', [time])).rowCount

const changes = ["update audit_log set actor_name = 'Nobody'", 'delete from audit_log', 'truncate audit_log']
const waysAround = [
  'alter table audit_log disable trigger all',
  'drop trigger audit_log_append_only on audit_log',
  'drop table audit_log',
  "delete from audit_log where action like 'session.%'",
  'drop trigger audit_log_keep on audit_log',
  'drop trigger audit_log_send on audit_log',
  "create or replace function delete_expired_session_events(integer) returns integer language sql as 'select 0'",
  'create or replace function audit_log_refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
  "set session_replication_role = 'replica'",
  "grant update on audit_log to public; update audit_log set actor_name = 'Nobody'",
  'create role another superuser login',
]

/** Returns the error code of each statement; undefined for a statement that was not refused. */
const refusals = async (client: pg.Client, statements: string[]) => {
  const codes: Record<string, string | undefined> = {}
  for (const statement of statements) {
    await client.query('begin')
    const failure = await client.query(statement).then(
      () => undefined,
      (error: pg.DatabaseError) => error.code,
    )
    codes[statement] = failure
    await client.query('rollback')
  }
  return codes
}

const refused = '42501'
const all = (statements: string[]) => Object.fromEntries(statements.map((name) => [name, refused]))

const rolesOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ usename: string }>(
    `select distinct usename from pg_stat_activity
     where datname = current_database() and application_name in ('partner-portal', 'partner-portal-jobs')`,
  )
  return rows.map(({ usename }) => usename)
}

describe('the audit log is append-only', () => {
  test(
    'for the portal’s role on its embedded database',
    async () => {
      const dataDir = await newDataDir()
      const server = await start({ DATA_DIR: dataDir, ADMIN_EMAIL })
      const begunAt = await leaveEntries(server.url, dataDir)
      const role = await connect({ ...(await findRunningPostgres(dataDir)), user: embeddedRole })
      expect(await refusals(role, [...changes, ...waysAround])).toEqual(all([...changes, ...waysAround]))
      expect(await countSince(role, begunAt)).toBe(3)
    },
    timeoutMs,
  )

  test(
    'for a role that does not own the tables, with which the whole portal works',
    async () => {
      const postgresUrl = inject('postgresUrl')
      const [owner, role] = ['owner', 'portal'].map((name) => `${name}_${randomUUID().slice(0, 8)}`)
      const superuser = await connect({ connectionString: postgresUrl })
      for (const name of [owner, role]) await superuser.query(`create role ${name} login password 'secret'`)
      const name = `test_${randomUUID().replaceAll('-', '')}`
      const url = await createDatabase(postgresUrl, name)
      await superuser.query(`alter database ${name} owner to ${owner}`)
      undo.push(async () => {
        await dropDatabase(postgresUrl, name)
        const client = new pg.Client(postgresUrl)
        await client.connect()
        for (const gone of [owner, role]) await client.query(`drop role ${gone}`)
        await client.end()
      })
      const as = (user = '') => {
        const address = new URL(url)
        address.username = user
        address.password = 'secret'
        return address.href
      }
      const dataDir = await newDataDir()
      const environment = { DATA_DIR: dataDir, DATABASE_URL: as(role), DATABASE_OWNER_URL: as(owner) }
      const server = await start({ ...environment, ADMIN_EMAIL })
      const begunAt = await leaveEntries(server.url, dataDir)

      const client = await connect({ connectionString: as(role) })
      expect(await rolesOf(await connect({ connectionString: url }))).toEqual([role])
      expect(await refusals(client, [...changes, ...waysAround])).toEqual(all([...changes, ...waysAround]))
      expect(await countSince(client, begunAt)).toBe(3)
      expect(server.output()).not.toMatch(/"level":[56]0/)

      const second = await start(environment)
      expect(await second.stop()).toBe(0)
      expect(await server.stop()).toBe(0)
    },
    timeoutMs,
  )

  test(
    'as far as triggers protect it where the portal owns the tables',
    async () => {
      await using portal = await createTestApp()
      const browser = await portal.signIn(await createUser(portal, { role: 'admin' }))
      const made = await browser.post('/api/resource-folders', { name: 'Told of', category: 'creative' })
      expect(made.statusCode).toBe(201)
      expect(await portal.db.$count(auditLog)).toBeGreaterThan(0)
      const owner = new pg.Client(portal.deps.settings.databaseUrl)
      await owner.connect()
      expect(await refusals(owner, changes)).toEqual(all(changes))
      await owner.query("set session_replication_role = 'replica'")
      expect(await refusals(owner, changes)).toEqual(all(changes))
      await owner.end()
    },
    timeoutMs,
  )
})

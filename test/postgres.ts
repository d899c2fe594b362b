import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, readdir, realpath, rm, statfs, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, findBinaries } from '#server/db/embedded/binaries.ts'
import { DATABASE, initialize, SUPERUSER } from '#server/db/embedded/cluster.ts'
import type { Log } from '#server/db/embedded/log.ts'
import { clusterUser } from '#server/db/embedded/os-user.ts'
import {
  findPostmaster,
  isRunning,
  type Postmaster,
  spawnPostmaster,
  stopPostmaster,
} from '#server/db/embedded/postmaster.ts'
import { isAlive } from '#server/db/embedded/processes.ts'
import type { OsUser } from '#server/db/embedded/program.ts'
import { socketFolderOf } from '#server/db/embedded/socket-folder.ts'

const PREFIX = 'partner-portal-test-'
const silent: Log = { info() {}, warn() {}, error() {} }

// Nothing of it has to survive the machine: all that costs time for durability is off.
const settings = {
  listen_addresses: '127.0.0.1',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300', // each test file opens pools of its own
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * A PostgreSQL for tests, reached by its superuser's URL: the server of TEST_DATABASE_URL or DATABASE_URL when one is
 * set, else a throwaway one on a free port of 127.0.0.1, gone after `stop`.
 */
export async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL
  return given ? { url: given, stop: async () => {} } : startThrowaway(settings)
}

/** One that loses nothing that it has acknowledged when it ends without warning, as `crash` makes it, and starts again. */
export function startDurablePostgres() {
  return startThrowaway({ ...settings, synchronous_commit: 'on' })
}

async function startThrowaway(settings: Record<string, string>) {
  const temporary = await fastestFolder()
  await sweepAbandoned(temporary)
  const user = await clusterUser(undefined, silent)
  const binaries = await findBinaries(user, silent)
  const folder = await mkdtemp(join(temporary, `${PREFIX}${process.pid}-`))
  if (user) await chown(folder, user.uid, user.gid)
  const cluster = join(folder, 'postgres')
  const password = randomBytes(16).toString('hex')
  await initializeWithPassword(cluster, password, binaries, user)

  const port = await freePort()
  const login = { host: '127.0.0.1', port, user: SUPERUSER, password, database: DATABASE, ssl: false }
  const start = async () => {
    const started = await spawnPostmaster({
      cluster,
      binaries,
      user,
      socketFolder: socketFolderOf(cluster, user),
      settings: { ...settings, port: String(port) },
    })
    await untilItTakesConnections(started, login)
    return started
  }
  let postmaster = await start()
  return {
    url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`,
    async crash() {
      process.kill(postmaster.pid, 'SIGQUIT')
      while (await isRunning(postmaster)) await delay(5)
      postmaster = await start()
    },
    async stop() {
      await stopPostmaster(postmaster)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Makes a database on the server of `url`, empty or as a copy of `template`, and gives its URL. */
export async function createDatabase(url: string, name: string, template?: string): Promise<string> {
  const copied = template ? ` template ${pg.escapeIdentifier(template)}` : ''
  await execute(url, `create database ${pg.escapeIdentifier(name)}${copied}`)
  const created = new URL(url)
  created.pathname = `/${encodeURIComponent(name)}`
  return created.href
}

/** Removes a database, cutting the connections to it that are left; one that is not there is fine. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await execute(url, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
}

async function execute(url: string, statement: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function untilItTakesConnections(postmaster: Postmaster, login: pg.ClientConfig) {
  for (;;) {
    const client = new pg.Client(login)
    try {
      await client.connect()
      return
    } catch (error) {
      if (!(await isRunning(postmaster))) throw error
      await delay(20)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** With a password, because every account of this machine reaches the port. */
async function initializeWithPassword(
  cluster: string,
  password: string,
  binaries: Binaries,
  user: OsUser | undefined,
) {
  const file = `${cluster}.password`
  await writeFile(file, password, { mode: 0o600 })
  if (user) await chown(file, user.uid, user.gid)
  await initialize(cluster, binaries, user, [
    `--pwfile=${file}`,
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '--set=scram_iterations=1', // connecting often must not cost what guessing should
    '--no-sync',
  ])
}

/** A database is hundreds of small files, which memory makes ten times faster than a disk: where there is enough of it. */
async function fastestFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined)
  const isRoomy = memory !== undefined && memory.bavail * memory.bsize > 2 ** 31
  return isRoomy ? '/dev/shm' : realpath(tmpdir())
}

/** Ends and removes what tests have left that were killed before they could. */
async function sweepAbandoned(temporary: string) {
  for (const name of await readdir(temporary)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? []
    if (!pid || isAlive(Number(pid))) continue
    const folder = join(temporary, name)
    const postmaster = await findPostmaster(join(folder, 'postgres'))
    if (postmaster) await stopPostmaster(postmaster)
    // Another user's stays.
    await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (!address || typeof address === 'string') throw new Error('No free port')
  return address.port
}

import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, readdir, realpath, rm, statfs, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, findBinaries } from './binaries.ts'
import { databaseName, initializeCluster, superuser } from './cluster.ts'
import { chooseAccount, type OsAccount } from './os-account.ts'
import { findPostmaster, isRunning, type Postmaster, spawnPostmaster, stopPostmaster } from './postmaster.ts'
import { isAlive } from './processes.ts'
import { silentLog } from './reporting.ts'
import { socketFolderOf } from './socket-folder.ts'

export type TemporaryPostgres = {
  /** The superuser's URL, on 127.0.0.1 and with a password. */
  url: string
  /** Ends the server without a shutdown and starts it again on the same data and URL. */
  crash(): Promise<void>
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
}

// The data need not survive a crash of the machine, so everything that costs time for durability is off.
const defaultSettings = {
  listen_addresses: '127.0.0.1',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

// Memory is ten times faster than a disk for the hundreds of small files of a database.
const memoryFolder = '/dev/shm'
const minMemoryBytes = 2 ** 31

/**
 * Starts an empty PostgreSQL for tests on a free port of 127.0.0.1. `name` means the same as for startEmbeddedPostgres. First removes what
 * a killed process of the same name left behind.
 */
export async function startTemporaryPostgres({
  name = 'embedded-postgres',
  settings = {},
}: {
  name?: string
  settings?: Record<string, string>
} = {}): Promise<TemporaryPostgres> {
  const prefix = `${name}-temporary-`
  const parent = await chooseParentFolder()
  await sweepAbandoned(parent, prefix)
  const account = await chooseAccount(name, undefined, silentLog)
  const binaries = await findBinaries(account, silentLog)
  const folder = await mkdtemp(join(parent, `${prefix}${process.pid}-`))
  if (account) await chown(folder, account.uid, account.gid)
  const cluster = join(folder, 'postgres')
  const password = randomBytes(16).toString('hex')
  await initializeWithPassword(cluster, password, binaries, account)

  const port = await findFreePort()
  const login = { host: '127.0.0.1', port, user: superuser, password, database: databaseName, ssl: false }
  async function start() {
    const started = await spawnPostmaster({
      cluster,
      binaries,
      account,
      socketFolder: socketFolderOf(cluster, account),
      settings: { ...defaultSettings, ...settings, port: String(port) },
    })
    await waitForConnection(started, login)
    return started
  }
  let postmaster = await start()
  return {
    url: `postgres://${superuser}:${password}@127.0.0.1:${port}/${databaseName}`,
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

async function waitForConnection(postmaster: Postmaster, login: pg.ClientConfig) {
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

/** Creates the cluster with a password, because every account of this machine can reach the port. */
async function initializeWithPassword(
  cluster: string,
  password: string,
  binaries: Binaries,
  account: OsAccount | undefined,
) {
  const file = `${cluster}.password`
  await writeFile(file, password, { mode: 0o600 })
  if (account) await chown(file, account.uid, account.gid)
  await initializeCluster(cluster, binaries, account, [
    `--pwfile=${file}`,
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '--set=scram_iterations=1', // tests connect often, and nobody guesses passwords here
    '--no-sync',
  ])
}

async function chooseParentFolder(): Promise<string> {
  const memory = await statfs(memoryFolder).catch(() => undefined)
  const hasRoom = memory !== undefined && memory.bavail * memory.bsize > minMemoryBytes
  return hasRoom ? memoryFolder : realpath(tmpdir())
}

async function sweepAbandoned(parent: string, prefix: string) {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0
    if (!pid || isAlive(pid)) continue
    const folder = join(parent, name)
    const postmaster = await findPostmaster(join(folder, 'postgres'))
    if (postmaster) await stopPostmaster(postmaster)
    // Another user's folder cannot be removed.
    await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (!address || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { rounds, startRandom } from '../../test/rounds.ts'
import { type EmbeddedPostgres, type Log, startEmbeddedPostgres } from './embedded-postgres.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'
import { commandLineOf, runProgram } from './processes.ts'
import { silentLog } from './reporting.ts'

// Real processes and a real disk may be slow on a loaded machine, and no test measures time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })

const isRoot = process.getuid?.() === 0
const sharedFolder = '/var/lib/embedded-postgres'

let template: string
beforeAll(async () => {
  template = join(await mkdtemp(join(await realpath(tmpdir()), 'embedded-test-template-')), 'data')
  await chmod(dirname(template), 0o755)
  await startAndStop(template, async () => {})
})
afterAll(() => rm(dirname(template), { recursive: true, force: true }))

/** Creates a data folder with an empty database by copying one, since initdb takes most of the time of a first start. */
async function createdDataDir(dataDir = join(folder, 'data')) {
  await runProgram('cp', ['-a', template, dataDir])
  return dataDir
}

let folder: string
let children: ChildProcess[]

beforeEach(async () => {
  children = []
  folder = await mkdtemp(join(await realpath(tmpdir()), 'embedded-test-'))
  await chmod(folder, 0o755)
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const name of await readdir(folder)) {
    const entry = join(folder, name, 'postgres')
    const elsewhere = await readlink(entry).catch(() => undefined)
    const postmaster = await findPostmaster(elsewhere ?? entry)
    if (postmaster) await stopPostmaster(postmaster)
    if (elsewhere?.startsWith(sharedFolder)) await rm(dirname(elsewhere), { recursive: true, force: true })
  }
  await rm(folder, { recursive: true, force: true })
})

/** Starts the database in a separate process, which can be killed; resolves with its connection or its refusal. */
async function startServer(dataDir: string) {
  const server = launchServer(dataDir)
  for await (const line of createInterface(server.stdout)) {
    return { ...server, ...(JSON.parse(line) as { connection?: pg.ClientConfig; refusal?: string }) }
  }
  throw new Error('The server ended without output')
}

function launchServer(dataDir: string) {
  const script = `
    const { startEmbeddedPostgres } = await import('#packages/embedded-postgres/embedded-postgres.ts')
    const log = { info() {}, warn() {}, error(details, message) { console.error(message, details) } }
    const print = (result) => process.stdout.write(JSON.stringify(result) + '\\n')
    try {
      const { connection, stop } = await startEmbeddedPostgres({ dataDir: process.argv[1], log })
      print({ connection })
      process.once('SIGTERM', stop)
    } catch (error) {
      print({ refusal: error.code + ': ' + error.message })
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const exited = once(child, 'exit')
  return {
    stdout: child.stdout,
    exited,
    async kill(signal: NodeJS.Signals) {
      child.kill(signal)
      await exited
    },
  }
}

async function query(connection: pg.ClientConfig | undefined, text: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

const writeRow = (connection?: pg.ClientConfig) =>
  query(connection, `create table if not exists entries (text text); insert into entries values ('saved')`)
const readRows = (connection?: pg.ClientConfig) => query(connection, 'select text from entries')
const startTime = (connection?: pg.ClientConfig) =>
  query(connection, 'select pg_postmaster_start_time()::text')

async function postmasterOf(dataDir: string) {
  const postmaster = await findPostmaster(join(dataDir, 'postgres'))
  if (!postmaster) throw new Error('No postmaster runs')
  return postmaster
}

async function startAndStop(dataDir: string, use: (database: EmbeddedPostgres) => Promise<unknown>) {
  const database = await startEmbeddedPostgres({ dataDir })
  await use(database).finally(() => database.stop())
}

test('a later start finds what an earlier one wrote', async () => {
  const dataDir = await createdDataDir()
  await startAndStop(dataDir, ({ connection }) => writeRow(connection))
  await startAndStop(dataDir, async ({ connection }) => {
    expect(await readRows(connection)).toEqual([{ text: 'saved' }])
  })
  expect(await findPostmaster(join(dataDir, 'postgres'))).toBeUndefined()
})

test('the database is durable, has checksums, sorts the same on every system, and listens on no port', async () => {
  await startAndStop(await createdDataDir(), async ({ connection }) => {
    const settings = await query(
      connection,
      `select current_setting('fsync') as fsync, current_setting('data_checksums') as sums,
         current_setting('listen_addresses') as addresses, datlocale as locale from pg_database where datname = 'postgres'`,
    )
    expect(settings).toEqual([{ fsync: 'on', sums: 'on', addresses: '', locale: 'C.UTF-8' }])
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700)
  })
})

test('after kill -9 of the server the next server adopts its running database, and stops it', async () => {
  const dataDir = await createdDataDir()
  const killed = await startServer(dataDir)
  await writeRow(killed.connection)
  const before = await startTime(killed.connection)
  await killed.kill('SIGKILL')

  await startAndStop(dataDir, async ({ connection }) => {
    expect(await startTime(connection)).toEqual(before)
    expect(await readRows(connection)).toEqual([{ text: 'saved' }])
  })
  expect(await findPostmaster(join(dataDir, 'postgres'))).toBeUndefined()
})

test('after kill -9 of server and database the next start recovers, even when the old process number is in use', async () => {
  const dataDir = await createdDataDir()
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const killed = await startServer(dataDir)
  await writeRow(killed.connection)
  await killed.kill('SIGKILL')
  process.kill((await postmasterOf(dataDir)).pid, 'SIGKILL')

  const { uid } = await stat(join(dataDir, 'postgres'))
  const bystander = spawn('sleep', ['60'], isRoot ? { uid } : {})
  children.push(bystander)
  const [, ...rest] = (await readFile(pidFile, 'utf8')).split('\n')
  await writeFile(pidFile, [bystander.pid, ...rest].join('\n'))

  await startAndStop(dataDir, async ({ connection }) => {
    expect(await readRows(connection)).toEqual([{ text: 'saved' }])
  })
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
})

test('a start waits for a database that is shutting down', async () => {
  const dataDir = await createdDataDir()
  const killed = await startServer(dataDir)
  await writeRow(killed.connection)
  const { pid } = await postmasterOf(dataDir)
  await killed.kill('SIGKILL')
  process.kill(pid, 'SIGINT')
  await startAndStop(dataDir, async ({ connection }) => {
    expect(await readRows(connection)).toEqual([{ text: 'saved' }])
  })
})

test('a database that is killed while the server runs is restarted, and stops with the server', async () => {
  const dataDir = await createdDataDir()
  await startAndStop(dataDir, async ({ connection }) => {
    await writeRow(connection)
    for (let round = 0; round < rounds({ short: 1, long: 6 }); round++) {
      const { pid } = await postmasterOf(dataDir)
      process.kill(pid, 'SIGKILL')
      await vi.waitFor(async () => expect((await postmasterOf(dataDir)).pid).not.toBe(pid), {
        timeout: 20_000,
      })
      await vi.waitFor(async () => expect(await readRows(connection)).toEqual([{ text: 'saved' }]), {
        timeout: 20_000,
      })
    }
  })
  expect(await findPostmaster(join(dataDir, 'postgres'))).toBeUndefined()
})

test('the crash of one backend interrupts the connections only briefly', async () => {
  const dataDir = await createdDataDir()
  await startAndStop(dataDir, async ({ connection }) => {
    await writeRow(connection)
    const { pid } = await postmasterOf(dataDir)
    const client = new pg.Client(connection)
    const cut = new Promise((resolve) => client.once('end', resolve))
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    process.kill(rows[0].pid, 'SIGKILL')
    await cut
    await vi.waitFor(async () => expect(await readRows(connection)).toEqual([{ text: 'saved' }]), {
      timeout: 20_000,
    })
    expect((await postmasterOf(dataDir)).pid).toBe(pid)
  })
})

test('stopping while the database restarts leaves nothing running', async () => {
  const dataDir = await createdDataDir()
  const database = await startEmbeddedPostgres({ dataDir })
  process.kill((await postmasterOf(dataDir)).pid, 'SIGKILL')
  await database.stop()
  expect(await findPostmaster(join(dataDir, 'postgres'))).toBeUndefined()
})

test('a second server is refused without affecting the first one', async () => {
  const dataDir = await createdDataDir()
  await startAndStop(dataDir, async ({ connection }) => {
    const client = new pg.Client(connection)
    await client.connect()
    const before = await startTime(connection)
    const { refusal } = await startServer(dataDir)
    expect(refusal).toBe(`IN_USE: Another server already uses ${dataDir}.`)
    expect(await startTime(connection)).toEqual(before)
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await client.end()
  })
})

test('of two servers that start at once on an empty folder one runs and the other is refused', async () => {
  const dataDir = join(folder, 'data')
  const servers = await Promise.all([startServer(dataDir), startServer(dataDir)])
  const winners = servers.filter(({ connection }) => connection)
  const refusals = servers.flatMap(({ refusal }) => refusal ?? [])
  expect(refusals).toEqual([expect.stringContaining('IN_USE')])
  await writeRow(winners[0]?.connection)
  expect(await readRows(winners[0]?.connection)).toEqual([{ text: 'saved' }])
  await winners[0]?.kill('SIGTERM')
})

test('kill -9 at any moment of the first start leaves nothing unfinished', async () => {
  const random = startRandom()
  for (const round of Array(rounds({ short: 1, long: 30 })).keys()) {
    const dataDir = join(folder, `data-${round}`)
    const server = launchServer(dataDir)
    // The kill comes at any time from before the folder exists until about when the database is ready.
    const moment = Date.now() + 100 + random(1_000)
    await vi.waitUntil(() => Date.now() > moment, { timeout: 5000, interval: 5 })
    await server.kill('SIGKILL')

    await startAndStop(dataDir, ({ connection }) => writeRow(connection))
    await startAndStop(dataDir, async ({ connection }) => {
      expect(await readRows(connection)).toEqual([{ text: 'saved' }])
    })
    expect((await readdir(dataDir)).filter((name) => name.includes('.new-'))).toEqual([])
  }
})

test.each([
  ['a short path', 'data'],
  ['a path too long for a socket', join('long-'.repeat(30), 'data')],
])(
  'a data folder with %s that is deleted and created again starts empty, even if a database still runs on the old one',
  async (_, name) => {
    const dataDir = join(folder, name)
    await mkdir(dirname(dataDir), { recursive: true })
    await createdDataDir(dataDir)
    const killed = await startServer(dataDir)
    await writeRow(killed.connection)
    const { pid } = await postmasterOf(dataDir)
    await killed.kill('SIGKILL')
    await rm(dataDir, { recursive: true })
    for (let round = 0; round < 2; round++) {
      await startAndStop(dataDir, async ({ connection }) => {
        await expect(readRows(connection)).rejects.toThrow('relation "entries" does not exist')
        expect(await commandLineOf(pid)).toBe('')
      })
    }
    await rm(killed.connection?.host ?? '', { recursive: true, force: true })
  },
)

test.each(['stops', 'loses its database'])(
  'a server that %s after its data folder was deleted does not damage the next one',
  async (what) => {
    const dataDir = await createdDataDir()
    const error = vi.fn<Log['error']>()
    const first = await startEmbeddedPostgres({ dataDir, log: { ...silentLog, error } })
    await rm(dataDir, { recursive: true })
    const second = await startServer(dataDir)
    await writeRow(second.connection)
    if (what === 'loses its database') {
      // The second server stopped the first server's database, which could have written into the new folder.
      await vi.waitFor(() =>
        expect(error).toHaveBeenLastCalledWith({}, expect.stringContaining('was deleted')),
      )
    }
    await first.stop()
    expect(await readRows(second.connection)).toEqual([{ text: 'saved' }])
    await second.kill('SIGTERM')
    await startAndStop(dataDir, async ({ connection }) => {
      expect(await readRows(connection)).toEqual([{ text: 'saved' }])
    })
  },
)

test('a folder whose path is too long for a socket works, and its database can be adopted too', async () => {
  const dataDir = join(folder, 'long-'.repeat(30), 'data')
  await mkdir(dirname(dataDir))
  await createdDataDir(dataDir)
  const killed = await startServer(dataDir)
  await writeRow(killed.connection)
  await killed.kill('SIGKILL')
  await startAndStop(dataDir, async ({ connection }) => {
    expect(connection.host.length).toBeLessThan(90)
    expect(await readRows(connection)).toEqual([{ text: 'saved' }])
    await rm(connection.host, { recursive: true })
  })
})

test.runIf(isRoot)(
  'the database of a folder that only root may enter is in the shared folder, and belongs to that folder alone',
  async () => {
    await chmod(folder, 0o700)
    const dataDir = join(folder, 'data')
    await startAndStop(dataDir, ({ connection }) => writeRow(connection))
    const cluster = await readlink(join(dataDir, 'postgres'))
    expect(cluster).toMatch(new RegExp(`^${sharedFolder}/embedded-test-\\w+-[0-9a-f]{8}/postgres$`))

    await startAndStop(dataDir, async ({ connection }) => {
      expect(await readRows(connection)).toEqual([{ text: 'saved' }])
      await cp(dataDir, join(folder, 'copy'), { recursive: true, verbatimSymlinks: true })
      const { refusal } = await startServer(join(folder, 'copy'))
      expect(refusal).toContain('IN_USE')
    })

    await rm(dataDir, { recursive: true })
    await startAndStop(dataDir, async ({ connection }) => {
      await expect(readRows(connection)).rejects.toThrow('relation "entries" does not exist')
    })
    await rm(dirname(await readlink(join(dataDir, 'postgres'))), { recursive: true })
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('which is gone')
  },
)

test.runIf(isRoot)(
  "root's own private data folder becomes accessible to the account of the database, and to no other",
  async () => {
    const dataDir = await mkdtemp(join(await realpath(tmpdir()), 'embedded-test-'))
    await startAndStop(dataDir, async () => {
      const cluster = await stat(join(dataDir, 'postgres'))
      const { mode, uid, gid } = await stat(dataDir)
      expect({ mode: mode & 0o777, uid, gid }).toEqual({ mode: 0o710, uid: 0, gid: cluster.gid })
      expect(cluster.uid).not.toBe(0)
    }).finally(() => rm(dataDir, { recursive: true }))
  },
)

test.each([
  [
    'data of another version',
    'PG_VERSION',
    '17\n',
    'was created by PostgreSQL 17, and this is PostgreSQL 18',
  ],
  ['other files', 'report.txt', 'Sales', 'contains files, but no PostgreSQL database'],
])('a folder with %s is refused and not changed', async (_, name, content, message) => {
  const cluster = join(folder, 'data', 'postgres')
  await mkdir(cluster, { recursive: true })
  await writeFile(join(cluster, name), content)
  await expect(startEmbeddedPostgres({ dataDir: join(folder, 'data') })).rejects.toThrow(message)
  expect(await readFile(join(cluster, name), 'utf8')).toBe(content)
})

test('a data folder that is a file is refused', async () => {
  const dataDir = join(folder, 'data')
  await writeFile(dataDir, '')
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`${dataDir} is not a folder`)
})

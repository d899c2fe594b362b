// The start on existing data until the server is ready, compared with PostgreSQL's own start and `node` running an empty file. Goal: at
// most a second more. Also prints the memory of the idle process.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '#packages/embedded-postgres/binaries.ts'
import { databaseName, superuser } from '#packages/embedded-postgres/cluster.ts'
import { findClusterFolder } from '#packages/embedded-postgres/cluster-folder.ts'
import { chooseAccount } from '#packages/embedded-postgres/os-account.ts'
import { stopPostmaster } from '#packages/embedded-postgres/postmaster.ts'
import { silentLog } from '#packages/embedded-postgres/reporting.ts'
import { socketFolderOf } from '#packages/embedded-postgres/socket-folder.ts'
import { startPostmaster } from '#packages/embedded-postgres/start-postmaster.ts'
import { startServerProcess } from '#test/server-process.ts'
import { memoryOf } from './process-memory.ts'
import { report } from './report.ts'

const rounds = 5
const restDelayMs = 5_000
const dataDir = await mkdtemp(join(tmpdir(), 'partner-portal-bench-'))

const startPortal = () => startServerProcess({ DATA_DIR: dataDir, PORT: '0' }, 'scripts/start.mjs')

const timePostgres = async () => {
  const cluster = await findClusterFolder(dataDir)
  if (!cluster) throw new Error('the first start left no database')
  const account = await chooseAccount('partner-portal', cluster, silentLog)
  const binaries = await findBinaries(account, silentLog)
  const begun = performance.now()
  const { postmaster, client } = await startPostmaster({
    cluster,
    binaries,
    account,
    socketFolder: socketFolderOf(cluster, account),
    settings: { listen_addresses: '' },
    loginFor: ({ socketFolder }) => ({ host: socketFolder, user: superuser, database: databaseName }),
    log: silentLog,
    signal: new AbortController().signal,
  })
  const millis = performance.now() - begun
  await client.end()
  await stopPostmaster(postmaster)
  return millis
}

const timeNode = () => {
  const begun = performance.now()
  spawnSync(process.execPath, ['-e', ''])
  return performance.now() - begun
}

try {
  const first = await startPortal()
  process.stdout.write(`first start, database made and filled: ${first.readyMs.toFixed(0)} ms\n`)
  await first.stop()

  const [own, limit, memory]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    const portal = await startPortal()
    own.push(portal.readyMs)
    await new Promise((resolve) => setTimeout(resolve, restDelayMs))
    memory.push(await memoryOf(portal.child.pid ?? 0))
    await portal.stop()
    limit.push((await timePostgres()) + timeNode())
  }
  report(
    'ready after start',
    'ms',
    own,
    { name: "PostgreSQL's own start and an empty node", values: limit },
    { text: 'within 1,000 ms of it', reached: (measured, other) => measured <= other + 1000 },
  )
  report(
    'memory at rest',
    'MB',
    memory,
    { name: 'the goal', values: [150] },
    { text: 'under it', reached: (measured, other) => measured < other },
  )
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

import { access, constants, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import { findBinaries } from './binaries.ts'
import { DATABASE, ensureCluster, SUPERUSER } from './cluster.ts'
import { findClusterPlace, settleClusterPlace } from './cluster-place.ts'
import { type Lock, takeLock } from './folder-lock.ts'
import type { Log } from './log.ts'
import { clusterUser } from './os-user.ts'
import { PORT, socketFolderOf } from './socket-folder.ts'
import { supervise } from './supervision.ts'

/**
 * A running PostgreSQL of our own. `connection` is a part of pg.PoolConfig; it stays right when PostgreSQL is brought
 * up again after a crash. `stop` cuts the connections that are left, ends PostgreSQL and gives the data folder free.
 */
export type EmbeddedDatabase = {
  connection: { host: string; port: number; user: string; database: string; ssl: false }
  stop(): Promise<void>
}

const SETTINGS = {
  listen_addresses: '',
  port: String(PORT),
  cluster_name: 'partner-portal',
  // What is acknowledged is on disk, whatever the cluster's own file says.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Small on purpose: the operating system caches the files as well, and the machine has more to do than this.
  shared_buffers: '64MB',
  io_method: 'sync', // no reader processes beside the backends
  jit: 'off', // compiling costs more than these short queries do
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log', // a week's cycle: each day overwrites its own file of last week
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_error_verbosity: 'terse', // details quote rows, and with them personal data
}

/**
 * Starts the PostgreSQL that lies in `dataDir`, making it the first time, or takes over the one that a killed server has
 * left running there. One server at a time: it holds a lock on the folder until it stops or dies.
 * Throws StartError where it cannot: another server has the folder, the folder cannot be written to, the disk is full,
 * the data is another version's, PostgreSQL cannot run here.
 */
export async function startEmbeddedDatabase({
  dataDir,
  log,
}: {
  dataDir: string
  log: Log
}): Promise<EmbeddedDatabase> {
  if (process.platform === 'win32') {
    throw new StartError(
      'On Windows the server needs a PostgreSQL of your own: set DATABASE_URL, or start it in WSL.',
    )
  }
  const locks: Lock[] = []
  const releaseAll = () => {
    for (const lock of locks) lock.release()
  }

  async function lock(file: string) {
    const taken = await takeLock(file)
    if (!taken) {
      throw new StartError(
        `Another Partner Portal server already uses ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      )
    }
    locks.push(taken)
  }

  try {
    const dataFolder = await openDataFolder(dataDir)
    await lock(join(dataFolder, 'postgres.lock'))
    const found = await findClusterPlace(dataFolder)
    const user = await clusterUser(found, log)
    const binaries = await findBinaries(user, log)
    const cluster = await settleClusterPlace(dataFolder, found, user, log)
    // A copy of the data folder has its own lock, but leads to the same cluster elsewhere.
    if (dirname(cluster) !== dataFolder) await lock(`${cluster}.lock`)
    await ensureCluster(cluster, binaries, user)

    const login = { port: PORT, user: SUPERUSER, database: DATABASE, ssl: false as const }
    const supervised = await supervise({
      cluster,
      binaries,
      user,
      socketFolder: socketFolderOf(cluster, user),
      settings: SETTINGS,
      connectTo: ({ socketFolder }) => ({
        ...login,
        host: socketFolder,
        application_name: 'partner-portal watch',
      }),
      isOurs: async () => (await Promise.all(locks.map((taken) => taken.isInPlace()))).every(Boolean),
      log,
    })
    const { postmaster, adopted } = supervised.first
    if (adopted)
      log.warn({ pid: postmaster.pid }, 'Took over the PostgreSQL that an earlier server left running')
    return {
      connection: { ...login, host: postmaster.socketFolder },
      stop: () => supervised.stop().finally(releaseAll),
    }
  } catch (error) {
    releaseAll()
    throw explained(error, dataDir)
  }
}

/** Makes the folder when it is missing, and gives its real path, the same for every way that leads there. */
async function openDataFolder(dataDir: string): Promise<string> {
  await mkdir(dirname(dataDir), { recursive: true })
  await mkdir(dataDir, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  const folder = await realpath(dataDir)
  if (!(await stat(folder)).isDirectory()) {
    throw new StartError(`${dataDir} is not a folder. Set DATA_DIR to another one.`)
  }
  await access(folder, constants.W_OK | constants.X_OK)
  return folder
}

function explained(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartError(`The disk of ${dataDir} is full.`, { cause: error })
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StartError(`Cannot write to the data folder ${dataDir} (${error.message}).`, {
        cause: error,
      })
    case 'ENOTDIR':
      return new StartError(`${dataDir} lies in a file, not in a folder. Set DATA_DIR to another one.`, {
        cause: error,
      })
    default:
      return error
  }
}

import { access, constants, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { databaseName, prepareCluster, superuser } from './cluster.ts'
import { chooseClusterFolder, findClusterFolder } from './cluster-folder.ts'
import { acquireLock, type Lock } from './folder-lock.ts'
import { chooseAccount, type OsAccount } from './os-account.ts'
import { findPostmaster } from './postmaster.ts'
import { EmbeddedPostgresError, explainFileError, type Log, silentLog } from './reporting.ts'
import { socketFolderOf, socketPort } from './socket-folder.ts'
import { supervisePostmaster } from './supervisor.ts'

export { chooseAccount, type OsAccount } from './os-account.ts'
export { EmbeddedPostgresError, type EmbeddedPostgresErrorCode, type Log } from './reporting.ts'

export type EmbeddedPostgresOptions = {
  /** The folder of the database and its lock; created when missing. */
  dataDir: string
  /** When run by root: the system account that PostgreSQL runs as, and the name of a folder in /var/lib. */
  name?: string
  /** Further settings of PostgreSQL, such as `{ shared_buffers: '64MB' }`. They cannot turn durability off. */
  settings?: Record<string, string>
  log?: Log
}

/**
 * A running PostgreSQL server. `connection` is a part of pg.PoolConfig; it stays valid when PostgreSQL is restarted
 * after a crash. `stop` closes the remaining connections, stops PostgreSQL and releases the data folder.
 */
export type EmbeddedPostgres = {
  connection: { host: string; port: number; user: string; database: string; ssl: false }
  /** The account that PostgreSQL runs as when root started it. */
  account: OsAccount | undefined
  stop(): Promise<void>
}

const defaultSettings = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log', // each weekday overwrites its own file of the week before
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_error_verbosity: 'terse', // details quote rows, and with them personal data
}

const fixedSettings = {
  listen_addresses: '',
  port: String(socketPort),
  // These settings keep a committed transaction on disk, whatever the cluster's own configuration file contains.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
}

/**
 * Starts the PostgreSQL server of `dataDir`, creating its database the first time, or adopts the one that a killed
 * process left running. The lock on the folder lasts until `stop` or the end of this process.
 * @throws EmbeddedPostgresError with a message for the operator
 */
export async function startEmbeddedPostgres({
  dataDir,
  name = 'embedded-postgres',
  settings = {},
  log = silentLog,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError('UNSUPPORTED_PLATFORM', 'An embedded PostgreSQL does not run on Windows.')
  }
  const locks: Lock[] = []
  const releaseLocks = () => {
    for (const lock of locks) lock.release()
  }
  async function lock(file: string) {
    const acquired = await acquireLock(file)
    if (!acquired) throw new EmbeddedPostgresError('IN_USE', `Another server already uses ${dataDir}.`)
    locks.push(acquired)
  }

  try {
    const dataFolder = await openDataFolder(dataDir)
    await lock(join(dataFolder, 'postgres.lock'))
    const existing = await findClusterFolder(dataFolder)
    const account = await chooseAccount(name, existing, log)
    const binaries = await findBinaries(account, log)
    const cluster = await chooseClusterFolder(dataFolder, existing, account, log)
    // A copy of the data folder has its own lock, but its link leads to the same cluster.
    if (dirname(cluster) !== dataFolder) await lock(`${cluster}.lock`)
    await prepareCluster(cluster, binaries, account)

    const login = { port: socketPort, user: superuser, database: databaseName, ssl: false as const }
    const supervisor = await supervisePostmaster({
      cluster,
      binaries,
      account,
      socketFolder: socketFolderOf(cluster, account),
      settings: { ...defaultSettings, cluster_name: name, ...settings, ...fixedSettings },
      loginFor: ({ socketFolder }) => ({ ...login, host: socketFolder, application_name: `${name} watch` }),
      isStillLocked: async () => (await Promise.all(locks.map((lock) => lock.isInPlace()))).every(Boolean),
      log,
    })
    const { postmaster, isAdopted } = supervisor.first
    if (isAdopted)
      log.warn({ pid: postmaster.pid }, 'Adopted the PostgreSQL that an earlier server left running')
    return {
      connection: { ...login, host: postmaster.socketFolder },
      account,
      stop: () => supervisor.stop().finally(releaseLocks),
    }
  } catch (error) {
    releaseLocks()
    throw explainFileError(error, dataDir)
  }
}

/**
 * The login of the PostgreSQL that runs on `dataDir` now, whichever process started it; undefined when none is running. The login stops
 * working when the process that owns the folder ends.
 */
export async function findRunningPostgres(
  dataDir: string,
): Promise<EmbeddedPostgres['connection'] | undefined> {
  const cluster = await findCluster(dataDir)
  const postmaster = cluster && (await findPostmaster(cluster))
  if (!postmaster) return undefined
  return {
    host: postmaster.socketFolder,
    port: socketPort,
    user: superuser,
    database: databaseName,
    ssl: false,
  }
}

/** Whether a database was created in `dataDir`. Creates nothing. */
export const hasDatabase = async (dataDir: string): Promise<boolean> =>
  (await findCluster(dataDir)) !== undefined

const findCluster = async (dataDir: string) => {
  const folder = await realpath(dataDir).catch(() => undefined)
  return folder && findClusterFolder(folder)
}

/** Creates the folder when it is missing, and returns its real path, the same for every path that leads to it. */
async function openDataFolder(dataDir: string): Promise<string> {
  await mkdir(dirname(dataDir), { recursive: true })
  await mkdir(dataDir, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  const folder = await realpath(dataDir)
  if (!(await stat(folder)).isDirectory()) {
    throw new EmbeddedPostgresError('UNUSABLE_FOLDER', `${dataDir} is not a folder.`)
  }
  await access(folder, constants.W_OK | constants.X_OK)
  return folder
}

import { chown, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { OsAccount } from './os-account.ts'
import { ProgramError, runProgram } from './processes.ts'
import { EmbeddedPostgresError } from './reporting.ts'

/** The superuser that owns everything in the cluster, and the database that initdb creates for it. */
export const superuser = 'postgres'
export const databaseName = 'postgres'

const initdbOptions = [
  `--username=${superuser}`,
  '--encoding=UTF8',
  // The cluster uses PostgreSQL's own collation. The operating system's changes with its C library, which would corrupt indexes.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--data-checksums',
  '--no-instructions',
]

// The socket is in a folder that only the cluster's owner may enter, so no password is needed there.
const socketOnly = ['--auth-local=trust', '--auth-host=reject']

/**
 * Creates the cluster when it is missing, or checks that these programs can open it. Also removes what an interrupted
 * start left beside it, so the caller must have the cluster's lock.
 */
export async function prepareCluster(
  cluster: string,
  binaries: Binaries,
  account: OsAccount | undefined,
): Promise<void> {
  await sweepUnfinished(cluster)
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined))?.trim()
  if (version === undefined) return createCluster(cluster, binaries, account)

  if (version !== binaries.majorVersion) {
    throw new EmbeddedPostgresError(
      'OTHER_VERSION',
      `${cluster} was created by PostgreSQL ${version}, and this is PostgreSQL ${binaries.majorVersion}, which cannot open it. Move the data with pg_dump of the old version.`,
    )
  }
  const { uid } = await stat(cluster)
  // A copy that root restored belongs to root.
  if (account && uid === 0) await runProgram('chown', ['-R', `${account.uid}:${account.gid}`, cluster])
  if (!account && uid !== process.getuid?.()) {
    throw new EmbeddedPostgresError(
      'NO_ACCESS',
      `${cluster} belongs to another user (number ${uid}). Start as that user or as root.`,
    )
  }
}

async function createCluster(cluster: string, binaries: Binaries, account: OsAccount | undefined) {
  const content = await readdir(cluster).catch(() => [])
  if (content.length > 0) {
    throw new EmbeddedPostgresError(
      'UNUSABLE_FOLDER',
      `${cluster} contains files, but no PostgreSQL database.`,
    )
  }
  const unfinished = await mkdtemp(`${cluster}.new-`)
  try {
    if (account) await chown(unfinished, account.uid, account.gid)
    // initdb syncs everything to disk before it ends, so a power cut after the rename finds a complete cluster.
    await initializeCluster(unfinished, binaries, account, socketOnly)
    await rename(unfinished, cluster)
    await syncFolder(dirname(cluster))
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Runs initdb into an empty folder that belongs to the account. */
export async function initializeCluster(
  folder: string,
  binaries: Binaries,
  account: OsAccount | undefined,
  options: string[],
) {
  try {
    await runProgram(binaries.initdb, [`--pgdata=${folder}`, ...initdbOptions, ...options], account)
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error
    const { output } = error
    if (/No space left on device|Check free disk space/.test(output)) {
      throw new EmbeddedPostgresError('DISK_FULL', `The disk of ${dirname(folder)} is full.`)
    }
    const reason = (/(?:FATAL|PANIC|error): (.*)$/m.exec(output)?.[1] ?? output).trim()
    throw new EmbeddedPostgresError(
      'FAILED',
      `The database cannot be created in ${dirname(folder)}: ${reason}`,
      { cause: error },
    )
  }
}

async function sweepUnfinished(cluster: string) {
  const parent = dirname(cluster)
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(cluster)}.new-`)) continue
    // An initdb whose parent was killed may still write there for a moment; the next start removes what is left.
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

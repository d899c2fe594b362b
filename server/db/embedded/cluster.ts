import { chown, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import type { Binaries } from './binaries.ts'
import { type OsUser, ProgramError, runProgram } from './program.ts'

/** The superuser that owns everything in the cluster, and the database that initdb makes for it. */
export const SUPERUSER = 'postgres'
export const DATABASE = 'postgres'

const INITDB = [
  `--username=${SUPERUSER}`,
  '--encoding=UTF8',
  // PostgreSQL's own collation: the operating system's changes with its C library and would spoil indexes.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--data-checksums',
  '--no-instructions',
]

/** The socket lies in a folder that only the cluster's owner may enter: whoever gets there needs no password. */
const SOCKET_ONLY = ['--auth-local=trust', '--auth-host=reject']

/**
 * Makes the cluster when it is not there yet, or checks that these programs can open it. What a start that was cut
 * short has left beside it is removed: only one server at a time may call this for a cluster.
 */
export async function ensureCluster(
  cluster: string,
  binaries: Binaries,
  user: OsUser | undefined,
): Promise<void> {
  await sweepUnfinished(cluster)
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) return makeCluster(cluster, binaries, user)

  if (version.trim() !== binaries.majorVersion) {
    throw new StartError(
      `${cluster} was made by PostgreSQL ${version.trim()}, and this server brings PostgreSQL ${binaries.majorVersion}, which cannot open it. Move the data with pg_dump of the old version, or set DATA_DIR to another folder.`,
    )
  }
  const { uid } = await stat(cluster)
  // A copy that root has put back belongs to root.
  if (user && uid === 0) await runProgram('chown', ['-R', `${user.uid}:${user.gid}`, cluster])
  if (!user && uid !== process.getuid?.()) {
    throw new StartError(`${cluster} belongs to another user (number ${uid}). Start as that user or as root.`)
  }
}

async function makeCluster(cluster: string, binaries: Binaries, user: OsUser | undefined) {
  const content = await readdir(cluster).catch(() => [])
  if (content.length > 0) {
    throw new StartError(
      `${cluster} holds files, but no PostgreSQL database. Set DATA_DIR to another folder.`,
    )
  }
  const unfinished = await mkdtemp(`${cluster}.new-`)
  try {
    if (user) await chown(unfinished, user.uid, user.gid)
    // It syncs everything to disk before it ends, so that the rename never shows a cluster that a power cut could undo.
    await initialize(unfinished, binaries, user, SOCKET_ONLY)
    await rename(unfinished, cluster)
    await syncFolder(dirname(cluster))
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Runs initdb into an empty folder that belongs to `user`. */
export async function initialize(
  folder: string,
  binaries: Binaries,
  user: OsUser | undefined,
  args: string[],
) {
  try {
    await runProgram(binaries.initdb, [`--pgdata=${folder}`, ...INITDB, ...args], user)
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error
    const { output } = error
    if (/No space left on device|Check free disk space/.test(output))
      throw new StartError(`The disk of ${dirname(folder)} is full.`)
    const reason = /^.*(?:FATAL|PANIC|error): +(.*)$/m.exec(output)?.[1] ?? output.trim()
    throw new StartError(`The database cannot be made in ${dirname(folder)}: ${reason}`, { cause: error })
  }
}

async function sweepUnfinished(cluster: string) {
  const parent = dirname(cluster)
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(cluster)}.new-`)) continue
    // An initdb whose server was killed may still write there for a moment; the next start gets the rest.
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

import { randomBytes } from 'node:crypto'
import { chmod, chown, readlink, realpath, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { createSharedFolder, type OsAccount } from './os-account.ts'
import { ProgramError, runProgram } from './processes.ts'
import { EmbeddedPostgresError, type Log } from './reporting.ts'

/**
 * The existing cluster (PostgreSQL's word for the folder of one server's databases) of a data folder: `postgres` in
 * it, or the target of a link of that name. Undefined when there is none yet.
 */
export async function findClusterFolder(dataFolder: string): Promise<string | undefined> {
  const entry = join(dataFolder, 'postgres')
  const target = await readlink(entry).catch(() => undefined)
  if (!target) return (await exists(entry)) ? entry : undefined
  const cluster = resolve(dataFolder, target)
  if (await exists(cluster)) return realpath(cluster)
  // The folder around the cluster is created before the link. If it is missing, this is not a first start that was interrupted.
  if (await exists(dirname(cluster))) return cluster
  throw new EmbeddedPostgresError(
    'FAILED',
    `The database of ${dataFolder} was in ${cluster}, which is gone. Restore it, or remove the link ${entry} to start with an empty one.`,
  )
}

/**
 * Chooses the folder of the cluster: the `existing` one, or a new one in the data folder. When PostgreSQL runs as an
 * account that cannot enter the data folder (a clone under /root), a new cluster goes to the account's shared folder.
 */
export async function chooseClusterFolder(
  dataFolder: string,
  existing: string | undefined,
  account: OsAccount | undefined,
  log: Log,
): Promise<string> {
  const entry = join(dataFolder, 'postgres')
  if (existing && existing !== entry) return existing
  if (!account || (await canEnter(account, dataFolder)) || (await grantEntry(account, dataFolder)))
    return entry
  if (existing) {
    throw new EmbeddedPostgresError(
      'NO_ACCESS',
      `The account ${account.name} owns the database in ${dataFolder}, but cannot reach it. Let it pass through the folders above (chmod o+x), or move the data folder.`,
    )
  }

  const folder = await createLinkedFolder(account, dataFolder)
  log.info(
    { folder },
    `The account ${account.name}, which PostgreSQL runs as, cannot enter ${dataFolder}: the database is in ${folder}`,
  )
  return join(folder, 'postgres')
}

/** Creates a folder for the cluster in the shared folder, and the link `postgres` in the data folder that leads there. */
async function createLinkedFolder(account: OsAccount, dataFolder: string): Promise<string> {
  // The name is readable, short enough for the socket's path, and random. Only the link knows the name, so a data folder that was deleted
  // and created again starts with an empty database.
  const name = basename(dirname(dataFolder))
    .replace(/[^\w.-]/g, '_')
    .slice(0, 30)
  const folder = await createSharedFolder(account, `${name}-${randomBytes(4).toString('hex')}`)
  // This file is for somebody who finds the folder after the data folder was deleted: nothing deletes a database automatically.
  await writeFile(join(folder, 'data-folder.txt'), `${dataFolder}\n`)
  await symlink(join(folder, 'postgres'), join(dataFolder, 'postgres'))
  return folder
}

/** Whether the account can enter the folder. The system itself decides, because ACLs and mount options count too. */
async function canEnter(account: OsAccount, folder: string): Promise<boolean> {
  return runProgram('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], account).then(
    () => true,
    (error) => {
      if (error instanceof ProgramError) return false
      throw error
    },
  )
}

/** Lets the account enter root's own data folder if that takes no right away from another group. */
async function grantEntry(account: OsAccount, dataFolder: string): Promise<boolean> {
  const { uid, gid, mode } = await stat(dataFolder)
  const isForAnotherGroup = gid !== 0 && (mode & 0o070) !== 0
  if (uid !== 0 || isForAnotherGroup || !(await canEnter(account, dirname(dataFolder)))) return false
  await chown(dataFolder, 0, account.gid)
  await chmod(dataFolder, (mode & 0o777) | 0o010)
  return canEnter(account, dataFolder)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

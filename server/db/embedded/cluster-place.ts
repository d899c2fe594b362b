import { randomBytes } from 'node:crypto'
import { chmod, chown, readlink, realpath, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { StartError } from '#server/start-error.ts'
import type { Log } from './log.ts'
import { type OsUser, ProgramError, runProgram } from './program.ts'
import { makeStateFolder } from './state-folder.ts'

/**
 * The cluster (PostgreSQL's word for the folder of one server's databases) that belongs to a data folder: `postgres`
 * in it, or what a link of that name leads to. Undefined when there is none yet.
 */
export async function findClusterPlace(dataFolder: string): Promise<string | undefined> {
  const entry = join(dataFolder, 'postgres')
  const target = await readlink(entry).catch(() => undefined)
  if (!target) return (await isThere(entry)) ? entry : undefined
  const cluster = resolve(dataFolder, target)
  if (await isThere(cluster)) return realpath(cluster)
  // The folder around it is made before the link: without it this is no first start that was cut short.
  if (await isThere(dirname(cluster))) return cluster
  throw new StartError(
    `The database of ${dataFolder} lies in ${cluster}, which is gone. Put it back, or remove the link ${entry} to begin with an empty one.`,
  )
}

/**
 * Settles where the cluster lies: where it was `found`, or, a new one, in the data folder. When we are root and
 * PostgreSQL's own account cannot get there (a clone under /root, a private temporary folder), a new one goes elsewhere.
 */
export async function settleClusterPlace(
  dataFolder: string,
  found: string | undefined,
  user: OsUser | undefined,
  log: Log,
): Promise<string> {
  const entry = join(dataFolder, 'postgres')
  if (found && found !== entry) return found
  if (!user || (await canEnter(user, dataFolder)) || (await letIn(user, dataFolder))) return entry
  if (found) {
    throw new StartError(
      `The account ${user.name} owns the database in ${dataFolder}, but cannot get there. Give it the right to pass through the folders above (chmod o+x), or move the data folder.`,
    )
  }

  const home = await makeHomeElsewhere(dataFolder)
  log.info(
    { folder: home },
    `The account ${user.name}, which PostgreSQL runs as, cannot enter ${dataFolder}: the database lies in ${home}`,
  )
  return join(home, 'postgres')
}

/** Makes a folder for the cluster, and the link `postgres` in the data folder that leads to it. */
async function makeHomeElsewhere(dataFolder: string): Promise<string> {
  // A name for people to know it by, short enough for the socket's path. Only the link tells the random part: a data
  // folder that was removed and made anew begins with an empty database.
  const name = basename(dirname(dataFolder))
    .replace(/[^\w.-]/g, '_')
    .slice(0, 30)
  const home = await makeStateFolder(`${name}-${randomBytes(4).toString('hex')}`)
  // For the person who finds it when the data folder has been deleted: nobody else deletes a database.
  await writeFile(join(home, 'data-folder.txt'), `${dataFolder}\n`)
  await symlink(join(home, 'postgres'), join(dataFolder, 'postgres'))
  return home
}

/** True when `user` can pass through the folder, asked of the system itself: ACLs and mount options count too. */
async function canEnter(user: OsUser, folder: string): Promise<boolean> {
  return runProgram('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], user).then(
    () => true,
    (error) => {
      if (error instanceof ProgramError) return false
      throw error
    },
  )
}

/** Lets the account pass through root's own data folder, where this takes no right from another group. */
async function letIn(user: OsUser, dataFolder: string): Promise<boolean> {
  const { uid, gid, mode } = await stat(dataFolder)
  const isForAnotherGroup = gid !== 0 && (mode & 0o070) !== 0
  if (uid !== 0 || isForAnotherGroup || !(await canEnter(user, dirname(dataFolder)))) return false
  await chown(dataFolder, 0, user.gid)
  await chmod(dataFolder, (mode & 0o777) | 0o010)
  return canEnter(user, dataFolder)
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import type { OsUser } from './program.ts'
import { makeStateFolder, STATE_FOLDER } from './state-folder.ts'

/** PostgreSQL names its socket after a port, also where it listens on none. */
export const PORT = 5432

// The shortest limit that a system sets for a socket's path: macOS has 104 bytes with the closing zero, Linux 108.
const LONGEST_PATH = 103

/**
 * The folder of the cluster's socket, always the same for the same cluster: beside it, or, when the path would be too
 * long for a socket, a folder in the system's temporary one, named by a hash of the cluster's path.
 */
export function socketFolderOf(cluster: string, user: OsUser | undefined): string {
  const beside = `${cluster}.run`
  if (Buffer.byteLength(socketIn(beside)) <= LONGEST_PATH) return beside
  const hash = createHash('sha256').update(cluster).digest('hex').slice(0, 16)
  return join(user ? STATE_FOLDER : tmpdir(), `partner-portal-${hash}`)
}

function socketIn(folder: string): string {
  return join(folder, `.s.PGSQL.${PORT}`)
}

export function socketLockIn(folder: string): string {
  return `${socketIn(folder)}.lock`
}

/** Makes the folder, for `user` (or us) alone to enter, and refuses one that somebody else has put there. */
export async function makeSocketFolder(folder: string, user: OsUser | undefined): Promise<void> {
  if (folder.startsWith(STATE_FOLDER)) await makeStateFolder()
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  const isOurs = found.uid === process.getuid?.() || found.uid === user?.uid
  if (!found.isDirectory() || !isOurs) {
    throw new StartError(`${folder} belongs to another user. Remove it, or set DATA_DIR to a shorter path.`)
  }
  if (user) await chown(folder, user.uid, user.gid)
  await chmod(folder, 0o700)
}

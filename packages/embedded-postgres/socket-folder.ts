import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSharedFolder, type OsAccount } from './os-account.ts'
import { EmbeddedPostgresError } from './reporting.ts'

/** The port in the name of PostgreSQL's socket. PostgreSQL names the socket after a port even if it does not listen on any. */
export const socketPort = 5432

// The lowest limit of any system for a socket's path: macOS has 104 bytes with the closing zero, Linux 108.
const maxSocketPathBytes = 103

/**
 * The folder of the cluster's socket, always the same for the same cluster. It is beside the cluster or, if the path would be too long for
 * a socket, a temporary or shared folder with a hash of the cluster's path in its name.
 */
export function socketFolderOf(cluster: string, account: OsAccount | undefined): string {
  const beside = `${cluster}.run`
  if (Buffer.byteLength(socketIn(beside)) <= maxSocketPathBytes) return beside
  const hash = createHash('sha256').update(cluster).digest('hex').slice(0, 16)
  return join(account?.sharedFolder ?? tmpdir(), `postgres-${hash}`)
}

function socketIn(folder: string): string {
  return join(folder, `.s.PGSQL.${socketPort}`)
}

export function socketLockIn(folder: string): string {
  return `${socketIn(folder)}.lock`
}

/** Creates the folder, which only the account (or, without one, our own) may enter, and refuses a folder that belongs to somebody else. */
export async function createSocketFolder(folder: string, account: OsAccount | undefined): Promise<void> {
  if (account && folder.startsWith(account.sharedFolder)) await createSharedFolder(account)
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  const isOwn = found.uid === process.getuid?.() || found.uid === account?.uid
  if (!found.isDirectory() || !isOwn) {
    throw new EmbeddedPostgresError(
      'UNUSABLE_FOLDER',
      `${folder}, the folder for PostgreSQL's socket, belongs to another user. Remove it.`,
    )
  }
  if (account) await chown(folder, account.uid, account.gid)
  await chmod(folder, 0o700)
}

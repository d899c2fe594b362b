import { chmod, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram, type UserIds } from './processes.ts'
import { EmbeddedPostgresError, type Log } from './reporting.ts'

/** A system account. `sharedFolder` is for files that the account cannot reach in root's folders. */
export type OsAccount = UserIds & { name: string; sharedFolder: string }

/**
 * The account that PostgreSQL runs as; undefined, which means our own, unless we are root. PostgreSQL refuses to run as root, so root runs
 * it as the owner of the cluster. A new cluster belongs to the system account `name`, which is created when missing.
 */
export async function chooseAccount(
  name: string,
  cluster: string | undefined,
  log: Log,
): Promise<OsAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const sharedFolder = join('/var/lib', name)
  const owner = cluster && (await stat(cluster).catch(() => undefined))
  if (owner && owner.uid !== 0)
    return { name: `number ${owner.uid}`, uid: owner.uid, gid: owner.gid, sharedFolder }

  const account = (await findAccount(name)) ?? (await createAccount(name))
  if (account) return { ...account, name, sharedFolder }
  const nobody = await findAccount('nobody')
  if (!nobody) {
    throw new EmbeddedPostgresError(
      'FAILED',
      'PostgreSQL does not run as root. Start the server as another user.',
    )
  }
  log.warn(
    {},
    `The account ${name} could not be created: PostgreSQL runs as nobody, which other programs may share`,
  )
  return { ...nobody, name: 'nobody', sharedFolder }
}

/** Creates a folder in the shared folder, or the shared folder itself. Every account can enter it, whatever the umask is. */
export async function createSharedFolder({ sharedFolder }: OsAccount, name = ''): Promise<string> {
  const folder = join(sharedFolder, name)
  for (const path of [sharedFolder, folder]) {
    await mkdir(path, { recursive: true })
    await chmod(path, 0o755)
  }
  return folder
}

async function findAccount(name: string): Promise<UserIds | undefined> {
  try {
    const [uid, gid] = await Promise.all([runProgram('id', ['-u', name]), runProgram('id', ['-g', name])])
    // macOS numbers nobody -2 and prints it unsigned; spawn accepts signed 32-bit numbers only.
    return { uid: Number(uid) | 0, gid: Number(gid) | 0 }
  } catch {
    return undefined
  }
}

async function createAccount(name: string): Promise<UserIds | undefined> {
  const shadow = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  const busybox = ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin', '-G', name]
  try {
    await runProgram('useradd', [...shadow, '--shell', '/usr/sbin/nologin', name])
  } catch {
    // Alpine has BusyBox's tools, with other options.
    await runProgram('addgroup', ['-S', name]).catch(() => {})
    await runProgram('adduser', [...busybox, name]).catch(() => {})
  }
  return findAccount(name)
}

import { stat } from 'node:fs/promises'
import { StartError } from '#server/start-error.ts'
import type { Log } from './log.ts'
import { type OsUser, runProgram } from './program.ts'

const ACCOUNT = 'partner-portal'

/**
 * The account that PostgreSQL runs as. Undefined when we are not root: it then runs as we do. It refuses to run as root,
 * so root gives it to the owner of the cluster, which must be the one who opens it, and at first to the system account
 * `partner-portal`, which is made when it is missing.
 */
export async function clusterUser(cluster: string | undefined, log: Log): Promise<OsUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = cluster && (await stat(cluster).catch(() => undefined))
  if (owner && owner.uid !== 0) return { name: `number ${owner.uid}`, uid: owner.uid, gid: owner.gid }

  const account = (await findAccount(ACCOUNT)) ?? (await makeAccount())
  if (account) return account
  const nobody = await findAccount('nobody')
  if (!nobody) throw new StartError('PostgreSQL does not run as root. Start the server as another user.')
  log.warn(
    {},
    `No account ${ACCOUNT} could be made: PostgreSQL runs as nobody, which other programs may share`,
  )
  return nobody
}

async function findAccount(name: string): Promise<OsUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([runProgram('id', ['-u', name]), runProgram('id', ['-g', name])])
    // macOS numbers nobody -2 and prints it unsigned; spawn takes signed 32-bit numbers only.
    return { name, uid: Number(uid) | 0, gid: Number(gid) | 0 }
  } catch {
    return undefined
  }
}

async function makeAccount(): Promise<OsUser | undefined> {
  const shadow = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  const busybox = ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin', '-G', ACCOUNT]
  try {
    await runProgram('useradd', [...shadow, '--shell', '/usr/sbin/nologin', ACCOUNT])
  } catch {
    // Alpine has BusyBox's tools, with other options.
    await runProgram('addgroup', ['-S', ACCOUNT]).catch(() => {})
    await runProgram('adduser', [...busybox, ACCOUNT]).catch(() => {})
  }
  return findAccount(ACCOUNT)
}

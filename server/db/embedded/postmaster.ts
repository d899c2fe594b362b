import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { commandLineOf, findStrays, isAlive } from './processes.ts'
import { type OsUser, programOptions } from './program.ts'
import { makeSocketFolder, socketLockIn } from './socket-folder.ts'

/** The process that holds a cluster open; PostgreSQL's other processes are its children. */
export type Postmaster = { pid: number; cluster: string; socketFolder: string }

/** What a postmaster is started with; `settings` are PostgreSQL's own, and stand above those of the cluster's files. */
export type PostmasterOptions = {
  cluster: string
  socketFolder: string
  binaries: Binaries
  user: OsUser | undefined
  settings: Record<string, string>
}

/** Where its start is written; PostgreSQL's own log, once it runs, is in the cluster's folder `log`. */
export function startLogOf(cluster: string): string {
  return `${cluster}.log`
}

/** How the command line of its postmaster begins, after the folder of the program. */
const startOf = (cluster: string) => `/postgres -D ${cluster} `
const pidFileOf = (cluster: string) => join(cluster, 'postmaster.pid')

/** The postmaster that runs on the cluster now, whoever has started it. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const noted = await readPidFile(cluster)
  if (!noted) return undefined
  const postmaster = { ...noted, cluster }
  return (await isRunning(postmaster)) ? postmaster : undefined
}

/**
 * Starts one, and does not wait until it accepts connections. It runs in a session of its own and writes to files only, so
 * that neither Ctrl-C nor our own death touches it. The caller has made sure that none runs.
 */
export async function spawnPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { cluster, socketFolder, binaries, user, settings } = options
  await makeSocketFolder(socketFolder, user)
  await clearTheWay(cluster, socketFolder)
  const unix_socket_directories = `"${socketFolder.replaceAll('"', '""')}"`
  const assignments = Object.entries({ ...settings, unix_socket_directories }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const startLog = await open(startLogOf(cluster), 'w', 0o600)
  try {
    const child = spawn(binaries.postgres, ['-D', cluster, ...assignments], {
      ...programOptions(user),
      stdio: ['ignore', startLog.fd, startLog.fd],
    })
    await once(child, 'spawn')
    child.unref()
    return { pid: Number(child.pid), cluster, socketFolder }
  } finally {
    await startLog.close()
  }
}

/** Ends it: open connections are cut, what is committed is on disk. Tells whether it ended in time. */
export async function stopPostmaster(postmaster: Postmaster): Promise<boolean> {
  for (const [signal, patienceMs] of await waysToStop(postmaster)) {
    if (!(await sendSignal(postmaster, signal))) return true
    const deadline = Date.now() + patienceMs
    for (let pause = 5; Date.now() < deadline; pause = Math.min(pause * 1.5, 200)) {
      await delay(pause)
      if (!(await isRunning(postmaster))) return true
    }
  }
  return false
}

async function waysToStop({ pid, cluster }: Postmaster): Promise<[NodeJS.Signals, number][]> {
  // The hasty one leaves changed pages to the recovery at the next start, and loses nothing either.
  const hasty: [NodeJS.Signals, number] = ['SIGQUIT', 10_000]
  // Its cluster was deleted under it: the orderly end would write by path, and so into one made anew in that place.
  if ((await holderOf(pidFileOf(cluster))) !== pid) return [hasty]
  // The orderly one writes all changed pages first, which takes a slow disk a while.
  return [['SIGINT', 60_000], hasty]
}

/**
 * True while the process is the postmaster of that cluster, not another one that got its number later, and not one
 * that has ended and that its parent has not asked about (its command line is empty then).
 */
export async function isRunning({ pid, cluster }: Pick<Postmaster, 'pid' | 'cluster'>): Promise<boolean> {
  return isAlive(pid) && (await commandLineOf(pid)).includes(startOf(cluster))
}

/** True once it listens: an older one may still hold the socket, and connections would reach that. */
export async function ownsSocket({ pid, socketFolder }: Postmaster): Promise<boolean> {
  return (await holderOf(socketLockIn(socketFolder))) === pid
}

async function sendSignal(postmaster: Postmaster, signal: NodeJS.Signals): Promise<boolean> {
  if (!(await isRunning(postmaster))) return false
  try {
    return process.kill(postmaster.pid, signal)
  } catch {
    return false
  }
}

async function readPidFile(cluster: string): Promise<{ pid: number; socketFolder: string } | undefined> {
  const content = await readFile(pidFileOf(cluster), 'utf8').catch(() => '')
  const [pid, , , , socketFolder] = content.split('\n')
  return pid && socketFolder ? { pid: Number(pid), socketFolder } : undefined
}

/** The process that a lock file of PostgreSQL names; 0 when there is none. */
async function holderOf(lockFile: string): Promise<number> {
  return Number.parseInt(await readFile(lockFile, 'utf8').catch(() => '0'), 10)
}

/** Ends and removes what would keep the next postmaster from its work although none runs on the cluster. */
async function clearTheWay(cluster: string, socketFolder: string) {
  // PostgreSQL looks once a minute whether its cluster is still there. Until then it would write by path into this one.
  for (const pid of await findStrays(startOf(cluster), cluster)) {
    await stopPostmaster({ pid, cluster, socketFolder })
  }
  // PostgreSQL itself removes the lock files of a postmaster that died, except when another process of the same user has
  // its number now: after a restart of the machine or container, numbers come round soon.
  for (const file of [pidFileOf(cluster), socketLockIn(socketFolder)]) {
    const pid = await holderOf(file)
    if (isAlive(pid) && !(await isRunning({ pid, cluster }))) await rm(file, { force: true })
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { OsAccount } from './os-account.ts'
import { commandLineOf, findProcessesOutside, isAlive, spawnOptions } from './processes.ts'
import { createSocketFolder, socketLockIn } from './socket-folder.ts'

/** The main process of a PostgreSQL server, as PostgreSQL calls it; the other processes are its children. */
export type Postmaster = { pid: number; cluster: string; socketFolder: string }

/** `settings` are PostgreSQL's own, and override those in the cluster's files. */
export type PostmasterOptions = {
  cluster: string
  socketFolder: string
  binaries: Binaries
  account: OsAccount | undefined
  settings: Record<string, string>
}

type StopStep = { signal: NodeJS.Signals; timeoutMs: number }

/** The file with the output of the postmaster's start. Once it runs, PostgreSQL writes its own log to the cluster's folder `log`. */
export function startLogOf(cluster: string): string {
  return `${cluster}.log`
}

/** How the command line of the cluster's postmaster begins, after the folder of the program. */
const commandLineStart = (cluster: string) => `/postgres -D ${cluster} `
const pidFileOf = (cluster: string) => join(cluster, 'postmaster.pid')

/** The postmaster that runs on the cluster now, whoever started it. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const content = await readFile(pidFileOf(cluster), 'utf8').catch(() => '')
  const [pid, , , , socketFolder] = content.split('\n')
  if (!pid || !socketFolder) return undefined
  const postmaster = { pid: Number(pid), cluster, socketFolder }
  return (await isRunning(postmaster)) ? postmaster : undefined
}

/**
 * Starts a postmaster without waiting until it accepts connections. It has a session of its own and writes only to files, so neither Ctrl-C
 * nor the end of this process affects it. The caller has checked that none runs.
 */
export async function spawnPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { cluster, socketFolder, binaries, account, settings } = options
  await createSocketFolder(socketFolder, account)
  await removeObstacles(cluster, socketFolder)
  const unix_socket_directories = `"${socketFolder.replaceAll('"', '""')}"`
  const assignments = Object.entries({ ...settings, unix_socket_directories }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const startLog = await open(startLogOf(cluster), 'w', 0o600)
  try {
    const child = spawn(binaries.postgres, ['-D', cluster, ...assignments], {
      ...spawnOptions(account),
      stdio: ['ignore', startLog.fd, startLog.fd],
    })
    await once(child, 'spawn')
    child.unref()
    return { pid: Number(child.pid), cluster, socketFolder }
  } finally {
    await startLog.close()
  }
}

/** Stops the postmaster: open connections are closed, committed data is on disk. Returns whether the postmaster ended in time. */
export async function stopPostmaster(postmaster: Postmaster): Promise<boolean> {
  for (const { signal, timeoutMs } of await stopSteps(postmaster)) {
    if (!(await sendSignal(postmaster, signal))) return true
    const deadline = Date.now() + timeoutMs
    for (let delayMs = 5; Date.now() < deadline; delayMs = Math.min(delayMs * 1.5, 200)) {
      await delay(delayMs)
      if (!(await isRunning(postmaster))) return true
    }
  }
  return false
}

async function stopSteps({ pid, cluster }: Postmaster): Promise<StopStep[]> {
  // An immediate shutdown loses nothing either: the recovery at the next start writes the changed pages.
  const immediate: StopStep = { signal: 'SIGQUIT', timeoutMs: 10_000 }
  // The postmaster's cluster was deleted. A fast shutdown would write by path, and so into a cluster created again in the same place.
  if ((await pidInLockFile(pidFileOf(cluster))) !== pid) return [immediate]
  // A fast shutdown writes all changed pages first, which takes a while on a slow disk.
  return [{ signal: 'SIGINT', timeoutMs: 60_000 }, immediate]
}

/**
 * Whether the process is the postmaster of that cluster. False for another process that got its number later, and for one that has ended
 * but that its parent has not collected yet (its command line is empty then).
 */
export async function isRunning({ pid, cluster }: Pick<Postmaster, 'pid' | 'cluster'>): Promise<boolean> {
  return isAlive(pid) && (await commandLineOf(pid)).includes(commandLineStart(cluster))
}

/** Whether the postmaster listens already. Until then connections may reach an older one that still has the socket. */
export async function ownsSocket({ pid, socketFolder }: Postmaster): Promise<boolean> {
  return (await pidInLockFile(socketLockIn(socketFolder))) === pid
}

async function sendSignal(postmaster: Postmaster, signal: NodeJS.Signals): Promise<boolean> {
  if (!(await isRunning(postmaster))) return false
  try {
    return process.kill(postmaster.pid, signal)
  } catch {
    return false
  }
}

/** The process that a lock file of PostgreSQL names; 0 when there is none. */
async function pidInLockFile(file: string): Promise<number> {
  return Number.parseInt(await readFile(file, 'utf8').catch(() => '0'), 10)
}

/** Ends and removes what would prevent the next postmaster from starting although none runs on the cluster. */
async function removeObstacles(cluster: string, socketFolder: string) {
  // A postmaster checks once a minute whether its cluster exists. Until then, one whose cluster was deleted would write into this one.
  for (const pid of await findProcessesOutside(cluster, commandLineStart(cluster))) {
    await stopPostmaster({ pid, cluster, socketFolder })
  }
  // PostgreSQL itself removes the lock files of a postmaster that died, unless another process of the same user has its number now. After a
  // restart of the machine or container, numbers repeat soon.
  for (const file of [pidFileOf(cluster), socketLockIn(socketFolder)]) {
    const pid = await pidInLockFile(file)
    if (isAlive(pid) && !(await isRunning({ pid, cluster }))) await rm(file, { force: true })
  }
}

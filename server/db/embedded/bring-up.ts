import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '#server/start-error.ts'
import type { Log } from './log.ts'
import {
  findPostmaster,
  isRunning,
  ownsSocket,
  type Postmaster,
  type PostmasterOptions,
  spawnPostmaster,
  startLogOf,
  stopPostmaster,
} from './postmaster.ts'

/** A postmaster that accepts connections, and the first of them. */
export type Running = { postmaster: Postmaster; client: pg.Client; adopted: boolean }

/** `connectTo` says how a postmaster is reached; an abort of `signal` ends the waiting, and what was started in it. */
export type BringUpOptions = PostmasterOptions & {
  connectTo: (postmaster: Postmaster) => pg.ClientConfig
  log: Log
  signal: AbortSignal
}

// Children of a postmaster that was killed leave after what they are at; one whose folder was deleted under it looks
// once a minute. Until they have gone PostgreSQL refuses to start, and rightly.
const REMNANTS_PATIENCE_MS = 75_000
const LOST_SOCKET_MS = 10_000
const REMNANTS = /pre-existing shared memory block|lock file ".*" already exists/

/**
 * Takes over the postmaster that runs on the cluster, or starts one, and waits until it accepts connections, however
 * long its recovery takes. One that is on its way out is awaited. The caller holds the cluster's lock.
 * Throws StartError with PostgreSQL's own reason when it does not start.
 */
export async function bringUp(options: BringUpOptions): Promise<Running> {
  const { cluster, log, signal } = options
  const deadline = Date.now() + REMNANTS_PATIENCE_MS
  let isAwaiting = false
  for (;;) {
    const found = await findPostmaster(cluster)
    if (found) {
      const client = await firstConnection(found, options)
      if (client) return { postmaster: found, client, adopted: true }
      continue
    }
    const since = Date.now()
    const postmaster = await spawnPostmaster(options)
    const client = await firstConnection(postmaster, options).catch(async (error) => {
      await stopPostmaster(postmaster)
      throw error
    })
    if (client) return { postmaster, client, adopted: false }

    const reason = await reasonOfFailure(cluster, since)
    if (!REMNANTS.test(reason) || Date.now() > deadline) {
      throw new StartError(`PostgreSQL does not start: ${reason}`)
    }
    if (!isAwaiting) log.warn({ reason }, 'Waiting until what is left of an earlier PostgreSQL has gone')
    isAwaiting = true
    await delay(250, undefined, { signal })
  }
}

/** Undefined when the postmaster ended before it accepted one. */
async function firstConnection(
  postmaster: Postmaster,
  options: BringUpOptions,
): Promise<pg.Client | undefined> {
  const { log, signal } = options
  const since = Date.now()
  let nextNotice = since + 5000
  for (let pause = 10; ; pause = Math.min(pause * 1.2, 250)) {
    const client = await tryToConnect(postmaster, options)
    if (client) return client
    if (!(await isRunning(postmaster))) return undefined
    // It makes its socket before all else. One without has been swept away, and nobody can reach it any more.
    if (Date.now() - since > LOST_SOCKET_MS && !(await ownsSocket(postmaster))) {
      await stopPostmaster(postmaster)
      return undefined
    }
    if (Date.now() > nextNotice) {
      log.warn({ pid: postmaster.pid }, 'Still waiting for PostgreSQL to accept connections')
      nextNotice = Date.now() + 10_000
    }
    await delay(pause, undefined, { signal })
  }
}

async function tryToConnect(
  postmaster: Postmaster,
  { connectTo }: BringUpOptions,
): Promise<pg.Client | undefined> {
  if (!(await ownsSocket(postmaster))) return undefined
  const client = new pg.Client({ ...connectTo(postmaster), connectionTimeoutMillis: 5000 })
  client.on('error', () => {}) // 'end' follows, and tells all that there is to do.
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (mayPass(error) || !(await isRunning(postmaster))) return undefined
    const reason = error instanceof Error ? error.message : error
    throw new StartError(`PostgreSQL runs, but takes no connection: ${reason}`, { cause: error })
  }
}

// What PostgreSQL answers while it starts, recovers or stops, and when all its connections are taken.
const PASSING = ['57P03', '53300']

/** False for what no waiting will change: a socket that we may not open, a login that is refused. */
function mayPass(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return PASSING.includes(error.code ?? '')
  return !(error instanceof Error && 'code' in error && ['EACCES', 'EPERM'].includes(String(error.code)))
}

/** PostgreSQL's last word: where it stood before its own log was open, or in that log's file of today. */
async function reasonOfFailure(cluster: string, since: number): Promise<string> {
  const startLog = await readFile(startLogOf(cluster), 'utf8')
  const log = await logWrittenSince(join(cluster, 'log'), since)
  // Our own attempts to connect are noted there as well: "the database system is starting up".
  const reasons = [...`${log}\n${startLog}`.matchAll(/(?:FATAL|PANIC): +(?!the database system is)(.*)$/gm)]
  return reasons.at(-1)?.[1] ?? `see ${startLogOf(cluster)} and ${join(cluster, 'log')}`
}

async function logWrittenSince(folder: string, since: number): Promise<string> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    if ((await stat(path)).mtimeMs >= since) return readFile(path, 'utf8')
  }
  return ''
}

import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
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
import { EmbeddedPostgresError, type Log } from './reporting.ts'

/** A postmaster that accepts connections, and the first connection to it. */
export type StartedPostmaster = { postmaster: Postmaster; client: pg.Client; isAdopted: boolean }

/** Options of a start. `signal` aborts the waiting, and stops a postmaster that was started in the meantime. */
export type StartOptions = PostmasterOptions & {
  loginFor: (postmaster: Postmaster) => pg.ClientConfig
  log: Log
  signal: AbortSignal
}

// Children of a killed postmaster exit once they finish their work, and one whose folder was deleted checks for that
// once a minute. PostgreSQL rightly refuses to start until they are gone.
const leftoversTimeoutMs = 75_000
const socketTimeoutMs = 10_000
const firstNoticeMs = 5_000
const nextNoticeMs = 10_000
const leftoversPattern = /pre-existing shared memory block|lock file ".*" already exists/

/**
 * Adopts the postmaster that runs on the cluster, or starts one, and waits until it accepts connections, however long its recovery takes.
 * If a postmaster is shutting down, waits for it first. The caller has the cluster's lock.
 * @throws EmbeddedPostgresError with PostgreSQL's own reason when it does not start
 */
export async function startPostmaster(options: StartOptions): Promise<StartedPostmaster> {
  const { cluster, log, signal } = options
  const deadline = Date.now() + leftoversTimeoutMs
  let isNoticed = false
  for (;;) {
    const running = await findPostmaster(cluster)
    if (running) {
      const client = await connectFirst(running, options)
      if (client) return { postmaster: running, client, isAdopted: true }
      continue
    }
    const spawnedAt = Date.now()
    const postmaster = await spawnPostmaster(options)
    const client = await connectFirst(postmaster, options).catch(async (error) => {
      await stopPostmaster(postmaster)
      throw error
    })
    if (client) return { postmaster, client, isAdopted: false }

    const reason = await reasonOfFailure(cluster, spawnedAt)
    if (!leftoversPattern.test(reason) || Date.now() > deadline) {
      throw new EmbeddedPostgresError('FAILED', `PostgreSQL does not start: ${reason}`)
    }
    if (!isNoticed) log.warn({ reason }, 'Waiting for the processes of an earlier PostgreSQL to exit')
    isNoticed = true
    await delay(250, undefined, { signal })
  }
}

/** Connects as soon as the postmaster accepts connections; undefined when the postmaster ended before that. */
async function connectFirst(postmaster: Postmaster, options: StartOptions): Promise<pg.Client | undefined> {
  const { log, signal } = options
  const startedAt = Date.now()
  let noticeAt = startedAt + firstNoticeMs
  for (let delayMs = 10; ; delayMs = Math.min(delayMs * 1.2, 250)) {
    const client = await tryToConnect(postmaster, options)
    if (client) return client
    if (!(await isRunning(postmaster))) return undefined
    // The postmaster creates its socket first of all. A missing socket was deleted, and nobody can reach the server any more.
    if (Date.now() - startedAt > socketTimeoutMs && !(await ownsSocket(postmaster))) {
      await stopPostmaster(postmaster)
      return undefined
    }
    if (Date.now() > noticeAt) {
      log.warn({ pid: postmaster.pid }, 'Still waiting for PostgreSQL to accept connections')
      noticeAt = Date.now() + nextNoticeMs
    }
    await delay(delayMs, undefined, { signal })
  }
}

async function tryToConnect(
  postmaster: Postmaster,
  { loginFor }: StartOptions,
): Promise<pg.Client | undefined> {
  if (!(await ownsSocket(postmaster))) return undefined
  const client = new pg.Client({ ...loginFor(postmaster), connectionTimeoutMillis: 5000 })
  client.on('error', () => {}) // 'end' follows every error.
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (isTemporary(error) || !(await isRunning(postmaster))) return undefined
    const reason = error instanceof Error ? error.message : error
    throw new EmbeddedPostgresError('FAILED', `PostgreSQL runs, but refuses connections: ${reason}`, {
      cause: error,
    })
  }
}

// PostgreSQL's errors while it starts, recovers or stops, and when all its connections are in use.
const temporaryCodes = ['57P03', '53300']

/** False for errors that waiting cannot change: a socket that we may not open, a login that is refused. */
function isTemporary(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return temporaryCodes.includes(error.code ?? '')
  return !(error instanceof Error && 'code' in error && ['EACCES', 'EPERM'].includes(String(error.code)))
}

/** The last fatal message. It is in the output of the start until the postmaster's own log is open, then in today's file of that log. */
async function reasonOfFailure(cluster: string, sinceMs: number): Promise<string> {
  const startLog = await readFile(startLogOf(cluster), 'utf8')
  const log = await logWrittenSince(join(cluster, 'log'), sinceMs)
  // The log also contains our own attempts to connect: "the database system is starting up".
  const reasons = [
    ...`${log}\n${startLog}`.matchAll(/(?:FATAL|PANIC): {1,4}(?! |the database system is)(.*)$/gm),
  ]
  return reasons.at(-1)?.[1] ?? `see ${startLogOf(cluster)} and ${join(cluster, 'log')}`
}

async function logWrittenSince(folder: string, sinceMs: number): Promise<string> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    if ((await stat(path)).mtimeMs >= sinceMs) return readFile(path, 'utf8')
  }
  return ''
}

import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { type BringUpOptions, bringUp, type Running } from './bring-up.ts'
import { stopPostmaster } from './postmaster.ts'

/** A postmaster that is brought up again whenever it dies, until it is stopped. */
export type Supervised = { first: Running; stop(): Promise<void> }

/** `isOurs` tells whether the cluster is still the one that we hold the lock of. */
type SupervisionOptions = Omit<BringUpOptions, 'signal'> & { isOurs: () => Promise<boolean> }

const LONGEST_PAUSE_MS = 30_000
// One that held for this long did not die of what it met at its start: the next pause begins small again.
const STEADY_MS = 60_000

/**
 * Brings the postmaster up and keeps one idle connection to it, which tells at once when it has died or has cut all
 * connections after a crash of one of them, also for a postmaster that is not our child.
 */
export async function supervise(options: SupervisionOptions): Promise<Supervised> {
  const { log, isOurs } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let running = await bringUp({ ...options, signal })
  const first = running
  let recovery = Promise.resolve()
  let pause = 0
  let upSince = Date.now()

  function watch(client: pg.Client) {
    client.once('end', () => {
      if (!signal.aborted) recovery = recover()
    })
  }

  async function recover() {
    log.error({ pid: running.postmaster.pid }, 'PostgreSQL has cut its connections; bringing it up again')
    if (Date.now() - upSince > STEADY_MS) pause = 0
    while (!signal.aborted) {
      try {
        await delay(pause, undefined, { signal })
        if (!(await isOurs())) return log.error({}, 'The data folder was deleted; start the server anew')
        pause = Math.min(pause * 2 + 500, LONGEST_PAUSE_MS)
        running = await bringUp({ ...options, socketFolder: first.postmaster.socketFolder, signal })
        upSince = Date.now()
        log.warn({ pid: running.postmaster.pid }, 'PostgreSQL is up again')
        return watch(running.client)
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, 'PostgreSQL does not come up; trying again')
      }
    }
  }

  async function stop() {
    stopping.abort()
    await recovery
    await running.client.end().catch(() => {})
    const { postmaster } = running
    const hasEnded = await stopPostmaster(postmaster)
    if (!hasEnded) log.error({ pid: postmaster.pid }, 'PostgreSQL does not end; the next start takes it over')
  }

  watch(running.client)
  return { first, stop }
}

import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { stopPostmaster } from './postmaster.ts'
import { type StartedPostmaster, type StartOptions, startPostmaster } from './start-postmaster.ts'

/** Restarts a postmaster whenever it dies, until `stop`. `first` is the postmaster that was running at the beginning. */
export type Supervisor = { first: StartedPostmaster; stop(): Promise<void> }

/** `isStillLocked` is false when the cluster is no longer the one whose lock we have. */
type SupervisorOptions = Omit<StartOptions, 'signal'> & { isStillLocked: () => Promise<boolean> }

const maxDelayMs = 30_000
// A postmaster that ran this long did not die because of a problem at its start, so the delay becomes short again.
const stableAfterMs = 60_000

/**
 * Starts the postmaster and keeps one idle connection to it. When that connection ends, the postmaster died, or closed all connections
 * after one of its processes crashed. This works even for a postmaster that is not our child.
 */
export async function supervisePostmaster(options: SupervisorOptions): Promise<Supervisor> {
  const { log, isStillLocked } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let current = await startPostmaster({ ...options, signal })
  const first = current
  let recovery = Promise.resolve()
  let delayMs = 0
  let startedAt = Date.now()

  function watch(client: pg.Client) {
    client.once('end', () => {
      if (!signal.aborted) recovery = recover()
    })
  }

  async function recover() {
    log.error({ pid: current.postmaster.pid }, 'PostgreSQL closed its connections; restarting it')
    if (Date.now() - startedAt > stableAfterMs) delayMs = 0
    while (!signal.aborted) {
      try {
        await delay(delayMs, undefined, { signal })
        if (!(await isStillLocked())) return log.error({}, 'The data folder was deleted; restart the server')
        delayMs = Math.min(delayMs * 2 + 500, maxDelayMs)
        current = await startPostmaster({ ...options, socketFolder: first.postmaster.socketFolder, signal })
        startedAt = Date.now()
        log.warn({ pid: current.postmaster.pid }, 'PostgreSQL is running again')
        return watch(current.client)
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, 'PostgreSQL does not start; trying again')
      }
    }
  }

  async function stop() {
    stopping.abort()
    await recovery
    await current.client.end().catch(() => {})
    const { postmaster } = current
    const hasEnded = await stopPostmaster(postmaster)
    if (!hasEnded) log.error({ pid: postmaster.pid }, 'PostgreSQL does not stop; the next start adopts it')
  }

  watch(current.client)
  return { first, stop }
}

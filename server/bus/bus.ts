import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Connection } from '#server/db/client.ts'

/**
 * `chat`: what was said and read. `typing`, `presence`: who does, and is there. `inbox`: conversations and notes, for staff.
 * `stale`: which reads are, told by the tables themselves (see the migration that makes their triggers).
 */
export type Channel = 'chat' | 'typing' | 'presence' | 'inbox' | 'stale'

export interface Listener {
  onNotification(notice: string): void
  /** Notices since then may have been lost: at the first connection, and at each after one that broke. In the database's time. */
  onGap(since: Date): void
}

export interface Bus {
  /** Before the start. */
  subscribe(channel: Channel, listener: Listener): void
  connect(): void
  /** Once it has first begun to hear: what is told from then on comes as a notice, what was told before as a gap. */
  connected: Promise<void>
  close(): Promise<void>
}

const minDelayMs = 100
const maxDelayMs = 5_000
// A connection can die without a word. So it is asked for a sign of life.
const probeIntervalMs = 10_000
const queryTimeoutMs = 5_000

/**
 * Hears what the processes tell each other through the database, by one connection for all channels, which recovers by
 * itself. A notice only wakes: what it is about is read from the tables.
 */
export const createBus = (connection: Connection, log: FastifyBaseLogger): Bus => {
  const listeners = new Map<string, Listener[]>()
  const closing = new AbortController()
  let lastHeard: Date | undefined
  let working: Promise<void> | undefined
  const first = Promise.withResolvers<void>()

  const look = async (client: pg.Client) => {
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    if (!rows[0]) throw new Error('the database does not say what time it is')
    return rows[0].now
  }

  /** Listens until the connection breaks. */
  const attend = async () => {
    const client = new pg.Client({
      ...connection,
      application_name: 'partner-portal-bus',
      connectionTimeoutMillis: queryTimeoutMs,
      query_timeout: queryTimeoutMs,
    })
    const broken = Promise.withResolvers<never>()
    broken.promise.catch(() => {})
    client.on('error', broken.reject)
    client.on('end', () => broken.reject(new Error('the listening connection has ended')))
    try {
      await client.connect()
      for (const channel of listeners.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      const now = await look(client)
      // What was told until here is part of the gap.
      client.on('notification', ({ channel, payload = '' }) => {
        for (const listener of listeners.get(channel) ?? []) listener.onNotification(payload)
      })
      for (const listener of [...listeners.values()].flat()) listener.onGap(lastHeard ?? now)
      lastHeard = now
      first.resolve()
      for (;;) {
        await Promise.race([delay(probeIntervalMs, undefined, { signal: closing.signal }), broken.promise])
        lastHeard = await Promise.race([look(client), broken.promise])
      }
    } finally {
      // One that has died without a word never says that it has ended.
      await Promise.race([client.end().catch(() => {}), delay(minDelayMs)])
    }
  }

  const work = async () => {
    let pause = minDelayMs
    while (!closing.signal.aborted) {
      const heardBefore = lastHeard
      await attend().catch((err) => {
        if (!closing.signal.aborted) log.warn({ err }, 'the processes do not hear each other')
      })
      pause = lastHeard === heardBefore ? Math.min(pause * 2, maxDelayMs) : minDelayMs
      await delay(pause, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  return {
    subscribe(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
    },
    connect() {
      working ??= work()
    },
    connected: first.promise,
    async close() {
      closing.abort()
      await working
    },
  }
}

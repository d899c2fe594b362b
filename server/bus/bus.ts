import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Connection } from '#server/db/client.ts'
import { limitConnection } from '#server/db/time-limits.ts'

/**
 * The channels of notifications. `chat`: messages and read marks. `typing` and `presence`: the users in the chat. `stale`: invalidated
 * reads, most of which the triggers of the tables publish. `webhooks`: webhooks are waiting to be sent.
 */
export type Channel = 'chat' | 'typing' | 'presence' | 'stale' | 'webhooks'

export interface Listener {
  onNotification(payload: string): void
  /** Called at every connection, because notifications may have been lost since `since`, a time of the database's clock. */
  onGap(since: Date): void
}

export interface Bus {
  /** Call this before `connect`. */
  subscribe(channel: Channel, listener: Listener): void
  connect(): void
  /** Resolves once the first connection listens. */
  connected: Promise<void>
  close(): Promise<void>
}

const minDelayMs = 100
const maxDelayMs = 5_000
// A connection can be lost without an error: only a query shows that it still works.
const probeIntervalMs = 10_000
const queryTimeoutMs = 5_000

/**
 * Receives notifications from all processes through PostgreSQL's LISTEN, over one connection that reconnects automatically. A notification
 * only wakes its listeners, which then read from the tables what has changed.
 */
export const createBus = (connection: Connection, log: FastifyBaseLogger): Bus => {
  const listeners = new Map<string, Listener[]>()
  const closing = new AbortController()
  const connected = Promise.withResolvers<void>()
  let lastProbeAt: Date | undefined
  let running: Promise<void> | undefined

  const probe = async (client: pg.Client) => {
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    if (!rows[0]) throw new Error('the database did not answer with its time')
    return rows[0].now
  }

  /** Listens until the connection breaks. */
  const listen = async () => {
    const client = new pg.Client({
      ...connection,
      application_name: 'partner-portal-bus',
      connectionTimeoutMillis: queryTimeoutMs,
    })
    limitConnection(client, queryTimeoutMs)
    const broken = Promise.withResolvers<never>()
    broken.promise.catch(() => {})
    client.on('error', broken.reject)
    client.on('end', () => broken.reject(new Error('the listening connection has ended')))
    try {
      await client.connect()
      for (const channel of listeners.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      const now = await probe(client)
      // Notifications that arrived before this point are part of the gap.
      client.on('notification', ({ channel, payload = '' }) => {
        for (const listener of listeners.get(channel) ?? []) listener.onNotification(payload)
      })
      for (const listener of [...listeners.values()].flat()) listener.onGap(lastProbeAt ?? now)
      lastProbeAt = now
      connected.resolve()
      for (;;) {
        await Promise.race([delay(probeIntervalMs, undefined, { signal: closing.signal }), broken.promise])
        lastProbeAt = await Promise.race([probe(client), broken.promise])
      }
    } finally {
      // A connection that was lost without an error never confirms its end, so the wait is limited.
      await Promise.race([client.end().catch(() => {}), delay(minDelayMs)])
    }
  }

  const run = async () => {
    let delayMs = minDelayMs
    while (!closing.signal.aborted) {
      const previousProbeAt = lastProbeAt
      await listen().catch((err) => {
        if (!closing.signal.aborted) log.warn({ err }, 'the listening connection broke')
      })
      delayMs = lastProbeAt === previousProbeAt ? Math.min(delayMs * 2, maxDelayMs) : minDelayMs
      await delay(delayMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  return {
    subscribe(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
    },
    connect() {
      running ??= run()
    },
    connected: connected.promise,
    async close() {
      closing.abort()
      await running
    },
  }
}

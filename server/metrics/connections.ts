import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'

/** The kinds of connections that stay open as long as a page does. */
export type OpenConnection = 'chat' | 'event_stream'

/** Adds the gauges of connections to the database and of connections that stay open with a page. They are read at each scrape. */
export const observeConnections = (registry: Registry) => {
  const pools = new Map<string, pg.Pool>()
  const open = new Map<OpenConnection, () => number>()
  const registers = [registry]

  new Gauge({
    name: 'portal_database_pool_connections',
    help: 'Connections of this process to the database, by pool and state: idle or in use.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of pools) {
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'used' }, totalCount - idleCount)
      }
    },
  })
  new Gauge({
    name: 'portal_database_pool_max_connections',
    help: 'The most connections that each pool of this process opens.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { options }] of pools) this.set({ pool }, options.max)
    },
  })
  new Gauge({
    name: 'portal_database_pool_waiting_requests',
    help: 'Requests of this process waiting for a connection to the database, by pool.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of pools) this.set({ pool }, waitingCount)
    },
  })
  new Gauge({
    name: 'portal_open_connections',
    help: 'Open chats and event streams of this process.',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const [kind, count] of open) this.set({ kind }, count())
    },
  })

  return {
    addPool: (name: string, pool: pg.Pool) => void pools.set(name, pool),
    addOpen: (kind: OpenConnection, count: () => number) => void open.set(kind, count),
  }
}

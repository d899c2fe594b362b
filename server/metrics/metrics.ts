import { readFileSync } from 'node:fs'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Database } from '#server/db/client.ts'
import type { Exports } from '#server/http/exports.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { type OpenConnection, observeConnections } from './connections.ts'
import { observeInstallation } from './installation.ts'
import { observeMailer } from './mailer.ts'
import { observeRequests } from './requests.ts'
import { observeStore } from './store.ts'
import { countWebhooks, type WebhookResult } from './webhooks.ts'

/** The metrics of this process, and those of the whole installation that this process reads. */
export interface Metrics {
  contentType: string
  /** Returns all metrics in Prometheus' text format. Reads the database, for two seconds at most. */
  print(): Promise<string>
  /** Counts the requests of an application and measures their duration. Call it before any route is registered. */
  observeRequests(app: FastifyInstance): void
  /** Adds the connection pools, and what the database contains about jobs, emails and agreements. */
  observeDatabase(pools: { db: Database; exports: Exports }, log: FastifyBaseLogger): void
  /** Adds the number of open connections of a kind. */
  observeOpen(kind: OpenConnection, count: () => number): void
  /** Returns the same mailer, and counts its emails by result. */
  observeMailer(mailer: Mailer): Mailer
  /** Returns the same store, and counts its failures. */
  observeStore(store: ObjectStore): ObjectStore
  /** Begins to count webhooks. Returns a function that counts one. */
  countWebhooks(): (result: WebhookResult) => void
}

const readVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version

/** Begins to measure this process. */
export const createMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'portal_build_info',
    help: 'Always 1: the version of the portal.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: readVersion() }, 1)
  const connections = observeConnections(registry)
  let refresh = async () => {}

  return {
    contentType: registry.contentType,
    async print() {
      await refresh()
      return registry.metrics()
    },
    observeRequests: (app) => observeRequests(registry, app),
    observeDatabase({ db, exports }, log) {
      connections.addPool('main', db.$client)
      connections.addPool('exports', exports.db.$client)
      refresh = observeInstallation(registry, db, log)
    },
    observeOpen: connections.addOpen,
    observeMailer: (mailer) => observeMailer(registry, mailer),
    observeStore: (store) => observeStore(registry, store),
    countWebhooks: () => countWebhooks(registry),
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import { findRunningPostgres, hasDatabase } from '#packages/embedded-postgres/embedded-postgres.ts'
import { type Connection, type Database, openDatabase } from '#server/db/client.ts'
import { connectionsOf, sessionSettingOf } from '#server/db/connections.ts'
import { startEmbeddedDatabase } from '#server/db/embedded-database.ts'
import { explainConnection } from '#server/db/explain-connection.ts'
import { createLog } from '#server/log.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { StartError } from '#server/start-error.ts'
import { createStore } from '#server/storage/create-store.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { watchInterruption } from './interruption.ts'

/** The installation that a command works on, with the same settings as the portal. */
export interface Installation {
  settings: Settings
  /** The connection of the tables' owner. */
  connection: Connection
  db: Database
  store: ObjectStore
  /** Aborted when the command is interrupted. */
  signal: AbortSignal
}

interface Options {
  /** Refuses to run while the portal runs on the embedded database. */
  alone?: boolean
  /** Also accepts a database without the portal's tables. */
  mayBeEmpty?: boolean
  /** Creates the embedded database if there is none. */
  mayBeMissing?: boolean
  environment?: Record<string, string | undefined>
}

// Interrupted work gets this long to clean up. Connections that are still open end with the embedded database, or with the process.
const maxCloseMs = 2_000

/**
 * Runs work on an installation. Shares the embedded database with a running portal, or starts it for the duration of the work.
 * @throws StartError where there is no portal; Interrupted at Ctrl-C, once everything that was started has stopped
 */
export const withInstallation = async <T>(
  work: (installation: Installation) => Promise<T>,
  { alone = false, mayBeEmpty = false, mayBeMissing = false, environment = process.env }: Options = {},
): Promise<T> => {
  const settings = readSettings(environment)
  const interruption = watchInterruption()
  try {
    const { connection, close } = await connect(settings, { alone, mayBeMissing })
    // If the connection breaks, the statement that needs it fails.
    const db = openDatabase(connection, () => {})
    const setting = settings.databaseOwnerUrl ? 'DATABASE_OWNER_URL' : sessionSettingOf(settings)
    const run = async () => {
      if (!mayBeEmpty) await requirePortal(db, settings)
      const store = await createStore(settings)
      return work({ settings, connection, db, store, signal: interruption.signal })
    }
    const running = run().catch(explainConnection(setting))
    try {
      return await interruption.orInterrupted(running)
    } finally {
      await atMost(running.catch(() => {}))
      await atMost(db.$client.end())
      await close()
    }
  } finally {
    interruption.release()
  }
}

const atMost = (closing: Promise<unknown>) =>
  Promise.race([closing, delay(maxCloseMs, undefined, { ref: false })])

// Standard output is reserved for what the command prints.
const log = createLog('warn', process.stderr)

const noPortal = (settings: Settings) => {
  const place = settings.databaseUrl ? 'the database of DATABASE_URL' : `DATA_DIR ${settings.dataDir}`
  return new StartError(`There is no portal in ${place}.`)
}

const requirePortal = async (db: Database, settings: Settings) => {
  const { rows } = await db.$client.query<{ isThere: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`,
  )
  if (!rows[0]?.isThere) throw noPortal(settings)
}

const connect = async (
  settings: Settings,
  { alone, mayBeMissing }: Required<Pick<Options, 'alone' | 'mayBeMissing'>>,
) => {
  const { databaseUrl, dataDir } = settings
  if (databaseUrl) {
    const { owner, session } = connectionsOf(settings, undefined)
    return { connection: owner ?? session, close: async () => {} }
  }
  const running = alone ? undefined : await findRunningPostgres(dataDir)
  if (running) return { connection: running, close: async () => {} }
  if (!mayBeMissing && !(await hasDatabase(dataDir))) throw noPortal(settings)
  const embedded = await startEmbeddedDatabase({ dataDir, log })
  return { connection: embedded.connection, close: () => embedded.stop() }
}

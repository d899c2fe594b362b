import { findRunningPostgres } from '#packages/embedded-postgres/embedded-postgres.ts'
import { type Connection, type Database, openDatabase } from '#server/db/client.ts'
import { connectionsOf, sessionSettingOf } from '#server/db/connections.ts'
import { startEmbeddedDatabase } from '#server/db/embedded-database.ts'
import { explainConnection } from '#server/db/explain-connection.ts'
import { createLog } from '#server/log.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { createStore } from '#server/storage/create-store.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'

/** What a command works on: an installation by the same settings as the portal has. */
export interface Installation {
  settings: Settings
  /** As the owner of the tables. */
  connection: Connection
  db: Database
  store: ObjectStore
}

/**
 * Runs work on an installation. The embedded database is that of the portal where it runs, and is started meanwhile where it does not.
 * @param alone refuses while the portal runs on the embedded database
 */
export const withInstallation = async <T>(
  work: (installation: Installation) => Promise<T>,
  { alone = false, environment = process.env as Record<string, string | undefined> } = {},
): Promise<T> => {
  const settings = readSettings(environment)
  const { connection, close } = await connect(settings, alone)
  // A connection that breaks fails the statement that needs it.
  const db = openDatabase(connection, () => {})
  const setting = settings.databaseOwnerUrl ? 'DATABASE_OWNER_URL' : sessionSettingOf(settings)
  try {
    const store = await createStore(settings)
    return await work({ settings, connection, db, store }).catch(explainConnection(setting))
  } finally {
    await db.$client.end()
    await close()
  }
}

// Standard output is the command's own.
const log = createLog('warn', process.stderr)

const connect = async (settings: Settings, alone: boolean) => {
  const { databaseUrl, dataDir } = settings
  if (databaseUrl) {
    const { owner, session } = connectionsOf(settings, undefined)
    return { connection: owner ?? session, close: async () => {} }
  }
  const running = alone ? undefined : await findRunningPostgres(dataDir)
  if (running) return { connection: running, close: async () => {} }
  const embedded = await startEmbeddedDatabase({ dataDir, log })
  return { connection: embedded.connection, close: () => embedded.stop() }
}

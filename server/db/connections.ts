import type { Settings } from '#server/settings.ts'
import { embeddedRole } from './application-role.ts'
import type { Connection } from './client.ts'
import type { EmbeddedDatabase } from './embedded-database.ts'

/** The setting that leads to a database. */
export type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_LISTEN_URL' | 'DATABASE_OWNER_URL'

export interface Connections {
  /** Of all calls. */
  connection: Connection
  /** Of what needs a session of the database for itself: notifications, locks that outlive a transaction, the job queue. */
  session: Connection
  /** Of the tables' owner where it is another role, for migrations at start only. */
  owner: Connection | undefined
}

/** How the portal connects to the database of its settings, or to the embedded one. */
export const connectionsOf = (
  { databaseUrl, databaseListenUrl, databaseOwnerUrl }: Settings,
  embedded: EmbeddedDatabase | undefined,
): Connections => {
  if (embedded) {
    const connection = { ...embedded.connection, user: embeddedRole }
    return { connection, session: connection, owner: embedded.connection }
  }
  const connection = { connectionString: databaseUrl, isPooled: databaseListenUrl !== undefined }
  return {
    connection,
    session: databaseListenUrl ? { connectionString: databaseListenUrl } : connection,
    owner: databaseOwnerUrl ? { connectionString: databaseOwnerUrl } : undefined,
  }
}

/** The setting of the connection that has a session for itself; undefined for the embedded database. */
export const sessionSettingOf = ({
  databaseUrl,
  databaseListenUrl,
}: Settings): DatabaseSetting | undefined => {
  if (!databaseUrl) return undefined
  return databaseListenUrl ? 'DATABASE_LISTEN_URL' : 'DATABASE_URL'
}

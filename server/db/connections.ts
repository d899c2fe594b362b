import type { Settings } from '#server/settings.ts'
import { embeddedRole } from './application-role.ts'
import type { Connection } from './client.ts'
import type { EmbeddedDatabase } from './embedded-database.ts'

/** A setting that contains the URL of a database. */
export type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_LISTEN_URL' | 'DATABASE_OWNER_URL'

export interface Connections {
  /** The connection for all requests. */
  connection: Connection
  /** The connection for everything that needs its own database session: notifications, locks that outlive a transaction, the job queue. */
  session: Connection
  /** The connection of the tables' owner, if that is another role. It is only used for migrations at start. */
  owner: Connection | undefined
}

/** Returns how the portal connects to the database in its settings or, if there is none, to the embedded database. */
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

/** Returns the setting of the connection that has its own database session; undefined for the embedded database. */
export const sessionSettingOf = ({
  databaseUrl,
  databaseListenUrl,
}: Settings): DatabaseSetting | undefined => {
  if (!databaseUrl) return undefined
  return databaseListenUrl ? 'DATABASE_LISTEN_URL' : 'DATABASE_URL'
}

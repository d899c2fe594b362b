import type { Client } from 'pg'

/**
 * Leaves the tables as they are in a portal that has been in use for a while. Once is not enough: of what was written a moment
 * ago the first does not yet mark that all can see it, and no index answers without looking at the rows.
 */
export const vacuumTables = async (client: Client) => {
  await client.query('vacuum analyze')
  await client.query('vacuum analyze')
}

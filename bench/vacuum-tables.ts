import type { Client } from 'pg'

/**
 * Brings the tables to the state that they have in use. It vacuums twice, because the first run does not mark rows that were just written
 * as visible to all, and without that mark no index-only scan is possible.
 */
export const vacuumTables = async (client: Client) => {
  await client.query('vacuum analyze')
  await client.query('vacuum analyze')
}

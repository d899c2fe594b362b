import type { Client } from 'pg'

/**
 * Brings the tables to the state of a portal in use. It runs twice, because the first run does not mark rows that were written just
 * now as visible to all, and without that no index-only scan is possible.
 */
export const vacuumTables = async (client: Client) => {
  await client.query('vacuum analyze')
  await client.query('vacuum analyze')
}

import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { isStalePlan, prepareRepeatedStatements } from './prepare-repeated.ts'

export type Database = NodePgDatabase & { $client: pg.Pool }
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** The database, or a transaction in it. */
export type Executor = Database | Transaction

/** How to connect to PostgreSQL: by URL, or to the embedded one by its socket. */
export type Connection = Pick<pg.PoolConfig, 'connectionString' | 'host' | 'user' | 'database'>

// PostgreSQL allows 100 connections by default: ten per process leave room for several processes and for psql.
const maxConnections = 10
// After this time without a connection the page shows that the portal is not available.
const connectTimeoutMs = 5_000
// A connection that lives for days would keep plans of statements that are no longer sent.
const maxLifetimeSeconds = 30 * 60
// A slower statement would occupy locks and a connection that others need.
const statementTimeoutMs = 30_000

/** Opens the pool. `onError` is called for a connection that breaks while idle; the pool replaces it by itself. */
export const openDatabase = (connection: Connection, onError: (error: Error) => void): Database => {
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    maxLifetimeSeconds,
    statement_timeout: statementTimeoutMs,
    application_name: 'partner-portal',
  })
  pool.on('error', onError)
  // A connection that breaks during a transaction rejects its statement, and also emits an error, which would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  prepareRepeatedStatements(pool)
  const db = drizzle({ client: pool, casing: 'snake_case' })
  // Drizzle's own `transaction` does not release a connection on which BEGIN fails: ten such outages would leave none.
  const transaction: Database['transaction'] = async (run, config) => {
    const client = await pool.connect()
    let mustClose = false
    try {
      return await drizzle({ client, casing: 'snake_case' }).transaction(run, config)
    } catch (error) {
      mustClose = isStalePlan(error)
      throw error
    } finally {
      client.release(mustClose)
    }
  }
  return Object.assign(db, { transaction })
}

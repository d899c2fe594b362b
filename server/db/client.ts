import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { isStalePlan, prepareRepeatedStatements } from './prepare-repeated.ts'
import {
  allowLongStatements,
  connectTimeoutMs,
  graceMs,
  idleInTransactionTimeoutMs,
  limitConnection,
  statementTimeoutMs,
} from './time-limits.ts'

export type Database = NodePgDatabase & { $client: pg.Pool }
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** The database, or a transaction in it. */
export type Executor = Database | Transaction

/** How to connect to PostgreSQL: by URL, or to the embedded one by its socket. */
export type Connection = Pick<pg.PoolConfig, 'connectionString' | 'host' | 'user' | 'database'>

interface Limits {
  maxConnections: number
  /** How long the database may work on a statement. */
  statementTimeoutMs: number
}

const defaultLimits: Limits = {
  // PostgreSQL allows 100 connections by default: ten per process leave room for several processes and for psql.
  maxConnections: 10,
  statementTimeoutMs,
}
// A connection that lives for days would keep plans of statements that are no longer sent.
const maxLifetimeSeconds = 30 * 60

/** Opens the pool. `onError` is called for a connection that breaks while idle; the pool replaces it by itself. */
export const openDatabase = (
  connection: Connection,
  onError: (error: Error) => void,
  limits: Partial<Limits> = {},
): Database => {
  const { maxConnections, statementTimeoutMs: timeoutMs } = { ...defaultLimits, ...limits }
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    maxLifetimeSeconds,
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    application_name: 'partner-portal',
  })
  pool.on('error', onError)
  // A connection that breaks during a transaction rejects its statement, and also emits an error, which would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    limitConnection(client, timeoutMs + graceMs)
  })
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

/** Runs statements for which no one waits, such as those of the sweep, on a connection of their own with a limit of their own. */
export const withLongStatements = async <T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> => {
  const client = await db.$client.connect()
  try {
    await allowLongStatements(client)
    // Drizzle runs statements and transactions on one connection as it does on a pool.
    return await work(drizzle({ client: client as unknown as pg.Pool, casing: 'snake_case' }))
  } finally {
    client.release(true)
  }
}

import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { prepareForPooler } from './pooled-statements.ts'
import { isStalePlan, prepareRepeatedStatements } from './prepare-repeated.ts'
import {
  allowLongStatements,
  connectTimeoutOf,
  limitSession,
  limitTransactions,
  statementTimeoutMs,
} from './time-limits.ts'

export type Database = NodePgDatabase & { $client: pg.Pool }
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** The database or a transaction. */
export type Executor = Database | Transaction

/** The options to connect to PostgreSQL: a URL, or the socket of the embedded database. */
export interface Connection extends Pick<pg.PoolConfig, 'connectionString' | 'host' | 'user' | 'database'> {
  /** Whether there is a pooler in transaction mode, so that each transaction may run in another session of the database. */
  isPooled?: boolean
}

interface Limits {
  maxConnections: number
  /** The time after which the database cancels a statement. */
  statementTimeoutMs: number
}

const defaultLimits: Limits = {
  // PostgreSQL allows 100 connections by default: ten per process leave room for several processes and for psql.
  maxConnections: 10,
  statementTimeoutMs,
}
// A connection that lived for days would cache the plans of statements that are no longer sent.
const maxLifetimeSeconds = 30 * 60

/** Opens the pool. It calls `onError` when an idle connection breaks, and replaces the connection itself. */
export const openDatabase = (
  { isPooled = false, ...connection }: Connection,
  onError: (error: Error) => void,
  limits: Partial<Limits> = {},
): Database => {
  const { maxConnections, statementTimeoutMs: timeoutMs } = { ...defaultLimits, ...limits }
  class LimitedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      // A connection that breaks during a transaction rejects its statement, and also emits an error, which would end the process.
      this.on('error', () => {})
      if (isPooled) limitTransactions(this, timeoutMs)
      else limitSession(this, timeoutMs)
    }
  }
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutOf(connection.connectionString),
    maxLifetimeSeconds,
    application_name: 'partner-portal',
    Client: LimitedClient,
  })
  pool.on('error', onError)
  if (isPooled) prepareForPooler(pool)
  else prepareRepeatedStatements(pool)
  const db = drizzle({ client: pool, casing: 'snake_case' })
  // Drizzle's own `transaction` does not release the connection when BEGIN fails: ten such outages would use up the pool.
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

/** Runs statements that nobody waits for, such as those of the sweep, on a separate connection with a longer time limit. */
export const withLongStatements = async <T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> => {
  const client = await db.$client.connect()
  try {
    await allowLongStatements(client)
    // Drizzle accepts a single connection in place of a pool.
    return await work(drizzle({ client: client as unknown as pg.Pool, casing: 'snake_case' }))
  } finally {
    client.release(true)
  }
}

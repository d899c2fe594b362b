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
/** The database, or a transaction in it. */
export type Executor = Database | Transaction

/** How to connect to PostgreSQL: by URL, or to the embedded one by its socket. */
export interface Connection extends Pick<pg.PoolConfig, 'connectionString' | 'host' | 'user' | 'database'> {
  /** Whether it is through a pooler in transaction mode: each transaction may run in another session of the database. */
  isPooled?: boolean
}

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

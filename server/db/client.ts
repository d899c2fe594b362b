import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

export type Database = NodePgDatabase & { $client: pg.Pool }
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** The database, or a transaction in it. */
export type Executor = Database | Transaction

/** How PostgreSQL is reached: by URL, or the embedded one by its socket. */
export type Connection = Pick<pg.PoolConfig, 'connectionString' | 'host' | 'user' | 'database'>

// PostgreSQL takes 100 connections by default: ten for each process leaves room for several, and for a person with psql.
const maxConnections = 10
// A person waits this long for a connection at most before the page says that the portal is not available.
const connectTimeoutMs = 5_000
// A statement that takes longer holds locks and a connection that others need.
const statementTimeoutMs = 30_000

/** Opens the pool. `onError` hears of connections that break while idle; the pool replaces them by itself. */
export const openDatabase = (connection: Connection, onError: (error: Error) => void): Database => {
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    application_name: 'partner-portal',
  })
  pool.on('error', onError)
  // One that breaks in the hands of a transaction tells its statement, and the error besides, which would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = drizzle({ client: pool, casing: 'snake_case' })
  // Drizzle's own never gives a connection back that turns out to be broken as the transaction begins: ten outages of that
  // kind would leave none.
  const transaction: Database['transaction'] = async (work, config) => {
    const client = await pool.connect()
    try {
      return await drizzle({ client, casing: 'snake_case' }).transaction(work, config)
    } finally {
      client.release()
    }
  }
  return Object.assign(db, { transaction })
}

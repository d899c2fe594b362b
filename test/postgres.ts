import pg from 'pg'
import { startTemporaryPostgres } from '#packages/embedded-postgres/temporary-postgres.ts'

const connections = { max_connections: '300' } // each test file opens pools of its own

// Nobody replicates it, and what a database of minutes would gain from being vacuumed is less than the worker for each of hundreds costs.
const settings = { ...connections, wal_level: 'minimal', max_wal_senders: '0', autovacuum: 'off' }

/**
 * A PostgreSQL for tests, reached by its superuser's URL: the server of TEST_DATABASE_URL or DATABASE_URL when one is
 * set, else a temporary one on a free port of 127.0.0.1, deleted by `stop`.
 */
export async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  return startTemporaryPostgres({ name: 'partner-portal', settings })
}

/** A temporary PostgreSQL that loses no committed transaction when it crashes. */
export function startDurablePostgres() {
  return startTemporaryPostgres({
    name: 'partner-portal',
    settings: { ...connections, synchronous_commit: 'on' },
  })
}

/** Creates a database on the server of `url`, empty or as a copy of `template`, and returns its URL. */
export async function createDatabase(url: string, name: string, template?: string): Promise<string> {
  // Copying its files takes a third of the time that writing each of its pages to the log takes.
  const copied = template ? ` template ${pg.escapeIdentifier(template)} strategy file_copy` : ''
  await execute(url, `create database ${pg.escapeIdentifier(name)}${copied}`)
  const created = new URL(url)
  created.pathname = `/${encodeURIComponent(name)}`
  return created.href
}

/** Removes a database, cutting its remaining connections; a missing one is ignored. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await execute(url, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
}

// Connecting anew for each database would take as long as copying it.
const pools = new Map<string, pg.Pool>()

async function execute(url: string, statement: string) {
  const pool = pools.get(url) ?? new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true })
  // The server may end before this process.
  if (!pools.has(url)) pool.on('error', () => {})
  pools.set(url, pool)
  await pool.query(statement)
}

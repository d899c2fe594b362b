import type { ClientBase } from 'pg'

// The number of a PostgreSQL advisory lock. It is arbitrary, but the same in all processes.
const key = 7_223_003

/** The statement that transactions run before they delete files. They share the lock, and wait while a backup reads files. */
export const deletionLock = `select pg_advisory_xact_lock_shared(${key})`

/** Waits for running deletions, and blocks new ones until the connection ends. If two backups run, the second waits. */
export const lockFiles = async (client: ClientBase) => {
  await client.query('select pg_advisory_lock($1)', [key])
}

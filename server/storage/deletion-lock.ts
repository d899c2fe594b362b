import type { ClientBase } from 'pg'

// An arbitrary number for an advisory lock of PostgreSQL, the same in all processes.
const key = 7_223_003

/** What deletes files takes it, shared, in its transaction: it waits while a backup reads them. */
export const deletionLock = `select pg_advisory_xact_lock_shared(${key})`

/** Waits for deletions that run, and keeps others waiting until the connection ends. Of two backups the second waits. */
export const lockFiles = async (client: ClientBase) => {
  await client.query('select pg_advisory_lock($1)', [key])
}

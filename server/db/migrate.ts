import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { PoolClient } from 'pg'
import { StartError } from '#server/start-error.ts'
import { grantAccess } from './application-role.ts'
import type { Database, Executor } from './client.ts'
import { installFirstAgreements } from './first-agreements.ts'
import { allowLongStatements, migrationTimeoutMs } from './time-limits.ts'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
// The key of the lock on preparing the database is an arbitrary number, the same in all processes.
const lockKey = 7_223_001

/**
 * Migrates the database and then runs `afterwards`, in one process at a time: other processes that start wait here. With `application`,
 * `db` is the connection of the tables' owner, and the portal's role is created if requested and granted access.
 * @throws StartError when the database was migrated by a newer portal
 */
export const prepareDatabase = async (
  db: Database,
  afterwards: (db: Executor) => Promise<void>,
  application?: { role: string; createRole: boolean; installJobs: () => Promise<void> },
) => {
  const client: PoolClient = await db.$client.connect()
  try {
    await allowLongStatements(client, migrationTimeoutMs)
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const lockedDb = drizzle({ client, casing: 'snake_case' })
    await migrate(lockedDb, { migrationsFolder })
    await requireKnownMigrations(client)
    await installFirstAgreements(lockedDb)
    await lockedDb.transaction(afterwards)
    if (application) {
      await application.installJobs()
      await lockedDb.transaction((tx) => grantAccess(tx, application.role, application.createRole))
    }
  } finally {
    // Closing the connection releases the lock in every case, even after a failed transaction.
    client.release(true)
  }
}

/** Rejects a database that a newer portal has migrated, because an older portal would not understand its tables. */
const requireKnownMigrations = async (client: PoolClient) => {
  const known = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0
  const { rows } = await client.query<{ newer: number }>(
    'select count(*)::int as newer from drizzle.__drizzle_migrations where created_at > $1',
    [known],
  )
  if (rows[0]?.newer) {
    throw new StartError(
      'The database has been brought up to date by a newer version of the portal. Start that version, or restore a backup.',
    )
  }
}

/**
 * Rejects unless the database responds, has been migrated and can write to its disk. With little memory, the count writes a small
 * temporary file, which the database deletes.
 */
export const isReady = async (db: Database) => {
  await db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('work_mem', '64kB', true) from drizzle.__drizzle_migrations limit 1`,
    )
    await tx.execute(sql`select count(*) from generate_series(1, 10000)`)
  })
}

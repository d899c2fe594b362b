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
// An arbitrary number, the same in all processes, for the lock on preparing the database.
const lockKey = 7_223_001

/**
 * Migrates the database and then runs `afterwards`, in one process at a time: others that start wait here. With `application`,
 * `db` is the connection of the tables' owner, and the portal's role is granted access, and created first if wanted.
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
    // Closing the connection releases the lock in every case, also after a failed transaction.
    client.release(true)
  }
}

/** An older portal would not understand a newer one's tables. */
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
 * Rejects unless the database answers, has been migrated and can write: a count with little memory writes a small temporary
 * file, and leaves nothing.
 */
export const isReady = async (db: Database) => {
  await db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('work_mem', '64kB', true) from drizzle.__drizzle_migrations limit 1`,
    )
    await tx.execute(sql`select count(*) from generate_series(1, 10000)`)
  })
}

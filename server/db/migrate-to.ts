import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { ClientBase } from 'pg'
import { StartError } from '#server/start-error.ts'
import { migrationsFolder } from './migrate.ts'

/**
 * Applies to an empty database the migrations that were applied to another one. Call it in a transaction.
 * @param migrations in the order of drizzle.__drizzle_migrations
 * @throws StartError when this version of the portal does not know one of the migrations
 */
export const migrateTo = async (client: ClientBase, migrations: { hash: string; createdAt: number }[]) => {
  const known = new Map(readMigrationFiles({ migrationsFolder }).map((file) => [file.folderMillis, file]))
  const files = migrations.map(({ hash, createdAt }) => {
    const file = known.get(createdAt)
    if (!file)
      throw new StartError('The backup is from a newer version of the portal. Restore it with that version.')
    return { statements: file.sql, hash, createdAt }
  })
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const { statements, hash, createdAt } of files) {
    for (const statement of statements) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      createdAt,
    ])
  }
}

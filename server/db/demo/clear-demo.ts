import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { not, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/users.ts'
import { StartError } from '#server/start-error.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { isOfDemo } from './leave-demo.ts'

/**
 * Deletes all tables, all files and the sealing key of a demo. Call it as the owner of the tables, while no portal runs.
 * @returns the number of files deleted
 * @throws StartError when there is a user who is not from the demo, or a portal is running
 */
export const clearDemo = async (db: Database, store: ObjectStore, dataDir: string) => {
  const strangers = await db.$count(users, not(isOfDemo))
  if (strangers > 0) {
    throw new StartError(
      `Nothing was deleted: ${strangers} accounts are not the demo's, and their data would go too. Start with a new DATA_DIR or database instead.`,
    )
  }
  const { rows } = await db.execute<{ running: number }>(sql`
    select count(*)::int as running from pg_stat_activity
    where datname = current_database() and application_name = 'partner-portal-bus'`)
  if (rows[0]?.running) throw new StartError('A portal is running on this database. Stop it first.')

  await db.transaction(async (tx) => {
    await tx.execute(sql`drop schema if exists pgboss, drizzle cascade`)
    const { rows: tables } = await tx.execute<{ name: string }>(
      sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    for (const { name } of tables) await tx.execute(sql`drop table public.${sql.identifier(name)} cascade`)
    // Functions of an extension stay.
    const { rows: functions } = await tx.execute<{ signature: string }>(sql`
      select oid::regprocedure::text as signature from pg_proc
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`)
    // `if exists` is needed because dropping a function also drops the functions that depend on it.
    for (const { signature } of functions)
      await tx.execute(sql`drop function if exists ${sql.raw(signature)} cascade`)
  })
  let files = 0
  for await (const key of store.list()) {
    await store.remove(key)
    files += 1
  }
  for (const name of ['signing.pem', 'mail', 'first-sign-in-link']) {
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
  return files
}

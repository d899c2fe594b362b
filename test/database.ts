import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'

const listTables = async (db: Database, schemas: string[]) => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname in ${schemas}
    order by name`)
  return rows.map(({ name }) => name)
}

/**
 * Returns the state of the portal's tables and its job queue: the number of rows and a digest of them, by table. When two states are
 * equal, nothing was stored between them. Values that change with every use are left out: when sessions expire, when users were last seen,
 * what they have spent of their budgets, and what visitors have spent of the limit on verifying.
 */
export const databaseState = async (db: Database) => {
  // A read may bring the facts of partners, agreements and tasks up to date.
  const isState = (table: string) => !/^public\.(partner|agreement|task)_facts/.test(table)
  const tables = [...(await listTables(db, ['public'])).filter(isState), 'pgboss.job']
  const digests = tables.map(
    (table) => sql`
      select ${table} as name, count(*)::int as rows, md5(string_agg(row, ' ' order by row)) as digest
      from (select (to_jsonb(t) - '{expire,last_seen_at,last_used_at}'::text[])::text as row from ${sql.raw(table)} t
            where coalesce(to_jsonb(t) ->> 'key', '') !~ '^(budget|verification)-'
              and coalesce(to_jsonb(t) ->> 'metric', '') <> 'partner_active') as rows_as_text`,
  )
  // A statement for each table takes several times as long.
  const { rows } = await db.execute<{ name: string; rows: number; digest: string }>(
    sql.join(digests, sql` union all `),
  )
  return Object.fromEntries<unknown>(rows.map(({ name, ...state }) => [name, state]))
}

/** Returns every row of every table, including the job queue's, as text. */
export const databaseText = async (db: Database) => {
  const texts: string[] = []
  for (const table of await listTables(db, ['public', 'pgboss', 'drizzle'])) {
    const { rows } = await db.execute<{ row: string }>(sql`select t::text as row from ${sql.raw(table)} t`)
    texts.push(...rows.map(({ row }) => `${table} ${row}`))
  }
  return texts.join('\n')
}

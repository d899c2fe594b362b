import { sql } from 'drizzle-orm'
import type { TestApp } from './app.ts'

/** Returns the foreign keys to users and partners, by table and column, and how many rows refer to these ids by each key. */
export const listReferences = async ({ db }: Pick<TestApp, 'db'>, ids: string[]) => {
  const { rows } = await db.execute<{ name: string; table: string; column: string }>(sql`
    select format('%s.%s', relname, attname) as name, relname as table, attname as column
    from pg_constraint
    join pg_class on pg_class.oid = conrelid
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid in ('users'::regclass, 'partner_profiles'::regclass)
    order by name`)
  const references: Record<string, number> = {}
  for (const { name, table, column } of rows) {
    const found = await db.execute<{ rows: number }>(sql`
      select count(*)::int as rows from ${sql.identifier(table)}
      where ${sql.identifier(column)} in ${ids}`)
    references[name] = found.rows[0]?.rows ?? 0
  }
  return references
}

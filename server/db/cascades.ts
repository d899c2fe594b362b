import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from './client.ts'

/** Deletes the rows that deleting a row would delete by cascading foreign keys, except rows of the tables in `kept`. */
export const deleteDependents = async (tx: Executor, table: PgTable, id: string, kept: PgTable[]) => {
  const { rows } = await tx.execute<{ table: string; column: string }>(sql`
    select conrelid::regclass::text as table, attname as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confdeltype = 'c' and confrelid = ${getTableName(table)}::regclass
    order by 1, 2`)
  const names = kept.map(getTableName)
  for (const dependent of rows.filter((row) => !names.includes(row.table))) {
    await tx.execute(
      sql`delete from ${sql.identifier(dependent.table)} where ${sql.identifier(dependent.column)} = ${id}`,
    )
  }
}

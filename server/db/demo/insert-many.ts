import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from '#server/db/client.ts'

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Inserts rows that all have the same fields. All rows are one JSON parameter, because building and parsing a statement with a parameter
 * for each value would take most of the demo's start.
 */
export const insertMany = async <T extends PgTable>(db: Executor, table: T, rows: T['$inferInsert'][]) => {
  const [first] = rows
  if (!first) return
  const fields = Object.keys(first)
  const columns = sql.join(
    fields.map((field) => sql.identifier(columnOf(field))),
    sql`, `,
  )
  const json = JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(fields.map((field) => [columnOf(field), row[field as keyof typeof row]])),
    ),
  )
  await db.execute(sql`
    insert into ${table} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.identifier(getTableName(table))}, ${json}::jsonb)`)
}

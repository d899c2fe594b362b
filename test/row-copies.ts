import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'

/**
 * Copies a table's newest row many times, each with an id of its own. `changes` is a JSON object in SQL of the columns that differ,
 * in which `n` is the number of the copy.
 */
export const copyRow = async (db: Database, table: string, copies: number, changes = "'{}'") => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' and is_identity = 'NO'`)
  const columns = rows.map(({ name }) => `"${name}"`)
  const copied = columns.map((name) => `copy.${name}`).join(', ')
  await db.execute(
    sql.raw(`
    insert into ${table} (${columns.join(', ')})
    select ${copied} from (select * from ${table} order by ctid desc limit 1) as one, generate_series(1, ${copies}) as n,
      jsonb_populate_record(null::${table},
        to_jsonb(one) || jsonb_build_object('id', gen_random_uuid(), 'n', n) || (${changes})::jsonb) as copy`),
  )
}

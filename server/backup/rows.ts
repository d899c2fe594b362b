import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Manifest } from './manifest.ts'

type Table = Pick<Manifest['tables'][number], 'name' | 'columns'>

const quote = pg.escapeIdentifier
const reference = ({ name, columns }: Table) => `public.${quote(name)} (${columns.map(quote).join(', ')})`

/** Lists the portal's tables by name, each with its columns except those that PostgreSQL computes. */
export const listTables = async (client: pg.ClientBase): Promise<Table[]> => {
  const { rows } = await client.query<Table>(`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`)
  return rows
}

/** Reads the present values of the sequences. */
export const listSequences = async (client: pg.ClientBase): Promise<Manifest['sequences']> => {
  const { rows } = await client.query<Manifest['sequences'][number]>(`
    select sequencename as name, last_value::text as value
    from pg_sequences where schemaname = 'public' order by sequencename`)
  return rows
}

/** Reads the rows of a table in PostgreSQL's text format, which every version understands. `rowCount` is known at the end. */
export const readRows = (client: pg.ClientBase, table: Table) =>
  client.query(copyTo(`copy ${reference(table)} to stdout`))

/** Writes rows in PostgreSQL's text format into a table, and returns their number. */
export const writeRows = async (client: pg.ClientBase, table: Table, rows: Readable) => {
  const target = client.query(copyFrom(`copy ${reference(table)} from stdin`))
  await pipeline(rows, target)
  return target.rowCount ?? 0
}

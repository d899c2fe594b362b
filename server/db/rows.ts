import { eq, type SQL } from 'drizzle-orm'
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Executor } from './client.ts'

interface Query<Rows> {
  where: (condition: SQL | undefined) => Rows
}

type Lock = 'update' | 'no key update' | 'share' | 'key share'

/** Reads the row for which the condition holds; undefined if there is none. */
export const findRow = async <Row>(query: Query<PromiseLike<Row[]>>, condition: SQL | undefined) => {
  const [row] = await query.where(condition)
  return row
}

/** Reads the row for which the condition holds, and locks it until the transaction ends. */
export const lockRow = async <Row>(
  query: Query<{ for: (strength: Lock) => PromiseLike<Row[]> }>,
  condition: SQL | undefined,
  strength: Lock = 'update',
) => {
  const [row] = await query.where(condition).for(strength)
  return row
}

/** Returns the row of a statement that always returns a row, such as an insert. */
export const returnedRow = async <Row>(rows: PromiseLike<Row[]>) => {
  const [row] = await rows
  if (!row) throw new Error('A statement returned no row')
  return row
}

type TableWithId = PgTable & { id: PgColumn }

/** Makes a function that inserts a row into a table and returns its id. */
export const insertInto =
  <Table extends TableWithId>(table: Table) =>
  async (db: Executor, values: PgInsertValue<Table>) => {
    const row = await returnedRow(db.insert(table).values(values).returning({ id: table.id }))
    return row.id as string
  }

/** Makes a function that updates columns of the row with an id. */
export const updateIn =
  <Table extends TableWithId>(table: Table) =>
  async (db: Executor, id: string, change: PgUpdateSetSource<Table>) => {
    await db.update(table).set(change).where(eq(table.id, id))
  }

/** Makes a function that deletes the row with an id. */
export const deleteFrom = (table: TableWithId) => async (db: Executor, id: string) => {
  await db.delete(table).where(eq(table.id, id))
}

import { and, asc, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** The number of rows in a page. */
export const pageSize = 500

interface Query<Row> {
  where: (condition: SQL | undefined) => {
    orderBy: (...columns: SQL[]) => { limit: (rows: number) => PromiseLike<Row[]> }
  }
}

/**
 * Makes a function that reads one page of a query, oldest rows first, starting after the last row of the previous page.
 * @param order the columns that order the rows, by their names in the rows
 */
export const oldestFirst =
  <Row extends object>(
    query: Query<Row>,
    order: { [Name in keyof Row]?: AnyPgColumn },
    condition: SQL | undefined,
  ) =>
  (last?: Row) => {
    const columns: AnyPgColumn[] = Object.values(order)
    const values = last && Object.keys(order).map((name) => sql`${last[name as keyof Row]}`)
    const isAfter = values && sql`(${sql.join(columns, sql`, `)}) > (${sql.join(values, sql`, `)})`
    return query
      .where(and(condition, isAfter))
      .orderBy(...columns.map((column) => asc(column)))
      .limit(pageSize)
  }

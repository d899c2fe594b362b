import type { Database } from './client.ts'

type Shape = Record<string, string | number | boolean | undefined>

/**
 * A query that is built once for each database and shape, and then executed with values for its placeholders. For pages that
 * are read all day: building their queries takes longer than everything else that Node does for them (`npm run bench users`,
 * `resources` and `inbox`). What varies in the text of the query is in the shape, all other values are placeholders.
 */
export const buildOnce = <S extends Shape, Query>(
  build: (db: Database, shape: S) => { prepare(name: string): Query },
) => {
  const built = new WeakMap<Database, Map<string, Query>>()
  return (db: Database, shape: S): Query => {
    const queries = built.get(db) ?? new Map<string, Query>()
    built.set(db, queries)
    const key = JSON.stringify(shape)
    // Without a name of its own: see prepare-repeated.ts.
    const query = queries.get(key) ?? build(db, shape).prepare('')
    queries.set(key, query)
    return query
  }
}

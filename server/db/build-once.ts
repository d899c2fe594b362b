import type { Database } from './client.ts'

type Shape = Record<string, string | number | boolean | undefined>

/**
 * Builds a query once for each database and shape, and then executes it with values for its placeholders. This is for pages that are read
 * all day: building their queries takes longer than everything else that Node does for them (`npm run bench users`, `resources` and
 * `inbox`). The shape contains what varies in the text of the query; all other values are placeholders.
 */
export const buildOnce = <S extends Shape, Query>(
  build: (db: Database, shape: S) => { prepare(name: string): Query },
) => {
  const built = new WeakMap<Database, Map<string, Query>>()
  return (db: Database, shape: S): Query => {
    const queries = built.get(db) ?? new Map<string, Query>()
    built.set(db, queries)
    const key = JSON.stringify(shape)
    // The name is empty because prepare-repeated.ts names the statement.
    const query = queries.get(key) ?? build(db, shape).prepare('')
    queries.set(key, query)
    return query
  }
}

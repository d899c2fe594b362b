import type { Database } from './client.ts'

/**
 * Builds a statement once for each database and keeps it by its name, under which PostgreSQL prepares it once for each
 * connection. For reads that are asked for all day: building and planning them costs as much as running them. A
 * statement's text must depend on its name alone; what varies is a placeholder.
 */
export const preparedBy = <Statement>(build: (db: Database, name: string) => Statement) => {
  const kept = new WeakMap<Database, Map<string, Statement>>()
  return (db: Database, name: string): Statement => {
    const ofDatabase = kept.get(db) ?? new Map<string, Statement>()
    kept.set(db, ofDatabase)
    const statement = ofDatabase.get(name) ?? build(db, name)
    ofDatabase.set(name, statement)
    return statement
  }
}

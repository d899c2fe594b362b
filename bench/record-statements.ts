import { type Database, openDatabase } from '#server/db/client.ts'

export interface Statement {
  text: string
  values: unknown[]
}

/** Returns the statements that `work` sends to the database. */
export const recordStatements = async (
  connectionString: string,
  work: (db: Database) => Promise<unknown>,
): Promise<Statement[]> => {
  const db = openDatabase({ connectionString }, () => {})
  const recorded: Statement[] = []
  const { query } = db.$client
  db.$client.query = ((sent: string | Statement, given?: unknown[]) => {
    const { text, values } = typeof sent === 'string' ? { text: sent, values: [] } : sent
    recorded.push({ text, values: given ?? values })
    return Reflect.apply(query, db.$client, [sent, given])
  }) as typeof query
  try {
    await work(db)
  } finally {
    await db.$client.end()
  }
  return recorded
}

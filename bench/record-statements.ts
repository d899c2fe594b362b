import { type Database, openDatabase } from '#server/db/client.ts'

export interface Statement {
  text: string
  values: unknown[]
}

/** The statements that `work` sends to the database. */
export const recordStatements = async (
  connectionString: string,
  work: (db: Database) => Promise<unknown>,
): Promise<Statement[]> => {
  const db = openDatabase({ connectionString }, () => {})
  const recorded: Statement[] = []
  const { query } = db.$client
  db.$client.query = ((sent: Statement, values?: unknown[]) => {
    recorded.push({ text: sent.text, values: values ?? sent.values })
    return Reflect.apply(query, db.$client, [sent, values])
  }) as typeof query
  try {
    await work(db)
  } finally {
    await db.$client.end()
  }
  return recorded
}

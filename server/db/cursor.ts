import type { Database } from './client.ts'

// Rows in memory at a time.
const batchSize = 500

// A reader that pauses longer loses its connection.
const idleTimeoutMs = 60_000

/**
 * Reads the rows of a query in batches, as they were when it began, each row as a list of its columns. It occupies a connection
 * from the first batch until the last is read or the reader stops.
 */
export async function* readBatches(
  db: Database,
  query: { sql: string; params: unknown[] },
): AsyncGenerator<unknown[][]> {
  const client = await db.$client.connect()
  // PostgreSQL closes the connection of a stalled reader. The next batch rejects; the error event must not end the process.
  client.on('error', () => {})
  try {
    await client.query('begin read only')
    await client.query(`set local idle_in_transaction_session_timeout = ${idleTimeoutMs}`)
    await client.query(`declare batches no scroll cursor for ${query.sql}`, query.params)
    for (;;) {
      const text = `fetch ${batchSize} from batches`
      const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' })
      if (rows.length === 0) return
      yield rows
    }
  } finally {
    // Closed instead of released, so that no open transaction is left wherever the reader stopped.
    client.release(true)
  }
}

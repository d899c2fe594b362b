import type { Database } from './client.ts'

// What is in memory at a time: a batch, and what the reader has not taken yet.
const batchSize = 500

// A reader who takes nothing for so long has gone, or is not worth a connection.
const idleTimeoutMs = 60_000

/**
 * The rows of a query as they were when it began, a batch at a time, each row a list of its columns. It has a connection
 * from the first batch that is asked for until the last is taken, or the reader stops.
 */
export async function* readBatches(
  db: Database,
  query: { sql: string; params: unknown[] },
): AsyncGenerator<unknown[][]> {
  const client = await db.$client.connect()
  // PostgreSQL ends the connection of a reader who stalls. The next batch tells of it; unheard, it would end the process.
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
    // Closed, not given back: wherever the reader stopped, nothing is left open in it.
    client.release(true)
  }
}

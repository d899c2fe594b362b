import { Readable } from 'node:stream'
import type { PoolClient } from 'pg'
import type { Database } from './client.ts'

// At most this many rows are in memory at a time.
const batchSize = 500

// Steady readers of 10 KB a second take minutes for what the network buffers; readers of nothing are disconnected much earlier.
const idleTimeoutMs = 10 * 60_000

/**
 * Reads the rows of a query in batches, from one snapshot, each row as a list of its columns. The stream occupies a connection from the
 * first read, and closes the connection as soon as the stream is destroyed, whatever the connection is doing. A connection that breaks
 * destroys the stream with its error at once, even while nobody reads.
 */
export const readBatches = (db: Database, query: { sql: string; params: unknown[] }): Readable => {
  let client: PoolClient | undefined

  const open = async () => {
    const opened = await db.$client.connect()
    // The connection is closed instead of released: the stream may be destroyed while its transaction is open.
    if (batches.destroyed) return opened.release(true)
    client = opened
    client.on('error', (error) => batches.destroy(error))
    await client.query('begin read only')
    await client.query(`set local idle_in_transaction_session_timeout = ${idleTimeoutMs}`)
    await client.query(`declare batches no scroll cursor for ${query.sql}`, query.params)
  }

  const readBatch = async () => {
    if (!client) await open()
    const text = `fetch ${batchSize} from batches`
    const response = await client?.query<unknown[]>({ text, rowMode: 'array' })
    const rows = response?.rows ?? []
    batches.push(rows.length > 0 ? rows : null)
  }

  const batches = new Readable({
    objectMode: true,
    highWaterMark: 1,
    read: () => void readBatch().catch((error) => batches.destroy(error)),
    destroy: (error, done) => {
      client?.release(true)
      done(error)
    },
  })
  return batches
}

import { Readable } from 'node:stream'
import type { PoolClient } from 'pg'
import type { Database } from './client.ts'

// Rows in memory at a time.
const batchSize = 500

// A steady reader of 10 KB a second takes minutes for what the network buffers. Readers that take nothing are cut off long before.
const idleTimeoutMs = 10 * 60_000

/**
 * Reads the rows of a query in batches, as they were when it began, each row as a list of its columns. The stream occupies a
 * connection from its first read, and closes it as soon as the stream is destroyed, whatever the connection is doing. A
 * connection that breaks destroys the stream with its error at once, even while nobody reads.
 */
export const readBatches = (db: Database, query: { sql: string; params: unknown[] }): Readable => {
  let client: PoolClient | undefined

  const open = async () => {
    const opened = await db.$client.connect()
    // Closed instead of released, so that no open transaction is left wherever the reader stopped.
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
    const answer = await client?.query<unknown[]>({ text, rowMode: 'array' })
    const rows = answer?.rows ?? []
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

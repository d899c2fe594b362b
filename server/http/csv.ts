import { pipeline, Readable, Transform } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { markedCell } from '#contract/csv-cells.ts'
import type { Database } from '#server/db/client.ts'
import { readBatches } from '#server/db/cursor.ts'
import type { Exports } from './exports.ts'

// Without a byte order mark, Excel reads UTF-8 in the machine's code page.
const byteOrderMark = '\ufeff'

const toCell = (value: unknown) => {
  if (value instanceof Date) return value.toISOString()
  // A spreadsheet would run a text that begins like a formula.
  return typeof value === 'string' ? markedCell(value) : value
}

const toLines = (rows: readonly (readonly unknown[])[]) =>
  stringify(
    rows.map((row) => row.map(toCell)),
    // Otherwise a cell would be quoted only for the line break that ends rows, and any other would end its row when the file is read.
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )

/** Turns rows into CSV. The heading comes with the first rows, so that an earlier outage of the database becomes an error status. */
const toCsv = (heading: readonly string[], record: ExportRecord) => {
  let begin = byteOrderMark + toLines([heading])
  const withBegin = (lines: string) => {
    const text = begin + lines
    begin = ''
    return text
  }
  return new Transform({
    writableObjectMode: true,
    writableHighWaterMark: 1,
    transform: (batch: unknown[][], _encoding, done) => {
      record.addRows(batch.length)
      done(null, withBegin(toLines(batch)))
    },
    flush: (done) => {
      record.complete().then(() => done(null, withBegin('')), done)
    },
  })
}

/** The record of an export, which is completed while the export runs. */
export interface ExportRecord {
  addRows(count: number): void
  /** Call this after the last row. */
  complete(): Promise<void>
}

interface Csv {
  /** The name of the file in ASCII; the date and `.csv` are added. */
  name: string
  heading: readonly string[]
  query: { sql: string; params: unknown[] }
  /** Brings up to date what the query reads. Called when the export's turn has come, with the connections of exports, whose statements may take long. */
  prepare?: (db: Database) => Promise<unknown>
  /** Creates the record of the export. Called when the export's turn has come, before the first row is sent. */
  record: () => Promise<ExportRecord>
}

/**
 * Streams the rows of a query as a CSV file, in UTF-8 with a byte order mark and without formulas in cells. Waits for its turn among the
 * exports.
 * @throws AppError `unavailable` when other exports take too long
 */
export const sendCsv = async (
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  exports: Exports,
  { name, heading, query, prepare, record }: Csv,
) => {
  const day = new Date().toISOString().slice(0, 10)
  const isHead = request.method === 'HEAD'
  if (!isHead) await exports.waitForExport(reply)
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', contentDisposition(`${name}-${day}.csv`))
  if (isHead) return reply.send(Readable.from([]))
  await prepare?.(exports.db)
  // An error of either stream reaches the reply as an error of the CSV, and the end of the reply destroys both streams.
  const csv = toCsv(heading, await record())
  return reply.send(pipeline(readBatches(exports.db, query), csv, () => {}))
}

import { pipeline, Readable, Transform } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { markedCell } from '#contract/csv-cells.ts'
import { readBatches } from '#server/db/cursor.ts'
import type { Exports } from './exports.ts'

// Without it, Excel reads UTF-8 in the machine's code page.
const byteOrderMark = '\ufeff'

const toCell = (value: unknown) => {
  if (value instanceof Date) return value.toISOString()
  // A spreadsheet would run text that begins like a formula.
  return typeof value === 'string' ? markedCell(value) : value
}

const toLines = (rows: readonly (readonly unknown[])[]) =>
  stringify(
    rows.map((row) => row.map(toCell)),
    { record_delimiter: 'windows' },
  )

/** Made with the first rows, so that a database that is away can still be answered with its status. */
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

/** What is recorded of an export while it runs. */
export interface ExportRecord {
  addRows(count: number): void
  /** Call it after the last row. */
  complete(): Promise<void>
}

interface Csv {
  /** In ASCII; the date and `.csv` are added. */
  name: string
  heading: readonly string[]
  query: { sql: string; params: unknown[] }
  /** Called when its turn has come, before the first row leaves. */
  record: () => Promise<ExportRecord>
}

/**
 * Streams the rows of a query as a CSV file: UTF-8 with a byte order mark, and no cell a formula. It waits for its turn among the
 * exports.
 * @throws AppError `unavailable` when other exports take too long
 */
export const sendCsv = async (
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  exports: Exports,
  { name, heading, query, record }: Csv,
) => {
  const day = new Date().toISOString().slice(0, 10)
  const isHead = request.method === 'HEAD'
  if (!isHead) await exports.waitForExport(reply)
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', contentDisposition(`${name}-${day}.csv`))
  if (isHead) return reply.send(Readable.from([]))
  // The error of either reaches the reply as that of the text, and its end destroys both.
  const csv = toCsv(heading, await record())
  return reply.send(pipeline(readBatches(exports.db, query), csv, () => {}))
}

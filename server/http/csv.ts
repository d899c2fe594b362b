import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply, FastifyRequest } from 'fastify'

// Without it, Excel reads UTF-8 in the machine's code page.
const byteOrderMark = '\ufeff'

const toCell = (value: unknown) => (value instanceof Date ? value.toISOString() : value)

// A spreadsheet would run a cell that begins like a formula: such a cell gets an apostrophe in front.
const toLines = (rows: readonly (readonly unknown[])[]) =>
  stringify(
    rows.map((row) => row.map(toCell)),
    { escape_formulas: true, record_delimiter: 'windows' },
  )

async function* csvParts(heading: readonly string[], batches: AsyncIterable<unknown[][]>) {
  yield byteOrderMark + toLines([heading])
  for await (const batch of batches) yield toLines(batch)
}

/**
 * Streams a CSV file: UTF-8 with a byte order mark, and no cell a formula. `name` is in ASCII; the date and `.csv` are added.
 */
export const sendCsv = (
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  header: readonly string[],
  batches: AsyncIterable<unknown[][]>,
) => {
  const day = new Date().toISOString().slice(0, 10)
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', contentDisposition(`${name}-${day}.csv`))
  const text = request.method === 'HEAD' ? [] : csvParts(header, batches)
  return reply.send(Readable.from(text, { objectMode: false }))
}

import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { unmarkedCell } from '#contract/csv-cells.ts'
import { maxImportBytes, maxImportRows } from '#contract/limits.ts'
import { AppError } from '#server/http/app-error.ts'
import { createUnknownColumns, readColumns } from './columns.ts'
import { decodeCsv } from './decode.ts'
import { wrongFile } from './wrong-file.ts'

// Spreadsheets leave empty rows and cells behind, but reading ten million of them would block other requests.
const maxLines = 5 * maxImportRows
const maxCells = 200

/** Reads the text of an uploaded file. @throws AppError `too_large`; `bad_request` for a workbook */
export const readCsvBody = async (request: IncomingMessage) => {
  const tooLarge = () =>
    new AppError('too_large', `The file is too large. At most ${maxImportBytes / 1024 / 1024} MB.`)
  if (Number(request.headers['content-length'] ?? 0) > maxImportBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  // The request must stay open when the file is refused: on a closed one no response could be sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxImportBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return decodeCsv(Buffer.concat(chunks))
}

export interface FileRow {
  /** The number of the row, counted as in a spreadsheet: the first row is 1. */
  row: number
  /** The values of the row by the names of their fields. */
  values: Record<string, string>
  /** All cells of the row, as they are in the file. */
  cells: string[]
  /** The error of the row as a whole, such as too many cells. */
  problem?: string
}

export interface PartnerFile {
  heading: string[]
  unknownColumns: string[]
  rows: FileRow[]
}

// Excel reads from such a first line which separator the file uses.
const separatorLine = /^"?sep=(.?)"?$/i

const delimiters = [',', ';', '\t']

/** Returns the separator of a file. Spreadsheets use commas, in some countries semicolons, and tabs for "Unicode text". */
const delimiterOf = (text: string) => {
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const named = separatorLine.exec(line)?.[1]
    if (named) return named
    if (!/[^\s,;"]/.test(line)) continue
    const unquoted = line.replace(/"[^"]*"?/g, '')
    const [best = ','] = delimiters.toSorted(
      (one, other) => unquoted.split(other).length - unquoted.split(one).length,
    )
    return best
  }
  return ','
}

const isBlank = (cell: string) => cell.trim() === ''
const hasSeparatorLine = (cells: string[]) =>
  separatorLine.test(cells[0] ?? '') && cells.slice(1).every(isBlank)

const expectFewLines = (lines: number) => {
  if (lines > maxLines)
    throw wrongFile(`The file has more than ${maxLines} rows, including empty ones. Delete the empty rows.`)
}

// A slice of this size is parsed in a few milliseconds.
const sliceBytes = 16 * 1024

/**
 * Passes the rows of a file to `take`, one by one. An exception ends the parsing at once. Other requests are served in between.
 * @throws AppError `bad_request` when the file is not CSV, or a row has far more cells than there are columns
 */
const eachRow = async (text: string, take: (cells: string[], row: number) => void) => {
  const bytes = Buffer.from(text)
  try {
    const parser = parse({
      delimiter: delimiterOf(text),
      recordDelimiter: ['\r\n', '\n', '\r'],
      relaxColumnCount: true,
      // Otherwise the parser would treat each empty line as a row of another length, and create an error for it.
      skipEmptyLines: true,
      cast: (cell, { index, records, empty_lines }) => {
        if (index >= maxCells) {
          throw wrongFile(`Row ${records + empty_lines + 1} has more than ${maxCells} cells.`)
        }
        return cell
      },
      onRecord: (cells: string[], { records, empty_lines }) => {
        take(cells, records + empty_lines)
        // The row has been passed on, so the parser need not keep it.
        return null
      },
    })
    const ended = finished(parser.resume())
    ended.catch(() => {})
    for (let start = 0; start < bytes.length && !parser.errored; start += sliceBytes) {
      parser.write(bytes.subarray(start, start + sliceBytes))
      expectFewLines(parser.info.records + parser.info.empty_lines)
      await yieldToOthers()
    }
    parser.end()
    await ended
  } catch (error) {
    if (error instanceof AppError) throw error
    throw wrongFile(`The file cannot be read as CSV: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}

type Table = { heading: string[]; columns: ReturnType<typeof readColumns> } & {
  unknown: ReturnType<typeof createUnknownColumns>
}

const openTable = (heading: string[]): Table => {
  const columns = readColumns(heading)
  return { heading, columns, unknown: createUnknownColumns(columns) }
}

/**
 * Reads a file of partners. Empty rows are left out, also before the headings, but count in the numbers of rows.
 * @throws AppError `bad_request` when the file is not a table of partners, or has too many rows
 */
export const readRows = async (text: string): Promise<PartnerFile> => {
  let table: Table | undefined
  const rows: FileRow[] = []
  await eachRow(text, (cells, row) => {
    expectFewLines(row)
    if (cells.every(isBlank)) return
    if (!table) {
      if (!hasSeparatorLine(cells)) table = openTable(cells)
      return
    }
    if (rows.length === maxImportRows) {
      throw wrongFile(`The file has too many rows. At most ${maxImportRows} at a time.`)
    }
    table.unknown.note(cells)
    rows.push(rowOf(table, cells, row))
  })
  if (!table) throw wrongFile('The file is empty.')
  if (rows.length === 0) throw wrongFile('The file has no rows below the headings.')
  return { heading: table.heading, unknownColumns: table.unknown.names(), rows }
}

/** Returns a row of the file. Spreadsheets may leave out empty cells at the end of a row, or write more of them than there are headings. */
const rowOf = ({ heading, columns }: Table, cells: string[], row: number): FileRow => {
  const values: Record<string, string> = {}
  for (const [index, { field }] of columns.entries()) {
    if (field !== null) values[field] = unmarkedCell(cells[index] ?? '')
  }
  const filled = cells.findLastIndex((cell) => !isBlank(cell)) + 1
  return {
    row,
    values,
    cells,
    ...(filled > heading.length && { problem: `${filled} cells instead of ${heading.length}` }),
  }
}

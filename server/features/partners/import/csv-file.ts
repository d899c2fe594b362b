import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { unmarkedCell } from '#contract/csv-cells.ts'
import { maxImportBytes, maxImportRows } from '#contract/limits.ts'
import {
  type ImportEdits,
  ImportEdits as ImportEditsSchema,
  type ImportedColumn,
} from '#contract/partners/import.ts'
import { importColumns } from '#contract/partners/partner-columns.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  decisionsToRemember,
  describeColumns,
  isRecognized,
  matchColumns,
  type Remembered,
} from './columns.ts'
import { decodeCsv } from './decode.ts'
import { wrongFile } from './wrong-file.ts'

// Spreadsheets leave empty rows and cells behind, but reading ten million of them would block other requests.
const maxLines = 5 * maxImportRows
const maxCells = 200

const noEdits: ImportEdits = { fileName: null, columns: [], cells: [] }

const parseEdits = (json: string): ImportEdits => {
  try {
    return ImportEditsSchema.parse(JSON.parse(json))
  } catch (cause) {
    throw new AppError('bad_request', 'The edits before the file cannot be read', { cause })
  }
}

/**
 * Reads the text of an uploaded file, and the edits in the first `editBytes` bytes of the body.
 * @throws AppError `too_large`; `bad_request` for a workbook and for malformed edits
 */
export const readCsvBody = async (request: IncomingMessage, editBytes = 0) => {
  const maxBytes = maxImportBytes + editBytes
  const tooLarge = () =>
    new AppError('too_large', `The file is too large. At most ${maxImportBytes / 1024 / 1024} MB.`)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  // The request must stay open when the file is refused: on a closed one no response could be sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  return {
    edits: editBytes === 0 ? noEdits : parseEdits(body.toString('utf8', 0, editBytes)),
    text: decodeCsv(body.subarray(editBytes)),
  }
}

export interface FileRow {
  /** The number of the row, counted as in a spreadsheet: the first row is 1. */
  row: number
  /** The values of the row by the names of their fields. */
  values: Record<string, string>
  /** All cells of the row, as they are in the file, or corrected. */
  cells: string[]
  /** The error of the row as a whole, such as too many cells. */
  problem?: string
}

export interface PartnerFile {
  name: string
  heading: string[]
  columns: ImportedColumn[]
  unknownColumns: string[]
  /** What the user has decided about headings, to be remembered for the next import. */
  decisions: Map<string, ImportedColumn['field']>
  rows: FileRow[]
}

// Excel reads from such a first line which separator the file uses.
const separatorLine = /^"?sep=(.?)"?$/i

const delimiters = [',', ';', '\t']

// Titles, notes and empty rows may come before the headings.
const maxRowsAbove = 10

/**
 * Returns the separator of a file: the one with which the most of the first lines have the same number of cells. Spreadsheets use commas, in
 * some countries semicolons, and tabs for "Unicode text".
 */
const delimiterOf = (text: string) => {
  const lines: string[] = []
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const named = separatorLine.exec(line)?.[1]
    if (named) return named
    lines.push(line.replace(/"[^"]*"?/g, ''))
    if (lines.length > maxRowsAbove) break
  }
  const agreementOn = (delimiter: string) => {
    const counts = lines.map((line) => line.split(delimiter).length).filter((count) => count > 1)
    const same = [...Map.groupBy(counts, (count) => count)]
    return Math.max(0, ...same.map(([count, each]) => each.length * maxCells + count))
  }
  const [best = ','] = delimiters.toSorted((one, other) => agreementOn(other) - agreementOn(one))
  return best
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
      // Some programs write ="0123" so that a spreadsheet takes a number as text, and people write 5" without quotes around it.
      relaxQuotes: true,
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

/** How a file is to be read: what the user has decided about it, and what others have about the headings of earlier files. */
export type Reading = Partial<ImportEdits> & { remembered?: Remembered }

const labelOf = new Map<string, string>(importColumns)

/** Begins a table below its headings. A corrected field without a column gets one at the end. */
const openTable = (ownHeading: string[], { columns = [], cells = [], remembered = new Map() }: Reading) => {
  const matched = matchColumns(ownHeading, remembered, columns)
  const added = [...new Set(cells.map(({ field }) => field))].filter((field) => !matched.includes(field))
  const corrections = Map.groupBy(cells, ({ row }) => row)
  const fields = [...matched, ...added]
  const samples: (string | undefined)[] = []
  const rows: FileRow[] = []

  return {
    rows,
    /** Takes a row. Spreadsheets may leave out empty cells at its end, or write more of them than there are headings. */
    take(given: string[], row: number) {
      const filled = given.findLastIndex((cell) => !isBlank(cell)) + 1
      const isTooLong = filled > ownHeading.length
      const all = isTooLong || added.length === 0 ? given : given.slice(0, ownHeading.length)
      for (const { field, value } of corrections.get(row) ?? []) {
        const place = fields.indexOf(field)
        while (all.length < place) all.push('')
        all[place] = value
      }
      for (const [column, cell] of all.entries()) if (!isBlank(cell)) samples[column] ??= cell
      const values: Record<string, string> = {}
      for (const [index, field] of fields.entries()) {
        if (field !== null) values[field] = meaningOf(all[index] ?? '')
      }
      rows.push({
        row,
        values: withWholeName(values),
        cells: all,
        ...(isTooLong && { problem: `${filled} cells instead of ${ownHeading.length}` }),
      })
    },
    finish: () => {
      const described = describeColumns(ownHeading, matched, samples)
      const decided = new Set(columns.map(({ column }) => column))
      return {
        heading: [...ownHeading, ...added.map((field) => labelOf.get(field) ?? field)],
        columns: described,
        unknownColumns: described
          .filter(({ field, isKnown, column }) => field === null && !isKnown && !decided.has(column))
          .map(({ heading }) => heading),
        decisions: decisionsToRemember(ownHeading, remembered, columns),
        rows,
      }
    },
  }
}

/** Returns a cell without the signs by which a spreadsheet takes it as text. */
const meaningOf = (cell: string) => unmarkedCell(/^="(.*)"$/s.exec(cell)?.[1] ?? cell)

const withWholeName = ({ firstName = '', lastName = '', ...values }: Record<string, string>) => {
  const whole = `${firstName.trim()} ${lastName.trim()}`.trim()
  return whole === '' || !isBlank(values.fullName ?? '') ? values : { ...values, fullName: whole }
}

/**
 * Returns which of the first rows has the headings: the one with the most headings that the portal knows, at least two, otherwise the one
 * with the most cells, and the first of these.
 */
const placeOfHeading = (rows: string[][], remembered: Remembered) => {
  const scores = rows.map((cells) => {
    const filled = cells.filter((cell) => !isBlank(cell))
    const recognized = filled.filter((cell) => isRecognized(cell, remembered)).length
    return (recognized < 2 ? 0 : recognized * maxCells) + filled.length
  })
  return scores.indexOf(Math.max(...scores))
}

/**
 * Reads a file of partners. Empty rows and those above the headings are left out, but count in the numbers of rows.
 * @throws AppError `bad_request` when the file is not a table of partners, or has too many rows
 */
export const readRows = async (text: string, reading: Reading = {}): Promise<PartnerFile> => {
  let table: ReturnType<typeof openTable> | undefined
  const first: { cells: string[]; row: number }[] = []
  const take = (cells: string[], row: number) => {
    if (table?.rows.length === maxImportRows) {
      throw wrongFile(`The file has too many rows. At most ${maxImportRows} at a time.`)
    }
    table?.take(cells, row)
  }
  const begin = () => {
    const place = placeOfHeading(
      first.map(({ cells }) => cells),
      reading.remembered ?? new Map(),
    )
    table = openTable(first[place]?.cells ?? [], reading)
    for (const { cells, row } of first.slice(place + 1)) take(cells, row)
  }
  await eachRow(text, (cells, row) => {
    expectFewLines(row)
    if (cells.every(isBlank) || (first.length === 0 && hasSeparatorLine(cells))) return
    if (table) return take(cells, row)
    first.push({ cells, row })
    if (first.length > maxRowsAbove) begin()
  })
  if (first.length === 0) throw wrongFile('The file is empty.')
  if (!table) begin()
  const read = table?.finish()
  if (!read || read.rows.length === 0) throw wrongFile('The file has no rows below the headings.')
  return { name: reading.fileName ?? 'CSV file', ...read }
}

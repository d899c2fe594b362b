import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { parse } from 'csv-parse'
import {
  exportOnlyColumns,
  ImportedPartner,
  maxImportBytes,
  maxImportRows,
  partnerColumns,
} from '#contract/partners/import.ts'
import { AppError } from '#server/http/app-error.ts'
import { unmarkedCell } from '#server/http/csv-cells.ts'

// Spreadsheets leave empty rows and cells behind, but ten million of them would block other requests.
const maxLines = 5 * maxImportRows
const maxCells = 200

const wrongFile = (message: string) => new AppError('bad_request', message, { fields: { file: message } })

/** @throws AppError `too_large`, `bad_request` when it is not text in UTF-8 */
export const readCsvBody = async (request: IncomingMessage) => {
  const tooLarge = () =>
    new AppError('too_large', `The file is too large. At most ${maxImportBytes / 1024 / 1024} MB.`)
  if (Number(request.headers['content-length'] ?? 0) > maxImportBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  // The request must stay open when it is refused: a closed one could not be answered.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxImportBytes) throw tooLarge()
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw wrongFile('The file is not in UTF-8. Save it as "CSV UTF-8".')
  }
}

export interface FileRow {
  /** As a spreadsheet counts: the heading is row 1. */
  row: number
  cells: Record<string, string>
  /** The error of the row as a whole. */
  problem?: string
}

// Files exported before "email" had one spelling contain "E-mail".
const comparable = (heading: string) => heading.trim().toLowerCase().replace('e-mail', 'email')

const fieldOf = new Map<string, string>(
  [...partnerColumns, ...exportOnlyColumns].flatMap(([name, label]) => [
    [comparable(name), name],
    [comparable(label), name],
  ]),
)
const passedOver = new Set<string>(exportOnlyColumns.map(([name]) => name))

/** Spreadsheets of some countries separate by semicolons. */
const delimiterOf = (text: string) => {
  const heading = text.slice(0, text.search(/[\r\n]|$/))
  return heading.includes(';') && !heading.includes(',') ? ';' : ','
}

const fieldsOf = (heading: string[]) => {
  const fields = heading.map((label) => {
    const field = fieldOf.get(comparable(label))
    if (!field) throw wrongFile(`Unknown column "${label.slice(0, 60)}".`)
    return field
  })
  const twice = fields.find((field, index) => fields.indexOf(field) !== index)
  if (twice) throw wrongFile(`The column "${twice}" appears twice.`)
  return fields
}

const labelOf = new Map<string, string>(partnerColumns)
// A column is required when its schema refuses a missing value.
const neededColumns = Object.keys(ImportedPartner.shape).filter(
  (name) => !ImportedPartner.shape[name as keyof typeof ImportedPartner.shape].safeParse(undefined).success,
)

/** Reported once, instead of in each of ten thousand rows. */
const requireColumns = (fields: string[]) => {
  const missing = neededColumns
    .filter((name) => !fields.includes(name))
    .map((name) => `"${labelOf.get(name)}"`)
  if (missing.length === 1) throw wrongFile(`The column ${missing[0]} is missing.`)
  if (missing.length > 1) throw wrongFile(`These columns are missing: ${missing.join(', ')}.`)
}

const isBlank = (cells: string[]) => cells.every((cell) => cell.trim() === '')

// Parsed in a few milliseconds.
const sliceBytes = 16 * 1024

/**
 * Passes on the rows one by one, the heading first. An exception ends the parsing at once. Between slices of the file other
 * requests are answered.
 * @throws AppError `bad_request` when it is not CSV, or a row has far more cells than there are columns
 */
const eachRow = async (text: string, take: (cells: string[], row: number) => void) => {
  let row = 1
  const bytes = Buffer.from(text)
  try {
    const parser = parse({
      delimiter: delimiterOf(text),
      relaxColumnCount: true,
      skipEmptyLines: false,
      cast: (cell, { index }) => {
        if (index >= maxCells) throw wrongFile(`Row ${row} has more than ${maxCells} cells.`)
        return cell
      },
      onRecord: (cells: string[]) => {
        take(cells, row)
        row += 1
        // Taken: nothing is left to be read from the parser.
        return null
      },
    })
    const ended = finished(parser.resume())
    ended.catch(() => {})
    for (let start = 0; start < bytes.length && !parser.errored; start += sliceBytes) {
      parser.write(bytes.subarray(start, start + sliceBytes))
      await yieldToOthers()
    }
    parser.end()
    await ended
  } catch (error) {
    if (error instanceof AppError) throw error
    throw wrongFile(`The file cannot be read as CSV: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}

/** @throws AppError `bad_request` when it is not a table of partners, or has too many rows */
export const readRows = async (text: string): Promise<FileRow[]> => {
  let fields: string[] | undefined
  const rows: FileRow[] = []
  await eachRow(text, (cells, row) => {
    if (!fields) {
      fields = fieldsOf(cells)
      return
    }
    if (row > maxLines) {
      throw wrongFile(`The file has more than ${maxLines} rows, including empty ones. Delete the empty rows.`)
    }
    if (isBlank(cells)) return
    if (rows.length === maxImportRows) {
      throw wrongFile(`The file has too many rows. At most ${maxImportRows} at a time.`)
    }
    rows.push(rowOf(fields, cells, row))
  })
  if (!fields) throw wrongFile('The file is empty.')
  if (rows.length === 0) throw wrongFile('The file has no rows below the headings.')
  requireColumns(fields)
  return rows
}

const rowOf = (fields: string[], cells: string[], row: number): FileRow => {
  const named = fields
    .map((field, index) => [field, unmarkedCell(cells[index] ?? '')] as const)
    .filter(([field]) => !passedOver.has(field))
  const wrongLength = cells.length !== fields.length
  return {
    row,
    cells: Object.fromEntries(named),
    ...(wrongLength && {
      problem: `${cells.length} ${cells.length === 1 ? 'cell' : 'cells'} instead of ${fields.length}`,
    }),
  }
}

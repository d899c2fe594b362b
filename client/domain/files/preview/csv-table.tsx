import { parse } from 'csv-parse/browser/esm/sync'
import { useMemo } from 'react'

// The table is limited because each row adds many elements to the page.
const maxRows = 500

/** A CSV text as a table. Its first row becomes the headings, which nearly all files have. */
export default function CsvTable({ text }: { text: string }) {
  const [head = [], ...rows] = useMemo(() => readCsv(text), [text])
  return (
    <>
      <table className="min-w-full border-separate border-spacing-0 text-left text-13 tabular-nums">
        <thead>
          <tr>
            {head.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name, and never move
              <th key={column} scope="col" className={`${cellClassName} sticky top-0 bg-sunken font-medium`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and never move
            <tr key={row}>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name, and never move
                <td key={column} className={cellClassName}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > maxRows && (
        <p className="px-4 py-2.5 text-13 text-muted sm:px-5">
          {`First ${maxRows} rows. Download the file to see the rest.`}
        </p>
      )}
    </>
  )
}

const cellClassName =
  'max-w-96 border-line border-b px-4 py-2 align-top whitespace-pre-wrap wrap-anywhere sm:px-5'

const delimiters = [',', ';', '\t']

/** Returns the delimiter that occurs most often in the first line, since spreadsheets in some countries write semicolons. */
const delimiterOf = (text: string) => {
  const [line = ''] = text.split(/[\r\n]/, 1)
  const counts = delimiters.map((delimiter) => line.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Returns the rows of a CSV text. The text may be cut off at the end; an incomplete row is omitted. */
export const readCsv = (text: string): string[][] =>
  parse(text, {
    delimiter: delimiterOf(text),
    recordDelimiter: ['\r\n', '\n', '\r'],
    relaxColumnCount: true,
    relaxQuotes: true,
    skipRecordsWithError: true,
  })

import { useMemo } from 'react'
import { readCsv } from './csv.ts'

// Each row is many elements of the page.
const mostRows = 500

/** The first row is taken for the names of the columns, as nearly all have it. */
export function CsvTable({ text }: { text: string }) {
  const [head = [], ...rows] = useMemo(() => readCsv(text), [text])
  return (
    <>
      <table className="min-w-full border-separate border-spacing-0 text-left text-13 tabular-nums">
        <thead>
          <tr>
            {head.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name, and never move
              <th key={column} scope="col" className={`${cellLook} sticky top-0 bg-sunken font-medium`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, mostRows).map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and never move
            <tr key={row}>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name, and never move
                <td key={column} className={cellLook}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > mostRows && (
        <p className="px-4 py-2.5 text-13 text-muted sm:px-5">
          The first {mostRows} rows. Download the file to see all of it.
        </p>
      )}
    </>
  )
}

const cellLook = 'max-w-96 border-line border-b px-4 py-2 align-top whitespace-pre-wrap wrap-anywhere sm:px-5'

import { markedCell, unmarkedCell } from '#contract/csv-cells.ts'
import { type PartnerImportPlan, reasonHeading } from '#contract/partners/import.ts'
import { problemLabel } from './problem-label.ts'

// Without it, Excel takes UTF-8 for the code page of the machine.
const byteOrderMark = '\ufeff'

// A cell that came marked keeps one mark.
const cellOf = (text: string) => `"${markedCell(unmarkedCell(text)).replaceAll('"', '""')}"`

const withoutFullStop = (sentence: string) => sentence.replace(/\.$/, '')

const lineOf = (cells: string[]) => `${cells.map(cellOf).join(',')}\r\n`

/**
 * The refused rows of a file as CSV, with the headings of the file and, first, a column that says why each was refused. The import
 * ignores that column.
 */
export const refusedRowsCsv = ({
  heading,
  rows,
}: Pick<PartnerImportPlan, 'heading'> & {
  rows: Pick<PartnerImportPlan['rows'][number], 'outcome' | 'problems' | 'cells'>[]
}): string => {
  // A file of refused rows may have been corrected only in part.
  const former = heading.findIndex((name) => name.trim().toLowerCase() === reasonHeading.toLowerCase())
  const kept = (cells: string[]) => cells.filter((_cell, index) => index !== former)
  const lines = rows
    .filter(({ outcome }) => outcome === 'refused')
    .map(({ problems, cells }) => [
      problems.map(problemLabel).map(withoutFullStop).join('. '),
      ...kept(cells),
    ])
  return byteOrderMark + [[reasonHeading, ...kept(heading)], ...lines].map(lineOf).join('')
}

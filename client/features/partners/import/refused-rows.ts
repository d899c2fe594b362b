import { markedCell, unmarkedCell } from '#contract/csv-cells.ts'
import type { PartnerImportPlan } from '#contract/partners/import.ts'
import { reasonHeading } from '#contract/partners/partner-columns.ts'
import { problemLabel } from './problem-label.ts'

// Without this mark, Excel reads UTF-8 as the local code page.
const byteOrderMark = '\ufeff'

// A cell of the file may already have the mark that prevents formulas; it must not get a second one.
const cellOf = (text: string) => `"${markedCell(unmarkedCell(text)).replaceAll('"', '""')}"`

const withoutFullStop = (sentence: string) => sentence.replace(/\.$/, '')

const lineOf = (cells: string[]) => `${cells.map(cellOf).join(',')}\r\n`

/**
 * Writes the refused rows of a file as CSV, with the headings of the file. A first column says why each row was refused; the import
 * ignores that column.
 */
export const refusedRowsCsv = ({
  heading,
  rows,
}: Pick<PartnerImportPlan, 'heading'> & {
  rows: Pick<PartnerImportPlan['rows'][number], 'outcome' | 'problems' | 'cells'>[]
}): string => {
  // The file may itself be a partly corrected file of refused rows, with an earlier column of reasons.
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

import { formatSize } from '#client/lib/format.ts'
import { maxImportBytes, partnerColumns } from '#contract/partners/import.ts'

/** Why a file need not be sent at all; undefined for one that may be right. */
export const csvProblem = ({ name, size }: { name: string; size: number }): string | undefined => {
  if (!/\.csv$/i.test(name)) return `${name} is not a CSV file. Save it as "CSV UTF-8" in your spreadsheet.`
  if (size === 0) return 'The file is empty.'
  if (size > maxImportBytes) return `The file is too large. At most ${formatSize(maxImportBytes)}.`
}

/** A file as it was when it was chosen: what is imported is what was checked, even if the file changes on the disk. */
export type ChosenCsv = { name: string; content: Blob }

/** @throws when the file cannot be read */
export const readCsv = async (file: File): Promise<ChosenCsv> => ({
  name: file.name,
  // Browsers take the type from the machine, where it may be Excel's.
  content: new Blob([await file.arrayBuffer()], { type: 'text/csv' }),
})

// Without it, Excel takes UTF-8 for the code page of the machine.
const byteOrderMark = '\ufeff'

/** A file with the headings alone, as an address that a browser saves. */
export const templateAddress = () => {
  const headings = partnerColumns.map(([, heading]) => `"${heading}"`)
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`${byteOrderMark}${headings.join(',')}\r\n`)}`
}

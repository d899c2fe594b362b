import { partnerColumns } from '#contract/partners/import.ts'

// Without it, Excel takes UTF-8 for the code page of the machine.
const byteOrderMark = '\ufeff'

/** A file with the headings alone, as an address that a browser saves. */
export const templateAddress = () => {
  const headings = partnerColumns.map(([, label]) => `"${label}"`)
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`${byteOrderMark}${headings.join(',')}\r\n`)}`
}

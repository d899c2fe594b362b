const delimiters = [',', ';', '\t']

/** That which the first line has most of: spreadsheets of some countries write semicolons. */
const delimiterOf = (text: string) => {
  const [line = ''] = text.split('\n', 1)
  const counts = delimiters.map((delimiter) => line.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

/** The rows of a CSV text (RFC 4180), cell by cell. */
export const readCsv = (text: string): string[][] => {
  const delimiter = delimiterOf(text)
  // A cell, in quotes or not, then what ends it.
  const pattern = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${delimiter}\\r\\n]*))(${delimiter}|\\r?\\n|\\r|$)`,
    'gy',
  )
  const rows: string[][] = []
  let row: string[] = []
  for (const [whole, quoted, plain = '', end] of text.matchAll(pattern)) {
    // What is left after the last line's end is no row.
    if (whole === '' && row.length === 0) break
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === delimiter) continue
    rows.push(row)
    row = []
    if (end === '') break
  }
  return rows
}

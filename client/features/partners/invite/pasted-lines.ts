import { maxInvitedAtOnce } from '#contract/limits.ts'

/** A line of pasted text: a partner to invite. */
export interface PastedLine {
  email: string
  fullName: string
  businessName: string
}

const separatorOf = (line: string) => ['\t', ';'].find((separator) => line.includes(separator)) ?? ','

/** Returns the cells of a line. A cell in quotes may contain the separator, and two quotes for one. */
const cellsOf = (line: string) => {
  const separator = separatorOf(line)
  const cells = ['']
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) cells.push('')
    else cells[cells.length - 1] += character
  }
  return cells.map((cell) => cell.trim())
}

/** Returns the parts of `Name <email>`, whose end may be missing; undefined for any other text. */
const addressOf = (cell: string) => {
  const start = cell.indexOf('<')
  if (start === -1) return undefined
  const email = cell.slice(start + 1, cell.endsWith('>') ? -1 : undefined).trim()
  return { name: cell.slice(0, start).trim(), email }
}

const isHeading = (cells: string[]) =>
  cells.every((cell) => !cell.includes('@')) && cells.some((cell) => /^e-?mail\b/i.test(cell))

const lineOf = (cells: string[]): PastedLine => {
  const found = cells.findIndex((cell) => cell.includes('@'))
  // A line without an address still shows what it says.
  const place = found === -1 ? 0 : found
  const cell = cells[place] ?? ''
  const address = addressOf(cell) ?? { name: '', email: cell }
  const others = cells.filter((_, index) => index !== place)
  if (address.name) others.unshift(address.name)
  const [first = '', second] = others
  return second === undefined && !address.name
    ? { email: address.email, fullName: '', businessName: first }
    : { email: address.email, fullName: first, businessName: second ?? '' }
}

/** Reads pasted lines: an email, a name and a business, separated by commas, semicolons or tabs. A single further cell is the business. */
export const readPasted = (text: string): PastedLine[] => {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const rows = lines.slice(0, maxInvitedAtOnce + 1).map(cellsOf)
  return rows.slice(rows[0] && isHeading(rows[0]) ? 1 : 0).map(lineOf)
}

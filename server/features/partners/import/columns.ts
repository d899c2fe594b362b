import { comparedText } from '#contract/compared-text.ts'
import { ImportedPartner } from '#contract/partners/import.ts'
import { exportOnlyColumns, partnerColumns, reasonHeading } from '#contract/partners/partner-columns.ts'
import { wrongFile } from './wrong-file.ts'

// Earlier exports spell "email" in their headings as "E-mail".
const comparable = (heading: string) => comparedText(heading).trim().replace('e-mail', 'email')

const fieldOf = new Map<string, string>(
  [...partnerColumns, ...exportOnlyColumns].flatMap(([name, label]) => [
    [comparable(name), name],
    [comparable(label), name],
  ]),
)
const passedOver = new Set<string>(exportOnlyColumns.map(([name]) => name))

interface Column {
  /** The field that the column fills in; null for a column that is left out. */
  field: string | null
  /** The name by which an unknown column is reported; null for a known column. */
  unknownName: string | null
  hasHeading: boolean
}

/** Returns the name of a column in a spreadsheet: A to Z, then AA. */
const letterOf = (index: number): string =>
  (index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

const maxShownLength = 60

const columnOf = (heading: string, index: number): Column => {
  const compared = comparable(heading)
  if (compared === '') return { field: null, unknownName: `Column ${letterOf(index)}`, hasHeading: false }
  const field = fieldOf.get(compared)
  if (field) return { field: passedOver.has(field) ? null : field, unknownName: null, hasHeading: true }
  const isReason = compared === comparable(reasonHeading)
  return {
    field: null,
    unknownName: isReason ? null : heading.trim().slice(0, maxShownLength),
    hasHeading: true,
  }
}

const labelOf = new Map<string, string>(partnerColumns)
// A column is required when its schema refuses a missing value.
const neededColumns = Object.keys(ImportedPartner.shape).filter(
  (name) => !ImportedPartner.shape[name as keyof typeof ImportedPartner.shape].safeParse(undefined).success,
)

const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(', ')

/** Refuses a file with missing or repeated columns, once, instead of reporting the problem in each of thousands of rows. */
const requireColumns = (columns: Column[]) => {
  const fields = columns.flatMap(({ field }) => field ?? [])
  const twice = fields.find((field, index) => fields.indexOf(field) !== index)
  if (twice) throw wrongFile(`The column "${labelOf.get(twice)}" appears twice.`)
  const missing = neededColumns
    .filter((name) => !fields.includes(name))
    .map((name) => labelOf.get(name) ?? name)
  if (missing.length === 0) return
  const unknown = columns.flatMap(({ unknownName, hasHeading }) => (hasHeading ? (unknownName ?? []) : []))
  const which = missing.length === 1 ? 'The column' : 'These columns are missing:'
  throw wrongFile(
    `${which} ${quoted(missing)}${missing.length === 1 ? ' is missing.' : '.'}${
      unknown.length > 0 ? ` Unknown columns: ${quoted(unknown)}.` : ''
    }`,
  )
}

/**
 * Returns the columns of a file by its headings.
 * @throws AppError `bad_request` when a column is missing or appears twice
 */
export const readColumns = (heading: string[]): Column[] => {
  const columns = heading.map(columnOf)
  requireColumns(columns)
  return columns
}

/** Lists the names of the unknown columns. Those without a heading count only if a row contains something in them. */
export const createUnknownColumns = (columns: Column[]) => {
  const used = new Set<number>()
  return {
    note(cells: string[]) {
      for (const [index, { hasHeading }] of columns.entries()) {
        if (!hasHeading && (cells[index] ?? '').trim() !== '') used.add(index)
      }
    },
    names: () =>
      columns.flatMap(({ unknownName, hasHeading }, index) =>
        unknownName !== null && (hasHeading || used.has(index)) ? [unknownName] : [],
      ),
  }
}

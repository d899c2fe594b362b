import type { ImportEdits, ImportedColumn } from '#contract/partners/import.ts'
import { exportOnlyColumns, importColumns, reasonHeading } from '#contract/partners/partner-columns.ts'
import { aliases } from './aliases.ts'
import { bare } from './bare.ts'

/** A field; null for a column that is left out. */
type Field = ImportedColumn['field']

const leftOut = [...exportOnlyColumns.flat(), reasonHeading].map((name) => [bare(name), null] as const)

const known = new Map<string, Field>([
  ...leftOut,
  ...importColumns.flatMap(([name, label]) => [[bare(name), name] as const, [bare(label), name] as const]),
])

const guessed = new Map(
  Object.entries(aliases).flatMap(([field, names]) => names.map((name) => [bare(name), field as Field])),
)

/** The fields that users have matched to headings in earlier imports, by `bare` headings. */
export type Remembered = ReadonlyMap<string, Field>

/** Returns whether the portal knows a field for a heading. */
export const isRecognized = (heading: string, remembered: Remembered) =>
  [known, remembered, guessed].some((fields) => fields.has(bare(heading)))

// Longer headings are cut when they are shown, and are not remembered.
const maxHeadingLength = 60

/** Returns the name of a column in a spreadsheet: A to Z, then AA. */
const letterOf = (index: number): string =>
  (index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/**
 * Matches each column to a field: as the user has decided, else by the portal's own headings, as in earlier imports, or by other names of
 * the field. Each field gets one column; a further one with its heading is left out.
 */
export const matchColumns = (
  heading: readonly string[],
  remembered: Remembered,
  decided: ImportEdits['columns'] = [],
): Field[] => {
  const decisions = new Map(decided.map(({ column, field }) => [column, field]))
  const sources = [
    (column: number) => decisions.get(column),
    ...[known, remembered, guessed].map((fields) => (_: number, name: string) => fields.get(name)),
  ]
  const names = heading.map(bare)
  const fields: (Field | undefined)[] = names.map(() => undefined)
  for (const fieldOf of sources) {
    for (const [column, name] of names.entries()) {
      const field = fields[column] === undefined ? fieldOf(column, name) : undefined
      if (field !== undefined && (field === null || !fields.includes(field))) fields[column] = field
    }
  }
  return fields.map((field) => field ?? null)
}

/** Describes the columns, with the first value in each. A column without a heading counts only if it contains something. */
export const describeColumns = (
  heading: readonly string[],
  fields: readonly Field[],
  samples: readonly (string | undefined)[],
): ImportedColumn[] =>
  heading.flatMap((text, column) => {
    const name = text.trim()
    const field = fields[column] ?? null
    if (name === '' && field === null && samples[column] === undefined) return []
    return {
      column,
      heading: (name || `Column ${letterOf(column)}`).slice(0, maxHeadingLength),
      field,
      isKnown: known.get(bare(name)) === field,
      sample: (samples[column] ?? '').slice(0, maxHeadingLength),
    }
  })

/** Returns what the user has decided differently from the guesses, to be remembered by `bare` headings that are not the portal's own. */
export const decisionsToRemember = (
  heading: readonly string[],
  remembered: Remembered,
  decided: ImportEdits['columns'],
): Map<string, Field> => {
  const guesses = matchColumns(heading, remembered)
  return new Map(
    decided.flatMap(({ column, field }) => {
      const name = bare(heading[column] ?? '')
      const isKept = name !== '' && name.length <= maxHeadingLength && !known.has(name)
      const isNew = isKept && guesses[column] !== field
      return isNew ? [[name, field] as const] : []
    }),
  )
}

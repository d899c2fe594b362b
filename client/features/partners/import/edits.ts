import { limits } from '#contract/limits.ts'
import type { ImportEdits, PartnerImportPlan } from '#contract/partners/import.ts'
import type { ChosenCsv } from './choose-csv.tsx'

type Column = PartnerImportPlan['columns'][number]
type Cell = ImportEdits['cells'][number]

/** What the user has decided on the screen about a file: the fields of columns by their places, and the corrected cells. */
export type Edits = {
  fields: Readonly<Record<number, Column['field']>>
  cells: Readonly<Record<string, Cell>>
}

export const noEdits: Edits = { fields: {}, cells: {} }

const keyOf = ({ row, field }: Pick<Cell, 'row' | 'field'>) => `${row} ${field}`

/** Returns the columns with the fields that the user has chosen. */
export const columnsOf = ({ columns }: Pick<PartnerImportPlan, 'columns'>, { fields }: Edits): Column[] =>
  columns.map((column) => {
    const chosen = fields[column.column]
    return chosen === undefined ? column : { ...column, field: chosen }
  })

/** Matches a column to a field. Another column with this field is left out. */
export const withField = (
  plan: Pick<PartnerImportPlan, 'columns'>,
  edits: Edits,
  column: number,
  field: Column['field'],
): Edits => {
  const former = field && columnsOf(plan, edits).find((other) => other.field === field)
  return { ...edits, fields: { ...edits.fields, ...(former && { [former.column]: null }), [column]: field } }
}

export const withCell = (edits: Edits, cell: Cell): Edits => ({
  ...edits,
  cells: { ...edits.cells, [keyOf(cell)]: cell },
})

/** Returns the text of a cell as corrected, or else as in the file. */
export const cellText = (
  { columns }: Pick<PartnerImportPlan, 'columns'>,
  edits: Edits,
  { row, cells }: { row: number; cells: readonly string[] },
  field: Cell['field'],
): string =>
  edits.cells[keyOf({ row, field })]?.value ??
  cells[columns.find((column) => column.field === field)?.column ?? -1] ??
  ''

/**
 * Returns the body and query that send a file with its edits. The shown fields of all columns are sent, so that the import uses them
 * whatever others decide about headings in the meantime.
 */
export const withEdits = (
  { name, content }: ChosenCsv,
  edits: Edits,
  plan: Pick<PartnerImportPlan, 'columns'> | undefined,
) => {
  const columns = plan ? columnsOf(plan, edits) : []
  const sent: ImportEdits = {
    fileName: name.slice(0, limits.fileName),
    columns: columns
      .filter(({ column, isKnown }) => !isKnown || column in edits.fields)
      .map(({ column, field }) => ({ column, field })),
    cells: Object.values(edits.cells),
  }
  const json = new Blob([JSON.stringify(sent)])
  return {
    body: new Blob([json, content], { type: content.type }),
    query: { edits: String(json.size) },
  }
}

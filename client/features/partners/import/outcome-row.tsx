import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { Field, TextInput } from '#client/ui/field.tsx'
import { limits } from '#contract/limits.ts'
import type { ImportedRow, PartnerImportPlan } from '#contract/partners/import.ts'
import { importColumns } from '#contract/partners/partner-columns.ts'
import { profileChanges } from '../activity/profile-changes.tsx'
import { cellText, type Edits, withCell } from './edits.ts'

const outcomeLabels: Record<ImportedRow['outcome'], { label: string; tone: BadgeTone }> = {
  refused: { label: 'Error', tone: 'danger' },
  changed: { label: 'Changes', tone: 'caution' },
  new_user: { label: 'New user', tone: 'positive' },
  existing_user: { label: 'Existing user', tone: 'info' },
  unchanged: { label: 'Unchanged', tone: 'neutral' },
}

export type EditedPlan = { plan: PartnerImportPlan; edits: Edits; onEdits: (edits: Edits) => void }

/** A row of the file: what it changes, or an input for each cell that has to be corrected. */
export function OutcomeRow({ row, ...edited }: { row: ImportedRow } & EditedPlan) {
  const { label, tone } = outcomeLabels[row.outcome]
  const details = [row.businessName, row.email].filter(Boolean).join(' · ')
  const changes = row.changes ? profileChanges({ metadata: row.changes }) : []
  const byField = Map.groupBy(row.problems, ({ field }) => field)
  const inputs = importColumns.filter(([name]) => byField.has(name))
  const others = row.problems.filter(({ field }) => !inputs.some(([name]) => name === field))
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-2.5">
      <span className="w-16 shrink-0 text-13 text-muted tabular-nums leading-6">{`Row ${row.row}`}</span>
      <span className="wrap-anywhere min-w-0 flex-1">
        <span className="font-medium">{row.fullName || 'No name'}</span>
        {details && <span className="block text-13 text-muted">{details}</span>}
        {(others.length > 0 || changes.length > 0) && (
          <ul className="mt-1 grid gap-0.5 text-13">
            {others.map(({ message }) => (
              <li key={message} className="text-danger">
                {message}
              </li>
            ))}
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        )}
      </span>
      <Badge tone={tone}>{label}</Badge>
      {inputs.length > 0 && (
        <fieldset
          aria-label={`Row ${row.row}`}
          className="grid w-full min-w-0 grid-cols-1 gap-3 pb-1 sm:grid-cols-2 sm:pl-19"
        >
          {inputs.map(([name, heading]) => (
            <Field
              key={name}
              label={heading}
              error={byField
                .get(name)
                ?.map(({ message }) => message)
                .join(' ')}
            >
              <CellInput row={row} field={name} {...edited} />
            </Field>
          ))}
        </fieldset>
      )}
    </li>
  )
}

type CellInputProps = { row: ImportedRow; field: (typeof importColumns)[number][0] } & EditedPlan

const CellInput = ({ row, field, plan, edits, onEdits }: CellInputProps) => (
  <TextInput
    value={cellText(plan, edits, row, field)}
    maxLength={limits.description}
    onChange={({ target }) => onEdits(withCell(edits, { row: row.row, field, value: target.value }))}
  />
)

import { useState } from 'react'
import { Alert } from '#client/ui/alert.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Titled } from '#client/ui/facts.tsx'
import { Field, Select } from '#client/ui/field.tsx'
import type { PartnerImportPlan } from '#contract/partners/import.ts'
import { importColumns } from '#contract/partners/partner-columns.ts'
import { columnsOf, type Edits, withField } from './edits.ts'

// One of these says who a row is about.
const whoFields = ['email', 'userEmail', 'partnerId']

type MatchColumnsProps = { plan: PartnerImportPlan; edits: Edits; onEdits: (edits: Edits) => void }

/** Matches the columns of a file to fields. Columns with the portal's own headings are only shown on demand. */
export function MatchColumns({ plan, edits, onEdits }: MatchColumnsProps) {
  const [showsAll, setShowsAll] = useState(false)
  const columns = columnsOf(plan, edits)
  const unsure = columns.filter(({ isKnown, column }) => !isKnown || column in edits.fields)
  const hasWho = columns.some(({ field }) => field !== null && whoFields.includes(field))
  const shown = showsAll ? columns : unsure

  const handleChoice = (column: number, name: string) => {
    const field = importColumns.find(([each]) => each === name)?.[0] ?? null
    onEdits(withField(plan, edits, column, field))
  }

  if (unsure.length === 0 && hasWho) return null
  return (
    <Titled title="Columns of the file">
      <p className="text-13 text-muted">
        Check which field each column fills in. Your choices are remembered for the team's next imports.
      </p>
      {!hasWho && (
        <Alert tone="caution" title="No column contains the email">
          <p>Choose “Email” for the column with the partners' email addresses, or enter them below.</p>
        </Alert>
      )}
      <div className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2">
        {shown.map(({ column, heading, sample, field }) => (
          <Field key={column} label={heading} hint={sample ? `For example, ${sample}` : 'Empty'}>
            <Select value={field ?? ''} onChange={({ target }) => handleChoice(column, target.value)}>
              <option value="">Leave out</option>
              {importColumns.map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
      {unsure.length < columns.length && (
        <Checkbox
          label="Show all columns"
          checked={showsAll}
          onChange={({ target }) => setShowsAll(target.checked)}
        />
      )}
    </Titled>
  )
}

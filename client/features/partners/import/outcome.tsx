import { useRef, useState } from 'react'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Field, Select } from '#client/ui/field.tsx'
import { Pagination } from '#client/ui/paged-table.tsx'
import type { ImportedRow, PartnerImportPlan } from '#contract/partners/import.ts'
import { DownloadRefused } from './download-refused.tsx'
import { MatchColumns } from './match-columns.tsx'
import { type EditedPlan, OutcomeRow } from './outcome-row.tsx'
import { PlanSummary } from './plan-summary.tsx'

// Ten thousand rows at once would freeze the page.
const pageSize = 50

type Filter = { value: string; label: string; outcomes: ImportedRow['outcome'][] }

const filters: Filter[] = [
  { value: 'refused', label: 'Rows with errors', outcomes: ['refused'] },
  { value: 'changed', label: 'Rows with changes', outcomes: ['changed'] },
  { value: 'added', label: 'New partners', outcomes: ['new_user', 'existing_user'] },
  { value: 'unchanged', label: 'Unchanged partners', outcomes: ['unchanged'] },
]
const everything: Filter = {
  value: 'all',
  label: 'All rows',
  outcomes: filters.flatMap(({ outcomes }) => outcomes),
}

/** The result of the check of each row of a file, in which wrong cells can be corrected. */
export function Outcome({ fileName, ...edited }: { fileName: string } & EditedPlan) {
  const { plan } = edited
  const list = useRef<HTMLUListElement>(null)
  const offered = filters
    .map((filter) => ({
      ...filter,
      rows: plan.rows.filter(({ outcome }) => filter.outcomes.includes(outcome)),
    }))
    .filter(({ rows }) => rows.length > 0)
  const choices = [...offered, { ...everything, rows: plan.rows }]
  const [chosen, setChosen] = useState(choices[0]?.value)
  const [page, setPage] = useState(1)
  const listed = choices.find(({ value }) => value === chosen)?.rows ?? []

  const handlePage = (next: number) => {
    setPage(next)
    list.current?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div ref={takeFocus} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      <p className="wrap-anywhere text-13 text-muted">{fileName}</p>
      <Verdict plan={plan} fileName={fileName} />
      <PlanSummary plan={plan} />
      <MatchColumns {...edited} />
      {offered.length > 1 && (
        <Field label="Show">
          <Select
            value={chosen}
            onChange={({ target }) => {
              setChosen(target.value)
              setPage(1)
            }}
          >
            {choices.map(({ value, label, rows }) => (
              <option key={value} value={value}>
                {`${label} (${formatNumber(rows.length)})`}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <div className="rounded-card border border-line">
        <ul ref={list} aria-label="Rows of the file" className="divide-y divide-line">
          {listed.slice((page - 1) * pageSize, page * pageSize).map((row) => (
            <OutcomeRow key={row.row} row={row} {...edited} />
          ))}
        </ul>
        {listed.length > pageSize && (
          <div className="border-line border-t">
            <Pagination
              what="rows"
              page={page}
              pageSize={pageSize}
              total={listed.length}
              onPage={handlePage}
            />
          </div>
        )}
      </div>
    </div>
  )
}

// The element that had the focus was removed.
const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

function Verdict({ plan, fileName }: { plan: PartnerImportPlan; fileName: string }) {
  const { rows, added, changed, unchanged, refused } = plan
  const total = formatCount(rows.length, 'row')
  if (refused > 0) {
    const good = rows.length - refused
    return (
      <Alert title={`${formatNumber(refused)} of ${total} cannot be imported`}>
        <p>
          {`Correct the cells below and check again.${
            good > 0 ? ' Or import the other rows now, and download those with errors for later.' : ''
          }`}
        </p>
        <DownloadRefused plan={plan} fileName={fileName} />
      </Alert>
    )
  }
  const isUnchanged = added + changed === 0
  return (
    <div role="status">
      <Alert
        tone="positive"
        title={
          isUnchanged
            ? '0 changes'
            : rows.length === 1
              ? 'The row can be imported'
              : `All ${total} can be imported`
        }
      >
        {unchanged > 0 && (
          <p>{`${formatCount(unchanged, 'partner')} already ${unchanged === 1 ? 'has' : 'have'} the values of the file.`}</p>
        )}
      </Alert>
    </div>
  )
}

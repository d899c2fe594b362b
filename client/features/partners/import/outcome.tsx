import { useRef, useState } from 'react'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Pagination } from '#client/ui/paged-table.tsx'
import type { ImportedRow, PartnerImportPlan } from '#contract/partners/import.ts'
import { DownloadRefused } from './download-refused.tsx'
import { PlanSummary } from './plan-summary.tsx'
import { problemLabel } from './problem-label.ts'

// Ten thousand rows at once would freeze the page.
const pageSize = 50

const badges: Record<ImportedRow['outcome'], { label: string; tone: BadgeTone }> = {
  new_user: { label: 'New user', tone: 'positive' },
  existing_user: { label: 'Existing user', tone: 'info' },
  refused: { label: 'Error', tone: 'danger' },
}

/** The result of the check of each row of a file. */
export function Outcome({ fileName, plan }: { fileName: string; plan: PartnerImportPlan }) {
  const { rows } = plan
  const refused = rows.filter(({ outcome }) => outcome === 'refused')
  const list = useRef<HTMLUListElement>(null)
  const [onlyRefused, setOnlyRefused] = useState(refused.length > 0)
  const [page, setPage] = useState(1)
  const listed = onlyRefused ? refused : rows

  const handlePage = (next: number) => {
    setPage(next)
    list.current?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div ref={takeFocus} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
      <p className="wrap-anywhere text-13 text-muted">{fileName}</p>
      <Verdict plan={plan} fileName={fileName} />
      <PlanSummary plan={plan} />
      {refused.length > 0 && (
        <Checkbox
          label="Only rows with errors"
          checked={onlyRefused}
          onChange={({ target }) => {
            setOnlyRefused(target.checked)
            setPage(1)
          }}
        />
      )}
      <div className="rounded-card border border-line">
        <ul ref={list} aria-label="Rows of the file" className="divide-y divide-line">
          {listed.slice((page - 1) * pageSize, page * pageSize).map((row) => (
            <OutcomeRow key={row.row} row={row} />
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
  const { rows, good, refused } = plan
  const total = formatCount(rows.length, 'row')
  if (refused > 0) {
    return (
      <Alert title={`${formatNumber(refused)} of ${total} cannot be imported`}>
        <p>
          {good > 0
            ? `You can import the other ${formatCount(good, 'row')} now. Download the rows with errors, correct them, and import that file later.`
            : 'Download the rows with their errors, correct them, and choose the file again.'}
        </p>
        <DownloadRefused plan={plan} fileName={fileName} />
      </Alert>
    )
  }
  return (
    <div role="status">
      <Alert
        tone="positive"
        title={rows.length === 1 ? 'The row can be imported' : `All ${total} can be imported`}
      />
    </div>
  )
}

function OutcomeRow({ row }: { row: ImportedRow }) {
  const { label, tone } = badges[row.outcome]
  const details = [row.businessName, row.email].filter(Boolean).join(' · ')
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <span className="w-16 shrink-0 text-13 text-muted tabular-nums leading-6">{`Row ${row.row}`}</span>
      <span className="wrap-anywhere min-w-0 flex-1">
        <span className="font-medium">{row.fullName || 'No name'}</span>
        {details && <span className="block text-13 text-muted">{details}</span>}
        {row.problems.length > 0 && (
          <ul className="mt-1 grid gap-0.5 text-13 text-danger">
            {row.problems.map((problem) => (
              <li key={`${problem.field} ${problem.message}`}>{problemLabel(problem)}</li>
            ))}
          </ul>
        )}
      </span>
      <Badge tone={tone}>{label}</Badge>
    </li>
  )
}

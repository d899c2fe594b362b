import { useRef, useState } from 'react'
import { formatCount } from '#client/lib/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Pagination } from '#client/ui/pagination.tsx'
import type { ImportedRow } from '#contract/partners/import.ts'
import { countOutcomes, problemLabel, usersLabel } from './import-labels.ts'

// Ten thousand rows at once would freeze the page.
const pageSize = 50

const badges: Record<ImportedRow['outcome'], { label: string; tone: BadgeTone }> = {
  new_user: { label: 'New user', tone: 'positive' },
  existing_user: { label: 'Existing user', tone: 'info' },
  refused: { label: 'Refused', tone: 'danger' },
}

/** The result of the check of each row of a file. */
export function Outcome({ fileName, rows }: { fileName: string; rows: ImportedRow[] }) {
  const counts = countOutcomes(rows)
  const list = useRef<HTMLUListElement>(null)
  const [onlyRefused, setOnlyRefused] = useState(counts.refused > 0)
  const [page, setPage] = useState(1)
  const listed = onlyRefused ? rows.filter(({ outcome }) => outcome === 'refused') : rows

  const handlePage = (next: number) => {
    setPage(next)
    list.current?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div ref={takeFocus} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
      <p className="wrap-anywhere text-13 text-muted">{fileName}</p>
      <Verdict counts={counts} total={rows.length} />
      {counts.refused > 0 && (
        <Checkbox
          label="Only refused"
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

type VerdictProps = { counts: ReturnType<typeof countOutcomes>; total: number }

function Verdict({ counts, total }: VerdictProps) {
  if (counts.refused > 0) {
    const others = total - counts.refused
    return (
      <Alert
        title={`${counts.refused.toLocaleString('en-US')} of ${formatCount(total, 'row')} cannot be imported`}
      >
        {others > 0 && `The other ${others.toLocaleString('en-US')} are fine. `}
        Nothing was saved. Correct the file and choose it again.
      </Alert>
    )
  }
  return (
    <div role="status">
      <Alert
        tone="positive"
        title={total === 1 ? 'The row can be imported' : `All ${formatCount(total, 'row')} can be imported`}
      >
        {`${usersLabel(counts)}. No emails are sent: invite them from User Management.`}
      </Alert>
    </div>
  )
}

function OutcomeRow({ row }: { row: ImportedRow }) {
  const { label, tone } = badges[row.outcome]
  const details = [row.businessName, row.email].filter(Boolean).join(' · ')
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <span className="w-16 shrink-0 text-13 text-muted tabular-nums leading-6">Row {row.row}</span>
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

import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { formatCount, formatDate, formatNumber } from '#client/lib/format.ts'
import { Card } from '#client/ui/card.tsx'
import { taskTypeLabels } from '#contract/task-status.ts'
import { correctionLabels, type Report, type ReportRow } from './numbers.ts'

/** Writes by how much a number differs from that of the period before. */
export const difference = (count: number, previous: number) => {
  const by = count - previous
  return by === 0 ? 'no change' : `${by > 0 ? '+' : '−'}${formatNumber(Math.abs(by))}`
}

type NumberProps = { label: ReactNode; definition: string; now: string; before: string }

/** One number, with its definition, beside that of the period before. */
export function ReportNumber({ label, definition, now, before }: NumberProps) {
  return (
    <div className="flex items-baseline gap-x-4 px-4 py-2 sm:px-5">
      <dt className="min-w-0 flex-1">
        <span className="font-medium">{label}</span>
        <span className="block text-12 text-muted">{definition}</span>
      </dt>
      <dd className="shrink-0 text-right tabular-nums">
        <span className="font-semibold text-17">{now}</span>
        <span className="block text-12 text-muted">{before}</span>
      </dd>
    </div>
  )
}

/** A number of a metric, which leads to its list. */
export function MetricNumber({ row, report }: { row: ReportRow; report: Report }) {
  const { count, previous, corrections } = report.numbers[row.metric]
  const taken = corrections > 0 ? ` · ${formatCount(corrections, 'correction')}` : ''
  return (
    <ReportNumber
      label={
        <Link href={row.href} className="text-link touch:inline-block touch:py-2.5">
          {row.label}
        </Link>
      }
      definition={row.definition}
      now={formatNumber(count)}
      before={`${formatNumber(previous)} before, ${difference(count, previous)}${taken}`}
    />
  )
}

type Counts = { key: string; name: string; given: number; done: number; late: number }

function CountTable({ label, rows }: { label: string; rows: Counts[] }) {
  return (
    <table className="w-full border-collapse text-left text-13 tabular-nums">
      <thead>
        <tr className="text-muted">
          <th scope="col" className="pb-1 font-medium">
            {label}
          </th>
          {['Given', 'Done', 'Late'].map((heading) => (
            <th key={heading} scope="col" className="w-16 pb-1 text-right font-medium">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, given, done, late }) => (
          <tr key={key} className="border-line border-t">
            <th scope="row" className="wrap-anywhere py-1 pr-3 font-normal">
              {name}
            </th>
            <td className="py-1 text-right">{formatNumber(given)}</td>
            <td className="py-1 text-right">{formatNumber(done)}</td>
            <td className="py-1 text-right">{formatNumber(late)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The tasks by their type and by the group of their partner. */
export function TaskTables({ tasksByType, tasksByGroup }: Report) {
  if (tasksByType.length === 0) return null
  return (
    <div className="grid gap-3 border-line border-t px-4 py-3 sm:px-5">
      <CountTable
        label="Type"
        rows={tasksByType.map((row) => ({ ...row, key: row.type, name: taskTypeLabels[row.type] }))}
      />
      <CountTable
        label="Group"
        rows={tasksByGroup.map((row) => ({ ...row, key: row.group ?? '', name: row.group ?? 'No group' }))}
      />
    </div>
  )
}

/** The most downloaded files. */
export function FileList({ files }: Report) {
  if (files.length === 0) return null
  return (
    <ol
      aria-label="Most downloaded files"
      className="grid gap-1 border-line border-t px-4 py-3 text-13 sm:px-5"
    >
      {files.map(({ id, title, downloads, partners }) => (
        <li key={id} className="flex items-baseline gap-3">
          <span className="wrap-anywhere min-w-0 flex-1">
            {title === null ? (
              'Deleted file'
            ) : (
              <Link href={`/resources?file=${id}`} className="text-link touch:inline-block touch:py-2.5">
                {title}
              </Link>
            )}
          </span>
          <span className="shrink-0 text-muted tabular-nums">
            {`${formatNumber(downloads)} by ${formatCount(partners, 'partner')}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Lists the corrections made in the period, each with the time when the corrected item had counted. */
export function Corrections({ corrections, numbers, timeZone }: Report) {
  const total = Object.values(numbers).reduce((sum, number) => sum + number.corrections, 0)
  if (total === 0) return null
  return (
    <Card
      title={`${formatCount(total, 'correction')} in this period`}
      description="These had counted and were taken back. An earlier period keeps its numbers."
    >
      <ul className="grid gap-1 text-13">
        {corrections.map(({ metric, at, correctsAt, partner }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Corrections have no id, and the list never changes its order.
          <li key={index}>
            {`${formatDate(at, timeZone)}: ${correctionLabels[metric] ?? 'Taken back'}, counted on ${formatDate(correctsAt, timeZone)}`}
            {partner && (
              <>
                {' · '}
                <PartnerLink partnerId={partner.id}>{partner.businessName}</PartnerLink>
              </>
            )}
          </li>
        ))}
      </ul>
      {total > corrections.length && <p className="mt-1 text-13 text-muted">The files list all of them.</p>}
    </Card>
  )
}

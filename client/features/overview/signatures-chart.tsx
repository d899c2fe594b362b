import { FilePenLine } from 'lucide-react'
import { formatCount, formatDate, formatDay } from '#client/lib/format.ts'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { AdminOverview } from '#contract/overview.ts'

type Week = AdminOverview['signaturesByWeek'][number]

// Weeks begin at midnight UTC, which is the day before in American time zones.
const zone = 'UTC'

// One is darker than the other, so that they differ without color vision, too.
const parts = [
  { type: 'nda', label: 'NDA', className: 'bg-accent' },
  { type: 'venue_partnership_agreement', label: 'Partnership agreement', className: 'bg-accent-soft' },
] as const

const totalOf = (week: Week) => week.nda + week.venue_partnership_agreement

/** How many agreements were signed in each of the last weeks. */
export function SignaturesChart({ weeks }: { weeks: Week[] }) {
  const sum = weeks.reduce((all, week) => all + totalOf(week), 0)
  return (
    <Card title="Signatures by week" description="Last 12 weeks, starting Mondays">
      <div className="flex min-h-59 flex-col">
        {sum > 0 ? (
          <Chart weeks={weeks} sum={sum} />
        ) : (
          <EmptyState icon={FilePenLine} line="No signatures in the last 12 weeks" />
        )}
      </div>
    </Card>
  )
}

function Chart({ weeks, sum }: { weeks: Week[]; sum: number }) {
  const max = Math.max(...weeks.map(totalOf))
  return (
    <>
      <ul className="flex gap-4 text-13 text-muted">
        {parts.map(({ type, label, className }) => (
          <li key={type} className="flex items-center gap-1.5">
            <span aria-hidden className={`size-3 border border-accent ${className}`} />
            {label}
          </li>
        ))}
      </ul>
      <div
        role="img"
        aria-label={`${formatCount(sum, 'signature')} in the last 12 weeks. The numbers are in the table below.`}
        className="mt-2 flex h-36 border-control border-b"
      >
        {weeks.map((week) => (
          <Bar key={week.week} week={week} max={max} />
        ))}
      </div>
      <ol aria-hidden className="mt-1.5 flex text-12 text-muted">
        {weeks.map(({ week }, index) => (
          // Every second label is hidden, so that they do not overlap on a phone.
          <li key={week} className={classNames('w-0 grow text-center', index % 2 === 0 && 'invisible')}>
            <span className="relative left-1/2 inline-block -translate-x-1/2 whitespace-nowrap">
              {formatDay(week, zone)}
            </span>
          </li>
        ))}
      </ol>
      <details className="mt-3 text-13">
        <summary className="w-fit cursor-pointer font-medium text-accent touch:py-3">
          Show the numbers
        </summary>
        <Numbers weeks={weeks} />
      </details>
    </>
  )
}

// The space above the highest bar is for its number.
const maxHeightPercent = 84

/** The signatures of one week, with their number above. The tooltip shows wherever in the week the pointer is. */
function Bar({ week, max }: { week: Week; max: number }) {
  const counts = parts.map(({ type, label }) => `${label}: ${week[type].toLocaleString('en-US')}`)
  return (
    <span
      title={[`Week of ${formatDate(week.week, zone)}`, ...counts].join('\n')}
      className="flex w-0 grow flex-col-reverse items-center"
    >
      {parts.map(
        ({ type, className }) =>
          week[type] > 0 && (
            <span
              key={type}
              data-part={type}
              className={`w-1/2 shrink-0 border border-accent ${className}`}
              style={{ height: `${(week[type] / max) * maxHeightPercent}%` }}
            />
          ),
      )}
      {totalOf(week) > 0 && (
        <span className="mb-1.5 font-medium text-12 tabular-nums leading-none">
          {totalOf(week).toLocaleString('en-US')}
        </span>
      )}
    </span>
  )
}

function Numbers({ weeks }: { weeks: Week[] }) {
  return (
    <table className="mt-2 w-full border-collapse text-left tabular-nums">
      <caption className="sr-only">Signatures by week</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className="pr-3 pb-1 font-medium">
            Week of
          </th>
          {parts.map(({ type, label }) => (
            <th key={type} scope="col" className="pr-3 pb-1 text-right font-medium last:pr-0">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.week} className="border-line border-t">
            <th scope="row" className="py-1 pr-3 font-normal">
              {formatDate(week.week, zone)}
            </th>
            {parts.map(({ type }) => (
              <td key={type} className="py-1 pr-3 text-right last:pr-0">
                {week[type].toLocaleString('en-US')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

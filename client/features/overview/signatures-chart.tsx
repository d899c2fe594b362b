import FilePenLine from 'lucide-react/icons/file-pen-line'
import { formatCount, formatDate, formatDay } from '#client/lib/format.ts'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { AdminOverview } from '#contract/overview.ts'
import { barsOf, totalOf } from './chart-scale.ts'

type Weeks = AdminOverview['signaturesByWeek']

// Weeks begin at midnight UTC, which is the day before in American time zones.
const zone = 'UTC'

// One is darker than the other, so that they differ without color vision, too.
const ndaClassName = 'fill-accent stroke-accent'
const agreementClassName = 'fill-accent-soft stroke-accent'

/** How many agreements were signed in each of the last weeks. */
export function SignaturesChart({ weeks }: { weeks: Weeks | undefined }) {
  const sum = weeks?.reduce((all, week) => all + totalOf(week), 0) ?? 0
  return (
    <Card title="Signatures by week" description="Last 12 weeks, starting Mondays">
      <div className="flex min-h-59 flex-col">
        {!weeks ? (
          <Skeleton className="grow" />
        ) : sum === 0 ? (
          <div className="my-auto">
            <EmptyState icon={FilePenLine} line="No signatures in the last 12 weeks" />
          </div>
        ) : (
          <Chart weeks={weeks} sum={sum} />
        )}
      </div>
    </Card>
  )
}

function Chart({ weeks, sum }: { weeks: Weeks; sum: number }) {
  return (
    <>
      <ul className="flex gap-4 text-13 text-muted">
        <Key className={ndaClassName}>NDA</Key>
        <Key className={agreementClassName}>Partnership agreement</Key>
      </ul>
      <svg
        role="img"
        aria-label={`${formatCount(sum, 'signature')} in the last 12 weeks. The numbers are in the table below.`}
        className="mt-2 h-36 w-full overflow-visible"
      >
        <line x1="0" x2="100%" y1="100%" y2="100%" className="stroke-control" />
        {barsOf(weeks).map((bar) => (
          <g key={bar.week}>
            <title>{describeWeek(bar)}</title>
            {/* The tooltip shows wherever in the week the pointer is. */}
            <rect x={`${bar.x}%`} width={`${bar.width}%`} height="100%" fill="transparent" />
            {bar.nda > 0 && <Part bar={bar} part={bar.ndaPart} className={ndaClassName} />}
            {bar.venue_partnership_agreement > 0 && (
              <Part bar={bar} part={bar.agreementPart} className={agreementClassName} />
            )}
            {bar.total > 0 && (
              <text
                x={`${bar.middle}%`}
                y={`${bar.agreementPart.y}%`}
                dy={-6}
                textAnchor="middle"
                className="fill-ink font-medium text-12 tabular-nums"
              >
                {bar.total.toLocaleString('en-US')}
              </text>
            )}
          </g>
        ))}
      </svg>
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

type Bar = ReturnType<typeof barsOf>[number]

const Part = ({ bar, part, className }: { bar: Bar; part: Bar['ndaPart']; className: string }) => (
  <rect
    x={`${bar.x}%`}
    width={`${bar.width}%`}
    y={`${part.y}%`}
    height={`${part.height}%`}
    strokeWidth={1}
    className={className}
  />
)

const Key = ({ className, children }: { className: string; children: string }) => (
  <li className="flex items-center gap-1.5">
    <svg aria-hidden className="size-3">
      <rect x="0.5" y="0.5" width="11" height="11" className={className} />
    </svg>
    {children}
  </li>
)

const describeWeek = ({ week, nda, venue_partnership_agreement }: Weeks[number]) =>
  `Week of ${formatDate(week, zone)}: ${formatCount(nda, 'NDA')}, ` +
  formatCount(venue_partnership_agreement, 'partnership agreement')

function Numbers({ weeks }: { weeks: Weeks }) {
  return (
    <table className="mt-2 w-full border-collapse text-left tabular-nums">
      <caption className="sr-only">Signatures by week</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className="pr-3 pb-1 font-medium">
            Week of
          </th>
          <th scope="col" className="pr-3 pb-1 text-right font-medium">
            NDA
          </th>
          <th scope="col" className="pb-1 text-right font-medium">
            Partnership agreement
          </th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ week, nda, venue_partnership_agreement }) => (
          <tr key={week} className="border-line border-t">
            <th scope="row" className="py-1 pr-3 font-normal">
              {formatDate(week, zone)}
            </th>
            <td className="py-1 pr-3 text-right">{nda.toLocaleString('en-US')}</td>
            <td className="py-1 text-right">{venue_partnership_agreement.toLocaleString('en-US')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

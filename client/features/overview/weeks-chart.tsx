import { Link } from 'wouter'
import { agreementsAddress } from '#client/domain/agreements/agreements-address.ts'
import { formatCount, formatDate, formatDay, formatNumber } from '#client/lib/format.ts'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { countedDocuments } from '#contract/documents/document-filters.ts'
import type { AdminOverview } from '#contract/overview.ts'

type Week = AdminOverview['weeks'][number]
type Part = { name: Exclude<keyof Week, 'week'>; label: string; className: string; isHollow?: boolean }
type Series = { counted: string; of: string; href: string; adminOnly?: boolean; parts: Part[] }

// Weeks begin at midnight UTC, which is the day before in American time zones.
const zone = 'UTC'
const period = 'in the last 12 weeks'

// One part of a bar is darker than the other, so that they differ without color vision, too.
const series: Series[] = [
  {
    counted: 'signature',
    of: 'of agreements',
    href: agreementsAddress({ ...countedDocuments.onboardingSigned, dates: 'weeks' }),
    parts: [
      { name: 'nda', label: 'NDA', className: 'bg-accent' },
      {
        name: 'venue_partnership_agreement',
        label: 'Partnership agreement',
        className: 'bg-accent-soft',
        isHollow: true,
      },
    ],
  },
  {
    counted: 'sign-in',
    of: 'by partners',
    href: '/admin?tab=audit&action=session.signed_in',
    adminOnly: true,
    parts: [{ name: 'signIns', label: 'Sign-ins', className: 'bg-accent' }],
  },
  {
    counted: 'download',
    of: 'of resources by partners',
    href: '/resources?sort=downloads',
    parts: [{ name: 'downloads', label: 'Downloads', className: 'bg-accent' }],
  },
]
const allParts = series.flatMap(({ parts }) => parts)

const countOf = (week: Week, parts: Part[]) => parts.reduce((sum, { name }) => sum + (week[name] ?? 0), 0)
const shown = (count: number | null) => (count === null ? 'Not kept' : formatNumber(count))

/** What happened in each of the last weeks, with a chart for each kind that has its own scale. */
export function WeeksChart({ weeks, isAdmin }: { weeks: Week[]; isAdmin: boolean }) {
  return (
    <Card title="Activity by week" description="Last 12 weeks, starting Mondays" flush>
      <div className="grid gap-3 px-4 pt-3 pb-4 sm:px-5">
        {series.map((each) => (
          <Chart key={each.counted} weeks={weeks} isLinked={isAdmin || !each.adminOnly} {...each} />
        ))}
        <ol aria-hidden className="-mt-2 flex text-12 text-muted">
          {weeks.map(({ week }, index) => (
            // Every second label is hidden, so that they do not overlap on a phone.
            <li key={week} className={classNames('w-0 grow text-center', index % 2 === 0 && 'invisible')}>
              <span className="relative left-1/2 inline-block -translate-x-1/2 whitespace-nowrap">
                {formatDay(week, zone)}
              </span>
            </li>
          ))}
        </ol>
        <details className="text-13">
          <summary className="w-fit cursor-pointer font-medium text-accent touch:py-3">
            Show the numbers
          </summary>
          <Numbers weeks={weeks} />
        </details>
      </div>
    </Card>
  )
}

type ChartProps = Series & { weeks: Week[]; isLinked: boolean }

function Chart({ weeks, counted, of, href, parts, isLinked }: ChartProps) {
  const sum = weeks.reduce((all, week) => all + countOf(week, parts), 0)
  const max = Math.max(1, ...weeks.map((week) => countOf(week, parts)))
  const total = formatCount(sum, counted)
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-4 text-13 text-muted">
        <span className="mr-auto">
          {isLinked ? (
            <Link href={href} className="text-link touch:inline-block touch:py-2.5">
              {total}
            </Link>
          ) : (
            <span className="text-ink">{total}</span>
          )}{' '}
          {of}
        </span>
        {parts.length > 1 && (
          <span className="flex gap-x-4 text-12">
            {parts.map(({ name, label, className, isHollow }) => (
              <span key={name} className="flex items-center gap-1.5">
                <span
                  aria-hidden
                  data-part={isHollow ? 'hollow' : 'filled'}
                  className={`size-2.5 border border-accent ${className}`}
                />
                {label}
              </span>
            ))}
          </span>
        )}
      </p>
      <div
        role="img"
        aria-label={`${total} ${period}. The numbers are in the table below.`}
        className="mt-1 flex h-18 border-control border-b"
      >
        {weeks.map((week) => (
          <Bar key={week.week} week={week} max={max} parts={parts} />
        ))}
      </div>
    </div>
  )
}

// The space above the highest bar is for its number.
const maxHeightPercent = 72

/** One week, with its number above. The tooltip shows wherever in the week the pointer is. */
function Bar({ week, max, parts }: { week: Week; max: number; parts: Part[] }) {
  const count = countOf(week, parts)
  return (
    <span
      title={[
        `Week of ${formatDate(week.week, zone)}`,
        ...parts.map(({ name, label }) => `${label}: ${shown(week[name])}`),
      ].join('\n')}
      className="flex w-0 grow flex-col-reverse items-center"
    >
      {parts.map(({ name, className, isHollow }) =>
        week[name] ? (
          <span
            key={name}
            data-part={isHollow ? 'hollow' : 'filled'}
            className={`w-1/2 shrink-0 border border-accent ${className}`}
            style={{ height: `${(week[name] / max) * maxHeightPercent}%` }}
          />
        ) : null,
      )}
      {count > 0 && (
        <span className="mb-1 text-12 text-muted tabular-nums leading-none">{formatNumber(count)}</span>
      )}
    </span>
  )
}

function Numbers({ weeks }: { weeks: Week[] }) {
  return (
    <table className="mt-2 w-full border-collapse text-left tabular-nums">
      <caption className="sr-only">Activity by week</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className="pr-3 pb-1 font-medium">
            Week of
          </th>
          {allParts.map(({ name, label }) => (
            <th key={name} scope="col" className="pr-3 pb-1 text-right align-bottom font-medium last:pr-0">
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
            {allParts.map(({ name }) => (
              <td key={name} className="py-1 pr-3 text-right last:pr-0">
                {shown(week[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { CalendarX } from 'lucide-react'
import { Link } from 'wouter'
import { useIsStaff } from '#client/domain/current-user.ts'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { formatNumber } from '#client/lib/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import type { CalendarDay, CalendarEntry } from '#contract/calendar.ts'
import { keyOf, kindIcons, kindLabels, stateOf, timesOn, useEntryLinks } from './entry.ts'
import { dayLabel, monthLabel, monthOf, type Shown } from './months.ts'

const maxListed = 30

type EntryListProps = {
  days: CalendarDay[]
  shown: Shown
  today: string
  now: number
  /** Whether the entries are those of several partners, so that each one names its partner. */
  namesPartners: boolean
  /** The address of the list of all tasks that are due on a day, for staff. */
  tasksOf: ((day: string) => string) | undefined
}

/** The entries of the chosen day or of the month. The list of the current month starts today. */
export function EntryList({ days, shown, today, tasksOf, ...entries }: EntryListProps) {
  const { month, day } = shown
  if (day) {
    const chosen = days.find((each) => each.day === day)
    if (!chosen) return <EmptyState icon={CalendarX} line="Nothing on this day" />
    return (
      <>
        <Entries {...entries} day={day} entries={chosen.entries} />
        {chosen.more > 0 && (
          <p className="mt-2 text-13 text-muted">
            {`${formatNumber(chosen.more)} more. `}
            {tasksOf && (
              <Link href={tasksOf(day)} className="text-link touch:py-3">
                Show all tasks due this day
              </Link>
            )}
          </p>
        )}
      </>
    )
  }
  const isCurrent = month === monthOf(today)
  const ofMonth = days.filter((each) => monthOf(each.day) === month && (!isCurrent || each.day >= today))
  if (ofMonth.length === 0) {
    const line = isCurrent ? 'Nothing more this month' : `Nothing in ${monthLabel(month)}`
    return <EmptyState icon={CalendarX} line={line} />
  }
  const { listed, left } = firstOf(ofMonth)
  return (
    <div className="grid grid-cols-1 gap-4">
      {listed.map(({ day, entries: ofDay }) => (
        <div key={day}>
          <h4 className="font-medium text-13 text-muted">{dayLabel(day, today)}</h4>
          <Entries {...entries} day={day} entries={ofDay} />
        </div>
      ))}
      {left > 0 && (
        <p className="text-13 text-muted">{`${formatNumber(left)} more. Choose a day to see what is on it.`}</p>
      )}
    </div>
  )
}

/** The first entries, and how many are left out. An entry that lasts several days is listed once. */
const firstOf = (days: CalendarDay[]) => {
  const seen = new Set<string>()
  let left = 0
  const listed = days.flatMap(({ day, entries, more }) => {
    const once = entries.filter((entry) => !seen.has(keyOf(entry)))
    const fitting = once.slice(0, Math.max(0, maxListed - seen.size))
    for (const entry of once) seen.add(keyOf(entry))
    left += more + once.length - fitting.length
    return fitting.length > 0 ? [{ day, entries: fitting }] : []
  })
  return { listed, left }
}

type EntryProps = Pick<EntryListProps, 'now' | 'namesPartners'> & { day: string }

function Entries({ entries, ...rest }: EntryProps & { entries: CalendarEntry[] }) {
  return (
    <ul className="divide-y divide-line">
      {entries.map((entry) => (
        <EntryItem key={keyOf(entry)} entry={entry} {...rest} />
      ))}
    </ul>
  )
}

function EntryItem({ entry, day, now, namesPartners }: EntryProps & { entry: CalendarEntry }) {
  const link = useEntryLinks()(entry)
  const isStaff = useIsStaff()
  const { kind, name, place, partner } = entry
  const { label, tone } = stateOf(entry, now)
  const Icon = kindIcons[kind]
  return (
    <li className="flex items-start gap-3 py-2">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        {link ? (
          <Link
            {...link}
            className="wrap-anywhere -my-2 block rounded-mark py-2 font-medium text-15 hover:underline touch:-my-3 touch:py-3"
          >
            <span className="sr-only">{kindLabels[kind]}: </span>
            {name}
          </Link>
        ) : (
          <span className="wrap-anywhere font-medium text-15">{name}</span>
        )}
        <p className="wrap-anywhere text-13 text-muted">
          {timesOn(entry, day)}
          {place && ` · ${place}`}
          {namesPartners && partner && (
            <>
              {' · '}
              {isStaff ? (
                <PartnerLink
                  partnerId={partner.id}
                  title={`${partner.fullName}, ${partner.businessName}`}
                  className="relative rounded-mark hover:underline touch:py-3"
                >
                  {partner.businessName}
                </PartnerLink>
              ) : (
                partner.businessName
              )}
            </>
          )}
        </p>
      </div>
      <Badge tone={tone}>{label}</Badge>
    </li>
  )
}

export const EntriesSkeleton = () => (
  <div className="grid grid-cols-1 gap-4 py-2">
    {[1, 2, 3].map((entry) => (
      <div key={entry} className="grid grid-cols-1 gap-2">
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-3 w-2/5" />
      </div>
    ))}
  </div>
)

import { useState } from 'react'
import { Link } from 'wouter'
import { classNames } from '#client/ui/class-names.ts'
import type { CalendarDay, CalendarEntry } from '#contract/calendar.ts'
import type { ViewLink } from './calendar-view.ts'
import { countLabel, isDone, keyOf, kindIcons, kindLabels, timesOn, useEntryLinks } from './entry.ts'
import { useGridKeys } from './grid-keys.ts'
import { dateOf, dayLabel, monthLabel, monthOf, weekdayNames, weeksOf } from './months.ts'

const maxInCell = 3
const maxDots = 3

type MonthGridProps = {
  month: string
  chosen: string | null
  today: string
  days: ReadonlyMap<string, CalendarDay>
  linkTo: (shown: string) => ViewLink
}

/** A month with the entries of its days: dots on a phone, names on a wider screen. */
export function MonthGrid({ month, chosen, today, days, linkTo }: MonthGridProps) {
  const weeks = weeksOf(month)
  const { gridRef, handleKeyDown } = useGridKeys({ month, weeks, linkTo })
  // The only day that the Tab key reaches.
  const [focused, setFocused] = useState('')
  const isShown = (day: string | null) => day !== null && monthOf(day) === month
  const entry = [focused, chosen, today].find(isShown) ?? `${month}-01`

  return (
    <table
      ref={gridRef}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrow keys lead through it
      role="grid"
      aria-label={monthLabel(month)}
      onKeyDown={handleKeyDown}
      onFocus={({ target }) => setFocused(target.dataset.day ?? focused)}
      className="w-full table-fixed border-collapse"
    >
      <thead>
        <tr>
          {weekdayNames.map((name) => (
            <th key={name} scope="col" abbr={name} className="h-8 font-medium text-12 text-muted">
              <span className="sr-only">{name}</span>
              <span aria-hidden>
                {name[0]}
                <span className="max-sm:hidden">{name.slice(1, 3)}</span>
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell
                key={day}
                day={day}
                content={days.get(day)}
                link={linkTo(day)}
                today={today}
                isChosen={day === chosen}
                isOfMonth={monthOf(day) === month}
                isTabStop={day === entry}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayCellProps = {
  day: string
  content: CalendarDay | undefined
  link: ViewLink
  today: string
  isChosen: boolean
  isOfMonth: boolean
  isTabStop: boolean
}

function DayCell({ day, content, link, today, isChosen, isOfMonth, isTabStop }: DayCellProps) {
  const entries = content?.entries ?? []
  const total = entries.length + (content?.more ?? 0)
  const shown = entries.slice(0, total > maxInCell ? maxInCell - 1 : maxInCell)
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the cell of a grid can be selected
    <td
      aria-selected={isChosen}
      className={classNames(
        'relative h-12 border border-line p-0 align-top sm:h-26',
        isChosen ? 'bg-accent-soft' : isOfMonth ? 'hover:bg-sunken/60' : 'bg-sunken/50',
      )}
    >
      <span
        aria-hidden
        data-today={day === today || undefined}
        className={classNames(
          'absolute top-0.5 flex size-6 items-center justify-center rounded-full text-13 tabular-nums max-sm:left-1/2 max-sm:-translate-x-1/2 sm:top-1 sm:left-1',
          day === today ? 'bg-accent font-semibold text-on-accent' : isOfMonth ? 'text-ink' : 'text-muted',
        )}
      >
        {dateOf(day)}
      </span>
      <Link
        {...link}
        data-day={day}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={day === today ? 'date' : undefined}
        aria-label={`${dayLabel(day, today)}, ${total === 0 ? 'no entries' : countLabel(total)}`}
        className="absolute inset-0 focus-visible:-outline-offset-2"
      />
      <span aria-hidden className="absolute inset-x-0 bottom-1.5 flex justify-center gap-0.5 sm:hidden">
        {entries.slice(0, maxDots).map((entry) => (
          <span
            key={keyOf(entry)}
            data-dot
            className={classNames(
              'size-1.5 rounded-full',
              entry.kind === 'activation' ? 'bg-accent' : 'bg-muted',
            )}
          />
        ))}
      </span>
      <div className="pointer-events-none relative mt-7.5 grid grid-cols-1 gap-0.5 px-0.5 pb-0.5 max-sm:hidden">
        {shown.map((entry) => (
          <Chip key={keyOf(entry)} entry={entry} day={day} />
        ))}
        {total > shown.length && (
          <span aria-hidden className="truncate px-1 text-12 text-muted">
            {`+${total - shown.length} more`}
          </span>
        )}
      </div>
    </td>
  )
}

const chipTones = {
  activation: 'bg-accent-soft text-accent',
  task: 'bg-sunken text-ink',
  'task-definition': 'bg-sunken text-ink',
  planned: 'border border-control border-dashed text-muted',
  obligation: 'bg-sunken text-ink',
}

/** A link to an entry, for the mouse only: keyboard users open the entry from the list of its day. */
function Chip({ entry, day }: { entry: CalendarEntry; day: string }) {
  const link = useEntryLinks()(entry)
  const { kind, name, partner } = entry
  const Icon = kindIcons[kind]
  const title = [name, partner?.businessName, `${kindLabels[kind]}, ${timesOn(entry, day)}`].filter(Boolean)
  const className = classNames(
    'flex h-5 min-w-0 items-center gap-1 rounded-mark px-1 text-12',
    isDone(entry) ? 'text-muted line-through' : chipTones[kind],
  )
  const content = (
    <>
      <Icon aria-hidden className="size-3 shrink-0" />
      <span className="truncate">{name}</span>
    </>
  )
  if (!link) {
    return (
      <span title={title.join('\n')} className={className}>
        {content}
      </span>
    )
  }
  return (
    <Link
      {...link}
      tabIndex={-1}
      title={title.join('\n')}
      className={classNames(className, 'pointer-events-auto hover:underline')}
    >
      {content}
    </Link>
  )
}

import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { useIsStaff } from '#client/domain/current-user.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { useCalendarView, useMonth } from './calendar-view.ts'
import { EntriesSkeleton, EntryList } from './entry-list.tsx'
import { MonthGrid } from './month-grid.tsx'
import { dayLabel, monthLabel, monthOf, shiftMonth } from './months.ts'
import { SubscribeButton } from './subscribe-button.tsx'

export type CalendarProps = {
  /** The partner whose entries staff see. Undefined for the user's own calendar, which shows all partners to staff. */
  partnerId?: string | undefined
  isInRecord?: boolean
  /** The head of the card on a screen of its own. */
  head?: Pick<ComponentProps<typeof Card>, 'title' | 'description' | 'actions'>
}

/** A month with the entries of its days, and a list of those of the chosen day or of the month. */
export function Calendar({ partnerId, isInRecord = false, head }: CalendarProps) {
  const { now, today, month, day, linkTo } = useCalendarView(isInRecord)
  const query = useMonth(month, partnerId)
  const isStaff = useIsStaff()
  const days = query.data?.days ?? []
  const isCurrent = month === monthOf(today)

  const tasksOf = (of: string) =>
    `/admin?${new URLSearchParams({
      tab: 'tasks',
      state: 'all',
      due: 'range',
      from: of,
      until: of,
      ...(partnerId && { for: partnerId }),
    })}`

  const title = day ? dayLabel(day, today) : isCurrent ? 'Coming up this month' : monthLabel(month)
  return (
    <Card
      // The surrounding section of the record is titled "Calendar" already.
      title={isInRecord ? 'Activations and due dates' : 'Calendar'}
      actions={!isInRecord && <SubscribeButton size="small" />}
      {...head}
      flush
    >
      <div className="grid grid-cols-1 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 p-4 sm:p-5">
          <div className="mb-2 flex items-center gap-2">
            <h3 aria-live="polite" className="mr-auto text-15">
              {monthLabel(month)}
            </h3>
            <Button icon={ChevronLeft} asChild variant="quiet" size="icon">
              <Link {...linkTo(shiftMonth(month, -1))} aria-label="Previous month"></Link>
            </Button>
            <Button asChild size="small">
              <Link {...linkTo(null)} aria-current={isCurrent && !day ? 'true' : undefined}>
                Today
              </Link>
            </Button>
            <Button icon={ChevronRight} asChild variant="quiet" size="icon">
              <Link {...linkTo(shiftMonth(month, 1))} aria-label="Next month"></Link>
            </Button>
          </div>
          <MonthGrid
            month={month}
            chosen={day}
            today={today}
            days={new Map(days.map((each) => [each.day, each]))}
            linkTo={linkTo}
          />
        </div>
        <section
          aria-label={title}
          className="relative min-w-0 border-line px-4 py-4 max-lg:border-t sm:px-5 lg:max-h-186 lg:overflow-y-auto lg:border-l"
        >
          <div className="mb-2 flex min-h-8 flex-wrap items-baseline justify-between gap-x-3">
            <h3 aria-live="polite" className="text-15">
              {title}
            </h3>
            {day && (
              <Link {...linkTo(month)} className="text-link text-13 touch:py-3">
                Show the month
              </Link>
            )}
          </div>
          <QueryState
            query={query}
            loading={<EntriesSkeleton />}
            failure={{ title: 'The calendar could not be loaded' }}
            className="lg:min-h-40"
          >
            {(data) => (
              <EntryList
                days={data.days}
                shown={{ month, day }}
                today={today}
                now={now}
                namesPartners={!partnerId}
                tasksOf={isStaff ? tasksOf : undefined}
              />
            )}
          </QueryState>
        </section>
      </div>
    </Card>
  )
}

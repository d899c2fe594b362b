import { Suspense, useRef } from 'react'
import type { CalendarProps } from '#client/features/calendar/calendar.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { useIsNear } from '#client/lib/use-is-near.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Skeleton } from '#client/ui/loading.tsx'

// The calendar is the last part of a long screen, so it loads only when the reader scrolls near it or the address names it.
const Calendar = lazyPart(async () => ({
  default: (await import('#client/features/calendar/calendar.tsx')).Calendar,
}))

export const loadCalendar = Calendar.load

/** The calendar, which loads when it is needed. */
export function CalendarCard(props: CalendarProps) {
  const ref = useRef<HTMLDivElement>(null)
  const isNamed = Boolean(useAddressView().get('calendar'))
  const isNear = useIsNear(ref)
  return (
    <div ref={ref}>
      <Suspense fallback={<CalendarSkeleton />}>
        {isNear || isNamed ? <Calendar {...props} /> : <CalendarSkeleton />}
      </Suspense>
    </div>
  )
}

const weeks = [1, 2, 3, 4, 5]
const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** A placeholder in the shape of a month, with its entries next to it, or below it on a phone. */
const CalendarSkeleton = () => (
  <div aria-hidden className="h-192 overflow-clip rounded-card border border-line bg-surface">
    <div className="flex h-12 items-center border-line border-b px-4 sm:px-5">
      <Skeleton className="h-5 w-24" />
    </div>
    <div className="grid grid-cols-1 lg:h-full lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="p-4 sm:p-5">
        <Skeleton className="mt-2 mb-10 h-4 w-36" />
        {weeks.map((week) => (
          <div key={week} className="-mt-px grid grid-cols-7">
            {weekdays.map((day) => (
              <div key={day} className="-ml-px h-12 border border-line first:ml-0 sm:h-26" />
            ))}
          </div>
        ))}
      </div>
      <div className="grid grid-cols-1 content-start gap-4 border-line px-4 py-5 max-lg:border-t sm:px-5 lg:border-l">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    </div>
  </div>
)

import { Suspense, useRef } from 'react'
import type { CalendarProps } from '#client/features/calendar/calendar.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { useIsNear } from '#client/lib/use-is-near.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { CardSkeleton } from '#client/ui/loading.tsx'

// When a reader comes near it, or the address names it: it is the last part of a long screen.
const Calendar = lazyPart(async () => ({
  default: (await import('#client/features/calendar/calendar.tsx')).Calendar,
}))

export const loadCalendar = Calendar.load

/** The calendar, as the last part of a screen or as one of its own. */
export function CalendarCard(props: CalendarProps) {
  const ref = useRef<HTMLDivElement>(null)
  const isNamed = Boolean(useAddressView().get('calendar'))
  const isNear = useIsNear(ref)
  const skeleton = <CardSkeleton className="h-192" />
  return (
    <div ref={ref}>
      <Suspense fallback={skeleton}>{isNear || isNamed ? <Calendar {...props} /> : skeleton}</Suspense>
    </div>
  )
}

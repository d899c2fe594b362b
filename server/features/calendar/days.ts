// Node 24 has no Temporal.
import 'temporal-polyfill/global'

export interface Day {
  /** `YYYY-MM-DD` */
  day: string
  start: Date
  /** The moment when the next day starts, which no longer belongs to this day. */
  end: Date
}

/** Lists the days from the first to the last, each with its start and end in a time zone. A day has 23 hours when summer time begins. */
export const daysOf = (from: string, to: string, timeZone: string): Day[] => {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)]
  // Each day ends where the next one starts, so each start is computed only once, which is most of the work.
  const begins = Array.from({ length: first.until(last).days + 2 }, (_, index) => {
    const day = first.add({ days: index })
    return { day: day.toString(), start: new Date(day.toZonedDateTime(timeZone).epochMilliseconds) }
  })
  return begins.flatMap((begin, index) => {
    const next = begins[index + 1]
    return next ? [{ ...begin, end: next.start }] : []
  })
}

// Node 24 has no Temporal.
import 'temporal-polyfill/global'
import type { TaskFrequency } from '#contract/task-plans/plans.ts'

/** When a task comes again: at the same local time of its zone, on the same weekday or day of the month as the first. */
export interface Recurrence {
  /** The first due date. */
  startsAt: Date
  timeZone: string
  frequency: TaskFrequency
  /** The last day on which one may be due, in the zone (`YYYY-MM-DD`). */
  endsOn: string | null
}

const unitOf = { weekly: 'weeks', monthly: 'months' } as const

const zoned = (date: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timeZone)

/**
 * The due dates after `after` and before `until`, neither included, in order, at most `max`. Each is counted from the first: a
 * month without a 31st has its last day, and the next has its 31st again. A local time that summer time leaves out is an hour later.
 */
export const nextOccurrences = (
  { startsAt, timeZone, frequency, endsOn }: Recurrence,
  { after, until, max }: { after: Date; until: Date; max: number },
): Date[] => {
  const first = zoned(startsAt, timeZone)
  const unit = unitOf[frequency]
  const passed = after > startsAt ? first.until(zoned(after, timeZone), { largestUnit: unit })[unit] : 0
  const found: Date[] = []
  // One earlier, since the last day of a short month counts as a whole one only a few days later.
  for (let index = Math.max(0, passed - 1); found.length < max; index += 1) {
    const next = first.add({ [unit]: index })
    const due = new Date(next.epochMilliseconds)
    if (due >= until || (endsOn !== null && next.toPlainDate().toString() > endsOn)) break
    if (due > after) found.push(due)
  }
  return found
}

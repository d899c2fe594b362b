// Node.js 24 does not have Temporal.
import 'temporal-polyfill/global'
import type { TaskFrequency } from '#contract/task-plans/plans.ts'

/** The rule of a recurring task, which is always due at the same local time, on the same weekday or day of the month. */
export interface Recurrence {
  /** The first due date. */
  startsAt: Date
  timeZone: string
  frequency: TaskFrequency
  /** The last day on which a task may be due, in the zone (`YYYY-MM-DD`). */
  endsOn: string | null
}

const unitOf = { weekly: 'weeks', monthly: 'months' } as const

const zoned = (date: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timeZone)

/**
 * Returns the due dates after `after` and before `until`, neither included, in order, at most `max`. Each is counted from the first: a
 * month without a 31st uses its last day, and the next month the 31st again. A local time that daylight saving time skips is an hour later.
 */
export const nextOccurrences = (
  { startsAt, timeZone, frequency, endsOn }: Recurrence,
  { after, until, max }: { after: Date; until: Date; max: number },
): Date[] => {
  const first = zoned(startsAt, timeZone)
  const unit = unitOf[frequency]
  const passed = after > startsAt ? first.until(zoned(after, timeZone), { largestUnit: unit })[unit] : 0
  const found: Date[] = []
  // Start one date earlier: the last day of a short month counts as a whole month only a few days later.
  for (let index = Math.max(0, passed - 1); found.length < max; index += 1) {
    const next = first.add({ [unit]: index })
    const due = new Date(next.epochMilliseconds)
    if (due >= until || (endsOn !== null && next.toPlainDate().toString() > endsOn)) break
    if (due > after) found.push(due)
  }
  return found
}

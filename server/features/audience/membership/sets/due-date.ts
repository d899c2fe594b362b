// Node 24 has no Temporal.
import 'temporal-polyfill/global'

// This is the time of due dates that are entered without one, see docs/decisions/0014.
const time = '17:00'

// The zone came from a browser, which may know more zones than this server.
const knownZone = (now: Temporal.Instant, timeZone: string | null) => {
  try {
    return now.toZonedDateTimeISO(timeZone ?? 'UTC')
  } catch {
    return now.toZonedDateTimeISO('UTC')
  }
}

const instantOf = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime())

/** Returns 5:00 PM on the day that is `days` after `now`, in the zone or else UTC. If that time has passed, it is a day later. */
export const dueDateIn = (days: number, timeZone: string | null, now: Date) => {
  const local = knownZone(instantOf(now), timeZone)
  const due = local.add({ days }).withPlainTime(time)
  const isPast = Temporal.ZonedDateTime.compare(due, local) <= 0
  return new Date((isPast ? due.add({ days: 1 }) : due).epochMilliseconds)
}

/** The rule by which a plan dates a task. */
export interface PlanRule {
  /** The days from the event; negative before it. */
  days: number
  weekdaysOnly: boolean
  timeZone: string | null
}

/**
 * Returns 5:00 PM on the day that a plan says, counted from the local day of the event. With weekdays only, a Saturday or Sunday becomes the Monday
 * after for a task after the event, and the Friday before for any other. What would have passed when the task was given is due at the end of that
 * day, so that no task begins late.
 */
export const planDueDate = (event: Date, { days, weekdaysOnly, timeZone }: PlanRule, givenAt: Date) => {
  const planned = knownZone(instantOf(event), timeZone).add({ days })
  const weekendDay = weekdaysOnly ? Math.max(0, planned.dayOfWeek - 5) : 0
  const moved = days <= 0 ? -weekendDay : weekendDay && 3 - weekendDay
  const due = new Date(planned.add({ days: moved }).withPlainTime(time).epochMilliseconds)
  if (due > givenAt) return due
  const tomorrow = knownZone(instantOf(givenAt), timeZone).startOfDay().add({ days: 1 })
  return new Date(tomorrow.epochMilliseconds - 1000)
}

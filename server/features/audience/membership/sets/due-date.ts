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

/** Returns 5:00 PM on the day that is `days` after `now`, in the zone or else UTC. If that time has passed, it is a day later. */
export const dueDateIn = (days: number, timeZone: string | null, now: Date) => {
  const local = knownZone(Temporal.Instant.fromEpochMilliseconds(now.getTime()), timeZone)
  const due = local.add({ days }).withPlainTime(time)
  const isPast = Temporal.ZonedDateTime.compare(due, local) <= 0
  return new Date((isPast ? due.add({ days: 1 }) : due).epochMilliseconds)
}

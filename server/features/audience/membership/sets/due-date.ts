// Node 24 has no Temporal.
import 'temporal-polyfill/global'

// What a form without a time means, see docs/decisions/0014.
const time = '17:00'

// The browser that named it may know more zones than this server.
const knownZone = (now: Temporal.Instant, timeZone: string | null) => {
  try {
    return now.toZonedDateTimeISO(timeZone ?? 'UTC')
  } catch {
    return now.toZonedDateTimeISO('UTC')
  }
}

/** So many days after `now`, at 5:00 PM of the zone, or of UTC without one. Today, once it is later, means tomorrow. */
export const dueDateIn = (days: number, timeZone: string | null, now: Date) => {
  const local = knownZone(Temporal.Instant.fromEpochMilliseconds(now.getTime()), timeZone)
  const due = local.add({ days }).withPlainTime(time)
  const isPast = Temporal.ZonedDateTime.compare(due, local) <= 0
  return new Date((isPast ? due.add({ days: 1 }) : due).epochMilliseconds)
}

/**
 * Computes opening hours in a time zone, without Zod. `isOpenAt` and `nextOpening` need the engine's Temporal: if an engine has none,
 * import `temporal-polyfill/global` first.
 */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof weekdays)[number]

export interface OpeningTimes {
  timeZone: string
  /** The opening times of each day, in order, for example from `09:00` until `17:00`; `24:00` is the end of the day. */
  week: Record<Weekday, { from: string; until: string }[]>
  /** The days without opening times, in the same time zone, such as `2026-12-25`. */
  holidays: { date: string }[]
}

// Openings that are more than a year away are not announced.
const maxDays = 370

const periodsOn = ({ week, holidays }: OpeningTimes, date: Temporal.PlainDate) => {
  const weekday = weekdays[date.dayOfWeek - 1]
  const isHoliday = holidays.some((holiday) => holiday.date === date.toString())
  return isHoliday || !weekday ? [] : week[weekday]
}

const localTime = (timeZone: string, at: Date) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)

export const isOpenAt = (times: OpeningTimes, at: Date) => {
  const local = localTime(times.timeZone, at)
  // Times have a fixed format, so that they can be compared as strings.
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' })
  return periodsOn(times, local.toPlainDate()).some(({ from, until }) => from <= time && time < until)
}

/** Returns the first moment at which clocks show a time of a day. For a time that clocks skip, this is the moment of the change. */
const momentOf = (date: Temporal.PlainDate, timeZone: string, time: string) => {
  // For a time that is skipped, `earlier` is a moment before the change.
  const moment = date.toPlainDateTime(time).toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  const isSkipped = !moment.toPlainTime().equals(time)
  const { epochMilliseconds } = (isSkipped && moment.getTimeZoneTransition('next')) || moment
  return new Date(epochMilliseconds)
}

/** Returns the next opening after a moment; null if there is none within a year. */
export const nextOpening = (times: OpeningTimes, after: Date): Date | null => {
  const today = localTime(times.timeZone, after).toPlainDate()
  for (let days = 0; days <= maxDays; days += 1) {
    const date = today.add({ days })
    for (const { from } of periodsOn(times, date)) {
      const opening = momentOf(date, times.timeZone, from)
      if (opening > after && isOpenAt(times, opening)) return opening
    }
  }
  return null
}

/** Writes a moment such as `Monday, November 23 at 9:00 AM EST`. */
export const describeMoment = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
    .format(at)
    .replace(/\s/g, ' ')

/** When somebody is there who keeps hours by the clocks of a time zone: pure, and without Zod. */
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
  /** Each day's times in their order: `09:00` until, and without, `17:00`; `24:00` is the day's end. */
  week: Record<Weekday, { from: string; until: string }[]>
  /** `2026-12-25`, by the same clocks. */
  holidays: { date: string }[]
}

const minute = 60_000
const day = 24 * 60 * minute
// Whoever has no hours within a year has none.
const mostDays = 370

export const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return 60 * hours + minutes
}

export const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>()

const clockOf = (timeZone: string) => {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  clocks.set(timeZone, clock)
  return clock
}

/** What the clocks show, as the moment at which clocks in UTC would show the same. To the minute. */
const shownAt = (timeZone: string, at: number) => {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day: date = 1, hour = 0, minute: minutes = 0 } = parts
  return Date.UTC(year, month - 1, date, hour, minutes)
}

/** By how much the clocks are ahead of UTC. */
const aheadAt = (timeZone: string, at: number) => shownAt(timeZone, at) - Math.floor(at / minute) * minute

/**
 * When the clocks show something, for the first time. What they leave out, as they are put forward, is when they are put
 * forward.
 */
const whenShown = (timeZone: string, shown: number) => {
  const before = aheadAt(timeZone, shown - day)
  const after = aheadAt(timeZone, shown + day)
  for (const ahead of [before, after]) {
    if (aheadAt(timeZone, shown - ahead) === ahead) return shown - ahead
  }
  let [early, late] = [shown - after, shown - before]
  while (late - early > minute) {
    const middle = Math.floor((early + late) / 2 / minute) * minute
    if (aheadAt(timeZone, middle) === before) early = middle
    else late = middle
  }
  return late
}

/** The times of the day that clocks in UTC would show then. */
const timesOn = ({ week, holidays }: OpeningTimes, shown: number) => {
  const date = new Date(shown)
  const isHoliday = holidays.some((holiday) => holiday.date === date.toISOString().slice(0, 10))
  const weekday = weekdays[(date.getUTCDay() + 6) % 7]
  return isHoliday || !weekday ? [] : week[weekday]
}

export const isOpenAt = (times: OpeningTimes, at: Date) => {
  const shown = shownAt(times.timeZone, at.getTime())
  const minutes = (shown % day) / minute
  return timesOn(times, shown).some(
    ({ from, until }) => minutesOf(from) <= minutes && minutes < minutesOf(until),
  )
}

/** When it opens next after a moment at which it is closed; null when that is not within a year. */
export const nextOpening = (times: OpeningTimes, after: Date): Date | null => {
  const shown = shownAt(times.timeZone, after.getTime())
  const today = shown - (shown % day)
  for (let date = today; date <= today + mostDays * day; date += day) {
    for (const { from } of timesOn(times, date)) {
      const opening = new Date(whenShown(times.timeZone, date + minutesOf(from) * minute))
      if (opening > after && isOpenAt(times, opening)) return opening
    }
  }
  return null
}

/** Such as `Monday, November 23 at 9:00 AM EST`. */
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

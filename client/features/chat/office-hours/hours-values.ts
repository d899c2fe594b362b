import type { OfficeHours } from '#contract/chat/office-hours.ts'
import {
  describeMoment,
  isOpenAt,
  isTimeZone,
  minutesOf,
  nextOpening,
  type Weekday,
  weekdays,
} from '#contract/chat/opening-times.ts'

/** What the form holds. A time field knows no 24:00: there it is 00:00, as an end. */
export interface HoursValues {
  /** Whether partners are told of any hours. */
  isKept: boolean
  timeZone: string
  week: Record<Weekday, { from: string; until: string }[]>
  holidays: { date: string; name: string }[]
}

const usualDay = { from: '09:00', until: '17:00' }
const weekend: readonly Weekday[] = ['saturday', 'sunday']

const weekOf = <T>(dayOf: (weekday: Weekday) => T) =>
  Object.fromEntries(weekdays.map((weekday) => [weekday, dayOf(weekday)])) as Record<Weekday, T>

/** What the form begins with; where no hours are kept, with usual ones, so that turning them on gives a beginning. */
export const valuesOf = (hours: OfficeHours | null): HoursValues =>
  hours
    ? {
        isKept: true,
        timeZone: hours.timeZone,
        week: weekOf((weekday) =>
          hours.week[weekday].map(({ from, until }) => ({
            from,
            until: until === '24:00' ? '00:00' : until,
          })),
        ),
        holidays: hours.holidays.toSorted((one, other) => one.date.localeCompare(other.date)),
      }
    : {
        isKept: false,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        week: weekOf((weekday) => (weekend.includes(weekday) ? [] : [usualDay])),
        holidays: [],
      }

/** As the server takes it: the times of a day in their order. */
export const hoursOf = ({ isKept, timeZone, week, holidays }: HoursValues): OfficeHours | null =>
  isKept
    ? {
        timeZone,
        week: weekOf((weekday) =>
          week[weekday]
            .map(({ from, until }) => ({ from, until: until === '00:00' ? '24:00' : until }))
            .toSorted((one, other) => minutesOf(one.from) - minutesOf(other.from)),
        ),
        holidays,
      }
    : null

const isWhole = ({ timeZone, week }: OfficeHours) =>
  isTimeZone(timeZone) && weekdays.every((weekday) => week[weekday].every(({ from, until }) => from && until))

/** What partners who write now would find; null while the form does not say enough for that. */
export const standingAt = (hours: OfficeHours | null, now: Date): string | null => {
  if (!hours) return 'Partners are told of no hours.'
  if (!isWhole(hours)) return null
  if (isOpenAt(hours, now)) return 'The team is here now.'
  const opening = nextOpening(hours, now)
  return opening
    ? `The team is away now, and back on ${describeMoment(hours.timeZone, opening)}.`
    : 'The team is away, and not back within a year.'
}

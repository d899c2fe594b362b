import { parseCalendarDate } from '#contract/documents/agreements/calendar-date.ts'

const padded = (part: number, length = 2) => String(part).padStart(length, '0')

/** What the clocks of a time zone show, `YYYY-MM-DD HH:MM:SS`: in Sweden times are written so. */
const clocksIn = (timeZone: string, moment: Date) => moment.toLocaleString('sv-SE', { timeZone })

/** The day of a moment where the reader is, or in another IANA zone, `YYYY-MM-DD`. */
export const calendarDay = (moment: Date, timeZone?: string): string =>
  timeZone
    ? clocksIn(timeZone, moment).slice(0, 10)
    : [padded(moment.getFullYear(), 4), padded(moment.getMonth() + 1), padded(moment.getDate())].join('-')

/** The time of a moment where the reader is, or in another IANA zone, `HH:MM`. */
export const timeOfDay = (moment: Date, timeZone?: string): string =>
  timeZone
    ? clocksIn(timeZone, moment).slice(11, 16)
    : [padded(moment.getHours()), padded(moment.getMinutes())].join(':')

/**
 * The moment that a day and a time, `YYYY-MM-DD` and `HH:MM`, mean where the reader is, or in another IANA zone; undefined where
 * they mean none.
 */
export const momentOf = (day: string, time: string, timeZone?: string): Date | undefined => {
  const date = parseCalendarDate(day)
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? []
  if (!date || hours === undefined) return undefined
  if (timeZone)
    return momentIn(timeZone, Date.UTC(date.year, date.month - 1, date.day, +hours, Number(minutes)))
  const moment = new Date(date.year, date.month - 1, date.day, Number(hours), Number(minutes))
  // A year below 100 is taken for one of the last century.
  return moment.getFullYear() === date.year ? moment : undefined
}

/** @param shown what the clocks show, as if they were in UTC */
const momentIn = (timeZone: string, shown: number) => {
  const offsetAt = (moment: number) =>
    Date.parse(`${clocksIn(timeZone, new Date(moment)).replace(' ', 'T')}Z`) - moment
  const near = shown - offsetAt(shown)
  const exact = shown - offsetAt(near)
  // A time in an hour that the clocks skip means the hour after it.
  return new Date(exact + offsetAt(exact) === shown ? exact : Math.max(near, exact))
}

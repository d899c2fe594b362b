import { parseCalendarDate } from '#contract/documents/agreements/calendar-date.ts'
import { ownZoneOnServer } from './own-zone.ts'

const padded = (part: number, length = 2) => String(part).padStart(length, '0')

/** Formats a moment in a time zone as `YYYY-MM-DD HH:MM:SS`, which is the Swedish format. */
const clocksIn = (timeZone: string, moment: Date) => moment.toLocaleString('sv-SE', { timeZone })

/** Returns the day of a moment as `YYYY-MM-DD`, in the reader's zone or in the given IANA zone. */
export const calendarDay = (moment: Date, timeZone = ownZoneOnServer): string =>
  timeZone
    ? clocksIn(timeZone, moment).slice(0, 10)
    : [padded(moment.getFullYear(), 4), padded(moment.getMonth() + 1), padded(moment.getDate())].join('-')

/** Returns the time of a moment as `HH:MM`, in the reader's zone or in the given IANA zone. */
export const timeOfDay = (moment: Date, timeZone?: string): string =>
  timeZone
    ? clocksIn(timeZone, moment).slice(11, 16)
    : [padded(moment.getHours()), padded(moment.getMinutes())].join(':')

/**
 * Returns the moment of a day `YYYY-MM-DD` and a time `HH:MM`, in the reader's zone or in the given IANA zone; undefined when they
 * are not valid.
 */
export const momentOf = (day: string, time: string, timeZone?: string): Date | undefined => {
  const date = parseCalendarDate(day)
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? []
  if (!date || hours === undefined) return undefined
  if (timeZone)
    return momentIn(timeZone, Date.UTC(date.year, date.month - 1, date.day, +hours, Number(minutes)))
  const moment = new Date(date.year, date.month - 1, date.day, Number(hours), Number(minutes))
  // JavaScript interprets a year below 100 as 19xx, so such a date is rejected.
  return moment.getFullYear() === date.year ? moment : undefined
}

/** @param shown the local time, as milliseconds as if it were UTC */
const momentIn = (timeZone: string, shown: number) => {
  const offsetAt = (moment: number) =>
    Date.parse(`${clocksIn(timeZone, new Date(moment)).replace(' ', 'T')}Z`) - moment
  const near = shown - offsetAt(shown)
  const exact = shown - offsetAt(near)
  // When the clocks are set forward, a time in the skipped hour counts as the same time one hour later.
  return new Date(exact + offsetAt(exact) === shown ? exact : Math.max(near, exact))
}

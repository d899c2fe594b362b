import { parseCalendarDate } from '#contract/documents/agreements/calendar-date.ts'

const padded = (part: number, length = 2) => String(part).padStart(length, '0')

/** The day of a moment where the reader is, `YYYY-MM-DD`. */
export const calendarDay = (moment: Date): string =>
  [padded(moment.getFullYear(), 4), padded(moment.getMonth() + 1), padded(moment.getDate())].join('-')

/** The time of a moment where the reader is, `HH:MM`. */
export const timeOfDay = (moment: Date): string =>
  [padded(moment.getHours()), padded(moment.getMinutes())].join(':')

/** The moment that a day and a time, `YYYY-MM-DD` and `HH:MM`, mean where the reader is; undefined where they mean none. */
export const momentOf = (day: string, time: string): Date | undefined => {
  const date = parseCalendarDate(day)
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? []
  if (!date || hours === undefined) return undefined
  const moment = new Date(date.year, date.month - 1, date.day, Number(hours), Number(minutes))
  // A year below 100 is taken for one of the last century.
  return moment.getFullYear() === date.year ? moment : undefined
}

import { isInDateRange, lastMoment } from '#contract/date-range.ts'

/** The first and the last day of a range, both inclusive, as typed; in the reader's time zone. */
export type DayRange = { from: string; until: string }

/** Returns midnight in the reader's time zone, some days after the given day. */
export const midnight = (day: Date, daysLater = 0) =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater)

/** Returns the start of a day; undefined when the text is not a day from 2000 to 2200, for example while the year is being typed. */
const startOf = (day: string, daysLater = 0): Date | undefined => {
  const [, year = '', month = '', date = ''] = /^(2\d{3})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (!year || !isInDateRange(day)) return
  const moment = new Date(Number(year), Number(month) - 1, Number(date) + daysLater)
  return Number.isNaN(moment.getTime()) ? undefined : moment < lastMoment ? moment : lastMoment
}

/** Returns the start of the first day and the end of the last day as ISO strings; empty for a day that is incomplete. */
export const toTimeRange = ({ from, until }: DayRange) => ({
  from: startOf(from)?.toISOString() ?? '',
  until: startOf(until, 1)?.toISOString() ?? '',
})

/** Returns whether the last day is before the first. */
export const isBackwards = ({ from, until }: DayRange) => {
  const [first, last] = [startOf(from), startOf(until)]
  return first !== undefined && last !== undefined && first > last
}

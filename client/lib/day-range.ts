import { isInDateRange, lastMoment } from '#contract/date-range.ts'

/** Days where the reader is, both inclusive, as typed. */
export type DayRange = { from: string; until: string }

/** Midnight where the reader is, some days after the given one. */
export const midnight = (day: Date, daysLater = 0) =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater)

/** Undefined where the text is not a day from 2000 to 2200, as while its year is typed. */
const startOf = (day: string, daysLater = 0): Date | undefined => {
  const [, year = '', month = '', date = ''] = /^(2\d{3})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (!year || !isInDateRange(day)) return
  const moment = new Date(Number(year), Number(month) - 1, Number(date) + daysLater)
  return Number.isNaN(moment.getTime()) ? undefined : moment < lastMoment ? moment : lastMoment
}

/** The time from the start of the first day to the end of the last, as ISO strings; empty where a day is incomplete. */
export const toTimeRange = ({ from, until }: DayRange) => ({
  from: startOf(from)?.toISOString() ?? '',
  until: startOf(until, 1)?.toISOString() ?? '',
})

/** Whether the last day is before the first. */
export const isBackwards = ({ from, until }: DayRange) => {
  const [first, last] = [startOf(from), startOf(until)]
  return first !== undefined && last !== undefined && first > last
}

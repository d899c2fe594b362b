import { addDays, weekdayOf } from '#contract/calendar-days.ts'
import { parseCalendarDate } from '#contract/documents/agreements/calendar-date.ts'

// Days are `YYYY-MM-DD`, months `YYYY-MM`. Intl is not used here: creating its first formatter blocks a phone for a tenth of a second.

const weeksShown = 6

const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]
export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export const monthOf = (day: string) => day.slice(0, 7)
export const dateOf = (day: string) => Number(day.slice(8))

/** Returns the month that is this many months later. */
export const shiftMonth = (month: string, months: number) => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7)
}

/** Returns the same day of a later month, or the last day of that month if it is shorter. */
export const shiftByMonths = (day: string, months: number) => {
  const first = `${shiftMonth(monthOf(day), months)}-01`
  const last = addDays(`${shiftMonth(monthOf(first), 1)}-01`, -1)
  const same = addDays(first, dateOf(day) - 1)
  return monthOf(same) === monthOf(first) ? same : last
}

/** Returns the weeks of a month, which begin on Sundays. There are always six, so that all months have the same height. */
export const weeksOf = (month: string): string[][] => {
  const first = `${month}-01`
  const sunday = addDays(first, -weekdayOf(first))
  return Array.from({ length: weeksShown }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(sunday, week * 7 + day)),
  )
}

/** Formats a month such as "December 2026". */
export const monthLabel = (month: string) => `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`

/** Formats a day such as "Monday, December 14", with the year if it is not the current one. */
export const dayLabel = (day: string, today: string) => {
  const year = day.slice(0, 4)
  const date = `${weekdayNames[weekdayOf(day)]}, ${monthNames[Number(day.slice(5, 7)) - 1]} ${dateOf(day)}`
  return year === today.slice(0, 4) ? date : `${date}, ${year}`
}

/** What a calendar shows: a month, and the chosen day in it, if any. */
export type Shown = { month: string; day: string | null }

// Whole months with the weeks around them are within the dates that the portal knows.
const isInRange = (month: string) => month >= '1901-01' && month < '2200-01'

/** Reads a month or a day from the address; any other text means the current month. */
export const readShown = (text: string, today: string): Shown => {
  const isDay = text.length === 10
  const month = monthOf(text)
  if (!parseCalendarDate(isDay ? text : `${text}-01`) || !isInRange(month)) {
    return { month: monthOf(today), day: null }
  }
  return { month, day: isDay ? text : null }
}

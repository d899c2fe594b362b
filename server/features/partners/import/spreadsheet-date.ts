import { parseCalendarDate } from '#contract/documents/agreements/calendar-date.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const dayMs = 86_400_000
// Excel counts days from 1900, which it takes for a leap year, so the numbers of days after February 1900 count from this day.
const dayZero = Date.UTC(1899, 11, 30)
// The time of day, which Excel writes after the date in cells that are formatted with it.
const time = String.raw`(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?: ?[AP]M)?)?`

// Both patterns match in linear time, since every repetition in them is bounded.
const numeric = new RegExp(String.raw`^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})${time}$`, 'i')
const iso = new RegExp(String.raw`^(\d{4})[/-](\d{1,2})[/-](\d{1,2})${time}$`, 'i')
const monthFirst = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i
const dayFirst = /^(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d{4}|\d{2})$/i
const dayNumber = /^\d{5}(?:\.\d{1,15})?$/

// A year of two digits means the same as in Excel.
const fullYear = (year: string) => {
  if (year.length === 4) return year
  return Number(year) < 30 ? `20${year}` : `19${year}`
}

const monthOf = (name: string) => {
  const place = months.indexOf(name.slice(0, 3).toLowerCase())
  return place < 0 ? '0' : String(place + 1)
}

const written = (year = '', month = '', day = '') => {
  const date = `${fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return parseCalendarDate(date) ? date : undefined
}

/**
 * Returns the day that a spreadsheet writes as `2026-01-31`, `1/31/2026`, `31-Jan-26`, `Jan 31, 2026` or, in a cell that is not formatted
 * as a date, as the number of the day, `46053`. In `1/2/2026` the month comes first.
 * @returns `YYYY-MM-DD`; undefined for every other text
 */
export const spreadsheetDate = (text: string): string | undefined => {
  if (dayNumber.test(text)) {
    return new Date(dayZero + Math.floor(Number(text)) * dayMs).toISOString().slice(0, 10)
  }
  const asIso = iso.exec(text)
  if (asIso) return written(asIso[1], asIso[2], asIso[3])
  const asNumbers = numeric.exec(text)
  if (asNumbers) return written(asNumbers[3], asNumbers[1], asNumbers[2])
  const asUs = monthFirst.exec(text)
  if (asUs) return written(asUs[3], monthOf(asUs[1] ?? ''), asUs[2])
  const asDayFirst = dayFirst.exec(text)
  if (asDayFirst) return written(asDayFirst[3], monthOf(asDayFirst[2] ?? ''), asDayFirst[1])
  return undefined
}

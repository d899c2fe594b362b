import { groupDigits } from '#contract/group-digits.ts'

export { formatMoney } from '#contract/money.ts'

import { ownZoneOnServer } from './own-zone.ts'

type Moment = string | number | Date

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type Clock = { year: number; month: number; day: number; hour: number; minute: number }

const dateOf = (moment: Moment) => {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) throw new RangeError('Invalid time value')
  return date
}

// Intl is not used here because creating the first formatter of a page blocks a phone for a tenth of a second.
const clockHere = (date: Date): Clock => ({
  year: date.getFullYear(),
  month: date.getMonth(),
  day: date.getDate(),
  hour: date.getHours(),
  minute: date.getMinutes(),
})

// Formatters are cached: creating a formatter costs more than using it a hundred times, and a list formats hundreds of dates.
const formatters = new Map<string, Intl.DateTimeFormat>()

const clockIn = (date: Date, timeZone: string): Clock => {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    const all = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    } as const
    formatter = new Intl.DateTimeFormat('en-US', { ...all, hourCycle: 'h23', timeZone })
    formatters.set(timeZone, formatter)
  }
  const parts = Object.fromEntries(
    formatter.formatToParts(date).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts
  return { year, month: month - 1, day, hour, minute }
}

const clockAt = (moment: Moment, timeZone = ownZoneOnServer) => {
  const date = dateOf(moment)
  return timeZone ? clockIn(date, timeZone) : clockHere(date)
}

/** Formats as "Nov 20, 2026", in the reader's zone unless an IANA zone is given. Throws RangeError for an invalid date. */
export function formatDate(moment: Moment, timeZone?: string): string {
  const { year, month, day } = clockAt(moment, timeZone)
  return `${months[month]} ${day}, ${year}`
}

/** Formats as "Nov 20", for places where the year is obvious; in the reader's zone unless an IANA zone is given. */
export function formatDay(moment: Moment, timeZone?: string): string {
  const { month, day } = clockAt(moment, timeZone)
  return `${months[month]} ${day}`
}

/** Formats as "Nov 2026", in the reader's zone. */
export function formatMonth(moment: Moment): string {
  const { year, month } = clockAt(moment)
  return `${months[month]} ${year}`
}

/** Formats as "2:05 PM", in the reader's zone unless an IANA zone is given. Throws RangeError for an invalid date. */
export function formatTime(moment: Moment, timeZone?: string): string {
  const { hour, minute } = clockAt(moment, timeZone)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Formats as "Nov 20, 2026, 2:05 PM", the exact time that a date shows on hover. */
export function formatDateTime(moment: Moment, timeZone?: string): string {
  return `${formatDate(moment, timeZone)}, ${formatTime(moment, timeZone)}`
}

/** Formats as "5 min ago", "2 h ago", or the date. */
export function timeAgo(moment: string, now: number): string {
  const minutes = Math.max(1, Math.floor((now - Date.parse(moment)) / 60_000))
  if (minutes < 60) return `${minutes} min ago`
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h ago` : formatDate(moment)
}

const sizeUnits = ['KB', 'MB', 'GB']

/** Formats as "812 bytes", "34 KB" or "1.4 MB". A KB is 1,024 bytes here, as in the upload limit. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return formatCount(bytes, 'byte')
  let size = bytes / 1024
  let unit = 0
  // A size that rounds to 1,024 is shown in the next unit.
  while (Math.round(size) >= 1024 && unit < sizeUnits.length - 1) {
    size /= 1024
    unit += 1
  }
  const digits = unit === 0 || size >= 100 ? 0 : 1
  return `${Number(size.toFixed(digits))} ${sizeUnits[unit]}`
}

/** Formats a whole number as "1,234". Does not use Intl, which is slow to create on phones. */
export const formatNumber = (number: number) =>
  (number < 0 ? '-' : '') + groupDigits(String(Math.abs(number)))

/** Formats a count with its noun, as "1 file" or "1,200 files". The plural of the noun must end in s. */
export function formatCount(count: number, thing: string): string {
  return `${formatNumber(count)} ${thing}${count === 1 ? '' : 's'}`
}

type Moment = string | number | Date

const dateParts = { year: 'numeric', month: 'short', day: 'numeric' } as const
const dayParts = { month: 'short', day: 'numeric' } as const
const timeParts = { hour: 'numeric', minute: '2-digit', hour12: true } as const

// Making a formatter costs more than using it a hundred times, and a list formats hundreds of dates.
const formatters = new Map<string, Intl.DateTimeFormat>()

function format(moment: Moment, parts: Intl.DateTimeFormatOptions, timeZone = ''): string {
  const key = `${Object.keys(parts)}|${timeZone}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', timeZone ? { ...parts, timeZone } : parts)
    formatters.set(key, formatter)
  }
  // Newer browsers put a narrow no-break space before AM and PM; a search of the page for "2:05 PM" would miss it.
  return formatter.format(new Date(moment)).replaceAll('\u202f', ' ')
}

/** "Nov 20, 2026", in the reader's zone unless another IANA zone is named. Throws RangeError on what is no date. */
export function formatDate(moment: Moment, timeZone?: string): string {
  return format(moment, dateParts, timeZone)
}

/** "Nov 20", where the year is plain; in the reader's zone unless another IANA zone is named. */
export function formatDay(moment: Moment, timeZone?: string): string {
  return format(moment, dayParts, timeZone)
}

/** "2:05 PM", in the reader's zone unless another IANA zone is named. Throws RangeError on what is no date. */
export function formatTime(moment: Moment, timeZone?: string): string {
  return format(moment, timeParts, timeZone)
}

/** "Nov 20, 2026, 2:05 PM": the exact time that a date shows on hover. */
export function formatDateTime(moment: Moment, timeZone?: string): string {
  return `${formatDate(moment, timeZone)}, ${formatTime(moment, timeZone)}`
}

/** "5 min ago", "2 h ago", or the date. */
export function timeAgo(moment: string, now: number): string {
  const minutes = Math.max(1, Math.floor((now - Date.parse(moment)) / 60_000))
  if (minutes < 60) return `${minutes} min ago`
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h ago` : formatDate(moment)
}

const sizeUnits = ['KB', 'MB', 'GB']

/** "812 bytes", "34 KB", "1.4 MB". A KB is 1,024 bytes here, as it is in the limit of an upload. */
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

/** "1 file", "1,200 files": a number with the thing that it counts, whose plural takes an s. */
export function formatCount(count: number, thing: string): string {
  return `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`
}

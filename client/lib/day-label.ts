import { formatDate } from './format.ts'

const dayMs = 24 * 60 * 60 * 1000

/** "Today", "Yesterday" or the date, in the reader's zone. */
export const dayLabel = (moment: string, now: number | Date) => {
  const label = formatDate(moment)
  if (label === formatDate(now)) return 'Today'
  // 24 hours before noon is always the day before, even on days of 23 or 25 hours.
  const noon = new Date(now).setHours(12, 0, 0, 0)
  return label === formatDate(noon - dayMs) ? 'Yesterday' : label
}

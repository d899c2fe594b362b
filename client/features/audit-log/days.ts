/** Midnight at the reader's, so many days after the day; undefined for what is no day of these times. */
const midnight = (day: string, later = 0): Date | undefined => {
  const [, year = '', month = '', date = ''] = /^(2\d{3})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (!year) return
  const moment = new Date(Number(year), Number(month) - 1, Number(date) + later)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

/**
 * The moments between which two days lie, the first and the last included, as ISO strings. While a year is being typed,
 * there is no day yet.
 */
export const momentsOf = ({ from, until }: { from: string; until: string }) => ({
  from: midnight(from)?.toISOString() ?? '',
  until: midnight(until, 1)?.toISOString() ?? '',
})

/** Whether there is no day between them. */
export const isBackwards = ({ from, until }: { from: string; until: string }) => {
  const [first, last] = [midnight(from), midnight(until)]
  return first !== undefined && last !== undefined && first > last
}

/** Midnight in the reader's time zone, some days after the given one; undefined where the text is not a day since 2000. */
const midnight = (day: string, daysLater = 0): Date | undefined => {
  const [, year = '', month = '', date = ''] = /^(2\d{3})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (!year) return
  const moment = new Date(Number(year), Number(month) - 1, Number(date) + daysLater)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

/** The time from the start of the first day to the end of the last, as ISO strings; empty where a day is incomplete. */
export const toTimeRange = ({ from, until }: { from: string; until: string }) => ({
  from: midnight(from)?.toISOString() ?? '',
  until: midnight(until, 1)?.toISOString() ?? '',
})

/** Whether the last day is before the first. */
export const isBackwards = ({ from, until }: { from: string; until: string }) => {
  const [first, last] = [midnight(from), midnight(until)]
  return first !== undefined && last !== undefined && first > last
}

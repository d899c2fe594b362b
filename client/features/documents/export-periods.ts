import { calendarDay } from '#client/lib/local-moment.ts'

/** A period from its first to its last day, both `YYYY-MM-DD`. */
export type Period = { from: string; to: string }

/** Returns the periods that are offered, in the reader's time zone. */
export const exportPeriods = (today: Date): { thisMonth: Period; lastMonth: Period; thisYear: Period } => {
  const [year, month] = [today.getFullYear(), today.getMonth()]
  const between = (from: Date, to: Date) => ({ from: calendarDay(from), to: calendarDay(to) })
  return {
    thisMonth: between(new Date(year, month, 1), new Date(year, month + 1, 0)),
    lastMonth: between(new Date(year, month - 1, 1), new Date(year, month, 0)),
    thisYear: between(new Date(year, 0, 1), new Date(year, 11, 31)),
  }
}

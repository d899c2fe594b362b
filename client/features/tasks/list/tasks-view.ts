import { type DayRange, midnight, toTimeRange } from '#client/lib/day-range.ts'
import { weekOf } from '../task-state.ts'

export const dueFilters = ['overdue', 'today', 'week', 'later', 'range'] as const
export type DueFilter = (typeof dueFilters)[number]

/** Converts a due filter to its period as ISO strings, which are empty where the period has no bound. */
export const dueRange = ({ due, ...days }: DayRange & { due: string }, now: Date) => {
  if (due === 'range') return toTimeRange(days)
  const week = weekOf(now)
  const ranges: { [due: string]: [Date, Date?] } = {
    today: [midnight(now), midnight(now, 1)],
    week: [week.start, week.end],
    later: [week.end],
  }
  const [first, last] = ranges[due] ?? []
  return { from: first?.toISOString() ?? '', until: last?.toISOString() ?? '' }
}

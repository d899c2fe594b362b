import type { ReportPeriod } from '#contract/report-metrics.ts'
import type { ReportQuery } from '#contract/reports.ts'

/** The first and the last day of a period, `YYYY-MM-DD`. */
export interface Period {
  from: string
  to: string
}

const dayMs = 86_400_000

/** Returns a day by its year, month and day; both may lie outside of their range, such as day 0, the last of the month before. */
const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

const partsOf = (day: string) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return { year, month: month - 1, date }
}

const months = (year: number, first: number, length: number): Period => ({
  from: dayOf(year, first, 1),
  to: dayOf(year, first + length, 0),
})

const named = (name: ReportPeriod, today: string): Period => {
  const { year, month } = partsOf(today)
  const quarter = month - (month % 3)
  if (name === 'this-month') return months(year, month, 1)
  if (name === 'last-month') return months(year, month - 1, 1)
  if (name === 'this-quarter') return months(year, quarter, 3)
  if (name === 'last-quarter') return months(year, quarter - 3, 3)
  return months(year, 0, 12)
}

/** Returns the days that a query asks for. */
export const periodOf = ({ period = 'this-month', from, to }: ReportQuery, today: string): Period =>
  from !== undefined && to !== undefined ? { from, to } : named(period, today)

/** Returns the period before: for whole months as many months, for other days as many days. */
export const periodBefore = ({ from, to }: Period): Period => {
  const [first, last] = [partsOf(from), partsOf(to)]
  const isWhole = first.date === 1 && dayOf(last.year, last.month, last.date + 1).endsWith('-01')
  if (isWhole) {
    const length = (last.year - first.year) * 12 + last.month - first.month + 1
    return months(first.year, first.month - length, length)
  }
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return {
    from: dayOf(first.year, first.month, first.date - days),
    to: dayOf(first.year, first.month, first.date - 1),
  }
}

import type { Executor } from '#server/db/client.ts'
import { nextOccurrences } from '#server/features/task-plans/occurrences.ts'
import { listPlannedSeries, type PlannedSeries } from './data.ts'

const weekMs = 7 * 24 * 60 * 60 * 1000

/** Returns the due dates of a recurring task between two moments whose tasks have not been created. */
const plannedDates = (series: PlannedSeries, from: Date, until: Date) => {
  const first = new Date(Math.max(from.getTime(), series.nextDueAt.getTime()))
  if (first >= until) return []
  const max = Math.ceil((until.getTime() - first.getTime()) / weekMs) + 1
  return nextOccurrences(series, { after: new Date(first.getTime() - 1), until, max })
}

/** Lists for an audience the due dates between two moments of recurring tasks that have not been created, each with its series. */
export const listPlanned = async (
  db: Executor,
  { from, until }: { from: Date; until: Date },
  audience: string[] | null,
) =>
  (await listPlannedSeries(db, until, audience)).flatMap((series) =>
    plannedDates(series, from, until).map((at) => ({ series, at })),
  )

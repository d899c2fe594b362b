import { and, arrayOverlaps, asc, isNull, lt } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { taskSeries } from '#server/db/schema/task-series.ts'
import { pick } from '#server/pick.ts'

// This is far more than any team plans.
const maxSeries = 500

/**
 * Lists the recurring tasks whose next task is due before a moment and has not been created.
 * @param audience audience entries, of which a recurring task must have one; null for all recurring tasks
 */
export const listPlannedSeries = async (db: Executor, before: Date, audience: string[] | null) => {
  const rows = await db
    .select({
      id: taskSeries.id,
      name: taskSeries.taskName,
      ...pick(taskSeries, 'instructions', 'frequency', 'startsAt', 'timeZone'),
      ...pick(taskSeries, 'endsOn', 'nextDueAt', 'createdAt', 'updatedAt'),
    })
    .from(taskSeries)
    .where(
      and(
        isNull(taskSeries.stoppedAt),
        lt(taskSeries.nextDueAt, before),
        audience === null ? undefined : arrayOverlaps(taskSeries.audience, audience),
      ),
    )
    .orderBy(asc(taskSeries.nextDueAt), asc(taskSeries.id))
    .limit(maxSeries)
  return rows.flatMap(({ nextDueAt, ...series }) => (nextDueAt ? [{ ...series, nextDueAt }] : []))
}

export type PlannedSeries = Awaited<ReturnType<typeof listPlannedSeries>>[number]

import { and, arrayOverlaps, asc, isNull, lt } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { taskSeries } from '#server/db/schema/task-series.ts'
import { pick } from '#server/pick.ts'

// Far more than a team plans.
const maxSeries = 500

/**
 * The recurring tasks of which one that is due before a moment has not been created.
 * @param audience entries of which one must be in theirs; null for all
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

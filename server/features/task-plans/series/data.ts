import { and, asc, desc, eq, isNull, lte, notInArray, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import { isForNobody, shownAudience } from '#server/db/audience.ts'
import type { Executor } from '#server/db/client.ts'
import { taskSeries } from '#server/db/schema/task-series.ts'
import { compared, containsWords } from '#server/db/search.ts'
import { namedUser } from '#server/db/user-names.ts'

const columns = {
  id: taskSeries.id,
  taskName: taskSeries.taskName,
  instructions: taskSeries.instructions,
  taskType: taskSeries.taskType,
  owner: namedUser('task_series.owner_id'),
  ...shownAudience(taskSeries),
  frequency: taskSeries.frequency,
  startsAt: taskSeries.startsAt,
  timeZone: taskSeries.timeZone,
  endsOn: taskSeries.endsOn,
  leadDays: taskSeries.leadDays,
  occurrences: taskSeries.occurrences,
  nextDueAt: taskSeries.nextDueAt,
  stoppedAt: taskSeries.stoppedAt,
  createdBy: taskSeries.createdBy,
  createdAt: taskSeries.createdAt,
  updatedAt: taskSeries.updatedAt,
}

const found = (search: string | null) =>
  search === null ? undefined : containsWords(compared(taskSeries.taskName), search)

/** Lists the recurring tasks, the newest first. */
export const listSeries = (db: Executor, search: string | null, { page, limit }: Page) =>
  db
    .select(columns)
    .from(taskSeries)
    .where(found(search))
    .orderBy(desc(taskSeries.createdAt), desc(taskSeries.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countSeries = (db: Executor, search: string | null) => db.$count(taskSeries, found(search))

export const getSeries = async (db: Executor, id: string) => {
  const [series] = await db.select(columns).from(taskSeries).where(eq(taskSeries.id, id))
  return series
}

export type Series = NonNullable<Awaited<ReturnType<typeof getSeries>>>

/** Reads a series and locks it until the transaction ends. */
export const lockSeries = async (db: Executor, id: string) => {
  // This lock still lets others insert tasks that refer to the series.
  const [locked] = await db
    .select({ id: taskSeries.id })
    .from(taskSeries)
    .where(eq(taskSeries.id, id))
    .for('no key update')
  return locked && getSeries(db, id)
}

/** Returns the time of the database. Only its clock decides what is due: the clocks of processes differ, and can be set back. */
export const getNow = async (db: Executor) => {
  const { rows } = await db.execute<{ now: number }>(
    sql`select floor(extract(epoch from now()) * 1000)::float8 as now`,
  )
  return new Date(rows[0]?.now ?? Number.NaN)
}

/** Reads and locks a series that has a task to create now. Skips the series to leave out, and those that another process has locked. */
export const lockDueSeries = async (db: Executor, leftOut: string[] = []) => {
  const [locked] = await db
    .select({ id: taskSeries.id })
    .from(taskSeries)
    .where(
      and(
        isNull(taskSeries.stoppedAt),
        // No series has more lead days than this, so the index finds those that may be due.
        lte(taskSeries.nextDueAt, sql`now() + interval '1440 hours'`),
        // The interval is in hours because daylight saving time makes days longer or shorter in the time zone of the database.
        lte(taskSeries.nextDueAt, sql`now() + ${taskSeries.leadDays} * interval '24 hours'`),
        notInArray(taskSeries.id, leftOut),
      ),
    )
    .orderBy(asc(taskSeries.nextDueAt), asc(taskSeries.id))
    .limit(1)
    .for('no key update', { skipLocked: true })
  return locked && getSeries(db, locked.id)
}

/** Whether all partners of a series have been deleted. */
export const hasNobodyLeft = async (db: Executor, id: string) =>
  (await db.$count(taskSeries, and(eq(taskSeries.id, id), isForNobody))) > 0

/** Returns the due date of the last task of a series; null before the first task. */
export const getLastDueDate = async (db: Executor, id: string) => {
  const [series] = await db
    .select({ lastDueAt: taskSeries.lastDueAt })
    .from(taskSeries)
    .where(eq(taskSeries.id, id))
  return series?.lastDueAt ?? null
}

export const createSeries = async (db: Executor, series: typeof taskSeries.$inferInsert) => {
  const [created] = await db.insert(taskSeries).values(series).returning(columns)
  if (!created) throw new Error('no series came back')
  return created
}

export const updateSeries = async (
  db: Executor,
  id: string,
  change: Partial<typeof taskSeries.$inferInsert>,
) => {
  const [series] = await db.update(taskSeries).set(change).where(eq(taskSeries.id, id)).returning(columns)
  if (!series) throw new Error('the series to update is gone')
  return series
}

/** Deletes a series. Its tasks stay, and no longer belong to a series. */
export const deleteSeries = async (db: Executor, id: string) => {
  await db.delete(taskSeries).where(eq(taskSeries.id, id))
}

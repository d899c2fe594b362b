import { and, asc, desc, eq, isNull, lte, notInArray, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import { isForNobody } from '#server/db/audience.ts'
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
  assignedPartnerIds: taskSeries.assignedPartnerIds,
  assignedGroup: taskSeries.assignedGroup,
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

/** The newest first. */
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

/** Locked until the transaction ends. */
export const lockSeries = async (db: Executor, id: string) => {
  // Tasks that name it can be added meanwhile.
  const [locked] = await db
    .select({ id: taskSeries.id })
    .from(taskSeries)
    .where(eq(taskSeries.id, id))
    .for('no key update')
  return locked && getSeries(db, id)
}

/** The time of the database, whose clock alone decides what is due: those of processes differ, and can be set back. */
export const getNow = async (db: Executor) => {
  const { rows } = await db.execute<{ now: number }>(
    sql`select floor(extract(epoch from now()) * 1000)::float8 as now`,
  )
  return new Date(rows[0]?.now ?? Number.NaN)
}

/** One whose next task is to be created now, locked, unless another process has it, or it is one of those to leave out. */
export const lockDueSeries = async (db: Executor, leftOut: string[] = []) => {
  const [locked] = await db
    .select({ id: taskSeries.id })
    .from(taskSeries)
    .where(
      and(
        isNull(taskSeries.stoppedAt),
        // No series has more lead days: so the index finds those that may be due.
        lte(taskSeries.nextDueAt, sql`now() + interval '1440 hours'`),
        // Not days, which summer time makes longer or shorter in the zone of the database.
        lte(taskSeries.nextDueAt, sql`now() + ${taskSeries.leadDays} * interval '24 hours'`),
        notInArray(taskSeries.id, leftOut),
      ),
    )
    .orderBy(asc(taskSeries.nextDueAt), asc(taskSeries.id))
    .limit(1)
    .for('no key update', { skipLocked: true })
  return locked && getSeries(db, locked.id)
}

/** Whether all partners for whom it was are gone. */
export const hasNobodyLeft = async (db: Executor, id: string) =>
  (await db.$count(taskSeries, and(eq(taskSeries.id, id), isForNobody))) > 0

/** What its last task was created for; null before the first. */
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

/** The tasks that were created of it stay, and are of no series then. */
export const deleteSeries = async (db: Executor, id: string) => {
  await db.delete(taskSeries).where(eq(taskSeries.id, id))
}

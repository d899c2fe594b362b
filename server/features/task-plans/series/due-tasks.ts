import { onlyPartnerOf } from '#contract/audience.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { storedAudience } from '#server/features/audience/views/actions.ts'
import { assignNewTask } from '#server/features/tasks/definitions/assigning/actions.ts'
import { createTaskDefinition } from '#server/features/tasks/definitions/data.ts'
import { nextOccurrences, type Recurrence } from '../occurrences.ts'
import * as data from './data.ts'

const day = 24 * 60 * 60 * 1000
const endOfTime = new Date('2200-12-31T00:00:00Z')

/**
 * Returns the next due date after `after`. Skips dates that passed more than a day ago: nobody could do those tasks in time, and after
 * weeks of downtime each partner would get several tasks that are already overdue.
 */
export const nextDueDate = (recurrence: Recurrence, after: Date | null, now: Date) => {
  const missed = new Date(now.getTime() - day)
  const [next] = nextOccurrences(recurrence, {
    after: after && after > missed ? after : missed,
    until: endOfTime,
    max: 1,
  })
  return next ?? null
}

type SeriesDeps = Pick<Deps, 'jobs'>

/** Creates the next task of a locked series, and calculates the due date after that. */
const createNext = async (deps: SeriesDeps, tx: Executor, series: data.Series, dueDate: Date, now: Date) => {
  const { id: seriesId, taskName, instructions, taskType, owner } = series
  const { assignedPartnerIds, assignedGroup, assignedViewId } = series
  // Each task of a series that is for a view begins with the partners of that moment.
  const audience = { assignedPartnerIds, assignedGroup, assignedViewId }
  const occurrence = series.occurrences + 1
  const isForOne = onlyPartnerOf(series) !== null
  const id = await createTaskDefinition(tx, {
    taskName,
    instructions,
    taskType,
    ownerId: owner?.id ?? null,
    ...(await storedAudience(tx, audience)),
    isForOne,
    dueDate,
    seriesId,
    occurrence,
    createdBy: series.createdBy,
  })
  await assignNewTask(deps, tx, { id, actorId: series.createdBy, isForOne })
  return data.updateSeries(tx, seriesId, {
    occurrences: occurrence,
    nextDueAt: nextDueDate(series, dueDate, now),
    lastDueAt: dueDate,
    // This is not a change by staff: whoever edits the series in a form must not get a conflict.
    updatedAt: series.updatedAt,
  })
}

const isToBeCreated = ({ nextDueAt, stoppedAt, leadDays }: data.Series, now: Date) =>
  stoppedAt === null && nextDueAt !== null && nextDueAt.getTime() - leadDays * day <= now.getTime()

/** Creates the tasks of a locked series whose lead days have begun, in the transaction that has the lock. */
export const createTasksOf = async (deps: SeriesDeps, tx: Executor, series: data.Series) => {
  const now = await data.getNow(tx)
  let current = series
  while (isToBeCreated(current, now)) {
    const { nextDueAt, updatedAt } = current
    const next = nextDueAt && nextDueDate(current, new Date(nextDueAt.getTime() - 1), now)
    current =
      next && next.getTime() === nextDueAt?.getTime()
        ? await createNext(deps, tx, current, next, now)
        : await data.updateSeries(tx, current.id, { nextDueAt: next, updatedAt })
  }
  return current
}

/** The job that creates the due tasks of one series at a time. Many processes can run it at once. A series that fails stops no other. */
export const createDueTasks = async ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>) => {
  const failed = new Map<string, unknown>()
  const createSome = async () => {
    let id: string | undefined
    try {
      return await db.transaction(async (tx) => {
        const series = await data.lockDueSeries(tx, [...failed.keys()])
        id = series?.id
        return series && createTasksOf({ jobs }, tx, series)
      })
    } catch (error) {
      if (!id) throw error
      failed.set(id, error)
      return true
    }
  }
  while (await createSome());
  if (failed.size > 0)
    throw new AggregateError([...failed.values()], `could not create tasks of ${[...failed.keys()]}`)
}

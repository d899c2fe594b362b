import { onlyPartnerOf } from '#contract/audience.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { assignNewTask } from '#server/features/tasks/definitions/assigning/actions.ts'
import { createTaskDefinition } from '#server/features/tasks/definitions/data.ts'
import { nextOccurrences, type Recurrence } from '../occurrences.ts'
import * as data from './data.ts'

const day = 24 * 60 * 60 * 1000
const endOfTime = new Date('2200-12-31T00:00:00Z')

/**
 * The next due date after another. One that passed more than a day ago is left out: nobody could do its task in time, and a portal
 * that was off for weeks would give each partner several at once that are overdue from the start.
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

/** Creates the next task of a series that is locked, and finds the one after it. */
const createNext = async (deps: SeriesDeps, tx: Executor, series: data.Series, dueDate: Date, now: Date) => {
  const { id: seriesId, taskName, instructions, taskType, owner, assignedPartnerIds, assignedGroup } = series
  const occurrence = series.occurrences + 1
  const isForOne = onlyPartnerOf(series) !== null
  const id = await createTaskDefinition(tx, {
    taskName,
    instructions,
    taskType,
    ownerId: owner?.id ?? null,
    assignedPartnerIds,
    assignedGroup,
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
    // Whoever has it open in a form has seen all that staff changed.
    updatedAt: series.updatedAt,
  })
}

const isToBeCreated = ({ nextDueAt, stoppedAt, leadDays }: data.Series, now: Date) =>
  stoppedAt === null && nextDueAt !== null && nextDueAt.getTime() - leadDays * day <= now.getTime()

/** Creates the tasks of a series whose lead days have begun, in the transaction that has it locked. */
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

/** The job: creates what is due, a series at a time. Any number of processes can do so at once, and one that fails keeps none back. */
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

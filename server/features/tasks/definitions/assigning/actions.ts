import type { TaskStatus } from '#contract/tasks.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { addRows, lockAudiences, withdrawRows } from '#server/features/audience/membership/data.ts'
import type { TaskDefinitionChange } from '#server/jobs/job-kinds.ts'
import { lockTaskDefinition } from '../data.ts'
import * as data from './data.ts'

// So few that a request answers at once, and so many that a job of ten thousand takes seconds.
const rowsInRequest = 100
const rowsInJob = 1_000

interface NewTask extends Pick<TaskDefinitionChange, 'id' | 'actorId'> {
  isForOne: boolean
  /** How far the partner of a task for one is with it. */
  status?: TaskStatus
}

/** Gives a new task to its audience. Small audiences have it when the transaction commits, the rest of large ones is left to a job. */
export const assignNewTask = async (
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Executor,
  { id, actorId, isForOne, status }: NewTask,
) => {
  // Nobody joins or leaves an audience of one.
  if (!isForOne) await lockAudiences(tx)
  const added = await addRows(tx, 'tasks', { sharedId: id }, { actorId, limit: rowsInRequest, status })
  if (added === rowsInRequest) await jobs.enqueue(tx, 'share-task', { id, actorId, overwritten: [] })
}

/**
 * Has the partners' parts of a task for several follow it: adds them, changes, deletes or takes them back. Small audiences have it when
 * the transaction commits, the rest of large ones is left to a job.
 */
export const assignTask = async (
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Executor,
  change: TaskDefinitionChange,
) => {
  if (!(await assignSome(tx, change, rowsInRequest))) await jobs.enqueue(tx, 'share-task', change)
}

/** The job. */
export const assignRestOfTask = async (db: Database, change: TaskDefinitionChange) => {
  while (!(await db.transaction((tx) => assignSome(tx, change, rowsInJob))));
}

/** One step, which can be repeated. Answers whether all partners' rows follow now. */
const assignSome = async (tx: Executor, change: TaskDefinitionChange, limit: number) => {
  const scope = { sharedId: change.id }
  const options = { actorId: change.actorId, limit }
  const isThere = await lockTaskDefinition(tx, change.id)
  // Before partners' rows, which changes of members lock under it.
  await lockAudiences(tx)
  if (!isThere) return (await data.deleteRows(tx, change, limit)) < limit
  const counts = [
    change.restoredFrom ? await data.restoreRows(tx, change, limit) : 0,
    await data.updateRows(tx, change, limit),
  ]
  counts.push(await withdrawRows(tx, 'tasks', scope, options), await addRows(tx, 'tasks', scope, options))
  return counts.every((count) => count < limit)
}

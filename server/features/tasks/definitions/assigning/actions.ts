import type { TaskStatus } from '#contract/task-status.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { addRows, lockAudiences, withdrawRows } from '#server/features/audience/membership/data.ts'
import type { TaskDefinitionChange } from '#server/jobs/job-kinds.ts'
import { lockTaskDefinition } from '../data.ts'
import * as data from './data.ts'

// These numbers let a request respond at once, and a job give a task to ten thousand partners in seconds.
const rowsInRequest = 100
const rowsInJob = 1_000

interface NewTask extends Pick<TaskDefinitionChange, 'id' | 'actorId'> {
  isForOne: boolean
  /** The status of the partner's part, for a task for one. */
  status?: TaskStatus
}

/** Gives a new task to its audience. Small audiences get it in this transaction; a job gives it to the rest of large ones. */
export const assignNewTask = async (
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Executor,
  { id, actorId, isForOne, status }: NewTask,
) => {
  // A task for one partner does not depend on membership.
  if (!isForOne) await lockAudiences(tx)
  const added = await addRows(tx, 'tasks', { sharedId: id }, { actorId, limit: rowsInRequest, status })
  if (added === rowsInRequest) await jobs.enqueue(tx, 'share-task', { id, actorId, overwritten: [] })
}

/**
 * Updates the partners' parts after a change of a task for several: adds, changes, deletes or withdraws them. Small audiences are up to
 * date when the transaction commits; a job updates the rest of large ones.
 */
export const assignTask = async (
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Executor,
  change: TaskDefinitionChange,
) => {
  if (!(await assignSome(tx, change, rowsInRequest))) await jobs.enqueue(tx, 'share-task', change)
}

/** The job that updates the remaining partners' parts of a task. */
export const assignRestOfTask = async (db: Database, change: TaskDefinitionChange) => {
  while (!(await db.transaction((tx) => assignSome(tx, change, rowsInJob))));
}

/** Updates some of the partners' parts. Can be repeated. Returns whether all parts are up to date now. */
const assignSome = async (tx: Executor, change: TaskDefinitionChange, limit: number) => {
  const scope = { sharedId: change.id }
  const options = { actorId: change.actorId, limit }
  const isThere = await lockTaskDefinition(tx, change.id)
  // The audiences are locked before the partners' rows, in the same order as when members change.
  await lockAudiences(tx)
  if (!isThere) return (await data.deleteRows(tx, change, limit)) < limit
  const counts = [
    change.restoredFrom ? await data.restoreRows(tx, change, limit) : 0,
    await data.updateRows(tx, change, limit),
  ]
  counts.push(await withdrawRows(tx, 'tasks', scope, options), await addRows(tx, 'tasks', scope, options))
  return counts.every((count) => count < limit)
}

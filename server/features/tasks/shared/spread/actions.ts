import type { Database, Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { addRows, lockAudiences, withdrawRows } from '#server/features/audience/membership/data.ts'
import type { SharedTaskChange } from '#server/jobs/job-kinds.ts'
import { lockSharedTask } from '../data.ts'
import * as data from './data.ts'

// So few that a request answers at once, and so many that a job of ten thousand takes seconds.
const rowsInRequest = 100
const rowsInJob = 1_000

/**
 * Has the partners' tasks follow a shared one: adds them, changes, deletes or takes them back. Small audiences have it when the
 * transaction commits, the rest of large ones is left to a job.
 */
export const spreadTask = async ({ jobs }: Pick<Deps, 'jobs'>, tx: Executor, change: SharedTaskChange) => {
  if (!(await spreadSome(tx, change, rowsInRequest))) await jobs.enqueue(tx, 'share-task', change)
}

/** The job. */
export const shareTask = async (db: Database, change: SharedTaskChange) => {
  while (!(await db.transaction((tx) => spreadSome(tx, change, rowsInJob))));
}

/** One step, which can be repeated. Answers whether all partners' rows follow now. */
const spreadSome = async (tx: Executor, change: SharedTaskChange, limit: number) => {
  const scope = { sharedId: change.id }
  const options = { actorId: change.actorId, limit }
  const isThere = await lockSharedTask(tx, change.id)
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

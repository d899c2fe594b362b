import type { TaskChange } from '#contract/staff-tasks.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { record } from '#server/domain-events/record.ts'
import { changedFields } from '#server/features/audit-log/changed-fields.ts'
import { lockTeamMemberForShare } from '#server/features/chat/inbox/data.ts'
import { releaseFiles } from '#server/features/files/actions.ts'
import { notFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { completionBy, withIds } from '../actions.ts'
import { requireAssignee } from '../assignee/checks.ts'
import { type Task, updateDefinitionsForOne } from '../data.ts'
import { deleteExpiredTaskDefinitions } from '../definitions/data.ts'
import { changeOf, recordedFields, taskChanged, taskDeleted, taskRestored } from '../events.ts'
import * as data from './data.ts'

/**
 * Changes or deletes several tasks, all or none. Returns the tasks that were changed by this, with their former values.
 * @throws AppError `bad_request` when a task does not exist, an owner is not on the team or an assignee not of the partner; `conflict` when a task has changed since
 */
export const changeTasks = (db: Database, user: SignedInUser, changes: TaskChange[]) =>
  db.transaction(async (tx) => {
    const ids = changes.map(({ id }) => id)
    const found = requireAll('changes', ids, await data.lockTasks(tx, ids))
    await requireStaff(tx, changes)
    const tasks = new Map(found.map((task) => [task.id, task]))
    const changed: { id: string; before: Record<string, unknown>; updatedAt: Date }[] = []
    const deleted: Task[] = []
    const happened: ReturnType<typeof changeOf>[] = []
    for (const { id, updatedAt: expectedUpdatedAt, isDeleted, isAccepted, ...next } of changes) {
      const task = tasks.get(id)
      if (!task) throw notFound()
      requireUnchanged(task, expectedUpdatedAt)
      const fields = changedFields(withIds(task), next)
      if (isDeleted) deleted.push(task)
      if (isDeleted || !fields) continue
      if (next.assigneeId && 'assigneeId' in fields.after) {
        await requireAssignee(tx, task.partnerId, next.assigneeId)
      }
      const [updated] = await data.updateTasks(tx, [id], {
        ...next,
        // Staff accepted the task in its completed state, so a new status ends the acceptance.
        ...('status' in fields.after && {
          ...(await acceptanceAfter(tx, id, isAccepted)),
          ...(!isAccepted && completionBy(user, task, next)),
        }),
      })
      if (!updated) throw notFound()
      happened.push(changeOf(task, updated, fields))
      const wasAccepted = task.acceptedAt !== null && updated.acceptedAt === null
      const before = { ...fields.before, ...(wasAccepted && { isAccepted: true }) }
      changed.push({ id, before, updatedAt: updated.updatedAt })
    }
    const redefined = happened.filter(({ fields }) => fields.some((name) => name !== 'status'))
    if (redefined.length > 0)
      await updateDefinitionsForOne(
        tx,
        redefined.map(({ task }) => task.id),
      )
    await record(tx, taskChanged, user, ...happened)
    const removed = deleted.length > 0 ? await setDeleted(tx, user, deleted, new Date()) : []
    return [...changed, ...removed.map(({ id, updatedAt }) => ({ id, before: {}, updatedAt }))]
  })

/** Returns the acceptance after a change of status: none, unless the change undoes the loss of one. @throws AppError `bad_request` */
const acceptanceAfter = async (tx: Executor, id: string, isAccepted: boolean | undefined) => {
  if (!isAccepted) return { acceptedAt: null, acceptedBy: null }
  const acceptance = await data.findAcceptanceTakenBack(tx, id)
  if (!acceptance) throw wrongField('changes', 'Only undoing a change can restore an acceptance')
  return acceptance
}

/** Deletes tasks that are each for one partner. They can be restored within a day. @throws AppError `not_found` */
export const deleteTasks = async (tx: Executor, user: SignedInUser, ids: string[]) => {
  const tasks = await data.lockTasks(tx, ids)
  if (tasks.length < ids.length) throw notFound()
  await setDeleted(tx, user, tasks, new Date())
}

/** Restores deleted tasks that are each for one partner. @throws AppError `bad_request` when a task is gone or not deleted */
export const restoreDeletedTasks = async (tx: Executor, user: SignedInUser, ids: string[]) => {
  if (ids.length === 0) return
  const tasks = requireAll('ids', ids, await data.lockRestorableTasks(tx, ids))
  await setDeleted(tx, user, tasks, null)
}

const setDeleted = async (tx: Executor, user: SignedInUser, tasks: Task[], deletedAt: Date | null) => {
  const ids = tasks.map(({ id }) => id)
  const changed = await data.updateTasks(tx, ids, { deletedAt })
  await updateDefinitionsForOne(tx, ids)
  const [event, side] = deletedAt ? ([taskDeleted, 'before'] as const) : ([taskRestored, 'after'] as const)
  await record(tx, event, user, ...tasks.map((task) => ({ task, [side]: recordedFields(task) })))
  return changed
}

/** Returns the tasks, and refuses the request when one of the named tasks is missing. */
const requireAll = (field: string, ids: string[], tasks: Task[]) => {
  if (tasks.length < ids.length) {
    throw wrongField(field, 'A selected task no longer exists. Reload and select again.')
  }
  return tasks
}

const requireStaff = async (tx: Executor, changes: TaskChange[]) => {
  // The owners are locked in order of their ids, since another order could deadlock.
  const owners = new Set(changes.flatMap(({ ownerId }) => ownerId ?? []).sort())
  for (const id of owners) {
    if (!(await lockTeamMemberForShare(tx, id))) {
      throw wrongField('changes', 'The owner is no longer a member of the team.')
    }
  }
}

/** Deletes tasks for good that can no longer be restored, and releases their files. */
export const sweepDeletedTasks = async (db: Database) => {
  const sweepSome = () =>
    db.transaction(async (tx) => {
      const tasks = await data.lockExpiredTasks(tx)
      const ids = tasks.map(({ id }) => id)
      if (ids.length === 0) return false
      await releaseFiles(tx, await data.listProofFiles(tx, ids))
      await data.removeTasks(tx, ids)
      return true
    })
  while (await sweepSome());
  await db.transaction(async (tx) => releaseFiles(tx, await deleteExpiredTaskDefinitions(tx)))
}

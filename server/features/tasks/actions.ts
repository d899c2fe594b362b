import { namedAudience, onlyPartnerOf } from '#contract/audience.ts'
import type { TaskStatus } from '#contract/task-status.ts'
import { acceptedMessage } from '#contract/task-work.ts'
import type { UpdateTask } from '#contract/tasks.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { record } from '#server/domain-events/record.ts'
import { changedFields } from '#server/features/audit-log/changed-fields.ts'
import { claimRegisteredFile, type RegisteredFile, releaseFiles } from '#server/features/files/actions.ts'
import { requirePartner } from '#server/features/partners/profile/actions.ts'
import { AppError, notFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { canReachTask, forbiddenFields } from './access.ts'
import { requireAssignee, requireMayAssign } from './assignee/checks.ts'
import type { Task } from './data.ts'
import * as data from './data.ts'
import { changeOf, taskChanged } from './events.ts'
import { fileColumns, requireOwner } from './parts.ts'

/**
 * Changes the status or the assignee of a partner's own task, and logs the change in their activity.
 * @throws AppError `not_found` for a task that does not exist or is not theirs; `bad_request` for a field that they may not set, and for an
 * assignee who is not of the partner; `forbidden` for giving it to others without that right; `conflict` when the task has changed since
 * they saw it, a colleague has taken it, or it is accepted
 */
export const updateOwnTask = async (db: Database, user: SignedInUser, id: string, change: UpdateTask) => {
  requireReachable(user, await data.getTask(db, id))
  const refused = forbiddenFields(user, change)
  if (refused.length > 0) {
    const fields = Object.fromEntries(refused.map((name) => [name, 'Unknown field']))
    throw new AppError('bad_request', 'Unknown field', { fields })
  }
  return db.transaction((tx) => changeTask(tx, user, id, change, null))
}

/**
 * Changes one partner's task, with the new file that the change names. If the task is only for this partner, its definition changes too.
 * @throws AppError `not_found`; `bad_request` when there is no such partner, owner or assignee, for another partner when this one has worked on the
 * task, and for a field that all partners of a task share; `conflict` when the task has changed since the editor saw it
 */
export const changeTask = async (
  tx: Executor,
  user: SignedInUser,
  id: string,
  change: UpdateTask,
  file: RegisteredFile | null,
) => {
  const {
    updatedAt: expectedUpdatedAt,
    filePath,
    fileType: _type,
    fileSize: _size,
    partnerId: _partner,
    assignedPartnerIds: _partners,
    assignedGroup: _group,
    ...rest
  } = change
  const audience = namedAudience(change)
  const task = requireReachable(user, await data.lockTask(tx, id))
  requireMayAssign(user, task, change)
  requireUnchanged(task, expectedUpdatedAt)
  if (audience && task.isShared) throw isForSeveral('partnerId')
  const partnerId = audience && onlyPartnerOf(audience)
  const isMoved = partnerId && partnerId !== task.partnerId
  const fields = { ...rest, ...(partnerId && { partnerId }), ...(isMoved && { assigneeId: null, ...rest }) }
  if (isMoved) {
    requireNoWork(task)
    await requirePartner(tx, partnerId)
  }
  const { fileSha256, ...newColumns } = fileColumns(file)
  const next = { ...fields, ...((file || filePath === null) && newColumns) }
  const former = withIds(task)
  const changes = changedFields(former, next)
  if (!changes) return task
  const names = Object.keys(changes.after)
  if (task.isShared) requireOfOnePartner(names)
  if (!isStaff(user.role)) requireNotAccepted(task)
  if (fields.ownerId && fields.ownerId !== former.ownerId) await requireOwner(tx, fields.ownerId)
  if (fields.assigneeId && fields.assigneeId !== former.assigneeId) {
    await requireAssignee(tx, fields.partnerId ?? task.partnerId, fields.assigneeId)
  }
  if (file) await claimRegisteredFile(tx, file)
  if (task.filePath && 'filePath' in next) await releaseFiles(tx, [task.filePath])
  const changed = await data.updateTask(tx, id, {
    ...next,
    ...('fileType' in next && { fileSha256 }),
    // Staff accepted the task in its completed state, so a new status ends the acceptance.
    ...('status' in changes.after && {
      acceptedAt: null,
      acceptedBy: null,
      ...completionBy(user, task, next),
    }),
  })
  if (names.some((name) => name !== 'status')) await data.updateDefinitionsForOne(tx, [id])
  await record(tx, taskChanged, user, changeOf(task, changed, changes))
  return changed
}

/** Returns a task with the ids of its owner and its assignee, as changes name them. */
export const withIds = (task: Task) => ({
  ...task,
  ownerId: task.owner?.id ?? null,
  assigneeId: task.assignee?.id ?? null,
})

/** Returns who has completed a task, if a change completes it. A task that staff only reopened stays completed by the same user. */
export const completionBy = (
  { id, role }: SignedInUser,
  { completedBy }: Task,
  { status }: { status?: TaskStatus | undefined },
) => (status === 'completed' && !(completedBy && isStaff(role)) ? { completedBy: id } : {})

/** Returns the task. @throws AppError `not_found` when the task does not exist or the user may not see it */
export const requireReachable = (user: SignedInUser, task: Task | undefined): Task => {
  if (!task || !canReachTask(user, task)) throw notFound()
  return task
}

// These fields can differ between the partners of a task for several. All others are the same for all of them.
const fieldsOfOnePartner = new Set(['status', 'dueDate', 'ownerId', 'assigneeId'])

/** Returns the error for changing a field for one partner that is the same for all partners of a task. */
export const isForSeveral = (field: string) =>
  wrongField(field, 'This task is for several partners. Change it for all of them.')

const requireOfOnePartner = (changed: string[]) => {
  const shared = changed.find((name) => !fieldsOfOnePartner.has(name))
  if (shared) throw isForSeveral(shared)
}

/** Refuses changes of an accepted task. @throws AppError `conflict` */
export const requireNotAccepted = ({ acceptedAt }: Task) => {
  if (acceptedAt) throw new AppError('conflict', acceptedMessage)
}

/** Refuses to move a task with work: the next partner would see this one's comments and files, or an acceptance of work not their own. */
const requireNoWork = ({ acceptedAt, proofCount, commentCount }: Task) => {
  if (acceptedAt) {
    throw wrongField('partnerId', 'It has been accepted. Create a new task instead.')
  }
  if (proofCount + commentCount > 0) {
    throw wrongField('partnerId', 'It has comments or proof from this partner. Create a new task instead.')
  }
}

import { acceptedMessage } from '#contract/task-work.ts'
import type { CreateTask, UpdateTask } from '#contract/tasks.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import { changedFields } from '#server/features/audit-log/changed-fields.ts'
import { claimRegisteredFile, type RegisteredFile, releaseFiles } from '#server/features/files/actions.ts'
import { requirePartner } from '#server/features/partners/profile/actions.ts'
import { AppError, notFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { canReachTask, forbiddenFields } from './access.ts'
import type { Task } from './data.ts'
import * as data from './data.ts'
import { changeOf, recordedFields, taskChanged, taskCreated } from './events.ts'
import { fileColumns, newFile, requireOwner } from './parts.ts'

type TaskDeps = Pick<Deps, 'db' | 'store'>

/**
 * Creates a task for a partner, with the file that this member of staff has just registered, if any.
 * @throws AppError `bad_request` when there is no such partner or owner, or the file is not theirs to use,
 * `unsupported_media_type` when it is of another type
 */
export const createTask = async (
  deps: TaskDeps,
  user: SignedInUser,
  form: Omit<CreateTask, 'partnerId'> & { partnerId: string },
) => {
  const {
    filePath: _path,
    fileType: _type,
    fileSize: _size,
    assignedPartnerIds: _partners,
    assignedGroup: _group,
    ...fields
  } = form
  const file = await newFile(deps, user, form, null)
  return deps.db.transaction(async (tx) => {
    await requirePartner(tx, fields.partnerId)
    if (fields.ownerId) await requireOwner(tx, fields.ownerId)
    if (file) await claimRegisteredFile(tx, file)
    const task = await data.createTask(tx, {
      ...fields,
      ...fileColumns(file),
      createdBy: user.id,
    })
    await record(tx, taskCreated, user, { task, after: recordedFields(task) })
    return task
  })
}

/**
 * Updates a task, and logs it in the partner's activity and, for staff, in the audit log.
 * @throws AppError `not_found` for a task that is not there, or not the user's; `bad_request` as `addTask`, and for a field that is
 * not the user's to set; `conflict` when it has changed since the editor saw it, for a partner once it is accepted, and for another
 * partner where this one has worked on it
 */
export const updateTask = async (deps: TaskDeps, user: SignedInUser, id: string, change: UpdateTask) => {
  const found = requireReachable(user, await data.getTask(deps.db, id))
  const refused = forbiddenFields(user, change)
  if (refused.length > 0) {
    const fields = Object.fromEntries(refused.map((name) => [name, 'Unknown field']))
    throw new AppError('bad_request', 'Unknown field', { fields })
  }
  const file = await newFile(deps, user, change, found.filePath)
  return deps.db.transaction((tx) => changeTask(tx, user, id, change, file))
}

/** `updateTask` within a transaction, with the file that the change names. */
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
    partnerId,
    assignedPartnerIds: _partners,
    assignedGroup: _group,
    ...rest
  } = change
  const fields = { ...rest, ...(partnerId && { partnerId }) }
  const task = requireReachable(user, await data.lockTask(tx, id))
  requireUnchanged(task, expectedUpdatedAt)
  if (fields.partnerId && fields.partnerId !== task.partnerId) {
    requireNoWork(task)
    await requirePartner(tx, fields.partnerId)
  }
  const { fileSha256, ...newColumns } = fileColumns(file)
  const next = { ...fields, ...((file || filePath === null) && newColumns) }
  const former = { ...task, ownerId: task.owner?.id ?? null }
  const changes = changedFields(former, next)
  if (!changes) return task
  if (task.sharedTaskId) requireOfOnePartner(Object.keys(changes.after))
  if (!isStaff(user.role)) requireNotAccepted(task)
  if (fields.ownerId && fields.ownerId !== former.ownerId) await requireOwner(tx, fields.ownerId)
  if (file) await claimRegisteredFile(tx, file)
  if (task.filePath && 'filePath' in next) await releaseFiles(tx, [task.filePath])
  const changed = await data.updateTask(tx, id, {
    ...next,
    ...('fileType' in next && { fileSha256 }),
    // What was accepted was the completed task.
    ...('status' in changes.after && { acceptedAt: null, acceptedBy: null }),
  })
  await record(tx, taskChanged, user, changeOf(task, changed, changes))
  return changed
}

/** The task. @throws AppError `not_found` when it is not there or not the user's to see */
export const requireReachable = (user: SignedInUser, task: Task | undefined): Task => {
  if (!task || !canReachTask(user, task)) throw notFound()
  return task
}

// What a partner's part of a task for several has of its own.
const fieldsOfOnePartner = new Set(['status', 'dueDate', 'ownerId'])

const requireOfOnePartner = (changed: string[]) => {
  const shared = changed.find((name) => !fieldsOfOnePartner.has(name))
  if (shared) throw wrongField(shared, 'This task is for several partners. Change it for all of them.')
}

/** @throws AppError `conflict` */
export const requireNotAccepted = ({ acceptedAt }: Task) => {
  if (acceptedAt) throw new AppError('conflict', acceptedMessage)
}

/** The next partner would see what this one wrote and uploaded, and find accepted what they have not done. */
const requireNoWork = ({ acceptedAt, proofCount, commentCount }: Task) => {
  if (acceptedAt) {
    throw wrongField('partnerId', 'It has been accepted. Create a new task instead.')
  }
  if (proofCount + commentCount > 0) {
    throw wrongField('partnerId', 'It has comments or proof from this partner. Create a new task instead.')
  }
}

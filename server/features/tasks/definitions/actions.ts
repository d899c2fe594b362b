import { type Audience, changedAudience, namedAudience, onlyPartnerOf } from '#contract/audience.ts'
import type { CreateTask, UpdateTask } from '#contract/tasks.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import { checkedAudience } from '#server/features/audience/actions.ts'
import { changedColumns, storedAudience } from '#server/features/audience/views/actions.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import { claimRegisteredFile, type RegisteredFile, releaseFiles } from '#server/features/files/actions.ts'
import { getManagerId } from '#server/features/partners/manager/data.ts'
import { requirePartner } from '#server/features/partners/profile/actions.ts'
import { orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { changeTask, isForSeveral } from '../actions.ts'
import { deleteTasks, restoreDeletedTasks } from '../bulk/actions.ts'
import { getTask, lockTask, type Task, updateDefinitionsForOne } from '../data.ts'
import { recordedFields, taskCreated, taskDefinitionChanged, taskDeleted, taskRestored } from '../events.ts'
import { fileColumns, newFile, requireOwner, withNames } from '../parts.ts'
import { assignNewTask, assignTask } from './assigning/actions.ts'
import * as data from './data.ts'

type TaskDeps = Pick<Deps, 'db' | 'store' | 'jobs'>

/** A task as staff see it: the task of one partner, or a task for several partners with its progress. */
export type TaskForStaff = Task | data.TaskDefinitionRow

/**
 * Creates a task for an audience, of which each partner gets a part. A task for one partner has a single part, with the same id.
 * @throws AppError `bad_request` when a partner or the owner does not exist, or the user may not use the file; `unsupported_media_type`
 * when the file is not of the announced type
 */
export const createTask = async (
  deps: TaskDeps,
  user: SignedInUser,
  form: CreateTask,
): Promise<TaskForStaff> => {
  const { filePath: _path, fileType: _type, fileSize: _size, partnerId: _partner, status, ...rest } = form
  const named = namedAudience(form)
  if (!named) throw new Error('a task without an audience passed the check')
  const file = await newFile(deps, user, form, null)
  return deps.db.transaction(async (tx) => {
    const partnerId = onlyPartnerOf(named)
    if (partnerId) await requirePartner(tx, partnerId, form.partnerId ? 'partnerId' : 'assignedPartnerIds')
    else if (status !== 'pending') throw ownStatus()
    const { assignedPartnerIds: _partners, assignedGroup: _group, assignedViewId: _view, ...fields } = rest
    const audience = partnerId ? named : await checkedAudience(tx, named, { user })
    if (fields.ownerId) await requireOwner(tx, fields.ownerId)
    if (file) await claimRegisteredFile(tx, file)
    const isForOne = partnerId !== null
    const ownerId = fields.ownerId ?? (isForOne ? await getManagerId(tx, partnerId) : null)
    const content = { ...fields, ownerId, ...fileColumns(file), createdBy: user.id }
    const id = await data.createTaskDefinition(tx, {
      ...content,
      ...(await storedAudience(tx, audience)),
      isForOne,
    })
    await assignNewTask(deps, tx, { id, actorId: user.id, isForOne, status })
    if (!partnerId) return recorded(tx, user, id, taskCreated)
    const task = orNotFound(await getTask(tx, id))
    await record(tx, taskCreated, user, { task: { ...task, partnerId: null }, after: recordedFields(task) })
    return task
  })
}

/**
 * Changes a task or its audience. The parts of partners who have not completed the task change, too. With the id of one partner's part of a
 * task for several, only its status, due date and owner can be changed.
 * @throws AppError `not_found`; `bad_request` as `createTask` and `changeTask`, and for the status of a task for several; `conflict` when
 * the task has changed since the editor saw it
 */
export const updateTask = async (
  deps: TaskDeps,
  user: SignedInUser,
  id: string,
  form: UpdateTask,
): Promise<TaskForStaff> => {
  const definition = await data.getTaskDefinition(deps.db, id)
  const found = definition ?? orNotFound(await getTask(deps.db, id))
  const file = await newFile(deps, user, form, found.filePath)
  const named = namedAudience(form)
  return deps.db.transaction(async (tx) => {
    const isWidened = !definition && named !== undefined && onlyPartnerOf(named) === null
    if (!definition && !isWidened) return changeTask(tx, user, id, form, file)
    if (form.assigneeId !== undefined) throw ownAssignee()
    if (isWidened) await widen(tx, id, form)
    return changeDefinition(deps, tx, user, id, { form, file, isWidened })
  })
}

/** Prepares the task of one partner for an audience of several. That partner keeps what they have done. */
const widen = async (tx: Executor, id: string, { updatedAt, status }: UpdateTask) => {
  const task = orNotFound(await lockTask(tx, id))
  requireUnchanged(task, updatedAt)
  if (task.isShared) throw isForSeveral('assignedGroup')
  if (status && status !== task.status) throw ownStatus()
  await data.updateTaskDefinition(tx, id, { isForOne: false })
}

interface DefinitionChange {
  form: UpdateTask
  file: RegisteredFile | null
  /** Whether the task was for one partner before, so that its form contains a status and that partner's `updatedAt`. */
  isWidened: boolean
}

const changeDefinition = async (
  deps: TaskDeps,
  tx: Executor,
  user: SignedInUser,
  id: string,
  { form, file, isWidened }: DefinitionChange,
): Promise<TaskForStaff> => {
  const {
    updatedAt,
    status,
    partnerId: _partner,
    assigneeId: _assignee,
    filePath,
    fileType: _type,
    fileSize: _size,
    ...fields
  } = form
  if (status && !isWidened) throw ownStatus()
  const task = orNotFound(await data.lockTaskDefinition(tx, id))
  if (!isWidened) requireUnchanged(task, updatedAt)
  const audience = await newAudience(tx, user, isWidened ? null : task, form)
  const next = { ...fields, ...audience, ...((file || filePath === null) && fileColumns(file)) }
  const former = { ...task, ownerId: task.owner?.id ?? null }
  const changes = changedFields(former, next)
  if (!changes) return task
  if (fields.ownerId && fields.ownerId !== former.ownerId) await requireOwner(tx, fields.ownerId)
  if (file) await claimRegisteredFile(tx, file)
  if (task.filePath && 'filePath' in next) await releaseFiles(tx, [task.filePath])
  const { assignedPartnerIds: _partners, assignedGroup: _group, assignedViewId: _view, ...written } = next
  const columns = audience && (await changedColumns(tx, task, audience))
  await data.updateTaskDefinition(tx, id, { ...written, ...columns })
  const overwritten = (['dueDate', 'ownerId'] as const).filter((name) => name in changes.after)
  await assignTask(deps, tx, { id, actorId: user.id, overwritten })
  const changed = orNotFound(await data.getTaskDefinition(tx, id))
  await record(tx, taskDefinitionChanged, user, {
    task: { ...changed, partnerId: null },
    before: withNames(changes.before, task),
    after: withNames(changes.after, changed),
  })
  const isForOne = audience && onlyPartnerOf(audience) !== null && (await data.markForOne(tx, id))
  if (!isForOne) return changed
  // The partner's part may have a due date of its own, or texts that were fixed when it was completed.
  await updateDefinitionsForOne(tx, [id])
  return orNotFound(await getTask(tx, id))
}

/** Deletes a task with the parts of its partners. The task can be restored within a day. @throws AppError `not_found` */
export const deleteTask = async (deps: TaskDeps, user: SignedInUser, id: string) => {
  const isForOne = !(await data.getTaskDefinition(deps.db, id))
  await deps.db.transaction(async (tx) => {
    if (isForOne) return deleteTasks(tx, user, [id])
    orNotFound(await data.lockTaskDefinition(tx, id))
    await recorded(tx, user, id, taskDeleted)
    await data.updateTaskDefinition(tx, id, { deletedAt: new Date() })
    await assignTask(deps, tx, { id, actorId: user.id, overwritten: [] })
  })
}

/**
 * Restores deleted tasks, all or none, and with a task for several also the parts of its partners. Returns the number of tasks.
 * @throws AppError `bad_request` when a task is gone or not deleted
 */
export const restoreTasks = (deps: TaskDeps, user: SignedInUser, ids: string[]) =>
  deps.db.transaction(async (tx) => {
    const unique = [...new Set(ids)].sort()
    const definitions = await data.lockDeletedTasks(tx, unique)
    for (const { id, deletedAt } of definitions) {
      if (deletedAt) await restoreDefinition(deps, tx, user, { id, deletedAt })
    }
    const restored = new Set(definitions.map(({ id }) => id))
    await restoreDeletedTasks(
      tx,
      user,
      unique.filter((id) => !restored.has(id)),
    )
    return unique.length
  })

const restoreDefinition = async (
  deps: TaskDeps,
  tx: Executor,
  user: SignedInUser,
  { id, deletedAt }: { id: string; deletedAt: Date },
) => {
  await data.updateTaskDefinition(tx, id, { deletedAt: null })
  const restoredFrom = deletedAt.toISOString()
  await assignTask(deps, tx, { id, actorId: user.id, overwritten: [], restoredFrom })
  await recorded(tx, user, id, taskRestored)
}

/**
 * Returns the audience that a change names; undefined when it names none.
 * @param task the task whose partners or group apply when the change leaves them out
 */
const newAudience = async (tx: Executor, user: SignedInUser, task: Audience | null, change: UpdateTask) => {
  const { partnerId, assignedPartnerIds, assignedGroup, assignedViewId } = change
  if ([partnerId, assignedPartnerIds, assignedGroup, assignedViewId].every((part) => part === undefined))
    return undefined
  const named = namedAudience(changedAudience((!partnerId && task) || {}, change))
  if (!named) throw wrongField('partnerId', 'Choose a partner')
  return checkedAudience(tx, named, { user, former: task })
}

const ownAssignee = () => wrongField('assigneeId', 'Each partner gives the task to one of their own people.')

const ownStatus = () => wrongField('status', 'Each partner has a status of their own.')

/** Records an event about a task in the audit log, with the task's current fields, and returns the task. */
const recorded = async (
  tx: Executor,
  user: SignedInUser,
  id: string,
  event: typeof taskCreated | typeof taskDeleted | typeof taskRestored,
) => {
  const task = orNotFound(await data.getTaskDefinition(tx, id))
  const { progress: _progress, status: _status, owner, ...fields } = task
  const side = event === taskDeleted ? 'before' : 'after'
  const whole = filledFields({ ...fields, owner: owner?.name })
  await record(tx, event, user, { task: { ...task, partnerId: null }, [side]: whole })
  return task
}

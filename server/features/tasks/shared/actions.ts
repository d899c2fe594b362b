import { type Audience, namedAudience } from '#contract/audience.ts'
import type { CreateTask, UpdateTask } from '#contract/tasks.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import { checkedAudience } from '#server/features/audience/actions.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import { claimRegisteredFile, releaseFiles } from '#server/features/files/actions.ts'
import { orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { sharedTaskChanged, taskCreated, taskDeleted, taskRestored } from '../events.ts'
import { fileColumns, newFile, requireOwner, withOwnerName } from '../parts.ts'
import * as data from './data.ts'
import { spreadTask } from './spread/actions.ts'

type SharedTaskDeps = Pick<Deps, 'db' | 'store' | 'jobs'>

/**
 * Creates a task for an audience: each partner in it gets one of their own.
 * @throws AppError `bad_request` when a partner or the owner is not there, or the file is not theirs to use
 */
export const createSharedTask = async (
  deps: SharedTaskDeps,
  user: SignedInUser,
  form: CreateTask,
  named: Audience,
) => {
  const { filePath: _path, fileType: _type, fileSize: _size, partnerId: _partner, status, ...fields } = form
  requireNoStatus(status === 'pending' ? undefined : status)
  const file = await newFile(deps, user, form, null)
  return deps.db.transaction(async (tx) => {
    const audience = await checkedAudience(tx, named)
    if (fields.ownerId) await requireOwner(tx, fields.ownerId)
    if (file) await claimRegisteredFile(tx, file)
    const id = await data.createSharedTask(tx, {
      ...fields,
      ...audience,
      ...fileColumns(file),
      createdBy: user.id,
    })
    await spreadTask(deps, tx, { id, actorId: user.id, overwritten: [] })
    return recorded(tx, user, id, taskCreated)
  })
}

/**
 * Changes a task for several partners, or whom it is for. The tasks of partners who have not completed it follow.
 * @throws AppError `not_found`; `bad_request` as `createSharedTask`; `conflict` when it has changed since the editor saw it
 */
export const updateSharedTask = async (
  deps: SharedTaskDeps,
  user: SignedInUser,
  id: string,
  { updatedAt: expectedUpdatedAt, status, ...form }: UpdateTask,
) => {
  requireNoStatus(status)
  const found = orNotFound(await data.getSharedTask(deps.db, id))
  const { partnerId: _partner, filePath, fileType: _type, fileSize: _size, ...fields } = form
  const file = await newFile(deps, user, form, found.filePath)
  return deps.db.transaction(async (tx) => {
    const task = orNotFound(await data.lockSharedTask(tx, id))
    requireUnchanged(task, expectedUpdatedAt)
    const next = {
      ...fields,
      ...(await newAudience(tx, task, form)),
      ...((file || filePath === null) && fileColumns(file)),
    }
    const former = { ...task, ownerId: task.owner?.id ?? null }
    const changes = changedFields(former, next)
    if (!changes) return task
    if (fields.ownerId && fields.ownerId !== former.ownerId) await requireOwner(tx, fields.ownerId)
    if (file) await claimRegisteredFile(tx, file)
    if (task.filePath && 'filePath' in next) await releaseFiles(tx, [task.filePath])
    await data.updateSharedTask(tx, id, next)
    const overwritten = (['dueDate', 'ownerId'] as const).filter((name) => name in changes.after)
    await spreadTask(deps, tx, { id, actorId: user.id, overwritten })
    const changed = orNotFound(await data.getSharedTask(tx, id))
    await record(tx, sharedTaskChanged, user, {
      task: { ...changed, partnerId: null },
      before: withOwnerName(changes.before, task),
      after: withOwnerName(changes.after, changed),
    })
    return changed
  })
}

/** Deletes a task for several partners with their own ones. It can be restored within a day. @throws AppError `not_found` */
export const deleteSharedTask = (deps: SharedTaskDeps, user: SignedInUser, id: string) =>
  deps.db.transaction(async (tx) => {
    orNotFound(await data.lockSharedTask(tx, id))
    await recorded(tx, user, id, taskDeleted)
    await data.updateSharedTask(tx, id, { deletedAt: new Date() })
    await spreadTask(deps, tx, { id, actorId: user.id, overwritten: [] })
  })

/** @throws AppError `not_found` when it is not deleted, or was a day ago */
export const restoreSharedTask = (deps: SharedTaskDeps, user: SignedInUser, id: string) =>
  deps.db.transaction(async (tx) => {
    const deletedAt = orNotFound((await data.lockDeletedTask(tx, id)) ?? undefined)
    await data.updateSharedTask(tx, id, { deletedAt: null })
    const restoredFrom = deletedAt.toISOString()
    await spreadTask(deps, tx, { id, actorId: user.id, overwritten: [], restoredFrom })
    return recorded(tx, user, id, taskRestored)
  })

/** The audience that a change names; what it leaves out stays. */
const newAudience = async (tx: Executor, task: Audience, form: UpdateTask) => {
  const { partnerId, assignedPartnerIds, assignedGroup } = form
  if (partnerId === undefined && assignedPartnerIds === undefined && assignedGroup === undefined) return {}
  const named = namedAudience({
    partnerId: partnerId ?? null,
    assignedPartnerIds: assignedPartnerIds ?? (partnerId ? [] : task.assignedPartnerIds),
    assignedGroup: assignedGroup === undefined && !partnerId ? task.assignedGroup : assignedGroup,
  })
  if (!named) throw wrongField('partnerId', 'Choose a partner')
  if (!('partnerId' in named)) return checkedAudience(tx, named)
  return checkedAudience(tx, { assignedPartnerIds: [named.partnerId], assignedGroup: null })
}

const requireNoStatus = (status: UpdateTask['status']) => {
  if (status) throw wrongField('status', 'Each partner has a status of their own.')
}

/** The task, recorded in the audit log as it is now. */
const recorded = async (
  tx: Executor,
  user: SignedInUser,
  id: string,
  event: typeof taskCreated | typeof taskDeleted | typeof taskRestored,
) => {
  const task = orNotFound(await data.getSharedTask(tx, id))
  const { progress: _progress, status: _status, owner, ...fields } = task
  const side = event === taskDeleted ? 'before' : 'after'
  const whole = filledFields({ ...fields, owner: owner?.name })
  await record(tx, event, user, { task: { ...task, partnerId: null }, [side]: whole })
  return task
}

import type { Audience } from '#contract/audience.ts'
import type { UpdateTask } from '#contract/tasks.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import { checkedAudience } from '#server/features/audience/actions.ts'
import { orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { changeTask } from '../actions.ts'
import { getStoredTask, getTask, lockTask, updateTask } from '../data.ts'
import { sharedTaskChanged } from '../events.ts'
import { newFile } from '../parts.ts'
import { createSharedTask, getSharedTask } from './data.ts'
import { spreadTask } from './spread/actions.ts'

/**
 * Makes the task of one partner one for an audience. What that partner has done of it stays theirs, whether or not they are in it.
 * @throws AppError `not_found`; `bad_request` as `updateTask`, and for one that is for several already; `conflict` when it has
 * changed since the editor saw it
 */
export const shareTask = async (
  deps: Pick<Deps, 'db' | 'store' | 'jobs'>,
  user: SignedInUser,
  id: string,
  {
    updatedAt,
    assignedPartnerIds: _partners,
    assignedGroup: _group,
    partnerId: _partner,
    ...form
  }: UpdateTask,
  named: Audience,
) => {
  const file = await newFile(deps, user, form, (await getTask(deps.db, id))?.filePath ?? null)
  return deps.db.transaction(async (tx) => {
    const former = orNotFound(await lockTask(tx, id))
    requireUnchanged(former, updatedAt)
    if (former.sharedTaskId) {
      throw wrongField('assignedGroup', 'This task is for several partners. Change it for all of them.')
    }
    const audience = await checkedAudience(tx, named)
    if (Object.keys(form).length > 0) await changeTask(tx, user, id, form, file)
    const { taskName, instructions, dueDate, taskType, filePath, fileName, fileType, fileSize, ...task } =
      await getStoredTask(tx, id)
    const content = { taskName, instructions, dueDate, taskType, filePath, fileName, fileType, fileSize }
    const { ownerId, fileSha256, createdBy } = task
    const sharedTaskId = await createSharedTask(tx, {
      ...content,
      ownerId,
      fileSha256,
      createdBy,
      ...audience,
    })
    await updateTask(tx, id, { sharedTaskId })
    await record(tx, sharedTaskChanged, user, {
      task: former,
      before: { partnerId: former.partnerId },
      after: { ...audience },
    })
    await spreadTask(deps, tx, { id: sharedTaskId, actorId: user.id, overwritten: [] })
    return orNotFound(await getSharedTask(tx, sharedTaskId))
  })
}

import type { UpdateTask } from '#contract/tasks.ts'
import type { Executor } from '#server/db/client.ts'
import { AppError, wrongField } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { mayAssign } from '../access.ts'
import type { Task } from '../data.ts'
import { lockPersonForShare } from './data.ts'

/**
 * Refuses a change of the assignee that the user may not make: people who may not sign can take a task that nobody has, and give it back.
 * @throws AppError `conflict` when somebody else has taken the task, perhaps since the user saw it; `forbidden`
 */
export const requireMayAssign = (
  user: SignedInUser,
  { assignee, updatedAt }: Pick<Task, 'assignee' | 'updatedAt'>,
  change: Pick<UpdateTask, 'assigneeId' | 'updatedAt'>,
) => {
  const { assigneeId } = change
  if (assigneeId === undefined || assigneeId === (assignee?.id ?? null)) return
  const hasSeen = change.updatedAt === undefined || change.updatedAt.getTime() === updatedAt.getTime()
  if (assignee && assigneeId === user.id && !(mayAssign(user) && hasSeen)) {
    throw new AppError('conflict', `${assignee.name} has taken this task.`)
  }
  const isOwn = assigneeId === user.id || (assigneeId === null && assignee?.id === user.id)
  if (!isOwn && !mayAssign(user)) {
    throw new AppError(
      'forbidden',
      'Only the owner and people who may sign can give a task to somebody else.',
    )
  }
}

/** Checks the assignee of a partner's task. @throws AppError `bad_request` for somebody who is not a person of the partner */
export const requireAssignee = async (tx: Executor, partnerId: string, id: string) => {
  if (!(await lockPersonForShare(tx, partnerId, id))) {
    throw wrongField('assigneeId', 'This person does not belong to the partner.')
  }
}

import type { TaskStatus } from '#contract/tasks.ts'
import type { Database } from '#server/db/client.ts'
import { addActivity } from '#server/features/partners/data.ts'
import { notFound } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { canSetTaskStatus } from './access.ts'
import { lockTask, setTaskStatus } from './data.ts'

/** @throws AppError `not_found` for a task that is not there, or not the user's */
export const changeTaskStatus = (db: Database, user: SignedInUser, id: string, status: TaskStatus) =>
  db.transaction(async (tx) => {
    const task = await lockTask(tx, id)
    if (!task || !canSetTaskStatus(user, task)) throw notFound()
    if (task.status === status) return task
    await addActivity(tx, {
      partnerId: task.partnerId,
      activityType: 'task_status_changed',
      description: `Task "${task.taskName}" moved from ${task.status} to ${status}`,
      metadata: { actorId: user.id, taskId: id, from: task.status, to: status },
    })
    return setTaskStatus(tx, id, status)
  })

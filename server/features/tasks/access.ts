import type { UpdateTask } from '#contract/tasks.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** Partners can access their own tasks and files of tasks, staff those of everyone. */
export const canReachTask = (user: SignedInUser, task: { partnerId: string }) =>
  isStaff(user.role) || task.partnerId === user.partnerId

const partnerFields = new Set(['status', 'updatedAt'])

/** The fields of a change that this user may not set: a partner changes only the status. */
export const forbiddenFields = (user: SignedInUser, change: UpdateTask) =>
  isStaff(user.role) ? [] : Object.keys(change).filter((name) => !partnerFields.has(name))

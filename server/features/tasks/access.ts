import type { UpdateTask } from '#contract/tasks.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** Partners reach their own tasks, and what hangs on them, staff everyone's. */
export const canReachTask = (user: SignedInUser, task: { partnerId: string }) =>
  isStaff(user.role) || task.partnerId === user.partnerId

const partnerFields = new Set(['status', 'updatedAt'])

/** The fields of a change that are not this user's to set: a partner moves a task on, and nothing else. */
export const forbiddenFields = (user: SignedInUser, change: UpdateTask) =>
  isStaff(user.role) ? [] : Object.keys(change).filter((name) => !partnerFields.has(name))

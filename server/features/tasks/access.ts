import type { UpdateTask } from '#contract/tasks.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** Whether a user may access a task and its files: partners their own, staff those of everyone. */
export const canReachTask = (user: SignedInUser, task: { partnerId: string }) =>
  isStaff(user.role) || task.partnerId === user.partnerId

const partnerFields = new Set(['status', 'updatedAt'])

/** Returns the fields of a change that this user may not set. Partners may change only the status. */
export const forbiddenFields = (user: SignedInUser, change: UpdateTask) =>
  isStaff(user.role) ? [] : Object.keys(change).filter((name) => !partnerFields.has(name))

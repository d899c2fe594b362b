import type { UpdateTask } from '#contract/tasks.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** Whether a user may access a task and its files: partners their own, staff those of everyone. */
export const canReachTask = (user: SignedInUser, task: { partnerId: string }) =>
  isStaff(user.role) || task.partnerId === user.partnerId

/** Whether a user may give a task to any person of its partner: staff, the owner of the partner, and its people who may sign. */
export const mayAssign = ({ role, canSign }: Pick<SignedInUser, 'role' | 'canSign'>) =>
  isStaff(role) || canSign

const partnerFields = new Set(['status', 'assigneeId', 'updatedAt'])

/** Returns the fields of a change that this user may not set. Partners may change only the status and the assignee. */
export const forbiddenFields = (user: SignedInUser, change: UpdateTask) =>
  isStaff(user.role) ? [] : Object.keys(change).filter((name) => !partnerFields.has(name))

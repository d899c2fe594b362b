import { isStaff } from '#contract/users/roles.ts'
import { withoutAuthor } from '#server/http/without-author.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import type { Task } from './data.ts'

/** What a partner receives of a task: not which member of staff created it or looks after it. */
export const forPartner = <T extends Pick<Task, 'createdBy' | 'owner'>>(task: T): T => ({
  ...withoutAuthor(task),
  owner: null,
})

/** A task for whoever reads it. */
export const forReader = <T extends Pick<Task, 'createdBy' | 'owner'>>(user: SignedInUser, task: T): T =>
  isStaff(user.role) ? task : forPartner(task)

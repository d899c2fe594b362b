import { isStaff } from '#contract/users/roles.ts'
import { withoutAuthor } from '#server/http/without-author.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import type { Task } from './data.ts'

type Readable = Pick<
  Task,
  'createdBy' | 'owner' | 'definitionId' | 'isShared' | 'assignedPartnerIds' | 'assignedGroup' | 'repeats'
>

/** What a partner receives of a task: not which member of staff created it or looks after it, nor who else has it. */
export const forPartner = <T extends Readable>(task: T): T => ({
  ...withoutAuthor(task),
  owner: null,
  definitionId: null,
  isShared: false,
  assignedPartnerIds: [],
  assignedGroup: null,
  repeats: null,
})

/** A task for whoever reads it. */
export const forReader = <T extends Readable>(user: SignedInUser, task: T): T =>
  isStaff(user.role) ? task : forPartner(task)

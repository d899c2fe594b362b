import { isStaff } from '#contract/users/roles.ts'
import { withoutAuthor } from '#server/http/without-author.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import type { Task } from './data.ts'

type Readable = Pick<
  Task,
  'createdBy' | 'owner' | 'definitionId' | 'isShared' | 'assignedPartnerIds' | 'assignedGroup' | 'repeats'
>

/** Returns a task as partners receive it: without the staff who created it or look after it, and without who else has it. */
export const forPartner = <T extends Readable>(task: T): T => ({
  ...withoutAuthor(task),
  owner: null,
  definitionId: null,
  isShared: false,
  assignedPartnerIds: [],
  assignedGroup: null,
  repeats: null,
})

/** Returns a task as its reader receives it. */
export const forReader = <T extends Readable>(user: SignedInUser, task: T): T =>
  isStaff(user.role) ? task : forPartner(task)

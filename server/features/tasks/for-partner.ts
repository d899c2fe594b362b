import { isStaff } from '#contract/users/roles.ts'
import { teamName } from '#server/http/team-name.ts'
import { withoutAuthor } from '#server/http/without-author.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import type { Task } from './data.ts'

type Readable = Pick<
  Task,
  | 'createdBy'
  | 'owner'
  | 'completedBy'
  | 'definitionId'
  | 'isShared'
  | 'assignedPartnerIds'
  | 'assignedGroup'
  | 'assignedViewId'
  | 'repeats'
>

const forReadersOfPartner = (named: NonNullable<Readable['completedBy']>) =>
  named.isOfPartner ? named : { ...named, name: teamName }

/** Returns a task as partners receive it: without the staff who created, completed or look after it, and without who else has it. */
export const forPartner = <T extends Readable>(task: T): T => ({
  ...withoutAuthor(task),
  owner: null,
  completedBy: task.completedBy && forReadersOfPartner(task.completedBy),
  definitionId: null,
  isShared: false,
  assignedPartnerIds: [],
  assignedGroup: null,
  assignedViewId: null,
  repeats: null,
})

/** Returns a task as its reader receives it. */
export const forReader = <T extends Readable>(user: SignedInUser, task: T): T =>
  isStaff(user.role) ? task : forPartner(task)

import { isStaff } from '#contract/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** A partner moves their own tasks on, staff everyone's. */
export const canSetTaskStatus = (user: SignedInUser, task: { partnerId: string }) =>
  isStaff(user.role) || task.partnerId === user.partnerId

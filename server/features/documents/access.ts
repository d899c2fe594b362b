import { isStaff } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** A partner reads their own agreements, staff everyone's. */
export const canReadDocument = (user: SignedInUser, document: { partnerId: string }) =>
  isStaff(user.role) || document.partnerId === user.partnerId

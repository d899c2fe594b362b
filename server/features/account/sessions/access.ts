import { isStaff, type Role } from '#contract/users/roles.ts'
import { AppError } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** Only admins can end the sessions of staff. */
export const canEndSessionsOf = (actor: { role: Role }, user: { role: Role }) =>
  actor.role === 'admin' || !isStaff(user.role)

/** Staff who view the portal as a partner do not see how and where that partner signs in. @throws AppError `forbidden` */
export const requireOwnAccount = (user: SignedInUser) => {
  if (!user.impersonation) return
  throw new AppError('forbidden', 'You are viewing the portal as a partner. Only they can see their account.')
}

import type { Access } from '#contract/endpoint.ts'
import { impersonationEndedMessage, impersonationMessage } from '#contract/session/impersonation.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { AppError, forbidden, unauthorized } from './app-error.ts'

const accessChecks: Record<Exclude<Access, 'anyone'>, (user: SignedInUser) => boolean> = {
  'signed-in': () => true,
  onboarded: (user) => isStaff(user.role) || user.onboardingStatus === 'completed',
  staff: (user) => isStaff(user.role),
  admin: (user) => user.role === 'admin',
}

/** @throws AppError `unauthorized` without a user, `forbidden` for one without access. */
export const requireAccess = (access: Exclude<Access, 'anyone'>, user: SignedInUser | null) => {
  if (!user) throw unauthorized()
  if (!accessChecks[access](user)) throw forbidden()
}

/**
 * Refuses writes of staff who view the portal as a partner, or did until just now: their screen may still show the partner's
 * pages, and a click there is not meant as an action of staff.
 */
export const requireNotImpersonating = (user: SignedInUser | null) => {
  if (user?.impersonation) throw new AppError('forbidden', impersonationMessage)
  if (user?.sess.viewing) throw new AppError('forbidden', impersonationEndedMessage)
}

import { stepUpMessage } from '#contract/account/step-up.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { impersonationEndedMessage, impersonationMessage } from '#contract/session/impersonation.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { AppError, forbidden, unauthorized } from './app-error.ts'

/** Whether a user is a partner who has completed onboarding, or staff. */
export const isOnboarded = (user: Pick<SignedInUser, 'role' | 'onboardingStatus'>) =>
  isStaff(user.role) || user.onboardingStatus === 'completed'

/** Whether a user is a member of a partner who sees no agreements, terms and amounts. */
export const mayNotSign = ({ partnerRole, canSign }: Pick<SignedInUser, 'partnerRole' | 'canSign'>) =>
  partnerRole === 'member' && !canSign

/** Returns the partner whose agreements a user reads and signs; null for a user without a partner, and for a member who may not sign. */
export const partnerOfAgreements = ({ partnerId, canSign }: Pick<SignedInUser, 'partnerId' | 'canSign'>) =>
  canSign ? partnerId : null

const accessChecks: Record<Exclude<Access, 'anyone'>, (user: SignedInUser) => boolean> = {
  'any-session': () => true,
  'signed-in': () => true,
  onboarded: isOnboarded,
  staff: (user) => isStaff(user.role),
  admin: (user) => user.role === 'admin',
}

/**
 * Refuses a user without this access.
 * @throws AppError `unauthorized` without a user, `passkey_required` for staff who first have to use or set up a passkey, `forbidden`
 * without access
 */
export const requireAccess = (access: Exclude<Access, 'anyone'>, user: SignedInUser | null) => {
  if (!user) throw unauthorized()
  if (user.needsPasskey && access !== 'any-session') {
    const message = user.hasPasskey ? 'Use your passkey to continue.' : 'Set up a passkey to continue.'
    throw new AppError('passkey_required', message)
  }
  if (!accessChecks[access](user)) throw forbidden()
}

/**
 * Refuses writes of staff who view the portal as a partner, or did so until a moment ago. Their screen may still show the partner's pages,
 * so a click there is not meant as an action of staff.
 */
export const requireNotImpersonating = (user: SignedInUser | null) => {
  if (user?.impersonation) throw new AppError('forbidden', impersonationMessage)
  if (user?.sess.viewing) throw new AppError('forbidden', impersonationEndedMessage)
}

/**
 * Refuses a write of a user of several partners that does not name one, so that a page that does not know of the others never acts for the
 * wrong one.
 * @throws AppError `conflict`
 */
export const requirePartnerChoice = (user: SignedInUser | null) => {
  if (user && !user.isPartnerCertain && !user.impersonation) {
    throw new AppError('conflict', 'You belong to several partners. Reload the page to choose one.')
  }
}

/**
 * Refuses a user who has not proved their presence within the last few minutes. Endpoints declare this with `stepUp`; a handler calls this
 * function when only some bodies need the proof.
 * @throws AppError `step_up_required`
 */
export const requireStepUp = (
  { isVerified, isOld }: Pick<SignedInUser, 'isVerified' | 'isOld'>,
  when: NonNullable<Endpoint['stepUp']> = true,
) => {
  if (isVerified || (when === 'old-session' && !isOld)) return
  throw new AppError('step_up_required', stepUpMessage)
}

/**
 * Refuses an API token for endpoints that only signed-in users may call, and refuses writes by a read-only token.
 * @throws AppError `forbidden`
 */
export const requireTokenAccess = (endpoint: Endpoint, { apiToken }: SignedInUser) => {
  if (!endpoint.byToken) throw new AppError('forbidden', 'API tokens cannot call this')
  if (endpoint.method !== 'GET' && apiToken?.scope !== 'write')
    throw new AppError('forbidden', 'This API token is read only')
}

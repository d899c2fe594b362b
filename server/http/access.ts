import { stepUpMessage } from '#contract/account/step-up.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { impersonationEndedMessage, impersonationMessage } from '#contract/session/impersonation.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { AppError, forbidden, unauthorized } from './app-error.ts'

/** Partners who have completed onboarding, and staff. */
export const isOnboarded = (user: Pick<SignedInUser, 'role' | 'onboardingStatus'>) =>
  isStaff(user.role) || user.onboardingStatus === 'completed'

const accessChecks: Record<Exclude<Access, 'anyone'>, (user: SignedInUser) => boolean> = {
  'any-session': () => true,
  'signed-in': () => true,
  onboarded: isOnboarded,
  staff: (user) => isStaff(user.role),
  admin: (user) => user.role === 'admin',
}

/**
 * @throws AppError `unauthorized` without a user, `passkey_required` for staff who have to use or set up a passkey first, `forbidden`
 * for one without access
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
 * Refuses writes of staff who view the portal as a partner, or did until just now: their screen may still show the partner's
 * pages, and a click there is not meant as an action of staff.
 */
export const requireNotImpersonating = (user: SignedInUser | null) => {
  if (user?.impersonation) throw new AppError('forbidden', impersonationMessage)
  if (user?.sess.viewing) throw new AppError('forbidden', impersonationEndedMessage)
}

/**
 * Refuses a user who has not proved to be present within the last minutes. Endpoints declare it with `stepUp`; a handler calls
 * it where only some bodies need it.
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
 * Refuses an API token where only a person may act, and a write by one that only reads.
 * @throws AppError `forbidden`
 */
export const requireTokenAccess = (endpoint: Endpoint, { apiToken }: SignedInUser) => {
  if (!endpoint.byToken) throw new AppError('forbidden', 'This is not open to API tokens')
  if (endpoint.method !== 'GET' && apiToken?.scope !== 'write')
    throw new AppError('forbidden', 'This API token only reads')
}

import { requireStepUp } from '#server/http/access.ts'
import { AppError } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/**
 * Refuses staff who have a passkey but have not used it in this session. Somebody who can read their email could otherwise sign in
 * with a code and add a passkey of their own.
 * @throws AppError `passkey_required`
 */
export const requireProof = ({ hasPasskey }: Pick<SignedInUser, 'hasPasskey'>) => {
  if (hasPasskey) throw new AppError('passkey_required', 'Use one of your passkeys or a recovery code first.')
}

/**
 * Requires a recent confirmation before a passkey is added. Staff who must have a passkey and have none cannot confirm in any other way
 * than by signing in again.
 * @throws AppError `passkey_required`, `step_up_required`; `forbidden` for staff who have to sign in again
 */
export const requireMayRegister = (user: SignedInUser) => {
  requireProof(user)
  if (user.needsPasskey && !user.isVerified) {
    throw new AppError('forbidden', 'Sign in again to set up a passkey.')
  }
  requireStepUp(user)
}

import { requireStepUp } from '#server/http/access.ts'
import { AppError } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/**
 * Staff who have a passkey change nothing about how they sign in before they have used it: whoever reads their email could otherwise add
 * a passkey of their own.
 * @throws AppError `passkey_required`
 */
export const requireProof = ({ hasPasskey }: Pick<SignedInUser, 'hasPasskey'>) => {
  if (hasPasskey) throw new AppError('passkey_required', 'Use one of your passkeys or a recovery code first.')
}

/**
 * Adding a passkey takes a fresh proof of the user. Staff who have none, and need one for anything else, cannot be asked for another one
 * than a new sign-in.
 * @throws AppError `passkey_required`, `step_up_required`; `forbidden` when they signed in longer ago
 */
export const requireMayRegister = (user: SignedInUser) => {
  requireProof(user)
  if (user.needsPasskey && !user.isVerified) {
    throw new AppError('forbidden', 'Sign in again to set up a passkey.')
  }
  requireStepUp(user)
}

import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { createLimits } from './limits.ts'
import { registerPasskeys } from './passkeys/passkey-routes.ts'
import { registerPasskeySignIn } from './passkeys/sign-in-routes.ts'
import { registerPictures } from './picture/picture-routes.ts'
import { registerOwnAccount } from './profile/profile-routes.ts'
import { registerRecoveryCodes } from './recovery-codes/recovery-code-routes.ts'
import { registerSecurityEmails } from './security-emails/routes.ts'
import { registerAccountSessions } from './sessions/routes.ts'
import { registerStepUp } from './step-up/routes.ts'

/** Registers the endpoints with which users manage their own account. */
export const registerAccount = async (app: FastifyInstance, deps: Deps) => {
  const limits = createLimits(deps.db)
  registerPasskeys(app, deps, limits)
  registerPasskeySignIn(app, deps, limits)
  registerRecoveryCodes(app, deps, limits)
  registerStepUp(app, deps)
  registerAccountSessions(app, deps)
  registerSecurityEmails(app, deps)
  registerOwnAccount(app, deps)
  await registerPictures(app, deps)
}

import { call } from '#client/lib/api.ts'
import { getAssertion } from '#client/lib/webauthn.ts'

/**
 * Proves with a passkey that the user of this session is present. Rejects when the user does not use a passkey, or one that proves
 * nothing; `passkeyProblem` words the error for the user.
 */
export const confirmWithPasskey = async () => {
  const credential = await getAssertion(await call('POST /api/account/passkeys/confirm/options', {}))
  await call('POST /api/account/passkeys/confirm', { body: { credential } })
}

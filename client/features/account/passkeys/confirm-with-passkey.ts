import { call } from '#client/lib/api.ts'
import { getAssertion } from '#client/lib/webauthn.ts'
import { beginPasskeyStepUp, finishPasskeyStepUp } from '#contract/account/passkeys.ts'

/**
 * Proves by a passkey that the user of this session is present. Rejects when they use none, or one that does not prove it;
 * `passkeyProblem` has the words for that.
 */
export const confirmWithPasskey = async () => {
  const credential = await getAssertion(await call(beginPasskeyStepUp, {}))
  await call(finishPasskeyStepUp, { body: { credential } })
}

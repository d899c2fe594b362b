import type { Assertion, NewCredential } from '#contract/account/passkeys.ts'
import type { RelyingParty } from './relying-party.ts'

/** The accepted signature algorithms: EdDSA, ES256 and RS256. Every authenticator has one of them. */
export const algorithms = [-8, -7, -257]

/** Returns the user handle that authenticators store for a user: the bytes of the user's id. */
export const userHandleOf = (userId: string) =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

const expected = (challenge: string, { id, origin }: RelyingParty) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: true,
})

// The library is loaded when it is first needed: its 270 modules would make each start an eighth slower.
const loadVerifier = () => import('@simplewebauthn/server')

/** Returns the fields to store for a new passkey; undefined if it is not valid. */
export const verifyNewCredential = async (
  { id, transports, ...response }: NewCredential,
  challenge: string,
  party: RelyingParty,
) => {
  const { verifyRegistrationResponse } = await loadVerifier()
  try {
    const { verified, registrationInfo: info } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      ...expected(challenge, party),
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified || info.credential.id !== id) return undefined
    return {
      credentialId: id,
      publicKey: Buffer.from(info.credential.publicKey),
      counter: info.credential.counter,
      transports,
      isSynced: info.credentialDeviceType === 'multiDevice',
      aaguid: info.aaguid,
    }
  } catch {
    return undefined
  }
}

/** Returns the authenticator's counter if the passkey has signed the challenge; otherwise undefined. */
export const verifyAssertion = async (
  { id, userHandle, ...response }: Assertion,
  passkey: { credentialId: string; publicKey: Buffer; counter: number; user: { id: string } },
  challenge: string,
  party: RelyingParty,
) => {
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.user.id)) return undefined
  const { verifyAuthenticationResponse } = await loadVerifier()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      ...expected(challenge, party),
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    })
    return verified ? { counter: authenticationInfo.newCounter } : undefined
  } catch {
    return undefined
  }
}

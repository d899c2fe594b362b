import type { Assertion, NewCredential } from '#contract/account/passkeys.ts'
import type { RelyingParty } from './relying-party.ts'

/** The signature algorithms that every authenticator has one of: EdDSA, ES256, RS256. */
export const algorithms = [-8, -7, -257]

/** Users as authenticators know them: the bytes of their id. */
export const userHandleOf = (userId: string) =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

const expected = (challenge: string, { id, origin }: RelyingParty) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: true,
})

// Loaded with the first passkey: its 270 modules would delay each start by an eighth.
const loadVerifier = () => import('@simplewebauthn/server')

/** What is stored of a new passkey; undefined for one that is not right. */
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

/** The authenticator's count of its uses where a passkey has signed the challenge; else undefined. */
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

import {
  type Assertion,
  maxPasskeys,
  type NewCredential,
  wrongPasskeyMessage,
  wrongStepUpPasskeyMessage,
} from '#contract/account/passkeys.ts'
import { challengeMinutes } from '#contract/limits.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Transaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { nameOf } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { enqueueRefusal, type Origin, type Refusal } from '#server/features/sign-in/refusals/actions.ts'
import { requireNotErased } from '#server/features/users/actions.ts'
import { getUser } from '#server/features/users/data.ts'
import { AppError, orNotFound, unauthorized, wrongField } from '#server/http/app-error.ts'
import { lockUser, recordStepUp, type SignedInUser } from '#server/sessions/data.ts'
import type { SigningInUser } from '#server/sessions/sessions.ts'
import { recordChange } from '../changes/actions.ts'
import { passkeyAdded, passkeyRemoved, passkeyRenamed, passkeysReset } from '../events.ts'
import { deleteRecoveryCodes } from '../recovery-codes/data.ts'
import { completeStepUp } from '../step-up/actions.ts'
import { requireMayRegister, requireProof } from './access.ts'
import { issueChallenge, redeemChallenge } from './challenges.ts'
import * as data from './data.ts'
import { defaultName } from './default-name.ts'
import type { RelyingParty } from './relying-party.ts'
import { algorithms, userHandleOf, verifyAssertion, verifyNewCredential } from './verify.ts'

type PasskeyDeps = Pick<Deps, 'db' | 'jobs' | 'settings' | 'sessions'>

const timeoutMs = challengeMinutes * 60_000

const publicKey = <C extends { id: string; transports: string[] }>(credential: C) => ({
  ...credential,
  type: 'public-key' as const,
})

const notAdded = () => wrongField('credential', "The passkey couldn't be added. Try again.")
const wrongPasskey = () => wrongField('credential', wrongPasskeyMessage)
const wrongStepUpPasskey = () => wrongField('credential', wrongStepUpPasskeyMessage)

/** @throws AppError as `requireMayRegister` does; `conflict` when the user has the maximum number of passkeys */
export const beginRegistration = async ({ db }: PasskeyDeps, user: SignedInUser, party: RelyingParty) => {
  requireMayRegister(user)
  const credentials = await data.listCredentials(db, user.id)
  requireBelowMax(credentials.length)
  return {
    challenge: await issueChallenge(db, 'register', user.sid),
    rp: { id: party.id, name: 'Partner Portal' },
    user: { id: userHandleOf(user.id), name: user.email, displayName: nameOf(user) },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: timeoutMs,
    attestation: 'none' as const,
    // An authenticator that has one of the user's passkeys does not create another.
    excludeCredentials: credentials.map(publicKey),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  }
}

const requireBelowMax = (count: number) => {
  if (count >= maxPasskeys) {
    throw new AppError('conflict', `You have ${maxPasskeys} passkeys. Remove one before you add another.`)
  }
}

/**
 * Adds the passkey that the browser created. Its authenticator has just verified the user, so the session counts as confirmed, too.
 * @throws AppError `bad_request`, `conflict`; `unauthorized` when the session has ended meanwhile
 */
export const createPasskey = async (
  { db, jobs }: PasskeyDeps,
  user: SignedInUser,
  credential: NewCredential,
  { party, userAgent }: { party: RelyingParty; userAgent: string | undefined },
) => {
  const challenge = await redeemChallenge(db, 'register', user.sid, credential.clientDataJSON)
  const verified = challenge && (await verifyNewCredential(credential, challenge, party))
  if (!verified) throw notAdded()
  const { aaguid, ...stored } = verified
  return db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    const count = await data.countPasskeys(tx, user.id)
    // When two first passkeys are added at the same time, the second request finds one here, and has to confirm with it.
    if (user.passkeyRequiredFrom && count > 0) requireProof({ hasPasskey: true })
    requireBelowMax(count)
    const name = defaultName(aaguid, userAgent)
    const created = await data.createPasskey(tx, { ...stored, userId: user.id, name })
    if (!created) throw notAdded()
    // Anybody who could read the user's email could have created recovery codes before the first passkey existed.
    if (count === 0) await deleteRecoveryCodes(tx, user.id)
    // A session that has ended since the request began must not leave a passkey, which could sign in again.
    if (!(await recordStepUp(tx, user.sid, { withPasskey: true }))) throw unauthorized()
    await recordChange({ jobs }, tx, user, { event: passkeyAdded, owner: user, name })
    return created
  })
}

/** @throws AppError `not_found`, `passkey_required` */
export const renamePasskey = ({ db }: PasskeyDeps, user: SignedInUser, id: string, name: string) =>
  db.transaction(async (tx) => {
    requireProof(user)
    await lockUser(tx, user.id)
    const passkey = orNotFound(await data.getPasskey(tx, user.id, id))
    if (passkey.name === name) return passkey
    await data.renamePasskey(tx, id, name)
    await record(tx, passkeyRenamed, user, { user, before: { name: passkey.name }, after: { name } })
    return { ...passkey, name }
  })

/** @throws AppError `not_found`, `passkey_required`; `conflict` for the last passkey of staff who must have one */
export const deletePasskey = ({ db, jobs, settings }: PasskeyDeps, user: SignedInUser, id: string) =>
  db.transaction(async (tx) => {
    requireProof(user)
    await lockUser(tx, user.id)
    const { name } = orNotFound(await data.getPasskey(tx, user.id, id))
    // Without a passkey, an emailed code would be enough again to set up a new one.
    if (settings.passkeys.required && isStaff(user.role) && (await data.countPasskeys(tx, user.id)) === 1) {
      throw new AppError('conflict', 'You need at least one passkey. Add another before you remove this one.')
    }
    await data.deletePasskey(tx, id)
    await recordChange({ jobs }, tx, user, { event: passkeyRemoved, owner: user, name })
  })

const requestOptions = (
  challenge: string,
  party: RelyingParty,
  credentials: { id: string; transports: string[] }[] = [],
) => ({
  challenge,
  rpId: party.id,
  timeout: timeoutMs,
  userVerification: 'required' as const,
  allowCredentials: credentials.map(publicKey),
})

export const beginStepUp = async ({ db }: PasskeyDeps, user: SignedInUser, party: RelyingParty) =>
  requestOptions(
    await issueChallenge(db, 'step-up', user.sid),
    party,
    await data.listCredentials(db, user.id),
  )

/** @throws AppError `bad_request` when the passkey is not one of this user's, or its signature is wrong */
export const finishStepUp = async (
  { db }: PasskeyDeps,
  user: SignedInUser,
  credential: Assertion,
  party: RelyingParty,
) => {
  const challenge = await redeemChallenge(db, 'step-up', user.sid, credential.clientDataJSON)
  const passkey = await data.getCredential(db, credential.id)
  if (!challenge || passkey?.user.id !== user.id) throw wrongStepUpPasskey()
  const use = await verifyAssertion(credential, passkey, challenge, party)
  if (!use) throw wrongStepUpPasskey()
  await db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    if (!(await data.recordUse(tx, passkey.id, use))) throw wrongStepUpPasskey()
    await completeStepUp(tx, user, 'passkey')
  })
}

/** @param browser the secret in the browser's cookie */
export const beginSignIn = async ({ db }: PasskeyDeps, browser: string, party: RelyingParty) =>
  requestOptions(await issueChallenge(db, 'sign-in', browser), party)

/**
 * Signs in the user whose passkey has signed the browser's challenge. Refusals are recorded if the passkey is known.
 * @throws AppError `bad_request`, with the same message for every reason
 */
export const finishSignIn = async (
  { db, jobs }: PasskeyDeps,
  credential: Assertion,
  { browser, party, origin }: { browser: string | undefined; party: RelyingParty; origin: Origin },
  start: (tx: Transaction, user: SigningInUser) => Promise<void>,
) => {
  const challenge = browser && (await redeemChallenge(db, 'sign-in', browser, credential.clientDataJSON))
  const passkey = await data.getCredential(db, credential.id)
  if (!passkey) throw wrongPasskey()
  const { user } = passkey
  const refuse = async (reason: Refusal['reason']): Promise<never> => {
    await enqueueRefusal({ db, jobs }, { email: user.email, method: 'passkey', reason, ...origin })
    throw wrongPasskey()
  }
  // The request does not name a user, so the authenticator has to.
  if (!challenge || credential.userHandle === undefined) return refuse('wrong_passkey')
  const use = await verifyAssertion(credential, passkey, challenge, party)
  if (!use) return refuse('wrong_passkey')
  if (user.disabledAt) return refuse('disabled')
  const isUsed = await db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    if (!(await data.recordUse(tx, passkey.id, use))) return false
    await start(tx, user)
    return true
  })
  if (!isUsed) await refuse('wrong_passkey')
}

/**
 * Removes another user's passkeys and recovery codes, and ends their sessions. They set up a new passkey after they sign in again.
 * @throws AppError `not_found`; `forbidden` for the admin's own passkeys, and for an erased user
 */
export const resetPasskeys = ({ db, jobs, sessions }: PasskeyDeps, actor: SignedInUser, userId: string) =>
  db.transaction(async (tx) => {
    if (userId === actor.id) throw new AppError('forbidden', 'You cannot reset your own passkeys.')
    await lockUser(tx, userId)
    const owner = orNotFound(await getUser(tx, userId))
    // An erased user has no email address that could receive the email about the change.
    requireNotErased(owner)
    await data.deletePasskeysOf(tx, userId)
    await deleteRecoveryCodes(tx, userId)
    await sessions.endOf(tx, { userId })
    await recordChange({ jobs }, tx, actor, { event: passkeysReset, owner })
  })

import { wrongCodesPerDay } from '#contract/sign-in.ts'
import { codeMinutes } from '#contract/sign-in-code.ts'
import { notInvitedMessage } from '#contract/sign-in-errors.ts'
import type { Executor, Transaction } from '#server/db/client.ts'
import type { SignInMethod } from '#server/db/schema/users.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, wrongField } from '#server/http/app-error.ts'
import { isFinal, logQueuedMail, logSkippedMail } from '#server/mail/data.ts'
import { deliverSecret } from '#server/mail/deliver.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { lockUser } from '#server/sessions/data.ts'
import { newToken, sha256 } from '#server/sessions/sessions.ts'
import { hashCode, isCode, newCode, wrongCode } from './codes.ts'
import * as data from './data.ts'
import { notInvitedEmail, signInEmail, signInLinkEmail, signInSubject } from './emails.ts'
import { NoVerifiedEmail, type ProviderPerson } from './provider-claims.ts'
import { enqueueRefusal, type Origin, type Refusal } from './refusals/actions.ts'
import { safeReturnTo } from './return-to.ts'
import { warnOwner } from './wrong-codes/actions.ts'
import { acceptsOnlyLinks, countWrongCode, uncountWrongCode } from './wrong-codes/data.ts'

// A code with less time left is replaced by the next request, however many were made: its email could arrive too late.
const minutesToUseCode = 2
const firstLinkMinutes = 60

const wrongLink = () => wrongField('token', 'This link has been used or has expired. Request a new one.')

/**
 * Begins a sign-in by email. The newest request replaces the code of earlier ones. When too many requests were made, a request no longer
 * replaces the code, but lets its browser use the code that was emailed last. It does the same in the same time for every address: the job
 * that sends the email looks up whether there is an account.
 */
export const requestCode = (
  { db, jobs }: Deps,
  request: { email: string; browser: string; returnTo: string | undefined; mayReplace: boolean },
) =>
  db.transaction(async (tx) => {
    const { email } = request
    await data.lockAddress(tx, email)
    const openId = await data.findOpenAttempt(tx, email, minutesToUseCode)
    const isReplaced = openId === undefined || request.mayReplace
    if (isReplaced) await data.deleteOpenAttempt(tx, email)
    const attemptId = isReplaced ? await data.createAttempt(tx, { email, minutes: codeMinutes }) : openId
    await data.addBrowser(tx, {
      attemptId,
      browserHash: sha256(request.browser),
      returnTo: safeReturnTo(request.returnTo),
    })
    if (!isReplaced) return
    const logId = await logQueuedMail(tx, { recipient: email, subject: signInSubject, type: 'sign_in_code' })
    await jobs.enqueue(tx, 'sign-in-mail', { attemptId, logId })
  })

/** The job that creates the code and the link, stores their hashes, and emails them. A retry creates new ones. */
export const sendSignInMail = async (
  deps: Deps,
  mailer: Mailer,
  { attemptId, logId }: { attemptId: string; logId: string },
) => {
  const { db, settings, baseUrl } = deps
  // A retry after the email was sent must not create a new code, which would void the sent one.
  if (await isFinal(db, logId)) return
  const attempt = await data.getLiveAttempt(db, attemptId)
  const logEnded = () => logSkippedMail(db, logId, 'The sign-in ended before the email could be sent.')
  if (!attempt) return logEnded()
  const user = await data.getUserByEmail(db, attempt.email)
  const canSignIn = user ? !user.disabledAt : await isAdmitted(db, settings, attempt.email)
  const code = (await acceptsOnlyLinks(db, attempt.email)) ? null : newCode()
  const token = newToken()
  // The secrets are stored also without an account, where they are never sent: checking a code then takes equally long for every address.
  const secrets = { codeHash: code && (await hashCode(code, deps.codeCost)), tokenHash: sha256(token) }
  if (!(await data.setAttemptSecrets(db, attempt.id, secrets))) return logEnded()
  if (!canSignIn && !(await data.claimNoAccountMail(db, attempt.email, logId))) {
    return logSkippedMail(
      db,
      logId,
      'This address has no active account and already got an email about that within the last day.',
    )
  }
  await deliverSecret(deps, mailer, logId, {
    // The email goes to the address as the account spells it, since a stranger may have made the request.
    to: user?.email ?? attempt.email,
    subject: signInSubject,
    content: canSignIn ? contentOf(code, `${baseUrl()}/sign-in#token=${token}`) : notInvitedEmail(),
  })
}

const contentOf = (code: string | null, url: string) => (code ? signInEmail(code, url) : signInLinkEmail(url))

/** Whether somebody without an account may sign in: where anybody may sign up, and after an invitation to a partner. */
const isAdmitted = async (db: Executor, { allowSignUp }: Deps['settings'], email: string) =>
  allowSignUp || (await data.findInvitationTo(db, email)) !== undefined

/**
 * Finds the enabled user with this verified email address. Somebody whom only an owner has invited gets an account, with the names that were
 * entered. @throws AppError `forbidden`
 */
const requireInvitedUser = async (
  tx: Executor,
  settings: Deps['settings'],
  person: { email: string; firstName?: string; lastName?: string },
) => {
  const invitation = settings.allowSignUp ? {} : await data.findInvitationTo(tx, person.email)
  if (invitation) {
    await data.createUser(tx, { ...invitation, ...person, mayCreateProfile: settings.allowSignUp })
  }
  const user = await data.getUserByEmail(tx, person.email)
  if (!user || user.disabledAt) throw new AppError('forbidden', notInvitedMessage)
  return user
}

/** Starts the user's session in the transaction that uses up the code or link, so that both happen or neither. */
export type StartSession = (
  tx: Transaction,
  user: Awaited<ReturnType<typeof requireInvitedUser>>,
  method: SignInMethod,
) => Promise<void>

/** Runs a sign-in, and records a refusal by the portal's own rules, but not other failures. */
const recordingRefusal = async <T>(deps: Deps, refusal: Refusal, run: () => Promise<T>) => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') await enqueueRefusal(deps, refusal)
    throw error
  }
}

const redeem = (
  deps: Deps,
  attempt: { id: string; email: string; returnTo: string | null },
  method: 'code' | 'link',
  origin: Origin,
  start: StartSession,
) => {
  const { db, settings } = deps
  const { email } = attempt
  return recordingRefusal(deps, { email, method, reason: 'disabled', ...origin }, () =>
    db.transaction(async (tx) => {
      if (!(await data.claimAttempt(tx, attempt.id))) throw method === 'code' ? wrongCode() : wrongLink()
      await start(tx, await requireInvitedUser(tx, settings, { email }), method)
      return safeReturnTo(attempt.returnTo ?? undefined)
    }),
  )
}

/**
 * Signs in by a code, and returns the path to go to.
 * @throws AppError `bad_request` for a code that is wrong, used, replaced, old or tried too often, all with the same text
 */
export const redeemCode = async (
  deps: Deps,
  code: string,
  browser: string | undefined,
  origin: Origin,
  start: StartSession,
) => {
  const attempt = browser ? await data.countTry(deps.db, sha256(browser)) : undefined
  if (!attempt?.codeHash) throw wrongCode()
  const count = await countWrongCode(deps.db, attempt.email)
  const refusal = { email: attempt.email, method: 'code', ...origin } as const
  if (count === undefined) {
    await enqueueRefusal(deps, { ...refusal, reason: 'codes_off' })
    throw wrongCode()
  }
  if (!(await isCode(code, attempt.codeHash))) {
    await enqueueRefusal(deps, { ...refusal, reason: 'wrong_code' })
    if (count === wrongCodesPerDay) await warnOwner(deps, attempt.email)
    throw wrongCode()
  }
  await uncountWrongCode(deps.db, attempt.email)
  return redeem(deps, attempt, 'code', origin, start)
}

/** Signs in by a link, and returns the path to go to. @throws AppError `bad_request` for a used, replaced, old or another browser's link */
export const redeemLink = async (
  deps: Deps,
  token: string,
  browser: string | undefined,
  origin: Origin,
  start: StartSession,
) => {
  const attempt = await data.getLiveAttemptByToken(deps.db, sha256(token), browser && sha256(browser))
  if (!attempt) throw wrongLink()
  if (attempt.returnTo === null && !attempt.anyBrowser) {
    await enqueueRefusal(deps, { email: attempt.email, method: 'link', reason: 'other_browser', ...origin })
    const orCode = attempt.codeHash ? ', or enter the code there' : ''
    throw wrongField('token', `Open this link in the browser where you requested it${orCode}.`)
  }
  return redeem(deps, attempt, 'link', origin, start)
}

/**
 * Signs a user in after the OpenID provider has. Finds the user by issuer and subject, and the first time by verified email address.
 * @throws AppError `forbidden` for users who have not been invited or are disabled
 * @throws NoVerifiedEmail when no user has this subject yet and the email address is not verified
 */
export const admitFromProvider = async (
  deps: Deps,
  person: ProviderPerson,
  origin: Origin,
  start: StartSession,
) => {
  const { db, settings, jobs } = deps
  const known = await data.getUserByIdentity(db, person.issuer, person.subject)
  const email = known?.email ?? person.email
  if (!email) throw new NoVerifiedEmail(person)
  await recordingRefusal(deps, { email, method: 'provider', reason: 'disabled', ...origin }, () =>
    db.transaction(async (tx) => {
      if (known?.disabledAt) throw new AppError('forbidden', notInvitedMessage)
      const user = known ?? (await requireInvitedUser(tx, settings, { ...person, email }))
      // Staff may have given the user another address while this transaction waited for the lock.
      await lockUser(tx, user.id)
      const found = known
        ? await data.getUserByIdentity(tx, person.issuer, person.subject)
        : await data.getUserByEmail(tx, email)
      if (found?.id !== user.id) throw new AppError('forbidden', notInvitedMessage)
      if (!known) {
        await data.createIdentity(tx, { issuer: person.issuer, subject: person.subject, userId: user.id })
      }
      await start(tx, user, 'provider')
      const { picture: url } = person
      if (url !== undefined) await jobs.enqueue(tx, 'provider-picture', { userId: user.id, url })
    }),
  )
}

/**
 * Makes the account of `ADMIN_EMAIL` an enabled admin. Until its user has signed in for the first time, each start of the server returns a
 * link to do so. The link works for an hour in any browser, since no browser requested it.
 */
export const ensureAdmin = async (db: Executor, email: string) => {
  const { hasSignedIn } = await data.upsertAdmin(db, email)
  return hasSignedIn ? undefined : createFirstLink(db, email)
}

/** Returns the path of a link that signs in once, within an hour, in any browser. Only the hash of its token is stored. */
export const createFirstLink = async (db: Executor, email: string) => {
  const token = newToken()
  await data.createAttempt(db, {
    email,
    anyBrowser: true,
    tokenHash: sha256(token),
    minutes: firstLinkMinutes,
  })
  return `/sign-in#token=${token}`
}

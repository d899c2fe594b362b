import { codeMinutes, notInvitedMessage } from '#contract/sign-in.ts'
import type { Executor, Transaction } from '#server/db/client.ts'
import type { SessionData } from '#server/db/schema/users.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import { logFailedMail, logQueuedMail } from '#server/mail/data.ts'
import { deliver } from '#server/mail/deliver.ts'
import { renderEmail } from '#server/mail/email-content.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { newToken, sha256 } from '#server/sessions/sessions.ts'
import { hashCode, isCode, newCode } from './codes.ts'
import * as data from './data.ts'
import { notInvitedEmail, signInEmail, signInSubject } from './emails.ts'
import { safeReturnTo } from './return-to.ts'

const minute = 60_000
const firstLinkMinutes = 24 * 60

const wrongCode = () =>
  new AppError('bad_request', 'This code is wrong or has expired.', {
    fields: { code: 'This code is wrong or has expired.' },
  })

const wrongLink = () =>
  new AppError('bad_request', 'This link has been used or has expired. Request a new one.', {
    fields: { token: 'This link has been used or has expired. Request a new one.' },
  })

/**
 * Begins a sign-in by email. It does the same in the same time for every address: the job that sends the email looks up
 * whether there is an account.
 */
export const requestCode = (
  { db, jobs }: Deps,
  { email, browser, returnTo }: { email: string; browser: string; returnTo: string | undefined },
) =>
  db.transaction(async (tx) => {
    const attemptId = await data.createAttempt(tx, {
      email,
      browserHash: sha256(browser),
      returnTo: safeReturnTo(returnTo),
      expiresAt: new Date(Date.now() + codeMinutes * minute),
    })
    const logId = await logQueuedMail(tx, { recipient: email, subject: signInSubject, type: 'sign_in_code' })
    await jobs.enqueue(tx, 'sign-in-mail', { attemptId, logId })
  })

/** The job: creates the code and the link, stores their hashes, and emails them. A retry creates new ones. */
export const sendSignInMail = async (
  { db, settings, baseUrl }: Deps,
  mailer: Mailer,
  { attemptId, logId }: { attemptId: string; logId: string },
) => {
  const attempt = await data.getLiveAttempt(db, attemptId)
  if (!attempt) return logFailedMail(db, logId, 'The sign-in ended before the email could be sent.')
  const user = await data.getUserByEmail(db, attempt.email)
  const canSignIn = user ? !user.disabledAt : settings.allowSignUp
  const secrets = { code: newCode(), token: newToken() }
  // Also without an account, where they are never sent: checking a code then takes equally long for every address.
  await data.setAttemptSecrets(db, attempt.id, {
    codeHash: await hashCode(secrets.code),
    tokenHash: sha256(secrets.token),
  })
  const email = canSignIn
    ? signInEmail(secrets.code, `${baseUrl()}/sign-in#token=${secrets.token}`)
    : notInvitedEmail()
  await deliver(db, mailer, logId, {
    to: attempt.email,
    subject: signInSubject,
    ...renderEmail(email, settings.companyName),
  })
}

/** The enabled user with this verified email address. @throws AppError `forbidden` */
const requireInvitedUser = async (
  tx: Executor,
  settings: Deps['settings'],
  person: { email: string; firstName?: string; lastName?: string },
) => {
  if (settings.allowSignUp) await data.createUser(tx, person)
  const user = await data.getUserByEmail(tx, person.email)
  if (!user || user.disabledAt) throw new AppError('forbidden', notInvitedMessage)
  return user
}

/** Starts the user's session in the transaction that uses up the code or link: both happen, or neither. */
export type StartSession = (
  tx: Transaction,
  user: Awaited<ReturnType<typeof requireInvitedUser>>,
  method: SessionData['method'],
) => Promise<void>

const redeem = (
  { db, settings }: Deps,
  attempt: { id: string; email: string; returnTo: string },
  method: 'code' | 'link',
  start: StartSession,
) =>
  db.transaction(async (tx) => {
    if (!(await data.claimAttempt(tx, attempt.id))) throw method === 'code' ? wrongCode() : wrongLink()
    await start(tx, await requireInvitedUser(tx, settings, { email: attempt.email }), method)
    return safeReturnTo(attempt.returnTo)
  })

/** Answers the path to go to. @throws AppError `bad_request` for a code that is wrong, used, old or tried too often */
export const redeemCode = async (
  deps: Deps,
  code: string,
  browser: string | undefined,
  start: StartSession,
) => {
  const attempt = browser ? await data.countTry(deps.db, sha256(browser)) : undefined
  if (!attempt?.codeHash || !(await isCode(code, attempt.codeHash))) throw wrongCode()
  return redeem(deps, attempt, 'code', start)
}

/** Answers the path to go to. @throws AppError `bad_request` for a link that is used, old or another browser's */
export const redeemLink = async (
  deps: Deps,
  token: string,
  browser: string | undefined,
  start: StartSession,
) => {
  const attempt = await data.getLiveAttemptByToken(deps.db, sha256(token))
  if (!attempt) throw wrongLink()
  if (attempt.browserHash && attempt.browserHash !== (browser && sha256(browser))) {
    const message = 'Open this link in the browser where you requested it, or enter the code there.'
    throw new AppError('bad_request', message, { fields: { token: message } })
  }
  return redeem(deps, attempt, 'link', start)
}

/**
 * Signs a user in after the OpenID provider has: by issuer and subject, and the first time by verified email address.
 * @throws AppError `forbidden` for users who have not been invited or are disabled
 */
export const admitFromProvider = (
  { db, settings }: Deps,
  person: { issuer: string; subject: string; email?: string; firstName?: string; lastName?: string },
  start: StartSession,
) =>
  db.transaction(async (tx) => {
    const known = await data.getUserByIdentity(tx, person.issuer, person.subject)
    if (known?.disabledAt) throw new AppError('forbidden', notInvitedMessage)
    if (known) return start(tx, known, 'provider')
    if (!person.email) throw new AppError('forbidden', notInvitedMessage)
    const user = await requireInvitedUser(tx, settings, { ...person, email: person.email })
    await data.createIdentity(tx, { issuer: person.issuer, subject: person.subject, userId: user.id })
    await start(tx, user, 'provider')
  })

/**
 * Makes the account of `ADMIN_EMAIL` an enabled admin. Returns a one-time sign-in link when it had to be created, which works
 * in any browser, since no browser requested it.
 */
export const ensureAdmin = async (db: Executor, email: string, baseUrl: string) => {
  const { created } = await data.upsertAdmin(db, email)
  if (!created) return undefined
  const token = newToken()
  await data.createAttempt(db, {
    email,
    browserHash: null,
    tokenHash: sha256(token),
    returnTo: '/',
    expiresAt: new Date(Date.now() + firstLinkMinutes * minute),
  })
  return `${baseUrl}/sign-in#token=${token}`
}

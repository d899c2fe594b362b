import { wrongCodesPerDay } from '#contract/sign-in.ts'
import { codeMinutes } from '#contract/sign-in-code.ts'
import type { Transaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import { hashCode, isCode, newCode, wrongCode } from '#server/features/sign-in/codes.ts'
import { lockAddress } from '#server/features/sign-in/data.ts'
import { warnOwner } from '#server/features/sign-in/wrong-codes/actions.ts'
import {
  acceptsOnlyLinks,
  countWrongCode,
  uncountWrongCode,
} from '#server/features/sign-in/wrong-codes/data.ts'
import { AppError, unauthorized } from '#server/http/app-error.ts'
import { isFinal, logQueuedMail, logSkippedMail } from '#server/mail/data.ts'
import { deliverSecret } from '#server/mail/deliver.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { withReportLink } from '#server/mail/report-link.ts'
import { recordStepUp, type SignedInUser } from '#server/sessions/data.ts'
import { identityConfirmed } from '../events.ts'
import { createReportLink } from '../security-emails/actions.ts'
import * as data from './data.ts'
import { stepUpEmail, stepUpSubject } from './emails.ts'

// A code with less time left is replaced, since it could expire before its email is read.
const minutesToUseCode = 2

/**
 * Emails a new code, unless a code is still valid and `renew` is false.
 * @param countRequest counts an email, and throws over the limit
 * @throws AppError `conflict` after too many wrong codes: the user then has to sign in again instead
 */
export const requestCode = async (
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  user: SignedInUser,
  { renew, countRequest }: { renew: boolean; countRequest: () => Promise<void> },
) => {
  if (await acceptsOnlyLinks(db, user.email)) {
    throw new AppError(
      'conflict',
      'Too many wrong codes were entered for your account today. Log out, and sign in again: a new sign-in counts as a confirmation.',
    )
  }
  if (!renew && (await data.hasUsableCode(db, user.sid, minutesToUseCode))) return
  await countRequest()
  await db.transaction(async (tx) => {
    // The address's row counts wrong codes. This creates the row, which a sign-in with the OpenID provider does not.
    await lockAddress(tx, user.email)
    await data.replaceCode(tx, user.sid)
    const mail = { recipient: user.email, subject: stepUpSubject, type: 'step_up_code' }
    const logId = await logQueuedMail(tx, mail)
    await jobs.enqueue(tx, 'step-up-mail', { sessionId: user.sessionId, logId })
  })
}

/** Runs the job that creates the code, stores its hash, and emails it. A retry creates a new code. */
export const sendStepUpMail = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl' | 'codeCost'>,
  mailer: Mailer,
  { sessionId, logId }: { sessionId: string; logId: string },
) => {
  const { db } = deps
  if (await isFinal(db, logId)) return
  const logEnded = () => logSkippedMail(db, logId, 'The session ended before the email could be sent.')
  const receiver = await data.findReceiver(db, sessionId)
  if (!receiver) return logEnded()
  const code = newCode()
  if (!(await data.setCodeHash(db, receiver.sid, await hashCode(code, deps.codeCost)))) return logEnded()
  const reportUrl = await createReportLink(deps, receiver.userId)
  await deliverSecret(deps, mailer, logId, {
    to: receiver.email,
    subject: stepUpSubject,
    content: withReportLink(stepUpEmail(code, codeMinutes), reportUrl),
  })
}

/** @throws AppError `bad_request` for a wrong, used, replaced or expired code, or after too many tries, always with the same message */
export const stepUpByCode = async (
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  user: SignedInUser,
  code: string,
) => {
  const codeHash = await data.countTry(db, user.sid)
  if (!codeHash) throw wrongCode()
  const count = await countWrongCode(db, user.email)
  if (count === undefined) throw wrongCode()
  if (!(await isCode(code, codeHash))) {
    if (count === wrongCodesPerDay) await warnOwner({ db, jobs }, user.email)
    throw wrongCode()
  }
  await uncountWrongCode(db, user.email)
  await db.transaction(async (tx) => {
    // Lock the session before its code, in the order in which ending a session does.
    await completeStepUp(tx, user, 'code')
    if (!(await data.claimCode(tx, user.sid, codeHash))) throw wrongCode()
  })
}

/** Stores that the user has confirmed the session, and records it in the audit log. */
export const completeStepUp = async (tx: Transaction, user: SignedInUser, method: 'code' | 'passkey') => {
  if (!(await recordStepUp(tx, user.sid, { withPasskey: method === 'passkey' }))) throw unauthorized()
  await record(tx, identityConfirmed, user, { user, after: { confirmedWith: method } })
}

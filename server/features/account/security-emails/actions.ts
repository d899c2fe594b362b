import { describeBrowser } from '#contract/account/browser-name.ts'
import { reportLinkDays } from '#contract/limits.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Transaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { nameOf } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { deleteTokensOf } from '#server/features/api-tokens/data.ts'
import { apiTokenRevoked } from '#server/features/api-tokens/events.ts'
import { deleteOpenAttempt, lockAddress } from '#server/features/sign-in/data.ts'
import { switchOffRecentEndpoints } from '#server/features/webhooks/data.ts'
import { webhookSwitchedOff } from '#server/features/webhooks/events.ts'
import { wrongField } from '#server/http/app-error.ts'
import type { JobData, SecurityMail } from '#server/jobs/job-kinds.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { isFinal, logQueuedMail, logSkippedMail } from '#server/mail/data.ts'
import { deliver, deliverSecret } from '#server/mail/deliver.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { withReportLink } from '#server/mail/report-link.ts'
import { newToken, type StartedSession, sha256 } from '#server/sessions/sessions.ts'
import { signInReported } from '../events.ts'
import { deleteRecentPasskeys } from '../passkeys/data.ts'
import { deleteRecentRecoveryCodes } from '../recovery-codes/data.ts'
import * as data from './data.ts'
import { newBrowserEmail, newBrowserSubject, reportEmail, reportSubject } from './emails.ts'

const enqueueMail = async (
  jobs: Jobs,
  tx: Transaction,
  user: { id: string; email: string },
  subject: string,
  mail: SecurityMail,
) => {
  const type = mail.about.replace('-', '_')
  const logId = await logQueuedMail(tx, { recipient: user.email, subject, type })
  await jobs.enqueue(tx, 'security-mail', { ...mail, userId: user.id, logId })
}

/** Stores the browser of a sign-in, and emails its user if it is new. A user's first sign-in and those of the demo are not emailed. */
export const recordBrowser = async (jobs: Jobs, tx: Transaction, session: StartedSession) => {
  const { browserHash, userAgent, address, method } = session
  const isNew = await data.saveBrowser(tx, session.user.id, browserHash)
  const user = await data.getUser(tx, session.user.id)
  if (!isNew || !user?.lastSignInAt || method === 'demo') return
  const at = new Date().toISOString()
  await enqueueMail(jobs, tx, user, newBrowserSubject, { about: 'new-browser', at, userAgent, address })
}

/** Creates the link for `withReportLink`. Call it in the job that sends the email, so that the token is stored nowhere else. */
export const createReportLink = async ({ db, baseUrl }: Pick<Deps, 'db' | 'baseUrl'>, userId: string) => {
  const token = newToken()
  await data.createAlert(db, userId, sha256(token))
  // The token is in the fragment, which browsers do not send, so no server and no log sees it.
  return `${baseUrl()}/sign-in#report=${token}`
}

/** Runs the job `security-mail`, which sends the emails that this file enqueues. */
export const sendSecurityMail = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl' | 'jobs'>,
  mailer: Mailer,
  mail: JobData['security-mail'],
) => {
  const { db, baseUrl } = deps
  if (await isFinal(db, mail.logId)) return
  const user = await data.getUser(db, mail.userId)
  if (!user || user.disabledAt) return logSkippedMail(db, mail.logId, 'This address has no active account.')
  if (mail.about === 'new-browser') {
    const content = newBrowserEmail({
      ...mail,
      timeZone: user.timeZone,
      browser: describeBrowser(mail.userAgent).name,
    })
    return deliverSecret(deps, mailer, mail.logId, {
      to: user.email,
      subject: newBrowserSubject,
      content: withReportLink(content, await createReportLink(deps, user.id)),
    })
  }
  const reporter = await data.getUser(db, mail.reportedBy)
  if (!reporter) return logSkippedMail(db, mail.logId, 'The user no longer exists.')
  const url = `${baseUrl()}/admin?${new URLSearchParams({ tab: 'users', search: reporter.email })}`
  const content = reportEmail({ name: nameOf(reporter), email: reporter.email }, url)
  await deliver(deps, mailer, mail.logId, {
    to: user.email,
    subject: reportSubject,
    content: { ...content, about: [reporter.id] },
  })
}

const wrongLink = () =>
  wrongField(
    'token',
    'This link has been used or has expired. To sign out elsewhere, sign in and open Account and security.',
  )

/**
 * Handles "This wasn't me": ends all sessions of the account, voids the codes and links that were emailed to sign in, forgets the known
 * browsers, and deletes the calendar's address. Passkeys, recovery codes and API tokens that are no older than the link can be are
 * deleted, and such webhooks are switched off. Admins are emailed. Returns how many sessions were live.
 * @throws AppError `bad_request` for a used or expired link
 */
export const reportSignIn = (
  { db, jobs, sessions, settings }: Pick<Deps, 'db' | 'jobs' | 'sessions' | 'settings'>,
  token: string,
) =>
  db.transaction(async (tx) => {
    const user = await data.claimAlert(tx, sha256(token))
    if (!user) throw wrongLink()
    // Lock the address before `endOf` locks the user, in the order in which a sign-in takes the locks.
    await lockAddress(tx, user.email)
    await deleteOpenAttempt(tx, user.email)
    const ended = await sessions.endOf(tx, { userId: user.id })
    await data.deleteBrowsers(tx, user.id)
    // An intruder may have added another way to sign in. Staff who must have a passkey keep their first one: without a passkey, an
    // emailed code would be enough to set up a new one, and an intruder who reads the mailbox could use this link to get there.
    const keepsFirst = settings.passkeys.required && isStaff(user.role)
    const passkeys = await deleteRecentPasskeys(tx, user.id, { days: reportLinkDays, keepsFirst })
    await deleteRecentRecoveryCodes(tx, user.id, reportLinkDays)
    // The calendar's address works without a session, and an intruder may have copied it.
    await data.deleteCalendarFeed(tx, user.id)
    const apiTokens = await deleteTokensOf(tx, user.id, reportLinkDays)
    const webhooks = await switchOffRecentEndpoints(tx, user.id, reportLinkDays)
    await record(tx, webhookSwitchedOff, user, ...webhooks.map((webhook) => ({ webhook })))
    await record(tx, apiTokenRevoked, user, ...apiTokens.map((apiToken) => ({ apiToken })))
    const after = { sessions: ended, ...(passkeys > 0 && { passkeys }) }
    await record(tx, signInReported, user, { user, after })
    for (const admin of await data.listOtherAdmins(tx, user.id)) {
      await enqueueMail(jobs, tx, admin, reportSubject, { about: 'report', reportedBy: user.id })
    }
    return ended
  })

import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { logFailedAttempt, logRefusedMail } from './attempts/data.ts'
import * as data from './data.ts'
import { type EmailContent, withoutOverrides } from './email-content.ts'
import type { Attachment, Mail, Mailer } from './mailer.ts'
import { isToUninvited, isUnsubscribed } from './readers/data.ts'
import { refusalOf } from './refusal.ts'
import { renderEmail } from './render-email.ts'
import { MailSetupError } from './smtp-problems.ts'

type DeliverDeps = Pick<Deps, 'db' | 'settings' | 'baseUrl' | 'jobs'>

export interface Email {
  to: string
  subject: string
  content: EmailContent
  /** Reads the attachments. It runs at each attempt, since they are not stored with the email. */
  attachments?: () => Promise<Attachment[]>
}

/** Makes a subject fit in one line, whatever names it contains. */
const cleanSubject = (subject: string) =>
  Array.from(
    withoutOverrides(subject)
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim(),
  )
    .slice(0, limits.name)
    .join('')

/** Returns the Message-ID, by which mail programs recognize an email that was sent twice. */
export const messageIdOf = (baseUrl: string, id: string) => `<${id}@${new URL(baseUrl).hostname}>`

/**
 * Sends an email and logs the result. A refusal of the address or the content is final; any other failure rejects, so that the job is
 * retried. The reason may contain addresses, so it is in the log of emails, not in the server's. Returns whether the mail server accepted
 * the email.
 */
const handOver = async (db: Deps['db'], mailer: Mailer, logId: string, mail: Mail) => {
  try {
    await mailer.send(mail)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal) {
      const log = refusal.what === 'address' ? data.logBouncedMail : logRefusedMail
      await log(db, logId, refusal.reply)
      return false
    }
    const { message, code, responseCode, command } = error as Error & Record<string, unknown>
    await logFailedAttempt(db, logId, message)
    const reason = error instanceof MailSetupError ? `: ${message}` : ''
    throw Object.assign(new Error(`The mail server did not take an email${reason}`), {
      code,
      responseCode,
      command,
    })
  }
  await data.logSentMail(db, logId)
  return true
}

/** Sends an email that was written for a former address to the present one, as a new email, because its content may contain the address. */
const replaceMisaddressed = (
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  logId: string,
  { to, subject, content }: Email,
) =>
  db.transaction(async (tx) => {
    const former = await data.skipMisaddressed(tx, logId, to)
    if (!former) return
    const mail = { ...former, recipient: to, subject: cleanSubject(subject), content, resendOf: logId }
    await jobs.enqueue(tx, 'stored-mail', { logId: await data.logStoredMail(tx, mail) })
  })

/** Logs that an email is not sent because its reader was never invited, and returns whether that is so. Every email passes this check. */
const isSuppressed = async (db: Deps['db'], logId: string) => {
  if (!(await isToUninvited(db, logId))) return false
  await data.logSkippedMail(db, logId, 'This user has not been invited to the portal yet.')
  return true
}

/**
 * Sends an email whose content may be stored, only once. The first attempt stores the content before it is sent. Each later attempt sends
 * the stored content under the same Message-ID and ignores `email`, unless the reader unsubscribes in between. Nothing happens when the
 * email has been sent, has bounced, was refused or given up, or no longer exists. Returns whether this attempt sent the email.
 * @param email.unsubscribable whether the reader can unsubscribe from emails of this type (`isUnsubscribable`)
 */
export const deliver = async (
  { db, settings, baseUrl, jobs }: DeliverDeps,
  mailer: Mailer,
  logId: string,
  { unsubscribable = false, ...email }: Email & { unsubscribable?: boolean },
) => {
  if (await isSuppressed(db, logId)) return false
  if (unsubscribable && (await isUnsubscribed(db, logId))) {
    await data.logSkippedMail(db, logId, 'The recipient had already unsubscribed from these emails.')
    return false
  }
  const attempt = await data.beginAttempt(db, logId, { ...email, subject: cleanSubject(email.subject) })
  if (!attempt) {
    await replaceMisaddressed({ db, jobs }, logId, email)
    return false
  }
  const unsubscribe = unsubscribable
    ? `${baseUrl()}/unsubscribe?token=${attempt.unsubscribeToken}`
    : undefined
  const attachments = await email.attachments?.()
  return handOver(db, mailer, logId, {
    to: attempt.recipient,
    subject: attempt.subject,
    messageId: messageIdOf(baseUrl(), logId),
    ...renderEmail({ ...attempt.content, ...(unsubscribe && { unsubscribe }) }, settings.companyName),
    ...(unsubscribe && { unsubscribe }),
    ...(attachments && { attachments }),
  })
}

/**
 * Sends an email with a code or a link that only its reader may know. The content is not stored, so each attempt has new secrets and its
 * own Message-ID. Callers check `isFinal` before they create the secrets, because new secrets invalidate those that were sent.
 */
export const deliverSecret = async (
  { db, settings, baseUrl }: Omit<DeliverDeps, 'jobs'>,
  mailer: Mailer,
  logId: string,
  { to, subject, content }: Email,
) => {
  if (await isSuppressed(db, logId)) return
  if (!(await data.beginSecretAttempt(db, logId))) return
  await handOver(db, mailer, logId, {
    to,
    subject: cleanSubject(subject),
    messageId: messageIdOf(baseUrl(), crypto.randomUUID()),
    ...renderEmail(content, settings.companyName),
  })
}

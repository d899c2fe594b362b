import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { logResentMail } from '#server/mail/attempts/data.ts'
import { logStoredMail } from '#server/mail/data.ts'
import { isToUninvited, isUnsubscribed } from '#server/mail/readers/data.ts'
import * as data from './data.ts'
import { emailSentAgain } from './events.ts'

/** Returns why an email cannot be sent again; null if it can. */
export const sendAgainProblem = async (db: Executor, email: data.EmailRow): Promise<string | null> => {
  if (email.status === 'queued') return 'This email is still queued.'
  if (!email.content) return "The text of this email wasn't kept, so it can't be sent again."
  if (!email.user) return 'This address belongs to no account.'
  if (email.user.disabledAt) return 'This user is disabled and gets no emails.'
  if (await isToUninvited(db, email.id)) return 'This user has not been invited to the portal yet.'
  if (await isUnsubscribed(db, email.id)) return 'This user unsubscribed from these emails.'
  if (await data.hasQueuedResend(db, email)) return 'This email is being sent again already.'
  return null
}

/**
 * Queues an email with the same content to the current address of its user, and returns its id. A failed email is no longer retried then.
 * @throws AppError `not_found`, `conflict` when it cannot be sent again
 */
export const sendAgain = ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    // The lock makes two calls at the same time run one after the other.
    const email = orNotFound(await data.getEmail(tx, id, { lock: true }))
    const problem = await sendAgainProblem(tx, email)
    const { user, content, type, subject } = email
    if (problem !== null || !user || !content) throw new AppError('conflict', problem ?? '')
    const logId = await logStoredMail(tx, {
      userId: user.id,
      recipient: user.email,
      subject,
      type,
      content,
      resendOf: id,
    })
    await logResentMail(tx, id, `Sent again by staff. Before: ${email.error ?? ''}`)
    await jobs.enqueue(tx, 'stored-mail', { logId })
    await record(tx, emailSentAgain, actor, {
      user: { ...user, fullName: email.partner?.fullName ?? null },
      after: { emailType: type },
    })
    return { id: logId }
  })

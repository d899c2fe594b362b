import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { isFinal, logQueuedMail, logSkippedMail } from '#server/mail/data.ts'
import { deliver } from '#server/mail/deliver.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { partnerReminded } from '../events.ts'
import { lockProfile } from '../profile/data.ts'
import * as data from './data.ts'
import { openItems, reminderEmail, reminderSubject } from './emails.ts'

const hourMs = 3_600_000

/**
 * Queues an email to a partner about what is open for them.
 * @throws AppError `not_found`; `conflict` within an hour of the last reminder, when nothing is open, or when the partner cannot be emailed
 */
export const remindPartner = ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, actor: Actor, partnerId: string) =>
  db.transaction(async (tx) => {
    // The lock serializes concurrent reminders, so that the second sees the first and is refused.
    const profile = orNotFound(await lockProfile(tx, partnerId))
    const recipient = orNotFound(await data.getRecipient(tx, partnerId))
    if (recipient.isDisabled) throw new AppError('conflict', 'This user is disabled and gets no emails.')
    if (recipient.isUninvited) {
      throw new AppError(
        'conflict',
        'This partner has not been invited yet. Invite them first, in User Management.',
      )
    }
    if (!recipient.wantsReminders) throw new AppError('conflict', 'This partner turned off reminders.')
    const last = await data.getLastReminder(tx, recipient.id)
    const remindedAt = new Date()
    if (last && remindedAt.getTime() - last.getTime() < hourMs) {
      throw new AppError('conflict', 'A reminder was sent less than an hour ago.')
    }
    const { timeZone } = recipient
    if (openItems(await data.listOpen(tx, partnerId), { now: remindedAt, timeZone }).length === 0) {
      throw new AppError('conflict', 'This partner has no open items.')
    }

    const mail = { recipient: recipient.email, subject: reminderSubject, type: data.reminderType }
    const logId = await logQueuedMail(tx, mail)
    await jobs.enqueue(tx, 'reminder-mail', { partnerId, logId })
    await record(tx, partnerReminded, actor, { partner: profile })
    return { remindedAt }
  })

/** The job that sends a reminder. Lists what is open when the job runs. */
export const sendReminder = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl' | 'jobs'>,
  mailer: Mailer,
  { partnerId, logId }: { partnerId: string; logId: string },
) => {
  const { db, baseUrl } = deps
  // The job runs again when a process died after it had handed the email to the mail server.
  if (await isFinal(db, logId)) return
  const recipient = await data.getRecipient(db, partnerId)
  const reader = { now: new Date(), timeZone: recipient?.timeZone ?? null }
  const items = openItems(await data.listOpen(db, partnerId), reader)
  if (!recipient || recipient.isDisabled || !recipient.wantsReminders || items.length === 0) {
    return logSkippedMail(db, logId, 'Nothing was open by the time the email was sent.')
  }
  await deliver(deps, mailer, logId, {
    to: recipient.email,
    subject: reminderSubject,
    content: reminderEmail(items, baseUrl(), recipient.isOfSeveral ? partnerId : null),
    unsubscribable: true,
  })
}

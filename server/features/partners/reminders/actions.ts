import type { LeftOutReason } from '#contract/bulk-kinds.ts'
import type { ReminderAbout } from '#contract/partners/reminders.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import type { JobData } from '#server/jobs/job-kinds.ts'
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
  { partnerId, logId, about, message = null }: JobData['reminder-mail'],
) => {
  const { db, baseUrl } = deps
  // The job runs again when a process died after it had handed the email to the mail server.
  if (await isFinal(db, logId)) return
  const recipient = await data.getRecipient(db, partnerId)
  const reader = { now: new Date(), timeZone: recipient?.timeZone ?? null }
  const items = openItems(await data.listOpen(db, partnerId, about), reader)
  if (!recipient || recipient.isDisabled || !recipient.wantsReminders || items.length === 0) {
    return logSkippedMail(db, logId, 'Nothing was open by the time the email was sent.')
  }
  await deliver(deps, mailer, logId, {
    to: recipient.email,
    subject: reminderSubject,
    content: reminderEmail(items, baseUrl(), recipient.isOfSeveral ? partnerId : null, message),
    unsubscribable: true,
  })
}

/** What a reminder to several partners says, besides what is open. */
export interface ReminderValues {
  about: ReminderAbout
  message?: string | null | undefined
}

/** Queues reminders to these partners, except those who cannot be reminded. Returns who gets one, and how many do not, by reason. */
export const remindAll = async (
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Executor,
  { about, message = null }: ReminderValues,
  partnerIds: string[],
) => {
  await data.lockPartners(tx, partnerIds)
  const partners = await data.listRemindable(tx, partnerIds, about)
  const reminded = partners.filter(({ reason }) => reason === null)
  for (const { id: partnerId, email } of reminded) {
    const mail = { recipient: email, subject: reminderSubject, type: data.reminderType }
    const logId = await logQueuedMail(tx, mail)
    await jobs.enqueue(tx, 'reminder-mail', { partnerId, logId, about, message })
  }
  return { reminded, leftOut: leftOutOf(partners) }
}

const leftOutOf = (partners: data.Remindable[]) => {
  const leftOut: Partial<Record<LeftOutReason, number>> = {}
  for (const { reason } of partners) if (reason) leftOut[reason] = (leftOut[reason] ?? 0) + 1
  return leftOut
}

/** Says whom a reminder to these partners would reach, and what the first of them would read. Sends nothing. */
export const previewReminder = async (
  db: Executor,
  { about, message = null }: ReminderValues,
  partnerIds: string[],
) => {
  const partners = await data.listRemindable(db, partnerIds, about)
  const [first, ...others] = partners.filter(({ reason }) => reason === null)
  const counts = {
    total: partners.length,
    reached: first ? 1 + others.length : 0,
    leftOut: leftOutOf(partners),
  }
  const recipient = first && (await data.getRecipient(db, first.id))
  if (!recipient) return { ...counts, email: null }
  const reader = { now: new Date(), timeZone: recipient.timeZone }
  const {
    heading,
    paragraphs,
    items = [],
  } = reminderEmail(openItems(await data.listOpen(db, first.id, about), reader), '', null, message)
  const shown = items.map(({ label, detail = null }) => ({ label, detail }))
  return {
    ...counts,
    email: { recipient: recipient.email, subject: reminderSubject, heading, paragraphs, items: shown },
  }
}

import { isStaff } from '#contract/users/roles.ts'
import type { Deps } from '#server/deps.ts'
import { nameOf } from '#server/features/audit-log/record.ts'
import { isSent, logFailedMail, logQueuedMail } from '#server/mail/data.ts'
import { deliver } from '#server/mail/deliver.ts'
import { renderEmail } from '#server/mail/email-content.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { listPresent } from '../presence/data.ts'
import * as data from './data.ts'
import { partnerEmail, partnerSubject, staffEmail, staffSubject } from './emails.ts'

// Whoever has only gone from one page to the next has read it by then.
const waitSeconds = 120
const atOnce = 100

/**
 * Queues a mail for everybody who has missed something: one for a conversation until they are back. That it is queued is noted in
 * the same transaction, so that whatever dies meanwhile, it is queued once.
 */
export const enqueueUnreadEmails = async ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>) => {
  const queueSome = () =>
    db.transaction(async (tx) => {
      const missing = await data.listUnreadConversations(tx, waitSeconds, atOnce)
      for (const { conversationId, userId, email } of missing) {
        if (!(await data.markEmailQueued(tx, { conversationId, userId }))) continue
        const { subject } = await headOf(tx, conversationId, userId)
        const logId = await logQueuedMail(tx, { recipient: email, subject, type: 'chat' })
        await jobs.enqueue(tx, 'missed-mail', { conversationId, userId, logId })
      }
      return missing.length
    })
  while ((await queueSome()) === atOnce);
}

const headOf = async (
  db: Parameters<typeof data.getPartnerName>[0],
  conversationId: string,
  userId: string,
) => {
  if (userId === conversationId) return { partner: '', subject: partnerSubject }
  const person = await data.getPartnerName(db, conversationId)
  const name = person ? nameOf(person) : 'a partner'
  const partner = person?.businessName ? `${name} (${person.businessName})` : name
  return { partner, subject: staffSubject(partner) }
}

/** The job. What it tells is what has not been read by then: who has come back meanwhile gets no mail. */
export const sendUnreadEmail = async (
  { db, settings, baseUrl }: Pick<Deps, 'db' | 'settings' | 'baseUrl'>,
  mailer: Mailer,
  { conversationId, userId, logId }: { conversationId: string; userId: string; logId: string },
) => {
  // A process that died after it had handed the mail over gives the job back.
  if (await isSent(db, logId)) return
  const recipient = await data.getRecipient(db, userId)
  const isPartner = userId === conversationId
  const messages = await data.listUnread(db, conversationId, isPartner ? 'partner' : 'staff')
  const isBack = (await listPresent(db, [userId])).has(userId)
  if (!recipient || isStaff(recipient.role) === isPartner || messages.length === 0 || isBack) {
    await data.clearEmailMark(db, { conversationId, userId })
    return logFailedMail(db, logId, 'There was nothing to tell any more when the mail could go out.')
  }
  const { partner, subject } = await headOf(db, conversationId, userId)
  const letter = isPartner
    ? partnerEmail(messages, `${baseUrl()}/`)
    : staffEmail(partner, messages, `${baseUrl()}/admin?tab=inbox&conversation=${conversationId}`)
  await deliver(db, mailer, logId, {
    to: recipient.email,
    subject,
    // The same each time: should it be handed over twice after all, it is one mail to who receives it.
    messageId: `<${logId}@${new URL(baseUrl()).hostname}>`,
    ...renderEmail(letter, settings.companyName),
  })
}

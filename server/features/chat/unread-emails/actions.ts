import { isStaff } from '#contract/users/roles.ts'
import type { Deps } from '#server/deps.ts'
import { nameOf } from '#server/features/audit-log/record.ts'
import { isFinal, logQueuedMail, logSkippedMail } from '#server/mail/data.ts'
import { deliver } from '#server/mail/deliver.ts'
import { linkTo } from '#server/mail/links.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { listPresent } from '../presence/data.ts'
import * as data from './data.ts'
import { maxMessages, partnerEmail, partnerSubject, staffEmail, staffSubject } from './emails.ts'

// Users who are only going from one page to the next have read the message by then.
const waitSeconds = 120
const batchSize = 100

/**
 * Queues an email for everyone who has unread messages: one for each conversation until they are back. The mark that it is queued
 * is set in the same transaction, so that it is queued once even if a process dies meanwhile.
 */
export const enqueueUnreadEmails = async ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>) => {
  const enqueueBatch = () =>
    db.transaction(async (tx) => {
      const unread = await data.listUnreadConversations(tx, waitSeconds, batchSize)
      for (const { conversationId, userId, email } of unread) {
        if (!(await data.markEmailQueued(tx, { conversationId, userId }))) continue
        // Its job names the partner, together with what they wrote.
        const subject = userId === conversationId ? partnerSubject : staffSubject('a partner')
        const logId = await logQueuedMail(tx, { recipient: email, subject, type: 'chat' })
        await jobs.enqueue(tx, 'missed-mail', { conversationId, userId, logId })
      }
      return unread.length
    })
  while ((await enqueueBatch()) === batchSize);
}

const subjectFor = async (
  db: Parameters<typeof data.getPartnerName>[0],
  conversationId: string,
  userId: string,
) => {
  if (userId === conversationId) return { partner: '', subject: partnerSubject }
  const user = await data.getPartnerName(db, conversationId)
  const name = user ? nameOf(user) : 'a partner'
  const partner = user?.businessName ? `${name} (${user.businessName})` : name
  return { partner, subject: staffSubject(partner) }
}

/** The job. Checks again what is unread: recipients who are back by then get no email. */
export const sendUnreadEmail = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl' | 'jobs'>,
  mailer: Mailer,
  { conversationId, userId, logId }: { conversationId: string; userId: string; logId: string },
) => {
  const { db, baseUrl } = deps
  // The job runs again when a process died after handing the email over.
  if (await isFinal(db, logId)) return
  const recipient = await data.getRecipient(db, userId)
  const isPartner = userId === conversationId
  const unread = await data.listUnread(db, conversationId, isPartner ? 'partner' : 'staff', maxMessages)
  const isBack = (await listPresent(db, [userId])).has(userId)
  if (!recipient || isStaff(recipient.role) === isPartner || unread.total === 0 || isBack) {
    await data.clearEmailMark(db, { conversationId, userId })
    return logSkippedMail(db, logId, 'The messages were read before the email was sent.')
  }
  const { partner, subject } = await subjectFor(db, conversationId, userId)
  const content = isPartner
    ? partnerEmail(unread, `${baseUrl()}${linkTo.chat}`)
    : {
        ...staffEmail(partner, unread, `${baseUrl()}${linkTo.conversation(conversationId)}`),
        about: [conversationId],
      }
  await deliver(deps, mailer, logId, { to: recipient.email, subject, content, unsubscribable: true })
}

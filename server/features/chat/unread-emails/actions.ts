import { isStaff } from '#contract/users/roles.ts'
import type { Deps } from '#server/deps.ts'
import { nameOf } from '#server/domain-events/actor.ts'
import { isFinal, logQueuedMail, logSkippedMail } from '#server/mail/data.ts'
import { deliver } from '#server/mail/deliver.ts'
import { forPartner, linkTo } from '#server/mail/links.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { listPresent } from '../presence/data.ts'
import type { UnreadMessages } from './data.ts'
import * as data from './data.ts'
import * as emails from './emails.ts'

// Users who only go from one page to the next have read the message within this time.
const waitSeconds = 120
// After an email, staff are not emailed about further conversations for this long, unless they open the inbox.
const pauseMinutes = 15
// Batches are small, because messages of their conversations wait for the transaction.
const batchSize = 20
// If there are more, the others go into the next email.
const maxConversations = 200

/**
 * Enqueues one email for each user with unread messages, about all of their conversations, and then none until they are back. The marks
 * for that are stored in the same transaction, so that each email is enqueued once even if a process dies meanwhile.
 */
export const enqueueUnreadEmails = async ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>) => {
  const enqueueBatch = () =>
    db.transaction(async (tx) => {
      const unread = await data.listUnread(
        tx,
        { seconds: waitSeconds, pause: pauseMinutes },
        { users: batchSize, conversations: maxConversations },
      )
      const wanted = unread.flatMap(({ userId, conversationIds }) =>
        conversationIds.map((conversationId) => ({ conversationId, userId })),
      )
      const marked = await data.markEmailsQueued(tx, wanted)
      for (const { userId, email, isStaff, conversationIds: found } of unread) {
        const isMarked = (id: string) =>
          marked.some((mark) => mark.userId === userId && mark.conversationId === id)
        const conversationIds = found.filter(isMarked)
        if (conversationIds.length === 0) continue
        // For staff, the job writes a subject that names the partners, together with what they wrote.
        const subject = isStaff ? emails.staffSubject('partners') : emails.partnerSubject
        const logId = await logQueuedMail(tx, { recipient: email, subject, type: 'chat' })
        await jobs.enqueue(tx, 'unread-mail', { conversationIds, userId, logId })
      }
      return unread.length
    })
  while ((await enqueueBatch()) === batchSize);
}

/** Adds the partners' names and businesses to the unread messages, for emails to staff. */
const nameUnread = async (db: Deps['db'], unread: UnreadMessages[]): Promise<emails.UnreadOfPartner[]> => {
  const names = await data.getPartnerNames(
    db,
    unread.map(({ conversationId }) => conversationId),
  )
  return unread.map((own) => {
    const user = names.get(own.conversationId)
    const name = user ? nameOf(user) : 'a partner'
    const partner = user?.businessName ? `${name} (${user.businessName})` : name
    return { ...own, partner, userId: user?.id ?? own.conversationId }
  })
}

/** Runs the job that sends the email. It checks again what is unread: recipients who are back by then get no email. */
export const sendUnreadEmail = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl' | 'jobs'>,
  mailer: Mailer,
  { conversationIds, userId, logId }: { conversationIds: string[]; userId: string; logId: string },
) => {
  const { db, baseUrl } = deps
  // The job runs again if a process dies after the email was handed over.
  if (await isFinal(db, logId)) return
  const recipient = await data.getRecipient(db, userId)
  const isPartner = recipient !== undefined && !isStaff(recipient.role)
  // Whoever no longer belongs to the partner finds nothing here.
  const unread = await data.listUnreadMessages(
    db,
    conversationIds,
    isPartner ? userId : null,
    emails.maxMessages,
  )
  const [first] = unread
  const isBack = (await listPresent(db, [userId])).has(userId)
  if (!recipient || !first || isBack) {
    await data.clearEmailMarks(db, userId, conversationIds)
    return logSkippedMail(db, logId, 'The messages were read before the email was sent.')
  }
  const email = isPartner
    ? {
        subject: emails.partnerSubject,
        content: emails.partnerEmail(first, `${baseUrl()}${forPartner(linkTo.chat, first.ofPartner?.id)}`),
      }
    : emails.staffEmail(await nameUnread(db, unread), baseUrl())
  await deliver(deps, mailer, logId, { to: recipient.email, ...email, unsubscribable: true })
}

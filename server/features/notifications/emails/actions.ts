import type { Deps } from '#server/deps.ts'
import { isFinal, logSkippedMail } from '#server/mail/data.ts'
import { deliver } from '#server/mail/deliver.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { notifyOfWhatIsDue } from '../due/data.ts'
import { notificationEmail } from './compose.ts'
import * as data from './data.ts'

const usersAtOnce = 500

/**
 * The job that runs every minute: notifies users of what has come due, then puts the waiting notifications of each user into one email.
 * @param now another time than the present, for tests
 */
export const sendDueNotifications = async ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, now = new Date()) => {
  await notifyOfWhatIsDue(db, now)
  await data.dropEmailsToUnreachable(db)
  const enqueueBatch = () =>
    db.transaction(async (tx) => {
      const emails = await data.collectDueEmails(tx, now, usersAtOnce)
      await jobs.enqueueAll(
        tx,
        'notification-mail',
        emails.map(({ logId }) => ({ logId })),
      )
      return emails.length
    })
  while ((await enqueueBatch()) === usersAtOnce);
}

/**
 * The job that sends an email of notifications, without those that its reader has seen or finished; if none is left, it sends nothing. A
 * retry sends the content of the first attempt, unless that names something that the reader may no longer see: then the rest goes into
 * another email.
 */
export const sendNotificationEmail = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl' | 'jobs'>,
  mailer: Mailer,
  { logId }: { logId: string },
) => {
  const { db, baseUrl } = deps
  const recipient = await data.getRecipient(db, logId)
  if (recipient?.stored && (await isFinal(db, logId))) return
  if (recipient?.stored && (await data.namesWhatIsGone(db, logId))) {
    return db.transaction(async (tx) => {
      await data.waitAgain(tx, logId)
      await logSkippedMail(
        tx,
        logId,
        'It mentioned something the recipient may no longer see. The rest goes out in a new email.',
      )
    })
  }
  const [first, ...others] = await data.listOfEmail(db, logId)
  if (!recipient || !first) {
    return logSkippedMail(db, logId, 'It was seen or finished before the email was sent.')
  }
  const email = recipient.stored ?? notificationEmail([first, ...others], baseUrl())
  await deliver(deps, mailer, logId, { to: recipient.email, unsubscribable: true, ...email })
}

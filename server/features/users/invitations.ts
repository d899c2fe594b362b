import { invitationsPerDay } from '#contract/limits.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { countMailsOfDay, logQueuedMail, logSkippedMail } from '#server/mail/data.ts'
import { deliver } from '#server/mail/deliver.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { getPersonalLine, getUser, markInvited } from './data.ts'
import { welcomeEmail, welcomeSubject } from './emails.ts'

/**
 * Enqueues invitation emails in the caller's transaction, which has locked or just created these users. Returns the users who get an email:
 * nobody gets more than three within a day.
 */
export const enqueueInvitations = async <User extends { id: string; email: string }>(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Executor,
  users: User[],
) => {
  const counts = await countMailsOfDay(
    tx,
    'welcome',
    users.map(({ email }) => email),
  )
  // Users over the limit count as invited, too, since earlier invitations went to the same address.
  await markInvited(
    tx,
    users.map(({ id }) => id),
  )
  const invited = users.filter(({ email }) => (counts.get(email.toLowerCase()) ?? 0) < invitationsPerDay)
  for (const user of invited) {
    const logId = await logQueuedMail(tx, { recipient: user.email, subject: welcomeSubject, type: 'welcome' })
    await jobs.enqueue(tx, 'welcome-mail', { userId: user.id, logId })
  }
  return invited
}

/** The job that sends an invitation. */
export const sendInvitation = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl' | 'jobs'>,
  mailer: Mailer,
  { userId, logId }: { userId: string; logId: string },
) => {
  const { db, settings, baseUrl } = deps
  const user = await getUser(db, userId)
  if (!user || user.disabledAt) {
    return logSkippedMail(db, logId, 'The user was disabled before the email could be sent.')
  }
  // The link leads to the sign-in that the settings name: by emailed code or with the OpenID provider.
  const line = await getPersonalLine(db, userId)
  const content = welcomeEmail(settings.companyName, user, `${baseUrl()}/api/login`, line)
  const email = { to: user.email, subject: welcomeSubject, content, unsubscribable: true }
  await deliver(deps, mailer, logId, email)
}

import { isUnsubscribable } from '#contract/notifications/unsubscribe.ts'
import type { Deps } from '#server/deps.ts'
import type { JobData } from '#server/jobs/job-kinds.ts'
import { getStoredMail, logSkippedMail } from './data.ts'
import { deliver } from './deliver.ts'
import type { Mailer } from './mailer.ts'

/** Runs the job that sends an email whose content is already written, such as one that staff resend, to the user's present address. */
export const sendStoredMail = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl' | 'jobs'>,
  mailer: Mailer,
  { logId }: JobData['stored-mail'],
) => {
  const mail = await getStoredMail(deps.db, logId)
  if (!mail) return
  if (!mail.user || mail.user.disabledAt) {
    return logSkippedMail(deps.db, logId, 'The user was disabled before the email could be sent.')
  }
  const { subject, content, type } = mail
  await deliver(deps, mailer, logId, {
    to: mail.user.email,
    subject,
    content,
    unsubscribable: isUnsubscribable(type),
  })
}

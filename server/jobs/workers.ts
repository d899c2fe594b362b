import type { Deps } from '#server/deps.ts'
import { enqueueUnreadEmails, sendUnreadEmail } from '#server/features/chat/unread-emails/actions.ts'
import { createThumbnail } from '#server/features/resources/actions.ts'
import { sendSignInMail } from '#server/features/sign-in/actions.ts'
import { sendInvitation } from '#server/features/users/invitations.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { sweep } from './sweep.ts'

const everyMinute = '* * * * *'
const nightly = '17 3 * * *'

/** Starts this process's workers for all kinds of jobs. */
export const startWorkers = async (deps: Deps, mailer: Mailer) => {
  const { jobs } = deps
  await jobs.work('sign-in-mail', (data) => sendSignInMail(deps, mailer, data))
  await jobs.work('welcome-mail', (data) => sendInvitation(deps, mailer, data))
  await jobs.work('thumbnail', ({ objectKey }) => createThumbnail(deps, objectKey))
  await jobs.work('missed-mail', (data) => sendUnreadEmail(deps, mailer, data))
  await jobs.work('missed-messages', () => enqueueUnreadEmails(deps))
  await jobs.schedule('missed-messages', everyMinute)
  await jobs.work('sweep', () => sweep(deps))
  await jobs.schedule('sweep', nightly)
}

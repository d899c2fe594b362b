import { withLongStatements } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import { sendAccountChangeMail } from '#server/features/account/changes/actions.ts'
import { takeProviderPicture } from '#server/features/account/picture/actions.ts'
import { createReportLink, sendSecurityMail } from '#server/features/account/security-emails/actions.ts'
import { sendStepUpMail } from '#server/features/account/step-up/actions.ts'
import { announcementPublished } from '#server/features/announcements/events.ts'
import { publishDueAnnouncements } from '#server/features/announcements/publish.ts'
import { followMergedGroups } from '#server/features/audience/membership/merged-groups.ts'
import { setChatThumbnail } from '#server/features/chat/files/actions.ts'
import { enqueueUnreadEmails, sendUnreadEmail } from '#server/features/chat/unread-emails/actions.ts'
import { makeDailyHead } from '#server/features/documents/heads/actions.ts'
import { sendHeadMail } from '#server/features/documents/heads/emails.ts'
import { sealAgreements } from '#server/features/documents/sealing/actions.ts'
import { sendOperatorMail } from '#server/features/documents/sealing/overdue.ts'
import type { Sealer } from '#server/features/documents/sealing/sealer.ts'
import { shareDocument } from '#server/features/documents/shared/spread.ts'
import { sendSignedEmail } from '#server/features/documents/signing/emails.ts'
import { enqueueBacklog, scanWaitingFiles } from '#server/features/files/scans/actions.ts'
import { createThumbnail } from '#server/features/files/thumbnails.ts'
import { sendDigestEmail, sendDueDigests } from '#server/features/notifications/digest/actions.ts'
import { sendDueNotifications, sendNotificationEmail } from '#server/features/notifications/emails/actions.ts'
import { sendReminder } from '#server/features/partners/reminders/actions.ts'
import { setResourceThumbnail } from '#server/features/resources/actions.ts'
import { resourcePublished } from '#server/features/resources/events.ts'
import { sendSignInMail } from '#server/features/sign-in/actions.ts'
import { recordRefusal } from '#server/features/sign-in/refusals/actions.ts'
import { sendWrongCodesMail } from '#server/features/sign-in/wrong-codes/actions.ts'
import { createDueTasks } from '#server/features/task-plans/series/due-tasks.ts'
import { giveRestOfSet } from '#server/features/task-plans/sets/giving.ts'
import { shareTask } from '#server/features/tasks/shared/spread/actions.ts'
import { setProofThumbnail } from '#server/features/tasks/work/actions.ts'
import { sendEmailChangedMail } from '#server/features/users/email-change.ts'
import { sendInvitation } from '#server/features/users/invitations.ts'
import { logNextTry } from '#server/mail/attempts/data.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { sendStoredMail } from '#server/mail/stored-mail.ts'
import type { JobData, JobName } from './jobs.ts'
import { sweep } from './sweep.ts'

type EmailJob = { [N in JobName]: JobData[N] extends { logId: string } ? N : never }[JobName]

const everyMinute = '* * * * *'
const everyQuarterOfAnHour = '*/15 * * * *'
const hourly = '7 * * * *'
const nightly = '17 3 * * *'

/** Starts this process's workers for all kinds of jobs. */
export const startWorkers = async (deps: Deps, mailer: Mailer, sealer: Sealer) => {
  const { jobs } = deps
  /** Runs the jobs of a kind of email, and logs whether one that failed is tried again. */
  const send = <N extends EmailJob>(name: N, handler: (data: JobData[N]) => Promise<void>) =>
    jobs.work(name, handler, ({ logId }, nextTryBy) => logNextTry(deps.db, logId, nextTryBy))
  await jobs.work('refused-sign-in', (data) => recordRefusal(deps, data))
  await send('sign-in-mail', (data) => sendSignInMail(deps, mailer, data))
  await send('welcome-mail', (data) => sendInvitation(deps, mailer, data))
  await send('email-changed-mail', (data) => sendEmailChangedMail(deps, mailer, data))
  await send('wrong-codes-mail', (data) =>
    sendWrongCodesMail(deps, mailer, data, (userId) => createReportLink(deps, userId)),
  )
  await send('step-up-mail', (data) => sendStepUpMail(deps, mailer, data))
  await send('security-mail', (data) => sendSecurityMail(deps, mailer, data))
  await jobs.work('seal-agreements', () => sealAgreements(deps, sealer))
  await jobs.schedule('seal-agreements', everyMinute)
  // What was signed before an upgrade need not wait for the minute.
  await jobs.enqueue(deps.db, 'seal-agreements', {})
  await send('operator-mail', (data) => sendOperatorMail(deps, mailer, data))
  await jobs.work('evidence-head', () => withLongStatements(deps.db, (db) => makeDailyHead({ ...deps, db })))
  await jobs.schedule('evidence-head', hourly)
  await send('evidence-head-mail', (data) => sendHeadMail(deps, mailer, data))
  await send('signed-mail', (data) => sendSignedEmail(deps, mailer, data))
  await send('account-change-mail', (data) => sendAccountChangeMail(deps, mailer, data))
  await jobs.work('provider-picture', (data) => takeProviderPicture(deps, data))
  await jobs.work('thumbnail', ({ objectKey }) =>
    createThumbnail(deps, objectKey, [
      setResourceThumbnail(deps),
      setChatThumbnail(deps),
      setProofThumbnail(deps),
    ]),
  )
  await jobs.work('share-document', (data) => shareDocument(deps.db, data))
  await jobs.work('share-task', (data) => shareTask(deps.db, data))
  await jobs.work('follow-merged-groups', () => withLongStatements(deps.db, followMergedGroups))
  await jobs.enqueue(deps.db, 'follow-merged-groups', {})
  await jobs.work('give-task-set', (data) => giveRestOfSet(deps.db, data))
  await jobs.work('due-series', () => createDueTasks(deps))
  await jobs.schedule('due-series', everyMinute)
  if (deps.settings.clamavUrl) {
    await jobs.work('scan-files', () => scanWaitingFiles(deps))
    await jobs.schedule('scan-files', everyMinute)
    await enqueueBacklog(deps)
  }
  await jobs.work('notify-announcement', async ({ id }) => {
    await withLongStatements(deps.db, (db) => record(db, announcementPublished, null, { id }))
  })
  await jobs.work('notify-resource', async (data) => {
    await withLongStatements(deps.db, (db) => record(db, resourcePublished, null, data))
  })
  await send('notification-mail', (data) => sendNotificationEmail(deps, mailer, data))
  await send('weekly-digest-mail', (data) => sendDigestEmail(deps, mailer, data))
  await jobs.work('due-notifications', () =>
    withLongStatements(deps.db, (db) => sendDueNotifications({ ...deps, db })),
  )
  await jobs.schedule('due-notifications', everyMinute)
  await jobs.work('weekly-digests', () =>
    withLongStatements(deps.db, (db) => sendDueDigests({ ...deps, db })),
  )
  await jobs.schedule('weekly-digests', everyQuarterOfAnHour)
  await send('reminder-mail', (data) => sendReminder(deps, mailer, data))
  await send('unread-mail', (data) => sendUnreadEmail(deps, mailer, data))
  // Queued by a version that emailed each conversation by itself.
  await send('missed-mail', ({ conversationId, ...data }) =>
    sendUnreadEmail(deps, mailer, { ...data, conversationIds: [conversationId] }),
  )
  await send('stored-mail', (data) => sendStoredMail(deps, mailer, data))
  await jobs.work('missed-messages', () => enqueueUnreadEmails(deps))
  await jobs.schedule('missed-messages', everyMinute)
  await jobs.work('announcements', () => publishDueAnnouncements(deps))
  await jobs.schedule('announcements', everyMinute)
  await jobs.work('sweep', () => withLongStatements(deps.db, (db) => sweep({ ...deps, db })))
  await jobs.schedule('sweep', nightly)
}

import { withLongStatements } from '#server/db/client.ts'
import { refreshAllPartnerFacts } from '#server/db/partner-facts.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import { sendAccountChangeMail } from '#server/features/account/changes/actions.ts'
import { takeProviderPicture } from '#server/features/account/picture/actions.ts'
import { createReportLink, sendSecurityMail } from '#server/features/account/security-emails/actions.ts'
import { sendStepUpMail } from '#server/features/account/step-up/actions.ts'
import { announcementPublished } from '#server/features/announcements/events.ts'
import { publishDueAnnouncements } from '#server/features/announcements/publish.ts'
import { followMergedGroups } from '#server/features/audience/membership/merged-groups.ts'
import { growAudiences } from '#server/features/audience/views/actions.ts'
import { setChatThumbnail } from '#server/features/chat/files/actions.ts'
import { endSnoozes } from '#server/features/chat/inbox/changes/actions.ts'
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
import { endSnoozedMarks } from '#server/features/overview/attention/marks/data.ts'
import { runBulkAction } from '#server/features/partners/bulk/actions.ts'
import { sendMemberMail } from '#server/features/partners/members/invitations/actions.ts'
import { sendReminder } from '#server/features/partners/reminders/actions.ts'
import { countDue } from '#server/features/reports/data.ts'
import { sendDueReports, sendReportEmail } from '#server/features/reports/monthly/actions.ts'
import { setResourceThumbnail } from '#server/features/resources/actions.ts'
import { folderPublished, resourcePublished } from '#server/features/resources/events.ts'
import { sendSignInMail } from '#server/features/sign-in/actions.ts'
import { recordRefusal } from '#server/features/sign-in/refusals/actions.ts'
import { sendWrongCodesMail } from '#server/features/sign-in/wrong-codes/actions.ts'
import { createDueTasks } from '#server/features/task-plans/series/due-tasks.ts'
import { giveRestOfSet } from '#server/features/task-plans/sets/giving.ts'
import { assignRestOfTask } from '#server/features/tasks/definitions/assigning/actions.ts'
import { setProofThumbnail } from '#server/features/tasks/work/actions.ts'
import { sendEmailChangedMail } from '#server/features/users/email-change.ts'
import { sendInvitation } from '#server/features/users/invitations.ts'
import { logNextTry } from '#server/mail/attempts/data.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { sendStoredMail } from '#server/mail/stored-mail.ts'
import { type JobData, type JobName, jobNames } from './job-kinds.ts'
import { sweep } from './sweep.ts'

type Handlers = { [Name in JobName]: (data: JobData[Name]) => Promise<void> }

/** Returns the function that each kind of job runs. */
const handlersOf = (deps: Deps, mailer: Mailer, sealer: Sealer): Handlers => {
  /** Runs work with a long time limit, for statements over many rows that nobody waits for. */
  const long = (work: (db: Deps['db']) => Promise<unknown>) =>
    withLongStatements(deps.db, async (db) => {
      await work(db)
    })
  /** Waits for work that changes many partners, and brings their facts up to date, so that no reader has to. */
  const changingMany = async (work: Promise<unknown>) => {
    await work
    await long(refreshAllPartnerFacts)
  }
  return {
    'account-change-mail': (data) => sendAccountChangeMail(deps, mailer, data),
    announcements: () => publishDueAnnouncements(deps),
    'bulk-action': (data) => withLongStatements(deps.db, (db) => runBulkAction({ ...deps, db }, data)),
    'due-notifications': () => long((db) => sendDueNotifications({ ...deps, db })),
    'due-series': () => createDueTasks(deps),
    'email-changed-mail': (data) => sendEmailChangedMail(deps, mailer, data),
    'evidence-head': () => long((db) => makeDailyHead({ ...deps, db })),
    'evidence-head-mail': (data) => sendHeadMail(deps, mailer, data),
    'follow-merged-groups': () => long(followMergedGroups),
    'give-task-set': (data) => changingMany(giveRestOfSet(deps.db, data)),
    'grow-audiences': () => changingMany(long(growAudiences)),
    'member-mail': (data) => sendMemberMail(deps, mailer, data),
    'missed-messages': () => enqueueUnreadEmails(deps),
    'monthly-report-mail': (data) => sendReportEmail(deps, mailer, data),
    'notification-mail': (data) => sendNotificationEmail(deps, mailer, data),
    'notify-announcement': (data) => long((db) => record(db, announcementPublished, null, data)),
    'notify-folder': (data) => long((db) => record(db, folderPublished, null, data)),
    'notify-resource': (data) => long((db) => record(db, resourcePublished, null, data)),
    'operator-mail': (data) => sendOperatorMail(deps, mailer, data),
    'provider-picture': (data) => takeProviderPicture(deps, data),
    'refused-sign-in': (data) => recordRefusal(deps, data),
    'partner-facts': () => long(refreshAllPartnerFacts),
    'reminder-mail': (data) => sendReminder(deps, mailer, data),
    reports: () =>
      long(async (db) => {
        await countDue(db, true)
        await sendDueReports({ ...deps, db })
      }),
    'scan-files': () => scanWaitingFiles(deps),
    'seal-agreements': () => sealAgreements(deps, sealer),
    'security-mail': (data) => sendSecurityMail(deps, mailer, data),
    'share-document': (data) => changingMany(shareDocument(deps.db, data)),
    'share-task': (data) => changingMany(assignRestOfTask(deps.db, data)),
    'sign-in-mail': (data) => sendSignInMail(deps, mailer, data),
    'signed-mail': (data) => sendSignedEmail(deps, mailer, data),
    'step-up-mail': (data) => sendStepUpMail(deps, mailer, data),
    'snoozed-conversations': async () => {
      await endSnoozes(deps.db)
      await endSnoozedMarks(deps.db)
    },
    'stored-mail': (data) => sendStoredMail(deps, mailer, data),
    sweep: () => long((db) => sweep({ ...deps, db })),
    thumbnail: ({ objectKey }) =>
      createThumbnail(deps, objectKey, [
        setResourceThumbnail(deps),
        setChatThumbnail(deps),
        setProofThumbnail(deps),
      ]),
    'unread-mail': (data) => sendUnreadEmail(deps, mailer, data),
    'weekly-digest-mail': (data) => sendDigestEmail(deps, mailer, data),
    'weekly-digests': () => long((db) => sendDueDigests({ ...deps, db })),
    'welcome-mail': (data) => sendInvitation(deps, mailer, data),
    'wrong-codes-mail': (data) =>
      sendWrongCodesMail(deps, mailer, data, (userId) => createReportLink(deps, userId)),
  }
}

/** Starts this process's workers for all kinds of jobs. For a failed email, the log of emails records whether it is tried again. */
export const startWorkers = async (deps: Deps, mailer: Mailer, sealer: Sealer) => {
  const { db, jobs, settings } = deps
  const handlers = handlersOf(deps, mailer, sealer)
  const start = <Name extends JobName>(name: Name) =>
    jobs.work<Name>(name, handlers[name], async (data, nextTryBy) => {
      if ('logId' in data) await logNextTry(db, data.logId, nextTryBy)
    })
  for (const name of jobNames) {
    if (name !== 'scan-files' || settings.clamavUrl) await start(name)
  }
  // Agreements that were signed before an upgrade need not wait for the next minute.
  await jobs.enqueue(db, 'seal-agreements', {})
  await jobs.enqueue(db, 'follow-merged-groups', {})
  if (settings.clamavUrl) await enqueueBacklog(deps)
}

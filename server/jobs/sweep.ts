import { markEndedAgreements } from '#server/db/partner-facts.ts'
import type { Deps } from '#server/deps.ts'
import { deleteExpiredChallenges } from '#server/features/account/passkeys/data.ts'
import { deleteOldSecurityData } from '#server/features/account/security-emails/data.ts'
import { deleteExpiredCodes } from '#server/features/account/step-up/data.ts'
import { deleteUnusedGroups } from '#server/features/audience/groups/data.ts'
import { deleteExpiredSessionEvents } from '#server/features/audit-log/data.ts'
import { enqueueMissingThumbnails } from '#server/features/chat/files/actions.ts'
import { sweepConversations } from '#server/features/chat/retention/actions.ts'
import { deleteOldDrafts } from '#server/features/drafts/data.ts'
import { sweepUploads } from '#server/features/files/actions.ts'
import { enqueueBacklog } from '#server/features/files/scans/actions.ts'
import { deleteOldNotifications } from '#server/features/notifications/retention/data.ts'
import { deleteOldMarks } from '#server/features/overview/attention/marks/data.ts'
import { deleteOldActions } from '#server/features/partners/bulk/data.ts'
import { deleteExpiredNotes } from '#server/features/partners/notes/data.ts'
import { deleteUnusedWords } from '#server/features/resources/search/data.ts'
import { deleteOldAttempts, deleteOldLimits } from '#server/features/sign-in/data.ts'
import { sweepDeletedTasks } from '#server/features/tasks/bulk/actions.ts'
import { enqueueMissingProofThumbnails } from '#server/features/tasks/work/actions.ts'
import { compactUserCounts } from '#server/features/users/data.ts'
import { deleteOldDeliveries } from '#server/features/webhooks/deliveries/data.ts'
import { giveUpLostMails } from '#server/mail/attempts/data.ts'
import { deleteOldMails } from '#server/mail/data.ts'
import { deleteExpiredSessions } from '#server/sessions/data.ts'

// No file takes this long to write, so an older unfinished file in the store is abandoned.
const unfinishedAfterMs = 24 * 60 * 60 * 1000

/** Deletes what has expired, and enqueues work that was missed. Nothing depends on when it runs. */
export const sweep = async ({
  db,
  jobs,
  store,
  settings,
}: Pick<Deps, 'db' | 'jobs' | 'store' | 'settings'>) => {
  const { emailLogDays, closedConversationDays } = settings
  await deleteExpiredSessions(db)
  await deleteOldAttempts(db)
  await deleteOldLimits(db)
  await deleteOldMails(db, emailLogDays)
  await giveUpLostMails(db)
  await deleteOldNotifications(db)
  await deleteOldDeliveries(db)
  await deleteOldDrafts(db)
  await deleteExpiredCodes(db)
  await deleteOldSecurityData(db)
  await deleteExpiredSessionEvents(db, settings.signInEventDays)
  await deleteExpiredChallenges(db)
  await deleteUnusedWords(db)
  await compactUserCounts(db)
  await deleteUnusedGroups(db)
  await deleteOldActions(db)
  await markEndedAgreements(db)
  await sweepDeletedTasks(db)
  await deleteExpiredNotes(db)
  await deleteOldMarks(db)
  if (closedConversationDays !== undefined) await sweepConversations({ db }, closedConversationDays)
  await enqueueMissingThumbnails({ db, jobs })
  await enqueueMissingProofThumbnails({ db, jobs })
  // While the processes are restarted to use a scanner, those not yet restarted register files without a scan.
  await enqueueBacklog({ db, jobs, settings })
  // This must come after the steps that call `releaseFiles`, so that the released files are deleted in the same run.
  await sweepUploads({ db, store })
  await store.sweep(new Date(Date.now() - unfinishedAfterMs))
}

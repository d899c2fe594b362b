import type { Audience } from '#contract/audience.ts'
import type { RefusalReason } from '#contract/audit-actions.ts'
import type { SealPart } from '#contract/documents/evidence.ts'
import type { ReminderAbout } from '#contract/partners/reminders.ts'
import type { SignInMethod } from '#server/db/schema/users.ts'

/** The subject of an email about the security of an account. */
export type SecurityMail =
  | { about: 'new-browser'; at: string; userAgent: string; address: string }
  | { about: 'report'; reportedBy: string }

/** A change of a task for several partners, which also changes each partner's own task. */
export interface TaskDefinitionChange {
  id: string
  /** Null for a recurring task whose creator no longer exists. */
  actorId: string | null
  /** Fields that staff may have changed for single partners, and that were now changed for all. */
  overwritten: ('dueDate' | 'ownerId')[]
  /** The time of the deletion that this change undoes (ISO 8601). */
  restoredFrom?: string
}

/** Gives a set of tasks to an audience, as the audience is while the job runs. */
export interface TaskSetGift extends Audience {
  setId: string
  actorId: string
  /** Whether partners who were given the set before get it again. */
  again: boolean
  /** When staff requested this (ISO 8601). Partners who were given the set after this time are skipped. */
  askedAt: string
}

/** Files of a folder that have opened to further partners. */
export interface FolderGift {
  folder: { id: string; name: string }
  /** The entries that were added to the audience of the files. */
  given: string[]
  /** The files that have opened, by their former audience: how many, and the id and title of the first. */
  opened: { audience: string[]; files: number; first: string; title: string }[]
  line: string | null
  /** Identifies the gift, so that nobody is notified of it twice. */
  occasion: string
}

/** The payload of each kind of job. Payloads are stored as they are, so they must not contain secrets. */
export interface JobData {
  'account-change-mail': { logId: string; userId: string; change: string; name?: string }
  announcements: Record<string, never>
  /** Does the steps of a bulk action that its request has left. */
  'bulk-action': { id: string }
  'email-changed-mail': { logId: string }
  /** Notifies users of what has become due, and sends the emails that are waiting. */
  'due-notifications': Record<string, never>
  'due-series': Record<string, never>
  'evidence-head': Record<string, never>
  /** `day` is in UTC. */
  'evidence-head-mail': { logId: string; day: string }
  'follow-merged-groups': Record<string, never>
  /** Gives partners who match a saved view by now what is for the view. */
  'grow-audiences': Record<string, never>
  'give-task-set': TaskSetGift
  'member-mail': { memberId: string; logId: string }
  'missed-messages': Record<string, never>
  /** `from` and `to` are the first and the last day of the month. */
  'monthly-report-mail': { logId: string; from: string; to: string }
  'notification-mail': { logId: string }
  'notify-announcement': { id: string }
  'notify-folder': FolderGift
  'notify-resource': { id: string; isNew: boolean; line?: string | null }
  /** Reports to the operator how many agreements wait for their seal, and why the first one does. */
  'operator-mail': { logId: string; count: number; failure: string | null }
  'provider-picture': { userId: string; url: string }
  /** Brings the facts of partners up to date that nobody has read since they changed. */
  'partner-facts': Record<string, never>
  'reminder-mail': { partnerId: string; logId: string; about?: ReminderAbout; message?: string | null }
  'scan-files': Record<string, never>
  /** Counts for reports what has come due, and sends the monthly reports. */
  reports: Record<string, never>
  'refused-sign-in': {
    eventId: string
    /** The time of the refusal (ISO 8601). */
    at: string
    email: string
    method: SignInMethod
    reason: RefusalReason
    address: string
    browser: string
  }
  /** Seals the agreements that have been signed. */
  'seal-agreements': Record<string, never>
  'share-document': { id: string; actorId: string }
  'share-task': TaskDefinitionChange
  'sign-in-mail': { attemptId: string; logId: string }
  'security-mail': SecurityMail & { userId: string; logId: string }
  /** `part` names the signature whose sealed PDF is attached; by default, the partner's. */
  'signed-mail': { documentId: string; logId: string; part?: SealPart }
  'step-up-mail': { sessionId: string; logId: string }
  'snoozed-conversations': Record<string, never>
  'stored-mail': { logId: string }
  sweep: Record<string, never>
  thumbnail: { objectKey: string }
  /** Covers all conversations of a user that have unread messages. */
  'unread-mail': { conversationIds: string[]; userId: string; logId: string }
  'weekly-digest-mail': { logId: string; userId: string }
  'weekly-digests': Record<string, never>
  'welcome-mail': { userId: string; logId: string }
  'wrong-codes-mail': { logId: string }
}

export type JobName = keyof JobData

/** How the jobs of a kind are run. */
interface JobKind {
  retryLimit: number
  retryDelay: number
  /** The longest pause between retries, each of which is twice the one before. */
  retryDelayMax?: number
  expireInSeconds: number
  /** How long the row of a finished job is stored, in seconds; a week by default. */
  deleteAfterSeconds?: number
  /** How many jobs of the kind a process runs at a time. */
  atOnce: number
  /** When a scheduled kind runs, in cron syntax and UTC. */
  every?: string
}

const hour = 3600
/** The settings of jobs whose rows contain an address, or of which there are many. */
const forgottenSoon = { deleteAfterSeconds: hour }

// Nobody waits for these emails, and a mail server may be down for a day. So retries begin after 30 seconds, slow down to every four hours,
// and last for more than a day. As many jobs run at a time as nodemailer has connections.
const email = { retryLimit: 15, retryDelay: 30, retryDelayMax: 4 * hour, expireInSeconds: 60, atOnce: 5 }
// A code is valid for ten minutes, so later retries make no sense. If its process died, a job is retried after a minute.
const code = { retryLimit: 6, retryDelay: 5, expireInSeconds: 60, atOnce: 5 }
// Such a job changes the rows of many partners, in steps that can be repeated.
const spreading = { retryLimit: 10, retryDelay: 5, expireInSeconds: 300, ...forgottenSoon, atOnce: 1 }

/** The settings of a scheduled job that looks for work. The next run tries again what fails. */
const regular = (every: string, expireInSeconds: number) => ({
  retryLimit: 0,
  retryDelay: 1,
  expireInSeconds,
  ...forgottenSoon,
  atOnce: 1,
  every,
})
const everyMinute = '* * * * *'
const everyQuarterOfAnHour = '*/15 * * * *'
const hourly = '7 * * * *'
const nightly = '17 3 * * *'

/** All kinds of jobs. `workers.ts` defines what each of them does. */
export const jobKinds: Record<JobName, JobKind> = {
  'account-change-mail': { ...email, ...forgottenSoon },
  announcements: regular(everyMinute, 600),
  'bulk-action': { ...spreading, expireInSeconds: 600 },
  'due-notifications': regular(everyMinute, 300),
  'due-series': regular(everyMinute, 300),
  'email-changed-mail': { ...email, ...forgottenSoon },
  'evidence-head': regular(hourly, 600),
  'evidence-head-mail': email,
  'follow-merged-groups': spreading,
  'give-task-set': spreading,
  'grow-audiences': regular(everyMinute, 600),
  'member-mail': email,
  'missed-messages': regular(everyMinute, 60),
  'monthly-report-mail': email,
  'notification-mail': { ...email, atOnce: 10 },
  'notify-announcement': spreading,
  'notify-folder': spreading,
  'notify-resource': spreading,
  'operator-mail': email,
  // A failed job is not retried, because the next sign-in tries again.
  'provider-picture': { retryLimit: 0, retryDelay: 1, expireInSeconds: 60, ...forgottenSoon, atOnce: 1 },
  'refused-sign-in': { retryLimit: 10, retryDelay: 5, expireInSeconds: 60, ...forgottenSoon, atOnce: 5 },
  'partner-facts': regular(everyMinute, 300),
  'reminder-mail': email,
  reports: regular(everyQuarterOfAnHour, 600),
  // This job only runs where there is a scanner.
  'scan-files': { ...regular(everyMinute, hour), atOnce: 2 },
  // If an agreement could not be sealed, its row has the time of the next attempt.
  'seal-agreements': regular(everyMinute, 300),
  'security-mail': { ...email, ...forgottenSoon },
  'share-document': spreading,
  'share-task': spreading,
  'sign-in-mail': code,
  'signed-mail': email,
  'step-up-mail': code,
  'snoozed-conversations': regular(everyMinute, 60),
  'stored-mail': email,
  sweep: { retryLimit: 2, retryDelay: 60, expireInSeconds: 600, atOnce: 1, every: nightly },
  // Only one runs at a time, since each takes a core and up to 200 MB.
  thumbnail: { retryLimit: 3, retryDelay: 30, expireInSeconds: 120, atOnce: 1 },
  'unread-mail': email,
  'weekly-digest-mail': { ...email, atOnce: 10 },
  'weekly-digests': regular(everyQuarterOfAnHour, 600),
  'welcome-mail': email,
  'wrong-codes-mail': email,
}

export const jobNames = Object.keys(jobKinds) as JobName[]

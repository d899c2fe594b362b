import type { Audience } from '#contract/audience.ts'
import type { RefusalReason } from '#contract/audit-actions.ts'
import type { SealPart } from '#contract/documents/evidence.ts'
import type { SignInMethod } from '#server/db/schema/users.ts'

/** What an email about the security of an account is about. */
export type SecurityMail =
  | { about: 'new-browser'; at: string; userAgent: string; address: string }
  | { about: 'report'; reportedBy: string }

/** A change of a task for several partners, which their own tasks follow. */
export interface TaskDefinitionChange {
  id: string
  /** Null for one that comes again where nobody is left who created it. */
  actorId: string | null
  /** Fields that staff may have changed for one partner, and that were changed for all now. */
  overwritten: ('dueDate' | 'ownerId')[]
  /** When it was deleted, where this restores it (ISO 8601). */
  restoredFrom?: string
}

/** Gives a set of tasks to an audience, as it is while the job runs. */
export interface TaskSetGift extends Audience {
  setId: string
  actorId: string
  /** Also to those who were given it before. */
  again: boolean
  /** When staff asked for it (ISO 8601): who was given it since has it already. */
  askedAt: string
}

/** The payload of each kind of job. Payloads are stored as they are, so they must not contain secrets. */
export interface JobData {
  'account-change-mail': { logId: string; userId: string; change: string; name?: string }
  announcements: Record<string, never>
  'email-changed-mail': { logId: string }
  /** Notifies of what has come due, and sends the emails that wait. */
  'due-notifications': Record<string, never>
  'due-series': Record<string, never>
  'evidence-head': Record<string, never>
  /** The day in UTC. */
  'evidence-head-mail': { logId: string; day: string }
  'follow-merged-groups': Record<string, never>
  'give-task-set': TaskSetGift
  'missed-messages': Record<string, never>
  'notification-mail': { logId: string }
  'notify-announcement': { id: string }
  'notify-resource': { id: string; isNew: boolean }
  /** What the operator has to know: how many agreements wait for their seal, and why the first one does. */
  'operator-mail': { logId: string; count: number; failure: string | null }
  'provider-picture': { userId: string; url: string }
  'reminder-mail': { partnerId: string; logId: string }
  'scan-files': Record<string, never>
  'refused-sign-in': {
    eventId: string
    /** ISO 8601 */
    at: string
    email: string
    method: SignInMethod
    reason: RefusalReason
    address: string
    browser: string
  }
  /** Seals what has been signed. */
  'seal-agreements': Record<string, never>
  'share-document': { id: string; actorId: string }
  'share-task': TaskDefinitionChange
  'sign-in-mail': { attemptId: string; logId: string }
  'security-mail': SecurityMail & { userId: string; logId: string }
  /** With the sealed PDF of the partner's signature, unless it is of another. */
  'signed-mail': { documentId: string; logId: string; part?: SealPart }
  'step-up-mail': { sessionId: string; logId: string }
  'stored-mail': { logId: string }
  sweep: Record<string, never>
  thumbnail: { objectKey: string }
  /** About all conversations of a user that have unread messages. */
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
  /** How long the row of a finished job is stored; a week by default. */
  deleteAfterSeconds?: number
  /** How many a process runs at a time. */
  atOnce: number
  /** When it runs by itself, as cron has it, in UTC. */
  every?: string
}

const hour = 3600
/** For rows that name an address, or of which there are many. */
const forgottenSoon = { deleteAfterSeconds: hour }

// Nobody waits for it, and a mail server may be down for a day: 30 seconds, growing to four hours, for more than a day. As many at a
// time as nodemailer has connections.
const email = { retryLimit: 15, retryDelay: 30, retryDelayMax: 4 * hour, expireInSeconds: 60, atOnce: 5 }
// A code is valid for ten minutes, so later retries make no sense. A job whose process died is retried after a minute.
const code = { retryLimit: 6, retryDelay: 5, expireInSeconds: 60, atOnce: 5 }
// Such a job changes the rows of many partners, in steps that can be repeated.
const spreading = { retryLimit: 10, retryDelay: 5, expireInSeconds: 300, ...forgottenSoon, atOnce: 1 }

/** Looks by itself for what is to be done. What fails is tried by the next one. */
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

/** All kinds of jobs. `workers.ts` has what each does. */
export const jobKinds: Record<JobName, JobKind> = {
  'account-change-mail': { ...email, ...forgottenSoon },
  announcements: regular(everyMinute, 600),
  'due-notifications': regular(everyMinute, 300),
  'due-series': regular(everyMinute, 300),
  'email-changed-mail': { ...email, ...forgottenSoon },
  'evidence-head': regular(hourly, 600),
  'evidence-head-mail': email,
  'follow-merged-groups': spreading,
  'give-task-set': spreading,
  'missed-messages': regular(everyMinute, 60),
  'notification-mail': { ...email, atOnce: 10 },
  'notify-announcement': spreading,
  'notify-resource': spreading,
  'operator-mail': email,
  // The next sign-in tries again.
  'provider-picture': { retryLimit: 0, retryDelay: 1, expireInSeconds: 60, ...forgottenSoon, atOnce: 1 },
  'refused-sign-in': { retryLimit: 10, retryDelay: 5, expireInSeconds: 60, ...forgottenSoon, atOnce: 5 },
  'reminder-mail': email,
  // Only where there is a scanner.
  'scan-files': { ...regular(everyMinute, hour), atOnce: 2 },
  // The row of an agreement that could not be sealed says when it is tried again.
  'seal-agreements': regular(everyMinute, 300),
  'security-mail': { ...email, ...forgottenSoon },
  'share-document': spreading,
  'share-task': spreading,
  'sign-in-mail': code,
  'signed-mail': email,
  'step-up-mail': code,
  'stored-mail': email,
  sweep: { retryLimit: 2, retryDelay: 60, expireInSeconds: 600, atOnce: 1, every: nightly },
  // One at a time, since each takes a core and up to 200 MB.
  thumbnail: { retryLimit: 3, retryDelay: 30, expireInSeconds: 120, atOnce: 1 },
  'unread-mail': email,
  'weekly-digest-mail': { ...email, atOnce: 10 },
  'weekly-digests': regular(everyQuarterOfAnHour, 600),
  'welcome-mail': email,
  'wrong-codes-mail': email,
}

export const jobNames = Object.keys(jobKinds) as JobName[]

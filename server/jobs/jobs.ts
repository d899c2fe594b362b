import type { FastifyBaseLogger } from 'fastify'
import type { ClientBase } from 'pg'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Audience } from '#contract/audience.ts'
import type { RefusalReason } from '#contract/audit-actions.ts'
import type { SealPart } from '#contract/documents/evidence.ts'
import type { Connection, Executor } from '#server/db/client.ts'
import { jobTransaction } from '#server/db/job-transaction.ts'
import { isDatabaseFull, isDatabaseOutage } from '#server/db/outage.ts'
import type { SignInMethod } from '#server/db/schema/users.ts'
import { connectTimeoutOf } from '#server/db/time-limits.ts'
import { nextTryBy } from './next-try.ts'

/** What an email about the security of an account is about. */
export type SecurityMail =
  | { about: 'new-browser'; at: string; userAgent: string; address: string }
  | { about: 'report'; reportedBy: string }

/** A change of a task for several partners, which their own tasks follow. */
export interface SharedTaskChange {
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
  /** Queued by versions that emailed each conversation by itself. */
  'missed-mail': { conversationId: string; userId: string; logId: string }
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
  'share-task': SharedTaskChange
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

interface Queue {
  retryLimit: number
  retryDelay: number
  /** The longest pause between retries, each of which is twice the one before. */
  retryDelayMax?: number
  expireInSeconds: number
  /** How long the row of a finished job is stored; a week by default. */
  deleteAfterSeconds?: number
}

// Nobody waits for it, and a mail server may be down for a day: 30 seconds, growing to four hours, for more than a day.
const unhurried = { retryLimit: 15, retryDelay: 30, retryDelayMax: 4 * 3600, expireInSeconds: 60 }

const queueOptions: Record<JobName, Queue> = {
  'account-change-mail': { ...unhurried, deleteAfterSeconds: 3600 },
  'follow-merged-groups': { retryLimit: 10, retryDelay: 5, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'give-task-set': { retryLimit: 10, retryDelay: 5, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  // The next one runs within a minute.
  'due-series': { retryLimit: 0, retryDelay: 1, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  announcements: { retryLimit: 0, retryDelay: 1, expireInSeconds: 600, deleteAfterSeconds: 3600 },
  'email-changed-mail': { ...unhurried, deleteAfterSeconds: 3600 },
  // The next one runs within a minute.
  'due-notifications': { retryLimit: 0, retryDelay: 1, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'evidence-head': { retryLimit: 0, retryDelay: 1, expireInSeconds: 600, deleteAfterSeconds: 3600 },
  'evidence-head-mail': unhurried,
  'missed-mail': unhurried,
  // The next one runs within a minute.
  'missed-messages': { retryLimit: 0, retryDelay: 1, expireInSeconds: 60, deleteAfterSeconds: 3600 },
  // The next sign-in tries again.
  'provider-picture': { retryLimit: 0, retryDelay: 1, expireInSeconds: 60, deleteAfterSeconds: 3600 },
  'notification-mail': unhurried,
  'notify-announcement': { retryLimit: 10, retryDelay: 5, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'notify-resource': { retryLimit: 10, retryDelay: 5, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'operator-mail': unhurried,
  'reminder-mail': unhurried,
  // The next one runs within a minute.
  'scan-files': { retryLimit: 0, retryDelay: 1, expireInSeconds: 3600, deleteAfterSeconds: 3600 },
  // Its row names an address, which may be nobody's.
  'refused-sign-in': { retryLimit: 10, retryDelay: 5, expireInSeconds: 60, deleteAfterSeconds: 3600 },
  // The next one runs within a minute; what fails is tried again by its row.
  'seal-agreements': { retryLimit: 0, retryDelay: 1, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'share-document': { retryLimit: 10, retryDelay: 5, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'share-task': { retryLimit: 10, retryDelay: 5, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  // A code is valid for ten minutes, so later retries make no sense. A job whose process died is retried after a minute.
  'sign-in-mail': { retryLimit: 6, retryDelay: 5, expireInSeconds: 60 },
  'security-mail': { ...unhurried, deleteAfterSeconds: 3600 },
  'signed-mail': unhurried,
  // As the one for signing in.
  'step-up-mail': { retryLimit: 6, retryDelay: 5, expireInSeconds: 60 },
  'stored-mail': unhurried,
  sweep: { retryLimit: 2, retryDelay: 60, expireInSeconds: 600 },
  thumbnail: { retryLimit: 3, retryDelay: 30, expireInSeconds: 120 },
  'unread-mail': unhurried,
  'weekly-digest-mail': unhurried,
  // The next one runs within a quarter of an hour.
  'weekly-digests': { retryLimit: 0, retryDelay: 1, expireInSeconds: 600, deleteAfterSeconds: 3600 },
  'welcome-mail': unhurried,
  'wrong-codes-mail': unhurried,
}

/** All kinds of jobs. */
export const jobNames = Object.keys(queueOptions) as JobName[]

// Jobs that a process runs at a time: as many emails as nodemailer has connections, and one thumbnail, since each takes a core and
// up to 200 MB.
const concurrency: Record<JobName, number> = {
  'account-change-mail': 5,
  announcements: 1,
  'email-changed-mail': 5,
  'due-notifications': 1,
  'due-series': 1,
  'evidence-head': 1,
  'evidence-head-mail': 1,
  'follow-merged-groups': 1,
  'give-task-set': 1,
  'missed-mail': 5,
  'missed-messages': 1,
  'notification-mail': 10,
  'notify-announcement': 1,
  'notify-resource': 1,
  'provider-picture': 1,
  'operator-mail': 1,
  'reminder-mail': 5,
  'scan-files': 2,
  'refused-sign-in': 5,
  'seal-agreements': 1,
  'share-document': 1,
  'share-task': 1,
  'sign-in-mail': 5,
  'security-mail': 5,
  'signed-mail': 5,
  'step-up-mail': 5,
  'stored-mail': 5,
  sweep: 1,
  thumbnail: 1,
  'unread-mail': 5,
  'weekly-digest-mail': 10,
  'weekly-digests': 1,
  'welcome-mail': 5,
  'wrong-codes-mail': 5,
}

// One to listen, the others to fetch and finish jobs.
const maxConnections = 3

// Nobody waits for a statement of the queue, but a worker that waits forever for a frozen database would never work again.
// Its pool closes the connection.
const statementTimeoutMs = 30_000
const poolOptions = {
  query_timeout: statementTimeoutMs + 1_000,
  // Not by a startup parameter, which poolers refuse.
  onConnect: (client: ClientBase) => client.query(`set statement_timeout = ${statementTimeoutMs}`),
}

// A notification wakes a worker at once, but two that arrive while it works wake it only once. So it fetches jobs in batches, and
// the next batch at once while batches are full. Retries that become due send no notification and wait for the next poll.
const workOptions = {
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
  notifyPollingIntervalSeconds: 5,
} as const

type FetchedJob<N extends JobName> = JobWithMetadata<JobData[N]>
type Handler<N extends JobName> = (data: JobData[N]) => Promise<void>
type OnFailure<N extends JobName> = (data: JobData[N], nextTryBy: Date | null) => Promise<void>

export interface Jobs {
  /** Adds a job in the caller's transaction: it exists only if the transaction commits. */
  enqueue<N extends JobName>(db: Executor, name: N, data: JobData[N]): Promise<void>
  /** The same for many, in few statements. */
  enqueueAll<N extends JobName>(db: Executor, name: N, data: JobData[N][]): Promise<void>
  /** Runs jobs of a kind in this process, a few at a time. A job whose handler throws is retried later; `onFailure` is given the latest moment of that, null after the last try. */
  work<N extends JobName>(name: N, handler: Handler<N>, onFailure?: OnFailure<N>): Promise<void>
  /** @param cron in UTC */
  schedule(name: JobName, cron: string): Promise<void>
  /** Waits for running jobs, and returns those that take too long to the queue. */
  stop(): Promise<void>
}

// Some come as plain objects with the fields of an error.
const toError = (emitted: object) =>
  emitted instanceof Error ? emitted : Object.assign(new Error(), emitted)

/** Starts the job queue in the same database. Any number of processes can share it. */
export const startJobs = async (connection: Connection, log: FastifyBaseLogger): Promise<Jobs> => {
  const boss = new PgBoss({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutOf(connection.connectionString),
    ...poolOptions,
    useListenNotify: true,
    application_name: 'partner-portal-jobs',
  })
  boss.on('error', (emitted) => {
    const err = toError(emitted)
    // It asks again by itself, as the pool replaces a connection that broke. A full disk needs someone to do something.
    const level = isDatabaseOutage(err) && !isDatabaseFull(err) ? 'warn' : 'error'
    log[level]({ err }, 'job queue')
  })
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue'))
  await boss.start()
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name))
  for (const [name, queue] of Object.entries(queueOptions)) {
    const settings = { ...queue, retryBackoff: true, notify: true }
    if (existing.has(name)) await boss.updateQueue(name, settings)
    else await boss.createQueue(name, settings)
  }

  return {
    async enqueue(db, name, data) {
      await boss.send(name, data, { db: jobTransaction(db) })
    },
    async enqueueAll(db, name, data) {
      if (data.length === 0) return
      await boss.insert(
        name,
        data.map((each) => ({ data: each })),
        { db: jobTransaction(db) },
      )
    },
    async work(name, handler, onFailure) {
      const attempt = async (job: FetchedJob<typeof name>) => {
        const { id, data } = job
        try {
          await handler(data)
          return { id, status: 'completed' } as const
        } catch (err) {
          log.error({ err, job: name, jobId: id }, 'job failed')
          await onFailure?.(data, nextTryBy(job)).catch((cause) => log.error({ err: cause }, 'job failure'))
          return { id, status: 'failed' } as const
        }
      }
      const options = { ...workOptions, batchSize: concurrency[name] }
      await boss.work(name, options, (batch: FetchedJob<typeof name>[]) => Promise.all(batch.map(attempt)))
    },
    async schedule(name, cron) {
      await boss.schedule(name, cron)
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

import type { FastifyBaseLogger } from 'fastify'
import { type Job, PgBoss } from 'pg-boss'
import type { Connection, Executor } from '#server/db/client.ts'
import { jobTransaction } from '#server/db/job-transaction.ts'

/** The payload of each kind of job. Payloads are stored as they are, so they must not contain secrets. */
export interface JobData {
  'missed-mail': { conversationId: string; userId: string; logId: string }
  'missed-messages': Record<string, never>
  'sign-in-mail': { attemptId: string; logId: string }
  sweep: Record<string, never>
  thumbnail: { objectKey: string }
  'welcome-mail': { userId: string; logId: string }
}

export type JobName = keyof JobData

interface Queue {
  retryLimit: number
  retryDelay: number
  expireInSeconds: number
  /** How long the row of a finished job is stored; a week by default. */
  deleteAfterSeconds?: number
}

const queueOptions: Record<JobName, Queue> = {
  'missed-mail': { retryLimit: 10, retryDelay: 30, expireInSeconds: 60 },
  // The next one runs within a minute.
  'missed-messages': { retryLimit: 0, retryDelay: 1, expireInSeconds: 60, deleteAfterSeconds: 3600 },
  // A code is valid for ten minutes, so later retries make no sense. A job whose process died is retried after a minute.
  'sign-in-mail': { retryLimit: 6, retryDelay: 5, expireInSeconds: 60 },
  sweep: { retryLimit: 2, retryDelay: 60, expireInSeconds: 600 },
  thumbnail: { retryLimit: 3, retryDelay: 30, expireInSeconds: 120 },
  // Nobody waits for it: a mail server may be down for half a day.
  'welcome-mail': { retryLimit: 10, retryDelay: 30, expireInSeconds: 60 },
}

// Jobs that a process runs at a time: as many emails as nodemailer has connections, and one thumbnail, since each takes a core and
// up to 200 MB.
const concurrency: Record<JobName, number> = {
  'missed-mail': 5,
  'missed-messages': 1,
  'sign-in-mail': 5,
  sweep: 1,
  thumbnail: 1,
  'welcome-mail': 5,
}

// One to listen, the others to fetch and finish jobs.
const maxConnections = 3

// A notification wakes a worker at once, but two that arrive while it works wake it only once. So it fetches jobs in batches, and
// the next batch at once while batches are full. Retries that become due send no notification and wait for the next poll.
const workOptions = {
  burstWhenBatchFull: true,
  perJobResults: true,
  notifyPollingIntervalSeconds: 5,
} as const

export interface Jobs {
  /** Adds a job in the caller's transaction: it exists only if the transaction commits. */
  enqueue<N extends JobName>(db: Executor, name: N, data: JobData[N]): Promise<void>
  /** Runs jobs of a kind in this process, a few at a time. A job whose handler throws is retried later. */
  work<N extends JobName>(name: N, handler: (data: JobData[N]) => Promise<void>): Promise<void>
  /** @param cron in UTC */
  schedule(name: JobName, cron: string): Promise<void>
  /** Waits for running jobs, and returns those that take too long to the queue. */
  stop(): Promise<void>
}

/** Starts the job queue in the same database. Any number of processes can share it. */
export const startJobs = async (connection: Connection, log: FastifyBaseLogger): Promise<Jobs> => {
  const boss = new PgBoss({
    ...connection,
    max: maxConnections,
    useListenNotify: true,
    application_name: 'partner-portal-jobs',
  })
  boss.on('error', (err) => log.error({ err }, 'job queue'))
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
    async work(name, handler) {
      const attempt = async ({ id, data }: Job<JobData[typeof name]>) => {
        try {
          await handler(data)
          return { id, status: 'completed' } as const
        } catch (err) {
          log.error({ err, job: name, jobId: id }, 'job failed')
          return { id, status: 'failed' } as const
        }
      }
      await boss.work<JobData[typeof name]>(name, { ...workOptions, batchSize: concurrency[name] }, (batch) =>
        Promise.all(batch.map(attempt)),
      )
    },
    async schedule(name, cron) {
      await boss.schedule(name, cron)
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

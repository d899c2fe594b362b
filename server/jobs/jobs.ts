import type { FastifyBaseLogger } from 'fastify'
import { type Job, PgBoss } from 'pg-boss'
import type { Connection, Executor } from '#server/db/client.ts'
import { jobTransaction } from '#server/db/job-transaction.ts'

/** Every kind of job and what it is told. Payloads are stored as they are: no secret belongs in one. */
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
  /** How long its row stays once it is done: a week unless told. */
  deleteAfterSeconds?: number
}

const queueOptions: Record<JobName, Queue> = {
  'missed-mail': { retryLimit: 10, retryDelay: 30, expireInSeconds: 60 },
  // Every minute there is another.
  'missed-messages': { retryLimit: 0, retryDelay: 1, expireInSeconds: 60, deleteAfterSeconds: 3600 },
  // A code lives ten minutes: what has not gone out by then need not go out. A process that dies with a mail in
  // its hands gives it back after a minute.
  'sign-in-mail': { retryLimit: 6, retryDelay: 5, expireInSeconds: 60 },
  sweep: { retryLimit: 2, retryDelay: 60, expireInSeconds: 600 },
  thumbnail: { retryLimit: 3, retryDelay: 30, expireInSeconds: 120 },
  // Nobody waits for it: a mail server may be away for half a day.
  'welcome-mail': { retryLimit: 10, retryDelay: 30, expireInSeconds: 60 },
}

// How many a process does at a time: as many mails as nodemailer has connections to the mail server, and one picture, since
// each takes a core and up to 200 MB.
const concurrency: Record<JobName, number> = {
  'missed-mail': 5,
  'missed-messages': 1,
  'sign-in-mail': 5,
  sweep: 1,
  thumbnail: 1,
  'welcome-mail': 5,
}

// One for the listener, the others for fetching and finishing.
const maxConnections = 3

// A notice wakes a worker at once, but two that come while it works wake it once. So it takes several jobs, and goes on
// without a pause while there are that many. What nobody gives notice of, a try that has become due, waits for its next look.
const workOptions = {
  burstWhenBatchFull: true,
  perJobResults: true,
  notifyPollingIntervalSeconds: 5,
} as const

export interface Jobs {
  /** Queues a job in the caller's transaction: it is there exactly if the transaction commits. */
  enqueue<N extends JobName>(db: Executor, name: N, data: JobData[N]): Promise<void>
  /** Does jobs of a kind in this process, a few at a time. A handler that throws is tried again later. */
  work<N extends JobName>(name: N, handler: (data: JobData[N]) => Promise<void>): Promise<void>
  /** @param cron in UTC */
  schedule(name: JobName, cron: string): Promise<void>
  /** Lets running jobs finish, and hands back what cannot. */
  stop(): Promise<void>
}

/** Starts the job queue, which lives in the same database. Any number of processes share it. */
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

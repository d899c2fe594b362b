import type { FastifyBaseLogger } from 'fastify'
import type { ClientBase } from 'pg'
import { type JobWithMetadata, PgBoss, type QueueOptions, type QueueResult } from 'pg-boss'
import type { Connection, Database, Executor } from '#server/db/client.ts'
import { jobTransaction } from '#server/db/job-transaction.ts'
import { isDatabaseFull, isDatabaseOutage } from '#server/db/outage.ts'
import { connectTimeoutOf } from '#server/db/time-limits.ts'
import { type JobData, type JobName, jobKinds } from './job-kinds.ts'
import { nextTryBy } from './next-try.ts'

// One connection listens; the others fetch and finish jobs.
const maxConnections = 3

// Nobody waits for a statement of the queue, but a worker that waits forever for a frozen database would never work again. So the pool
// closes the connection after this time.
const statementTimeoutMs = 30_000
const poolOptions = {
  query_timeout: statementTimeoutMs + 1_000,
  // The limit is not a startup parameter, because poolers refuse those.
  onConnect: (client: ClientBase) => client.query(`set statement_timeout = ${statementTimeoutMs}`),
}

// A notification wakes a worker at once, but two that arrive while the worker is busy wake it only once. So it fetches jobs in batches, and
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
  /** Adds a job in the caller's transaction: it exists only if the transaction commits. It does not run before `startAfter`. */
  enqueue<N extends JobName>(db: Executor, name: N, data: JobData[N], startAfter?: Date): Promise<void>
  /** Like `enqueue`, for many jobs in few statements. */
  enqueueAll<N extends JobName>(db: Executor, name: N, data: JobData[N][]): Promise<void>
  /**
   * Runs jobs of a kind in this process, a few at a time, and schedules the kind if it has a schedule. A job whose handler throws is
   * retried later. `onFailure` gets the latest time of the retry, or null after the last attempt.
   */
  work<N extends JobName>(name: N, handler: Handler<N>, onFailure?: OnFailure<N>): Promise<void>
  /** Waits for running jobs, and returns jobs that take too long to the queue. */
  stop(): Promise<void>
}

// Some errors are plain objects with the fields of an error.
const toError = (emitted: object) =>
  emitted instanceof Error ? emitted : Object.assign(new Error(), emitted)

const hasSettings = (queue: QueueResult, settings: QueueOptions) =>
  Object.entries(settings).every(([name, value]) => queue[name as keyof QueueResult] === value)

// Only processes that run jobs maintain the queue and listen to it.
const addsOnly = { migrate: false, supervise: false, schedule: false, useListenNotify: false }

/**
 * Starts the job queue in the same database. Any number of processes can share it.
 * @param addsBy connections that make this process only add jobs, to a queue that another process has created
 */
export const startJobs = async (
  connection: Connection,
  log: FastifyBaseLogger,
  addsBy?: Database,
): Promise<Jobs> => {
  const boss = new PgBoss({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutOf(connection.connectionString),
    ...poolOptions,
    useListenNotify: true,
    application_name: 'partner-portal-jobs',
    ...(addsBy && { ...addsOnly, db: jobTransaction(addsBy) }),
  })
  boss.on('error', (emitted) => {
    const err = toError(emitted)
    // The queue tries again automatically, and the pool replaces a broken connection. Only a full disk needs an operator.
    const level = isDatabaseOutage(err) && !isDatabaseFull(err) ? 'warn' : 'error'
    log[level]({ err }, 'job queue')
  })
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue'))
  await boss.start()
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const [name, { atOnce: _atOnce, every: _every, ...kind }] of Object.entries(jobKinds)) {
    const settings = { ...kind, retryBackoff: true, notify: true }
    const queue = existing.get(name)
    if (!queue) await boss.createQueue(name, settings)
    // Most starts change nothing, and a statement for each of forty kinds would delay them.
    else if (!hasSettings(queue, settings)) await boss.updateQueue(name, settings)
  }

  return {
    async enqueue(db, name, data, startAfter) {
      await boss.send(name, data, { db: jobTransaction(db), ...(startAfter && { startAfter }) })
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
      const options = { ...workOptions, batchSize: jobKinds[name].atOnce }
      await boss.work(name, options, (batch: FetchedJob<typeof name>[]) => Promise.all(batch.map(attempt)))
      const { every } = jobKinds[name]
      if (every) await boss.schedule(name, every)
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

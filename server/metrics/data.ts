import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { type JobName, jobNames } from '#server/jobs/job-kinds.ts'

// Nobody needs to know whether a thousand more are waiting, and counting them takes time.
const maxCounted = 10_000

/** The number of jobs of one kind. */
export interface JobCounts {
  kind: JobName
  /** Jobs that could run now. */
  waiting: number
  /** Jobs that run later, for example the retry of a failed job. */
  delayed: number
  /** Jobs that are running or have failed for good, as of the last minute. */
  active: number
  failed: number
  /** For how many seconds the oldest waiting job could have run; 0 if none waits. */
  oldestSeconds: number
}

/** Counts the jobs of each kind: waiting jobs by an index of the queue, the others as the queue itself has counted them. */
export const countJobs = async (db: Executor) => {
  const names = sql.join(
    jobNames.map((name) => sql`${name}`),
    sql`, `,
  )
  const { rows } = await db.execute<JobCounts & Record<string, unknown>>(sql`
    select queue.name as kind, open.waiting, open.delayed, queue.active_count as active, queue.failed_count as failed,
      coalesce(open.oldest, 0) as "oldestSeconds"
    from pgboss.queue cross join lateral (
      select count(*) filter (where start_after <= now())::int as waiting,
        count(*) filter (where start_after > now())::int as delayed,
        extract(epoch from now() - min(greatest(created_on, start_after)) filter (where start_after <= now()))::float8 as oldest
      from (
        select created_on, start_after from pgboss.job
        where name = queue.name and state < 'active' and not blocked
        order by priority desc, created_on limit ${maxCounted}) as jobs
    ) as open
    where queue.name in (${names})`)
  return rows
}

/** Counts emails that were not sent: those that wait for their first attempt, and those of two days whose last attempt failed. */
export const countOpenEmails = async (db: Executor) => {
  const { rows } = await db.execute<{ queued: number; failed: number; oldestSeconds: number }>(sql`
    select queued.count as queued, failed.count as failed, coalesce(queued.oldest, 0) as "oldestSeconds"
    from (
      select count(*)::int, extract(epoch from now() - min(created_at))::float8 as oldest
      from (
        select created_at from email_notification_logs where status = 'queued'
        order by created_at limit ${maxCounted}) as emails
    ) as queued, (
      select count(*)::int
      from (
        select from email_notification_logs where status in ('retrying', 'failed', 'refused') and created_at > now() - interval '2 days'
        limit ${maxCounted}) as emails
    ) as failed`)
  return rows[0] ?? { queued: 0, failed: 0, oldestSeconds: 0 }
}

/** Counts the webhooks of active endpoints that are due or wait for another attempt. */
export const countWaitingWebhooks = async (db: Executor) => {
  const { rows } = await db.execute<{ due: number; retrying: number; oldestSeconds: number }>(sql`
    select count(*) filter (where next_attempt_at <= now())::int as due,
      count(*) filter (where next_attempt_at > now())::int as retrying,
      coalesce(extract(epoch from now() - min(next_attempt_at) filter (where next_attempt_at <= now())), 0)::float8 as "oldestSeconds"
    from (
      select delivery.next_attempt_at from webhook_endpoints endpoint
      join webhook_deliveries delivery on delivery.endpoint_id = endpoint.id and delivery.state = 'waiting'
      where endpoint.state = 'on' order by delivery.next_attempt_at limit ${maxCounted}) as deliveries`)
  return rows[0] ?? { due: 0, retrying: 0, oldestSeconds: 0 }
}

/** Counts the signatures in the portal, and those without a seal. */
export const countSignatures = async (db: Executor) => {
  const { rows } = await db.execute<{
    partner: number
    company: number
    unsealed: number
    oldestSeconds: number
  }>(sql`
    select (select count(*)::int from document_signatures) as partner,
      (select count(*)::int from document_countersignatures) as company,
      count(*)::int as unsealed, coalesce(extract(epoch from now() - min(requested_at)), 0)::float8 as "oldestSeconds"
    from (
      select requested_at from document_seals where sealed_at is null order by due_at limit ${maxCounted}) as seals`)
  return rows[0] ?? { partner: 0, company: 0, unsealed: 0, oldestSeconds: 0 }
}

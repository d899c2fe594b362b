import { sql } from 'drizzle-orm'
import { maxResponseBytes } from '#contract/webhooks/webhooks.ts'
import type { Database, Executor, Transaction } from '#server/db/client.ts'
import { record } from '#server/domain-events/record.ts'
import { webhookDisabled } from '../events.ts'
import type { Outcome } from '../post.ts'

// A lease must last longer than an attempt may take, but not much, so that messages of a dead process are sent soon.
const leaseSeconds = 60
/** The number of days without a delivery after which a failing endpoint is switched off. */
const failingDays = 3

/** A delivery that this process has claimed for sending. */
export interface Claim {
  id: string
  endpointId: string
  event: string
  data: unknown
  /** The time of the event, in ISO 8601. */
  timestamp: string
  /** The number of attempts including this one, which identifies the claim. */
  attempts: number
  failures: number
  url: string
  secret: string
  previousSecret: string | null
}

const isDue = sql`delivery.state = 'waiting' and delivery.next_attempt_at <= now()
  and (delivery.sending_until is null or delivery.sending_until <= now())`

/** Lists the endpoints that have a delivery due. */
export const listDueEndpoints = async (db: Executor) => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select endpoint.id from webhook_endpoints endpoint
    where endpoint.state = 'on' and exists (
      select from webhook_deliveries delivery where delivery.endpoint_id = endpoint.id and ${isDue})`)
  return rows.map(({ id }) => id)
}

/** Returns the seconds until the next delivery is due that no process is sending, except for these endpoints; null when nothing waits. */
export const secondsUntilDue = async (db: Executor, except: string[]) => {
  const { rows } = await db.execute<{ seconds: number | null }>(sql`
    select extract(epoch from min(next.at) - now())::float8 as seconds
    from webhook_endpoints endpoint cross join lateral (
      select delivery.next_attempt_at as at from webhook_deliveries delivery
      where delivery.endpoint_id = endpoint.id and delivery.state = 'waiting' and delivery.sending_until is null
      order by delivery.next_attempt_at limit 1) next
    where endpoint.state = 'on' and endpoint.id <> all(${sql.param(except)}::uuid[])`)
  return rows[0]?.seconds ?? null
}

/** Claims up to this many due deliveries of an endpoint for this process, the oldest first. */
export const claimDue = async (db: Executor, endpointId: string, limit: number) => {
  const { rows } = await db.execute<Claim & Record<string, unknown>>(sql`
    with due as (
      select delivery.id from webhook_deliveries delivery
      where delivery.endpoint_id = ${endpointId} and ${isDue}
      order by delivery.next_attempt_at, delivery.created_at limit ${limit} for update skip locked)
    update webhook_deliveries delivery
    set sending_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1, last_attempt_at = now()
    from due, webhook_endpoints endpoint
    where delivery.id = due.id and endpoint.id = ${endpointId} and endpoint.state = 'on'
    returning delivery.id, delivery.endpoint_id as "endpointId", delivery.event, delivery.data,
      webhook_time(delivery.created_at) as timestamp, delivery.attempts, delivery.failures, endpoint.url, endpoint.secret,
      case when endpoint.previous_secret_until > now() then endpoint.previous_secret end as "previousSecret"`)
  return rows
}

// A later claim counts instead of this one, for example after this process was frozen.
const isOf = ({ id, attempts }: Claim) => sql`id = ${id} and attempts = ${attempts}`

const outcomeOf = ({ status, error, response }: Outcome) => sql`
  sending_until = null, last_status = ${status}, last_error = ${error?.slice(0, 200).toWellFormed() ?? null},
  last_answer = ${response?.slice(0, maxResponseBytes) ?? null}`

/** Releases a claim, so that another process can send the delivery at once. */
export const releaseClaim = async (db: Executor, claim: Claim) => {
  await db.execute(
    sql`update webhook_deliveries set sending_until = null, next_attempt_at = now() where ${isOf(claim)}`,
  )
}

/** Records that a message was delivered. */
export const recordDelivered = (db: Database, claim: Claim, outcome: Outcome) =>
  db.transaction(async (tx) => {
    // Both change in one transaction: otherwise an endpoint might still count as failing, and a failure days later would switch it off.
    await tx.execute(
      sql`update webhook_endpoints set failing_since = null where id = ${claim.endpointId} and failing_since is not null`,
    )
    await tx.execute(sql`
      update webhook_deliveries set state = 'delivered', next_attempt_at = null, failures = 0, ${outcomeOf(outcome)}
      where ${isOf(claim)}`)
  })

/** Switches off an endpoint that is gone or has failed for days, if it is still on, and notifies the admins. */
const disableEndpoint = async (tx: Transaction, { endpointId, url }: Claim, isGone: boolean) => {
  const { rowCount } = await tx.execute(sql`
    update webhook_endpoints set state = ${isGone ? 'gone' : 'failing'}
    where id = ${endpointId} and state = 'on'
      and (${isGone} or failing_since <= now() - make_interval(days => ${failingDays}))`)
  if (!rowCount) return
  const reason = isGone
    ? 'The endpoint returned 410: it wants no more events.'
    : `Nothing has arrived there for ${failingDays} days.`
  await record(tx, webhookDisabled, null, { webhook: { id: endpointId, url }, reason })
}

/**
 * Records a failed attempt, and switches off its endpoint if that is gone or has failed for days.
 * @param pauseSeconds the time until the next attempt; undefined when there is none
 */
export const recordFailed = (
  db: Database,
  claim: Claim,
  outcome: Outcome,
  { isGone, pauseSeconds }: { isGone: boolean; pauseSeconds: number | undefined },
) =>
  db.transaction(async (tx) => {
    // The endpoint is locked before the delivery, as when a message is sent again or an endpoint is deleted.
    await tx.execute(sql`select from webhook_endpoints where id = ${claim.endpointId} for no key update`)
    const next =
      pauseSeconds === undefined
        ? sql`state = 'failed', next_attempt_at = null`
        : sql`next_attempt_at = now() + make_interval(secs => ${pauseSeconds})`
    await tx.execute(sql`
      update webhook_deliveries set failures = failures + 1, ${next}, ${outcomeOf(outcome)} where ${isOf(claim)}`)
    await tx.execute(
      sql`update webhook_endpoints set failing_since = now() where id = ${claim.endpointId} and failing_since is null`,
    )
    await disableEndpoint(tx, claim, isGone)
  })

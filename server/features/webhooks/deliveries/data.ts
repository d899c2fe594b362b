import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { webhookLogDays } from '#contract/limits.ts'
import type { Page } from '#contract/paging.ts'
import type { DeliveryState } from '#contract/webhooks/delivery-states.ts'
import type { webhookTestEvent } from '#contract/webhooks/event-labels.ts'
import type { Executor } from '#server/db/client.ts'
import { insertInto } from '#server/db/rows.ts'
import { webhookDeliveries } from '#server/db/schema/webhooks.ts'
import { pick } from '#server/pick.ts'

const columns = {
  ...pick(webhookDeliveries, 'id', 'event', 'state', 'attempts', 'lastStatus', 'lastError'),
  ...pick(webhookDeliveries, 'lastAttemptAt', 'nextAttemptAt', 'createdAt'),
}

export interface DeliveryFilter {
  endpointId: string
  state?: DeliveryState | undefined
}

const chosen = ({ endpointId, state }: DeliveryFilter) =>
  and(eq(webhookDeliveries.endpointId, endpointId), state && eq(webhookDeliveries.state, state))

export const listDeliveries = (db: Executor, filter: DeliveryFilter, { page, limit }: Page) =>
  db
    .select(columns)
    .from(webhookDeliveries)
    .where(chosen(filter))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countDeliveries = (db: Executor, filter: DeliveryFilter) =>
  db.$count(webhookDeliveries, chosen(filter))

const details = {
  ...columns,
  ...pick(webhookDeliveries, 'endpointId', 'data', 'lastAnswer'),
  isBeingSent: sql<boolean>`coalesce(${webhookDeliveries.sendingUntil} > now(), false)`,
}

/** Returns a delivery with all details. `lock` locks it until the transaction ends. */
export const getDelivery = async (db: Executor, id: string, { lock = false } = {}) => {
  const query = db.select(details).from(webhookDeliveries).where(eq(webhookDeliveries.id, id)).$dynamic()
  const [row] = await (lock ? query.for('update') : query)
  return row
}

/** Adds a test event to the outbox of an endpoint, and returns the id of the delivery. Database triggers add all other events. */
export const insertTestDelivery = (
  tx: Executor,
  delivery: { endpointId: string; event: typeof webhookTestEvent; data: unknown },
) => insertInto(webhookDeliveries)(tx, delivery)

/** Makes a delivery due now and resets `failures`, so that all retries are available again. `attempts` goes on counting. */
export const makeDue = async (tx: Executor, id: string) => {
  await tx
    .update(webhookDeliveries)
    .set({ state: 'waiting', failures: 0, nextAttemptAt: sql`now()`, sendingUntil: null })
    .where(eq(webhookDeliveries.id, id))
}

export const deleteOldDeliveries = async (db: Executor) => {
  await db
    .delete(webhookDeliveries)
    .where(lt(webhookDeliveries.createdAt, sql`now() - make_interval(days => ${webhookLogDays})`))
}

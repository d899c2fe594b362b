import { and, count, desc, eq, sql } from 'drizzle-orm'
import { secretOverlapHours } from '#contract/limits.ts'
import type { CreateWebhook, WebhookState } from '#contract/webhooks/webhooks.ts'
import type { Executor } from '#server/db/client.ts'
import { insertInto, lockRow } from '#server/db/rows.ts'
import { users } from '#server/db/schema/users.ts'
import { webhookEndpoints } from '#server/db/schema/webhooks.ts'
import { nameOf } from '#server/domain-events/actor.ts'
import { insertNotifications } from '#server/features/notifications/data.ts'
import { pick } from '#server/pick.ts'

const columns = {
  ...pick(webhookEndpoints, 'id', 'url', 'description', 'events', 'state'),
  ...pick(webhookEndpoints, 'failingSince', 'previousSecretUntil'),
  createdBy: pick(users, 'id', 'firstName', 'lastName', 'email'),
  createdAt: webhookEndpoints.createdAt,
}

/** Lists all endpoints, or the one with this id, the newest first, without their secrets. */
export const listEndpoints = async (db: Executor, id?: string) => {
  const rows = await db
    .select(columns)
    .from(webhookEndpoints)
    .leftJoin(users, eq(users.id, webhookEndpoints.createdBy))
    .where(id === undefined ? undefined : eq(webhookEndpoints.id, id))
    .orderBy(desc(webhookEndpoints.createdAt), desc(webhookEndpoints.id))
  return rows.map(({ createdBy, previousSecretUntil, ...row }) => ({
    ...row,
    previousSecretUntil: previousSecretUntil && previousSecretUntil > new Date() ? previousSecretUntil : null,
    createdBy: createdBy && { id: createdBy.id, name: nameOf(createdBy) },
  }))
}

export const hasEndpoint = async (db: Executor, id: string) =>
  (await db.$count(webhookEndpoints, eq(webhookEndpoints.id, id))) > 0

/** Counts the endpoints, and blocks the creation of others until the transaction ends. */
export const countEndpointsLocked = async (tx: Executor) => {
  await tx.execute(sql`lock table ${webhookEndpoints} in share row exclusive mode`)
  const [row] = await tx.select({ rows: count() }).from(webhookEndpoints)
  return row?.rows ?? 0
}

export const insertEndpoint = (
  tx: Executor,
  endpoint: CreateWebhook & { secret: string; createdBy: string },
) => insertInto(webhookEndpoints)(tx, endpoint)

/** Replaces the secret of an endpoint, and returns undefined when the endpoint does not exist. */
export const setSecret = async (tx: Executor, id: string, secret: string) => {
  const [changed] = await tx
    .update(webhookEndpoints)
    .set({
      secret,
      previousSecret: sql`${webhookEndpoints.secret}`,
      previousSecretUntil: sql`now() + make_interval(hours => ${secretOverlapHours})`,
    })
    .where(eq(webhookEndpoints.id, id))
    .returning({ id: webhookEndpoints.id })
  return changed
}

/** Reads the state of an endpoint and locks it until the transaction ends. */
export const lockEndpoint = (tx: Executor, id: string) =>
  lockRow(
    tx
      .select({ id: webhookEndpoints.id, state: webhookEndpoints.state, url: webhookEndpoints.url })
      .from(webhookEndpoints),
    eq(webhookEndpoints.id, id),
    'no key update',
  )

/** Changes the state of an endpoint. Switching it on also resets since when it has been failing. */
export const setState = async (tx: Executor, id: string, state: WebhookState) => {
  await tx
    .update(webhookEndpoints)
    .set({ state, ...(state === 'on' && { failingSince: null }) })
    .where(eq(webhookEndpoints.id, id))
}

export const deleteEndpoint = async (tx: Executor, id: string) => {
  const [deleted] = await tx
    .delete(webhookEndpoints)
    .where(eq(webhookEndpoints.id, id))
    .returning({ id: webhookEndpoints.id, url: webhookEndpoints.url, events: webhookEndpoints.events })
  return deleted
}

/** Switches off the endpoints that a user has added within this many days, and returns their ids and addresses. */
export const switchOffRecentEndpoints = (tx: Executor, userId: string, days: number) =>
  tx
    .update(webhookEndpoints)
    .set({ state: 'off' })
    .where(
      and(
        eq(webhookEndpoints.createdBy, userId),
        eq(webhookEndpoints.state, 'on'),
        sql`${webhookEndpoints.createdAt} >= now() - make_interval(days => ${days})`,
      ),
    )
    .returning({ id: webhookEndpoints.id, url: webhookEndpoints.url })

/** Notifies the admins of an endpoint that the portal has switched off. */
export const notifyOfDisabledWebhook = (tx: Executor, { host, reason }: { host: string; reason: string }) =>
  insertNotifications(
    tx,
    'webhook_disabled',
    sql`
      select id as user_id, ${`Webhook switched off: ${host}`}::text as title, ${reason}::text as detail
      from users where role = 'admin'`,
    ['detail'],
  )

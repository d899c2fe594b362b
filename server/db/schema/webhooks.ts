import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, smallint, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { deliveryStates } from '#contract/webhooks/delivery-states.ts'
import { type WebhookEvent, webhookEvents, type webhookTestEvent } from '#contract/webhooks/event-labels.ts'
import { webhookStates } from '#contract/webhooks/webhooks.ts'
import { belongsTo, createdAt, enumCheck, primaryId, timestamptz } from './columns.ts'
import { byUser } from './users.ts'

const eventList = sql.raw(webhookEvents.map((name) => `'${name}'`).join(', '))

/** The addresses to which events are sent. Deleting an endpoint deletes its deliveries; the audit log still shows who created it. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: primaryId(),
    url: varchar({ length: limits.url }).notNull(),
    description: varchar({ length: limits.name }),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    /** `whsec_` and base64. It is stored in plain text because signing needs it. */
    secret: varchar({ length: 100 }).notNull(),
    /** The secret before the last rotation, which also signs until `previousSecretUntil`. */
    previousSecret: varchar({ length: 100 }),
    previousSecretUntil: timestamptz(),
    state: varchar({ length: 10, enum: webhookStates }).notNull().default('on'),
    /** When the first of the latest failed attempts was made; null if the last attempt succeeded. */
    failingSince: timestamptz(),
    createdBy: byUser(),
    createdAt: createdAt(),
  },
  (table) => [
    index('webhook_endpoints_created_by').on(table.createdBy),
    enumCheck('webhook_endpoints_state', table.state, webhookStates),
    check('webhook_endpoints_events', sql`${table.events} <@ array[${eventList}]`),
  ],
)

/**
 * The messages to endpoints: both the outbox and its log. Triggers on the tables that events are about insert them, in the transaction in
 * which something happens.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** The id that is sent as `webhook-id`. */
    id: primaryId(),
    endpointId: belongsTo(() => webhookEndpoints.id),
    event: varchar({ length: 40 }).$type<WebhookEvent | typeof webhookTestEvent>().notNull(),
    data: jsonb().notNull(),
    /** The user whose personal data it has. No foreign key, because the message that a user was erased is sent after the erasure. */
    userId: uuid(),
    state: varchar({ length: 10, enum: deliveryStates }).notNull().default('waiting'),
    /** How often the message was sent; `failures` counts the failed attempts since it was last sent by hand. */
    attempts: integer().notNull().default(0),
    failures: smallint().notNull().default(0),
    lastStatus: smallint(),
    lastError: varchar({ length: limits.name }),
    lastAnswer: text(),
    lastAttemptAt: timestamptz(),
    /** When the next attempt is due; null unless the message is waiting. */
    nextAttemptAt: timestamptz().defaultNow(),
    /** Until when only the process that is sending the message may send it. */
    sendingUntil: timestamptz(),
    // The default is not the start of the transaction, so that the events of one transaction keep their order.
    createdAt: timestamptz().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('webhook_deliveries_log').on(table.endpointId, table.createdAt, table.id),
    index('webhook_deliveries_due')
      .on(table.endpointId, table.nextAttemptAt)
      .where(sql`${table.state} = 'waiting'`),
    index('webhook_deliveries_user').on(table.userId).where(sql`${table.userId} is not null`),
    index('webhook_deliveries_created').on(table.createdAt),
    enumCheck('webhook_deliveries_state', table.state, deliveryStates),
    check(
      'webhook_deliveries_waiting_has_time',
      sql`(${table.state} = 'waiting') = (${table.nextAttemptAt} is not null)`,
    ),
  ],
)

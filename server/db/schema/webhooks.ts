import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, smallint, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/fields.ts'
import { type WebhookEvent, webhookEvents, type webhookTestEvent } from '#contract/webhooks/events.ts'
import { deliveryStates, webhookStates } from '#contract/webhooks/webhooks.ts'
import { belongsTo, createdAt, enumCheck, primaryId, timestamptz } from './columns.ts'
import { byUser } from './users.ts'

const eventList = sql.raw(webhookEvents.map((name) => `'${name}'`).join(', '))

/** Where events are sent. A deleted one takes its deliveries along; the audit log keeps who made it. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: primaryId(),
    url: varchar({ length: limits.url }).notNull(),
    description: varchar({ length: limits.name }),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    /** `whsec_` and base64. Signing needs it as it is. */
    secret: varchar({ length: 100 }).notNull(),
    /** The one before the last rotation, and until when it signs as well. */
    previousSecret: varchar({ length: 100 }),
    previousSecretUntil: timestamptz(),
    state: varchar({ length: 10, enum: webhookStates }).notNull().default('on'),
    /** Since when every attempt has failed; null while the last one did not. */
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
 * A message to one endpoint: the outbox, and its log. Triggers of the tables that events are about write it in the transaction of what
 * happened.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** Sent as `webhook-id`. */
    id: primaryId(),
    endpointId: belongsTo(() => webhookEndpoints.id),
    event: varchar({ length: 40 }).$type<WebhookEvent | typeof webhookTestEvent>().notNull(),
    data: jsonb().notNull(),
    /** Whose personal data it has. No foreign key: that they are erased is sent once they are. */
    userId: uuid(),
    state: varchar({ length: 10, enum: deliveryStates }).notNull().default('waiting'),
    /** How often it was sent, and how many of them failed since it was last sent by hand. */
    attempts: integer().notNull().default(0),
    failures: smallint().notNull().default(0),
    lastStatus: smallint(),
    lastError: varchar({ length: limits.name }),
    lastAnswer: text(),
    lastAttemptAt: timestamptz(),
    /** Null unless it waits. */
    nextAttemptAt: timestamptz().defaultNow(),
    /** Until when the process that sends it has it for itself. */
    sendingUntil: timestamptz(),
    // Not when the transaction began, so that the events of one stand in their order.
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

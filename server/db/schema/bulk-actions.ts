import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { type BulkKind, bulkKinds, type LeftOutReason } from '#contract/bulk-kinds.ts'
import { limits } from '#contract/limits.ts'
import { belongsTo, createdAt, enumCheck, primaryId, timestamptz } from './columns.ts'
import { ofUser } from './users.ts'

/** An action for many partners, which a job does in steps: each step and its progress are stored in one transaction. */
export const bulkActions = pgTable(
  'bulk_actions',
  {
    id: primaryId(),
    kind: varchar({ length: 20, enum: bulkKinds }).$type<BulkKind>().notNull(),
    /** The values of the action, in the form of its kind. */
    values: jsonb().$type<Record<string, unknown>>().notNull(),
    requestedBy: ofUser(),
    /** The key by which a repeated request is recognized; null if the caller gave none. `requestSha256` is the hash of the request. */
    idempotencyKey: varchar({ length: 200 }),
    requestSha256: varchar({ length: 64 }).notNull(),
    /** The partners as they were chosen when the action was requested, in the order in which it reaches them. */
    partnerIds: uuid().array().notNull(),
    /** How many partners the action has reached, how many of them it has changed, and how many it has left out, by reason. */
    done: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    leftOut: jsonb().$type<Partial<Record<LeftOutReason, number>>>().notNull().default({}),
    /** When the action begins. Until then, taking it back leaves no trace. */
    startsAt: timestamptz().notNull(),
    finishedAt: timestamptz(),
    /** When it was taken back; what it had changed until then is restored. */
    takenBackAt: timestamptz(),
    /** When it was given up after an error. */
    failedAt: timestamptz(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('bulk_actions_key_unique').on(table.requestedBy, table.idempotencyKey),
    index('bulk_actions_open')
      .on(table.startsAt)
      .where(sql`${table.finishedAt} is null and ${table.takenBackAt} is null and ${table.failedAt} is null`),
    index('bulk_actions_created').on(table.createdAt),
    enumCheck('bulk_actions_kind_known', table.kind, bulkKinds),
  ],
)

/** The value that a bulk action replaced, for each partner that it changed, so that it can be taken back. */
export const bulkActionChanges = pgTable(
  'bulk_action_changes',
  {
    actionId: belongsTo(() => bulkActions.id),
    partnerId: uuid().notNull(),
    /** The former value as text; null for none. */
    formerValue: varchar({ length: limits.name }),
  },
  (table) => [primaryKey({ columns: [table.actionId, table.partnerId] })],
)

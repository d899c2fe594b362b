import { sql } from 'drizzle-orm'
import { boolean, date, index, pgTable, pgView, uuid, varchar } from 'drizzle-orm/pg-core'
import { documentStatuses } from '#contract/documents/document-status.ts'
import { limits } from '#contract/limits.ts'
import { taskStatuses, taskTypes } from '#contract/task-status.ts'
import { timestamptz } from './columns.ts'

/** The place of a task's status in the order in which tasks go through them. */
export const taskStatusPlace = (status: unknown) =>
  sql<number>`array_position(array['pending', 'in_progress', 'completed']::text[], ${status}::text)`

// In both tables, the columns that are never empty and have a fixed width come first, then those that are filtered by most often: PostgreSQL
// reads a row up to the last column that a condition needs.

/** The columns that an agreement or a task has from its partner. */
const ofPartner = {
  managerId: uuid(),
  /** The group of the partner's owner. */
  partnerGroup: varchar({ length: limits.group }),
}

/**
 * The values that the table of agreements filters by, in one narrow row for each agreement, so that any filters together are counted fast. They
 * are brought up to date with `partner_facts`. There are no foreign keys, so that a deletion needs no order.
 */
export const agreementFacts = pgTable(
  'agreement_facts',
  {
    /** The id of the agreement. */
    id: uuid().primaryKey(),
    partnerId: uuid().notNull(),
    createdAt: timestamptz().notNull(),
    /** Whether it is the newest signed agreement of its type that the partner has. */
    isLatest: boolean().notNull(),
    /** Whether it is what the partner has to sign next in onboarding. */
    isNext: boolean().notNull(),
    /** Whether the partner has to sign again, since a newer text is in force. */
    isBehind: boolean().notNull(),
    /** Whether the owner is disabled. */
    isDisabled: boolean().notNull(),
    isJoinedLater: boolean().notNull(),
    awaitsCountersignature: boolean().notNull(),
    status: varchar({ length: 20, enum: documentStatuses }).notNull(),
    documentType: varchar({ length: limits.documentType }).notNull(),
    declinedAt: timestamptz(),
    voidedAt: timestamptz(),
    ...ofPartner,
    openedAt: timestamptz(),
    signedAt: timestamptz(),
    endsOn: date({ mode: 'string' }),
    textVersion: varchar({ length: 40 }),
    sharedDocumentId: uuid(),
  },
  (table) => [
    index('agreement_facts_partner').on(table.partnerId),
    index('agreement_facts_created').on(table.createdAt, table.id),
    // Few agreements are in these states, so an index finds them without reading the others.
    index('agreement_facts_declined')
      .on(table.createdAt, table.id)
      .where(sql`${table.declinedAt} is not null`),
    index('agreement_facts_voided').on(table.createdAt, table.id).where(sql`${table.voidedAt} is not null`),
    index('agreement_facts_awaiting')
      .on(table.createdAt, table.id)
      .where(sql`${table.awaitsCountersignature}`),
    index('agreement_facts_ends').on(table.endsOn).where(sql`${table.endsOn} is not null`),
  ],
)

/** The facts of each agreement as they are at the moment, computed from the tables. The rows of `agreement_facts` are made from it. */
export const currentAgreementFacts = pgView('current_agreement_facts', {
  id: uuid().notNull(),
  partnerId: uuid().notNull(),
  documentType: varchar().notNull(),
  signedAt: timestamptz(),
  isBehind: boolean().notNull(),
}).existing()

/** The values that the table of tasks filters by, like `agreement_facts`, in one row for each partner's part of a task that is not deleted. */
export const taskFacts = pgTable(
  'task_facts',
  {
    /** The id of the partner's part. */
    id: uuid().primaryKey(),
    partnerId: uuid().notNull(),
    definitionId: uuid().notNull(),
    dueDate: timestamptz().notNull(),
    createdAt: timestamptz().notNull(),
    /** Whether the task is for this partner alone. */
    isForOne: boolean().notNull(),
    status: varchar({ length: 20, enum: taskStatuses }).notNull(),
    taskType: varchar({ length: 40, enum: taskTypes }).notNull(),
    ownerId: uuid(),
    ...ofPartner,
  },
  (table) => [
    index('task_facts_partner').on(table.partnerId),
    index('task_facts_created').on(table.createdAt, table.id),
    index('task_facts_due').on(table.dueDate, table.id),
    // Among equals, the next due task comes first in either order, so each order has its index.
    index('task_facts_type').on(table.taskType, table.dueDate, table.id),
    index('task_facts_type_down').on(table.taskType.desc().nullsFirst(), table.dueDate, table.id),
    index('task_facts_status').on(taskStatusPlace(table.status), table.dueDate, table.id),
    index('task_facts_status_down').on(sql`${taskStatusPlace(table.status)} desc`, table.dueDate, table.id),
    index('task_facts_owner').on(table.ownerId, table.dueDate, table.id),
  ],
)

import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  smallint,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { fileTypes } from '#contract/files/file-types.ts'
import { limits } from '#contract/limits.ts'
import { taskTypes } from '#contract/task-status.ts'
import { agreementTypes } from './agreement-types.ts'
import { audience, byView } from './audience.ts'
import { createdAt, enumCheck, primaryId, timestamptz, updatedAt } from './columns.ts'
import { givenLife } from './document-life.ts'
import { taskSeries } from './task-series.ts'
import { byUser } from './users.ts'

/**
 * The definition of a task: what is to be done, until when, and by whom. Each partner in the audience has an assignment in
 * `partner_tasks` with the same texts.
 */
export const taskDefinitions = pgTable(
  'task_definitions',
  {
    id: primaryId(),
    taskName: varchar({ length: limits.name }).notNull(),
    instructions: varchar({ length: limits.description }),
    dueDate: timestamptz().notNull(),
    taskType: varchar({ length: 40, enum: taskTypes }).notNull(),
    /** The address of the file; rows in `partner_tasks` refer to the same file. All five columns are null without a file. */
    filePath: varchar({ length: limits.filePath }),
    fileName: varchar({ length: limits.fileName }),
    fileType: varchar({ length: limits.fileType, enum: fileTypes }),
    fileSize: bigint({ mode: 'number' }),
    fileSha256: varchar({ length: 64 }),
    ownerId: byUser(),
    ...audience,
    /** Whether the task is for one partner, whose assignment is the only one, has the same id and changes with the definition. */
    isForOne: boolean().notNull().default(false),
    /** The recurring task that created this one; `occurrence` is its number in the series, starting at 1. */
    seriesId: uuid().references(() => taskSeries.id, { onDelete: 'set null' }),
    occurrence: smallint(),
    /** When the task was deleted. A deleted task can be restored until the sweep removes it. */
    deletedAt: timestamptz(),
    createdBy: byUser(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    byView('task_definitions', table.assignedViewId),
    index('task_definitions_created')
      .on(table.createdAt, table.id)
      .where(sql`${table.deletedAt} is null and not ${table.isForOne}`),
    index('task_definitions_due')
      .on(table.dueDate, table.id, table.isForOne)
      .where(sql`${table.deletedAt} is null`),
    index('task_definitions_shared_due')
      .on(table.dueDate, table.id)
      .where(sql`${table.deletedAt} is null and not ${table.isForOne}`),
    index('task_definitions_search').using('gin', sql`compared_text(${table.taskName}) gin_trgm_ops`),
    index('task_definitions_deleted').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
    index('task_definitions_owner').on(table.ownerId),
    uniqueIndex('task_definitions_occurrence_unique').on(table.seriesId, table.occurrence),
    uniqueIndex('task_definitions_file_unique').on(table.filePath),
    enumCheck('task_definitions_type_known', table.taskType, taskTypes),
    enumCheck('task_definitions_file_type_known', table.fileType, fileTypes),
    check(
      'task_definitions_file_whole',
      sql`num_nulls(${table.filePath}, ${table.fileType}, ${table.fileSize}, ${table.fileSha256}) in (0, 4)`,
    ),
  ],
)

/** An agreement for an audience. Each partner in the audience signs a copy, which is a row in `partner_documents`. */
export const sharedDocuments = pgTable(
  'shared_documents',
  {
    id: primaryId(),
    documentType: varchar({ length: limits.documentType })
      .notNull()
      .references(() => agreementTypes.id, { onDelete: 'restrict' }),
    appendixA: jsonb().$type<Record<string, string>>(),
    /** Terms that staff have entered for single partners, by partner id. They replace the terms that the partner would bring along. */
    partnerTerms: jsonb().$type<Record<string, Record<string, string>>>().notNull().default({}),
    ...givenLife,
    ...audience,
    /** When the agreement was withdrawn: no other partner is given it to sign. Signed copies stay. */
    withdrawnAt: timestamptz(),
    createdBy: byUser(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    byView('shared_documents', table.assignedViewId),
    index('shared_documents_created').on(table.createdAt, table.id),
    check('shared_documents_ends_after_it_begins', sql`${table.endsOn} >= ${table.effectiveOn}`),
  ],
)

import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  jsonb,
  pgTable,
  smallint,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { limits } from '#contract/fields.ts'
import { fileTypes } from '#contract/files/file-types.ts'
import { taskTypes } from '#contract/tasks.ts'
import { agreementTypes } from './agreement-types.ts'
import { audience } from './audience.ts'
import { createdAt, enumCheck, primaryId, timestamptz, updatedAt } from './columns.ts'
import { givenLife } from './document-life.ts'
import { taskSeries } from './task-series.ts'
import { users } from './users.ts'

const createdBy = () => uuid().references(() => users.id, { onDelete: 'set null' })

/** A task for an audience. Each partner in it has a row of their own in `partner_tasks`, with the same fields. */
export const sharedTasks = pgTable(
  'shared_tasks',
  {
    id: primaryId(),
    taskName: varchar({ length: limits.name }).notNull(),
    instructions: varchar({ length: limits.description }),
    dueDate: timestamptz().notNull(),
    taskType: varchar({ length: 40, enum: taskTypes }).notNull(),
    /** As in `partner_tasks`, whose rows name the same file. */
    filePath: varchar({ length: limits.filePath }),
    fileName: varchar({ length: limits.fileName }),
    fileType: varchar({ length: limits.fileType, enum: fileTypes }),
    fileSize: bigint({ mode: 'number' }),
    fileSha256: varchar({ length: 64 }),
    ownerId: uuid().references(() => users.id, { onDelete: 'set null' }),
    ...audience,
    /** The recurring task that it is one of, and which one, from 1. */
    seriesId: uuid().references(() => taskSeries.id, { onDelete: 'set null' }),
    occurrence: smallint(),
    /** Deleted ones can be restored until the sweep removes them. */
    deletedAt: timestamptz(),
    createdBy: createdBy(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('shared_tasks_created').on(table.createdAt, table.id),
    index('shared_tasks_due').on(table.dueDate).where(sql`${table.deletedAt} is null`),
    index('shared_tasks_deleted').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
    index('shared_tasks_owner').on(table.ownerId),
    uniqueIndex('shared_tasks_occurrence_unique').on(table.seriesId, table.occurrence),
    uniqueIndex('shared_tasks_file_unique').on(table.filePath),
    enumCheck('shared_tasks_type_known', table.taskType, taskTypes),
    enumCheck('shared_tasks_file_type_known', table.fileType, fileTypes),
    check(
      'shared_tasks_file_whole',
      sql`num_nulls(${table.filePath}, ${table.fileType}, ${table.fileSize}, ${table.fileSha256}) in (0, 4)`,
    ),
  ],
)

/** An agreement for an audience. Each partner in it has one of their own to sign in `partner_documents`. */
export const sharedDocuments = pgTable(
  'shared_documents',
  {
    id: primaryId(),
    documentType: varchar({ length: limits.documentType })
      .notNull()
      .references(() => agreementTypes.id, { onDelete: 'restrict' }),
    appendixA: jsonb().$type<Record<string, string>>(),
    /** The terms that staff have entered for single partners, by partner id, instead of those that each brings along. */
    partnerTerms: jsonb().$type<Record<string, Record<string, string>>>().notNull().default({}),
    ...givenLife,
    ...audience,
    /** Nobody gets a withdrawn one to sign any more; what was signed stays. */
    withdrawnAt: timestamptz(),
    createdBy: createdBy(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('shared_documents_created').on(table.createdAt, table.id),
    check('shared_documents_ends_after_it_begins', sql`${table.endsOn} >= ${table.effectiveOn}`),
  ],
)

import { bigint, index, integer, pgTable, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { fileTypes } from '#contract/files/file-types.ts'
import { limits } from '#contract/limits.ts'
import { createdAt, enumCheck, primaryId } from './columns.ts'
import { partnerTasks } from './partners.ts'
import { byUser } from './users.ts'

const taskId = () =>
  uuid()
    .notNull()
    .references(() => partnerTasks.id, { onDelete: 'cascade' })

/** The comments of the partner and of staff on a task. */
export const taskComments = pgTable(
  'task_comments',
  {
    id: primaryId(),
    taskId: taskId(),
    /** The author; null once that user is deleted. */
    authorId: byUser(),
    body: varchar({ length: limits.message }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('task_comments_task').on(table.taskId, table.createdAt),
    index('task_comments_author').on(table.authorId),
  ],
)

/** The files with which partners prove that a task was done. */
export const taskProofs = pgTable(
  'task_proofs',
  {
    id: primaryId(),
    taskId: taskId(),
    /** The address below `/objects/`, which is also the file's name in the object store. */
    filePath: varchar({ length: limits.filePath }).notNull(),
    fileName: varchar({ length: limits.fileName }),
    fileType: varchar({ length: limits.fileType, enum: fileTypes }).notNull(),
    /** The size in bytes. */
    fileSize: bigint({ mode: 'number' }).notNull(),
    fileSha256: varchar({ length: 64 }).notNull(),
    /** The size of the thumbnail in bytes; null while there is none, 0 if the picture cannot be read. */
    thumbnailSize: integer(),
    uploadedBy: byUser(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('task_proofs_file_unique').on(table.filePath),
    index('task_proofs_task').on(table.taskId, table.createdAt),
    index('task_proofs_uploaded_by').on(table.uploadedBy),
    enumCheck('task_proofs_file_type_known', table.fileType, fileTypes),
  ],
)

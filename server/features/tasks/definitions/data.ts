import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { maxRows } from '#contract/paging.ts'
import type { TaskFrequency } from '#contract/task-plans/plans.ts'
import { shownAudience } from '#server/db/audience.ts'
import type { Executor } from '#server/db/client.ts'
import { fileScans } from '#server/db/schema/files.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { namedUser } from '#server/db/user-names.ts'
import {
  isQuarantined,
  newestQuarantinedFirst,
  quarantineColumns,
} from '#server/features/files/scans/data.ts'
import { storedFile } from '../parts.ts'

const owner = namedUser('task_definitions.owner_id')

/** The partners' parts of a definition. */
export const ownTasks = sql`partner_tasks as own where own.definition_id = "task_definitions"."id" and own.deleted_at is null`

type Progress = Record<'partners' | 'pending' | 'inProgress' | 'completed' | 'overdue', number> & {
  joinedLater?: number
}

const isCounted = sql`not own.is_joined_later`

const progress = sql<Progress>`(
  select json_strip_nulls(json_build_object(
    'partners', (count(*) filter (where ${isCounted}))::int,
    'pending', (count(*) filter (where own.status = 'pending' and ${isCounted}))::int,
    'inProgress', (count(*) filter (where own.status = 'in_progress' and ${isCounted}))::int,
    'completed', (count(*) filter (where own.status = 'completed' and ${isCounted}))::int,
    'overdue', (count(*) filter (where own.status <> 'completed' and own.due_date < now() and ${isCounted}))::int,
    'joinedLater', nullif(count(*) filter (where own.is_joined_later), 0)::int))
  from ${ownTasks})`

export const definitionColumns = {
  id: taskDefinitions.id,
  partnerId: sql<null>`null`,
  taskName: taskDefinitions.taskName,
  instructions: taskDefinitions.instructions,
  dueDate: taskDefinitions.dueDate,
  taskType: taskDefinitions.taskType,
  filePath: taskDefinitions.filePath,
  fileName: taskDefinitions.fileName,
  fileType: taskDefinitions.fileType,
  fileSize: taskDefinitions.fileSize,
  owner,
  ...shownAudience(taskDefinitions),
  repeats: sql<TaskFrequency | null>`(
    select series.frequency from task_series as series
    where series.id = "task_definitions"."series_id" and series.stopped_at is null)`,
  progress,
  createdBy: taskDefinitions.createdBy,
  createdAt: taskDefinitions.createdAt,
  updatedAt: taskDefinitions.updatedAt,
}

const statusOf = ({ partners, pending, completed }: Progress) => {
  if (partners > 0 && completed === partners) return 'completed' as const
  return pending === partners ? ('pending' as const) : ('in_progress' as const)
}

/** Adds the status that the partners have together to a definition. */
export const withStatus = <T extends { progress: Progress }>(task: T) => ({
  ...task,
  status: statusOf(task.progress),
})

export const isNotDeleted = isNull(taskDefinitions.deletedAt)

const find = async (db: Executor, condition: SQL | undefined) => {
  const [task] = await db.select(definitionColumns).from(taskDefinitions).where(condition)
  return task && withStatus(task)
}

/** Finds a task for several partners; undefined when it is deleted. */
export const getTaskDefinition = (db: Executor, id: string) =>
  find(db, and(eq(taskDefinitions.id, id), isNotDeleted, eq(taskDefinitions.isForOne, false)))

export type TaskDefinitionRow = NonNullable<Awaited<ReturnType<typeof getTaskDefinition>>>

/** Reads the definition of a task and locks it until the transaction ends. */
export const lockTaskDefinition = async (db: Executor, id: string) => {
  const isThere = and(eq(taskDefinitions.id, id), isNotDeleted)
  // This lock still lets others insert partners' rows that refer to the task.
  const locked = await db
    .select({ id: taskDefinitions.id })
    .from(taskDefinitions)
    .where(isThere)
    .for('no key update')
  return locked.length > 0 ? find(db, isThere) : undefined
}

/** Locks the tasks for several among these that were deleted and can still be restored, and returns when each was deleted. */
export const lockDeletedTasks = (db: Executor, ids: string[]) =>
  db
    .select({ id: taskDefinitions.id, deletedAt: taskDefinitions.deletedAt })
    .from(taskDefinitions)
    .where(
      and(
        inArray(taskDefinitions.id, ids),
        eq(taskDefinitions.isForOne, false),
        sql`${taskDefinitions.deletedAt} >= now() - interval '1 day'`,
      ),
    )
    .orderBy(taskDefinitions.id)
    .for('no key update')

export const createTaskDefinition = async (db: Executor, task: typeof taskDefinitions.$inferInsert) => {
  const [created] = await db.insert(taskDefinitions).values(task).returning({ id: taskDefinitions.id })
  if (!created) throw new Error('no definition came back')
  return created.id
}

export const updateTaskDefinition = async (
  db: Executor,
  id: string,
  change: Partial<typeof taskDefinitions.$inferInsert>,
) => {
  await db.update(taskDefinitions).set(change).where(eq(taskDefinitions.id, id))
}

/** Marks a task as one for a single partner, if that partner's part is the only one and has the task's id. Returns whether it did. */
export const markForOne = async (db: Executor, id: string) => {
  const others = sql`select from partner_tasks as own where own.definition_id = "task_definitions"."id" and own.id <> own.definition_id`
  const only = sql`select from partner_tasks as own where own.id = "task_definitions"."id" and own.definition_id = own.id
    and "task_definitions"."audience" = array[own.partner_id::text] and own.deleted_at is null`
  const marked = await db
    .update(taskDefinitions)
    .set({ isForOne: true })
    .where(and(eq(taskDefinitions.id, id), sql`exists (${only}) and not exists (${others})`))
    .returning({ id: taskDefinitions.id })
  return marked.length > 0
}

/** Returns the stored file of a task, for staff. */
export const getDefinitionFile = async (db: Executor, filePath: string) => {
  const [task] = await db
    .select()
    .from(taskDefinitions)
    .where(and(eq(taskDefinitions.filePath, filePath), isNotDeleted))
  return task && { partnerId: '', ...storedFile(filePath, task) }
}

/** Lists the quarantined files of tasks, for staff. */
export const listQuarantinedDefinitionFiles = (db: Executor) =>
  db
    .select({ filePath: fileScans.objectKey, ...quarantineColumns })
    .from(fileScans)
    .innerJoin(taskDefinitions, eq(taskDefinitions.filePath, fileScans.objectKey))
    .where(and(isQuarantined, isNotDeleted))
    .orderBy(...newestQuarantinedFirst)
    .limit(maxRows)

/** Deletes the definitions that can no longer be restored and have no partners' rows any more. Returns their files. */
export const deleteExpiredTaskDefinitions = async (db: Executor) => {
  const deleted = await db
    .delete(taskDefinitions)
    .where(
      and(
        lt(taskDefinitions.deletedAt, sql`now() - interval '1 day'`),
        sql`not exists (select from partner_tasks as own where own.definition_id = "task_definitions"."id")`,
      ),
    )
    .returning({ filePath: taskDefinitions.filePath })
  return deleted.flatMap(({ filePath }) => filePath ?? [])
}

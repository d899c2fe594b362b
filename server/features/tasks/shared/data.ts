import { and, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { maxRows, type Page } from '#contract/paging.ts'
import type { TaskFrequency } from '#contract/task-plans/plans.ts'
import type { Executor } from '#server/db/client.ts'
import { fileScans } from '#server/db/schema/files.ts'
import { sharedTasks } from '#server/db/schema/shared.ts'
import { compared, containsWords } from '#server/db/search.ts'
import { namedUser } from '#server/db/user-names.ts'
import { heldColumns, isHeld, newestHeldFirst } from '#server/features/files/scans/data.ts'

const owner = namedUser('shared_tasks.owner_id')

const ownTasks = sql`partner_tasks as own where own.shared_task_id = "shared_tasks"."id" and own.deleted_at is null`

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

const columns = {
  id: sharedTasks.id,
  partnerId: sql<null>`null`,
  taskName: sharedTasks.taskName,
  instructions: sharedTasks.instructions,
  dueDate: sharedTasks.dueDate,
  taskType: sharedTasks.taskType,
  filePath: sharedTasks.filePath,
  fileName: sharedTasks.fileName,
  fileType: sharedTasks.fileType,
  fileSize: sharedTasks.fileSize,
  owner,
  assignedPartnerIds: sharedTasks.assignedPartnerIds,
  assignedGroup: sharedTasks.assignedGroup,
  repeats: sql<TaskFrequency | null>`(
    select series.frequency from task_series as series
    where series.id = "shared_tasks"."series_id" and series.stopped_at is null)`,
  progress,
  createdBy: sharedTasks.createdBy,
  createdAt: sharedTasks.createdAt,
  updatedAt: sharedTasks.updatedAt,
}

const statusOf = ({ partners, pending, completed }: Progress) => {
  if (partners > 0 && completed === partners) return 'completed' as const
  return pending === partners ? ('pending' as const) : ('in_progress' as const)
}

const withStatus = <T extends { progress: Progress }>(task: T) => ({
  ...task,
  status: statusOf(task.progress),
})

const isNotDeleted = isNull(sharedTasks.deletedAt)

const find = async (db: Executor, condition: SQL | undefined) => {
  const [task] = await db.select(columns).from(sharedTasks).where(condition)
  return task && withStatus(task)
}

/** Undefined also for one that is deleted. */
export const getSharedTask = (db: Executor, id: string) => find(db, and(eq(sharedTasks.id, id), isNotDeleted))

export type SharedTaskRow = NonNullable<Awaited<ReturnType<typeof getSharedTask>>>

const lockWhere = async (db: Executor, id: string, condition: SQL) => {
  // Partners' rows that name it can be added meanwhile.
  const [locked] = await db
    .select({ deletedAt: sharedTasks.deletedAt })
    .from(sharedTasks)
    .where(and(eq(sharedTasks.id, id), condition))
    .for('no key update')
  return locked
}

/** Locked until the transaction ends. */
export const lockSharedTask = async (db: Executor, id: string) =>
  (await lockWhere(db, id, isNotDeleted)) && getSharedTask(db, id)

/** Of a deleted one, locked: when it was deleted. Undefined once it cannot be restored any more. */
export const lockDeletedTask = async (db: Executor, id: string) =>
  (await lockWhere(db, id, gte(sharedTasks.deletedAt, sql`now() - interval '1 day'`)))?.deletedAt

export interface SharedTaskFilter {
  search: string | null
  state?: 'open' | 'completed' | undefined
}

const hasOpenTask = sql`exists (select from ${ownTasks} and own.status <> 'completed')`

const chosen = ({ search, state }: SharedTaskFilter) =>
  and(
    isNotDeleted,
    search === null ? undefined : containsWords(compared(sharedTasks.taskName), search),
    state && (state === 'open' ? hasOpenTask : sql`not ${hasOpenTask}`),
  )

/** The newest first. */
export const listSharedTasks = async (db: Executor, filter: SharedTaskFilter, { page, limit }: Page) => {
  const tasks = await db
    .select(columns)
    .from(sharedTasks)
    .where(chosen(filter))
    .orderBy(desc(sharedTasks.createdAt), desc(sharedTasks.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return tasks.map(withStatus)
}

export const countSharedTasks = (db: Executor, filter: SharedTaskFilter) =>
  db.$count(sharedTasks, chosen(filter))

export const createSharedTask = async (db: Executor, task: typeof sharedTasks.$inferInsert) => {
  const [created] = await db.insert(sharedTasks).values(task).returning({ id: sharedTasks.id })
  if (!created) throw new Error('no shared task came back')
  return created.id
}

export const updateSharedTask = async (
  db: Executor,
  id: string,
  change: Partial<typeof sharedTasks.$inferInsert>,
) => {
  await db.update(sharedTasks).set(change).where(eq(sharedTasks.id, id))
}

/** The file of a task that no partner has, for staff. */
export const getSharedTaskFile = async (db: Executor, filePath: string) => {
  const [task] = await db
    .select()
    .from(sharedTasks)
    .where(and(eq(sharedTasks.filePath, filePath), isNotDeleted))
  if (!task || task.fileType === null || task.fileSize === null || task.fileSha256 === null) return undefined
  const { taskName: title, fileType, fileSize, fileSha256: sha256 } = task
  return { partnerId: '', title, objectKey: filePath, fileType, fileSize, sha256, thumbnailSize: null }
}

/** The held files of tasks for several, for staff. */
export const listHeldSharedFiles = (db: Executor) =>
  db
    .select({ filePath: fileScans.objectKey, ...heldColumns })
    .from(fileScans)
    .innerJoin(sharedTasks, eq(sharedTasks.filePath, fileScans.objectKey))
    .where(and(isHeld, isNotDeleted))
    .orderBy(...newestHeldFirst)
    .limit(maxRows)

/** Deletes those that can no longer be restored once no partner's row names them. Answers their files. */
export const deleteExpiredSharedTasks = async (db: Executor) => {
  const deleted = await db
    .delete(sharedTasks)
    .where(
      and(
        lt(sharedTasks.deletedAt, sql`now() - interval '1 day'`),
        sql`not exists (select from partner_tasks as own where own.shared_task_id = "shared_tasks"."id")`,
      ),
    )
    .returning({ filePath: sharedTasks.filePath })
  return deleted.flatMap(({ filePath }) => filePath ?? [])
}

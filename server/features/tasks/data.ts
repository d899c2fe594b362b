import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm'
import { maxRows, type Page } from '#contract/paging.ts'
import type { TaskFrequency } from '#contract/task-plans/plans.ts'
import type { Executor } from '#server/db/client.ts'
import { fileScans } from '#server/db/schema/files.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { taskProofs } from '#server/db/schema/tasks.ts'
import { namedUser } from '#server/db/user-names.ts'
import { heldColumns, isHeld, newestHeldFirst } from '#server/features/files/scans/data.ts'

// Their columns are written with the name of the table, which Drizzle leaves out in queries of one table.
const owner = namedUser('partner_tasks.owner_id')
const countOf = (table: 'task_proofs' | 'task_comments') =>
  sql<number>`(select count(*)::int from ${sql.identifier(table)} as counted where counted.task_id = "partner_tasks"."id")`

const ofShared = (column: 'assigned_partner_ids' | 'assigned_group') =>
  sql`(select ${sql.identifier(column)} from shared_tasks as shared where shared.id = "partner_tasks"."shared_task_id")`

export const taskColumns = {
  id: partnerTasks.id,
  partnerId: partnerTasks.partnerId,
  taskName: partnerTasks.taskName,
  instructions: partnerTasks.instructions,
  dueDate: partnerTasks.dueDate,
  taskType: partnerTasks.taskType,
  filePath: partnerTasks.filePath,
  fileName: partnerTasks.fileName,
  fileType: partnerTasks.fileType,
  fileSize: partnerTasks.fileSize,
  status: partnerTasks.status,
  acceptedAt: partnerTasks.acceptedAt,
  sentBackAt: partnerTasks.sentBackAt,
  sentBackReason: partnerTasks.sentBackReason,
  owner,
  proofCount: countOf('task_proofs'),
  commentCount: countOf('task_comments'),
  sharedTaskId: partnerTasks.sharedTaskId,
  assignedPartnerIds: sql<string[]>`coalesce(${ofShared('assigned_partner_ids')}, '{}')`,
  assignedGroup: sql<string | null>`${ofShared('assigned_group')}`,
  repeats: sql<TaskFrequency | null>`(
    select series.frequency from shared_tasks as shared join task_series as series on series.id = shared.series_id
    where shared.id = "partner_tasks"."shared_task_id" and series.stopped_at is null)`,
  createdBy: partnerTasks.createdBy,
  createdAt: partnerTasks.createdAt,
  updatedAt: partnerTasks.updatedAt,
}

/** Deleted tasks are only there to be restored. */
export const isNotDeleted = isNull(partnerTasks.deletedAt)

// Written out, as the partial index has it: a parameter would hide that it is the same.
export const isOpen = sql`${partnerTasks.status} <> 'completed'`

/** Completed with proof, and neither accepted nor sent back. */
export const isToReview = sql`${partnerTasks.status} = 'completed' and ${partnerTasks.acceptedAt} is null
  and exists (select from task_proofs as proof where proof.task_id = "partner_tasks"."id")`

/** Open, and past their due date. */
export const isOverdue = and(isNotDeleted, isOpen, lt(partnerTasks.dueDate, sql`now()`))

const isOfPartner = (partnerId: string) => and(eq(partnerTasks.partnerId, partnerId), isNotDeleted)
const hasId = (id: string) => and(eq(partnerTasks.id, id), isNotDeleted)

export const listTasks = (db: Executor, partnerId: string, { page, limit }: Page) =>
  db
    .select(taskColumns)
    .from(partnerTasks)
    .where(isOfPartner(partnerId))
    .orderBy(asc(partnerTasks.dueDate), asc(partnerTasks.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countTasks = (db: Executor, partnerId: string) => db.$count(partnerTasks, isOfPartner(partnerId))

export const getTask = async (db: Executor, id: string) => {
  const [task] = await db.select(taskColumns).from(partnerTasks).where(hasId(id))
  return task
}

/** Its stored row. */
export const getStoredTask = async (db: Executor, id: string) => {
  const [task] = await db.select().from(partnerTasks).where(hasId(id))
  if (!task) throw new Error('the task is gone')
  return task
}

export type Task = NonNullable<Awaited<ReturnType<typeof getTask>>>

/** Locked until the transaction ends. */
export const lockTask = async (db: Executor, id: string) => {
  const [locked] = await db.select({ id: partnerTasks.id }).from(partnerTasks).where(hasId(id)).for('update')
  // Read after the wait for the lock: the counts of the statement that waits are those from before it.
  return locked && getTask(db, id)
}

export const createTask = async (db: Executor, task: typeof partnerTasks.$inferInsert) => {
  const [created] = await db.insert(partnerTasks).values(task).returning(taskColumns)
  if (!created) throw new Error('no task came back')
  return created
}

export const updateTask = async (
  db: Executor,
  id: string,
  change: Partial<typeof partnerTasks.$inferInsert>,
) => {
  const [task] = await db
    .update(partnerTasks)
    .set(change)
    .where(eq(partnerTasks.id, id))
    .returning(taskColumns)
  if (!task) throw new Error('the task to update is gone')
  return task
}

/** The file of a task as it is stored, and whose task it is. One of a task for several partners is that of each of them. */
export const getTaskFile = async (db: Executor, filePath: string, partnerId: string | null) => {
  const [task] = await db
    .select({
      partnerId: partnerTasks.partnerId,
      taskName: partnerTasks.taskName,
      fileType: partnerTasks.fileType,
      fileSize: partnerTasks.fileSize,
      sha256: partnerTasks.fileSha256,
    })
    .from(partnerTasks)
    .where(
      and(eq(partnerTasks.filePath, filePath), partnerId === null ? isNotDeleted : isOfPartner(partnerId)),
    )
    .limit(1)
  if (!task || task.fileType === null || task.fileSize === null || task.sha256 === null) return undefined
  const { partnerId: ownerId, taskName: title, fileType, fileSize, sha256 } = task
  return { partnerId: ownerId, title, objectKey: filePath, fileType, fileSize, sha256, thumbnailSize: null }
}

/** The held files of a partner's tasks, or of all, with those that prove that they were done. */
export const listHeldFiles = async (db: Executor, partnerId: string | null) => {
  const ofPartner = partnerId === null ? isNotDeleted : isOfPartner(partnerId)
  const held = { filePath: fileScans.objectKey, ...heldColumns }
  const files = await db
    .select(held)
    .from(fileScans)
    .innerJoin(partnerTasks, eq(partnerTasks.filePath, fileScans.objectKey))
    // That of a task for several is listed once.
    .where(and(isHeld, ofPartner, partnerId === null ? isNull(partnerTasks.sharedTaskId) : undefined))
    .orderBy(...newestHeldFirst)
    .limit(maxRows)
  const proofs = await db
    .select(held)
    .from(fileScans)
    .innerJoin(taskProofs, eq(taskProofs.filePath, fileScans.objectKey))
    .innerJoin(partnerTasks, eq(partnerTasks.id, taskProofs.taskId))
    .where(and(isHeld, ofPartner))
    .orderBy(...newestHeldFirst)
    .limit(maxRows)
  return [...files, ...proofs]
}

import { and, asc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { maxRows, type Page } from '#contract/paging.ts'
import type { TaskFrequency } from '#contract/task-plans/plans.ts'
import type { Executor } from '#server/db/client.ts'
import { fileScans } from '#server/db/schema/files.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { taskProofs } from '#server/db/schema/tasks.ts'
import { isPersonOf, namedUser, personName } from '#server/db/user-names.ts'
import {
  isQuarantined,
  newestQuarantinedFirst,
  quarantineColumns,
} from '#server/features/files/scans/data.ts'
import { storedFile } from './parts.ts'

// Subqueries need column names with the table, which Drizzle leaves out in queries of one table.
const owner = namedUser('partner_tasks.owner_id')
const partnerId = sql.raw('partner_tasks.partner_id')
const assignee = sql<{ id: string; name: string; profileImageUrl: string | null } | null>`(
  select json_build_object('id', person.id, 'name', ${personName('person')}, 'profileImageUrl', person.profile_image_url)
  from users as person where person.id = partner_tasks.assignee_id)`
const completedBy = sql<{ name: string; isOfPartner: boolean } | null>`(
  select json_build_object('name', ${personName('named')}, 'isOfPartner', ${isPersonOf(partnerId, sql.raw('named.id'))})
  from users as named where named.id = partner_tasks.completed_by)`
const countOf = (table: 'task_proofs' | 'task_comments') =>
  sql<number>`(select count(*)::int from ${sql.identifier(table)} as counted where counted.task_id = "partner_tasks"."id")`

const ofDefinition = (value: SQL) =>
  sql`(select ${value} from task_definitions as definition where definition.id = "partner_tasks"."definition_id")`

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
  assignee,
  completedBy,
  activation: sql<{ id: string; name: string } | null>`(
    select json_build_object('id', event.id, 'name', event.name) from partner_activations as event
    where event.id = "partner_tasks"."activation_id")`,
  proofCount: countOf('task_proofs'),
  commentCount: countOf('task_comments'),
  definitionId: partnerTasks.definitionId,
  isShared: sql<boolean>`${ofDefinition(sql`not definition.is_for_one`)}`,
  assignedPartnerIds: sql<string[]>`${ofDefinition(
    sql`case when definition.is_for_one or definition.assigned_view_id is not null then '{}' else definition.assigned_partner_ids end`,
  )}`,
  assignedGroup: sql<string | null>`${ofDefinition(sql`definition.assigned_group`)}`,
  assignedViewId: sql<string | null>`${ofDefinition(sql`definition.assigned_view_id`)}`,
  repeats: sql<TaskFrequency | null>`(
    select series.frequency from task_definitions as definition join task_series as series on series.id = definition.series_id
    where definition.id = "partner_tasks"."definition_id" and series.stopped_at is null)`,
  createdBy: partnerTasks.createdBy,
  createdAt: partnerTasks.createdAt,
  updatedAt: partnerTasks.updatedAt,
}

/** Deleted tasks stay in the table only so that they can be restored. */
export const isNotDeleted = isNull(partnerTasks.deletedAt)

// The condition is written out as in the partial index: with a parameter, PostgreSQL would not recognize that it is the same.
export const isOpen = sql`${partnerTasks.status} <> 'completed'`

/** Whether a task is completed with proof, and neither accepted nor sent back. */
export const isToReview = sql`${partnerTasks.status} = 'completed' and ${partnerTasks.acceptedAt} is null
  and exists (select from task_proofs as proof where proof.task_id = "partner_tasks"."id")`

/** Whether a task is open and past its due date. */
export const isOverdue = and(isNotDeleted, isOpen, lt(partnerTasks.dueDate, sql`now()`))

const isOfPartner = (partnerId: string, activationId?: string) =>
  and(
    eq(partnerTasks.partnerId, partnerId),
    activationId === undefined ? undefined : eq(partnerTasks.activationId, activationId),
    isNotDeleted,
  )
const hasId = (id: string) => and(eq(partnerTasks.id, id), isNotDeleted)

export const listTasks = (db: Executor, partnerId: string, { page, limit }: Page, activationId?: string) =>
  db
    .select(taskColumns)
    .from(partnerTasks)
    .where(isOfPartner(partnerId, activationId))
    .orderBy(asc(partnerTasks.dueDate), asc(partnerTasks.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countTasks = (db: Executor, partnerId: string, activationId?: string) =>
  db.$count(partnerTasks, isOfPartner(partnerId, activationId))

export const getTask = async (db: Executor, id: string) => {
  const [task] = await db.select(taskColumns).from(partnerTasks).where(hasId(id))
  return task
}

export type Task = NonNullable<Awaited<ReturnType<typeof getTask>>>

/** Reads a task and locks it until the transaction ends. */
export const lockTask = async (db: Executor, id: string) => {
  const [locked] = await db.select({ id: partnerTasks.id }).from(partnerTasks).where(hasId(id)).for('update')
  // A second statement reads the task: the one that waits for the lock would count comments and proofs as they were before it.
  return locked && getTask(db, id)
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

/** Updates the definitions of these tasks to match the tasks, if a definition is for one partner only. */
export const updateDefinitionsForOne = async (db: Executor, ids: string[]) => {
  await db.execute(sql`
    update task_definitions as definition set (task_name, instructions, due_date, task_type, file_path, file_name, file_type, file_size,
      file_sha256, owner_id, assigned_partner_ids, deleted_at, updated_at) = (own.task_name, own.instructions, own.due_date, own.task_type,
      own.file_path, own.file_name, own.file_type, own.file_size, own.file_sha256, own.owner_id, array[own.partner_id::text],
      own.deleted_at, own.updated_at)
    from partner_tasks as own
    where definition.id = any(${sql.param(ids)}::uuid[]) and own.id = definition.id and definition.is_for_one`)
}

/** Returns the stored file of a partner's task. */
export const getTaskFile = async (db: Executor, filePath: string, partnerId: string) => {
  const [task] = await db
    .select()
    .from(partnerTasks)
    .where(and(eq(partnerTasks.filePath, filePath), isOfPartner(partnerId)))
  return task && { partnerId, ...storedFile(filePath, task) }
}

/** Lists the quarantined files of a partner's tasks. */
export const listQuarantinedFiles = (db: Executor, partnerId: string) =>
  db
    .select({ filePath: fileScans.objectKey, ...quarantineColumns })
    .from(fileScans)
    .innerJoin(partnerTasks, eq(partnerTasks.filePath, fileScans.objectKey))
    .where(and(isQuarantined, isOfPartner(partnerId)))
    .orderBy(...newestQuarantinedFirst)
    .limit(maxRows)

/** Lists the quarantined files that prove that tasks were done, of a partner or of all partners. */
export const listQuarantinedProofs = (db: Executor, partnerId: string | null) =>
  db
    .select({ filePath: fileScans.objectKey, ...quarantineColumns })
    .from(fileScans)
    .innerJoin(taskProofs, eq(taskProofs.filePath, fileScans.objectKey))
    .innerJoin(partnerTasks, eq(partnerTasks.id, taskProofs.taskId))
    .where(and(isQuarantined, partnerId === null ? isNotDeleted : isOfPartner(partnerId)))
    .orderBy(...newestQuarantinedFirst)
    .limit(maxRows)

import { type SQL, sql } from 'drizzle-orm'
import type { ActivityType } from '#contract/partners/activity.ts'
import type { Executor } from '#server/db/client.ts'
import { notifyingOfChangedTasks } from '#server/features/notifications/notify/data.ts'
import type { TaskDefinitionChange } from '#server/jobs/job-kinds.ts'

const changeRows = async (tx: Executor, statement: SQL) => {
  const { rows } = await tx.execute<{ count: number }>(statement)
  return rows[0]?.count ?? 0
}

interface RowChange {
  set: SQL
  where: SQL
  activityType: ActivityType
  /** The text of the activity before and after the name of the task. */
  words: [before: string, after: string]
  /** Whether partners are notified of the change. */
  isNews?: boolean
}

/** Changes up to `limit` partners' rows of a shared task, and records the change in their activities. Returns the number of rows. */
const update = (
  tx: Executor,
  { id, actorId }: TaskDefinitionChange,
  limit: number,
  { set, where, activityType, words: [before, after], isNews }: RowChange,
) =>
  changeRows(
    tx,
    sql`
    with chosen as (
      select own.id from partner_tasks own join task_definitions shared on shared.id = own.definition_id
      where shared.id = ${id} and ${where}
      order by own.id limit ${limit} for no key update of own
    ), changed as (
      update partner_tasks own set ${set}, updated_at = now()
      from chosen, task_definitions shared where own.id = chosen.id and shared.id = ${id}
      returning own.id, own.partner_id, own.task_name, own.due_date, own.assignee_id
    ), logged as (
      insert into partner_activities (partner_id, activity_type, description, metadata)
      select partner_id, ${activityType}, ${`${before} "`}::text || task_name || ${`" ${after}`},
        jsonb_build_object('actorId', ${actorId}::text, 'taskId', id)
      from changed)
    ${isNews ? sql`, notified as (${notifyingOfChangedTasks(sql`changed`)})` : sql``}
    select count(*)::int as count from changed`,
  )

const file = 'file_path, file_name, file_type, file_size, file_sha256'
const columnsOf = (alias: string, columns: string) =>
  sql.raw(columns.replaceAll(/\w+/g, (column) => `${alias}.${column}`))
const assigned = (columns: string) => sql`(${sql.raw(columns)}) = row(${columnsOf('shared', columns)})`
const differs = (columns: string) =>
  sql`(${columnsOf('own', columns)}) is distinct from (${columnsOf('shared', columns)})`

const changed = {
  activityType: 'task_changed',
  words: ['Task', 'changed'],
  isNews: true,
} satisfies Partial<RowChange>

/** Deletes the partners' rows of a deleted task. They can be restored with the task. */
export const deleteRows = (tx: Executor, change: TaskDefinitionChange, limit: number) =>
  update(tx, change, limit, {
    set: sql`deleted_at = shared.deleted_at`,
    where: sql`own.deleted_at is null`,
    activityType: 'task_deleted',
    words: ['Task', 'deleted'],
  })

/** Restores the rows that were deleted together with the task, but not those deleted before. */
export const restoreRows = (tx: Executor, change: TaskDefinitionChange, limit: number) =>
  update(tx, change, limit, {
    set: sql`deleted_at = null`,
    where: sql`own.deleted_at = ${change.restoredFrom ?? null}::timestamptz`,
    activityType: 'task_restored',
    words: ['Task', 'restored'],
  })

/** Updates the partners' rows. Completed rows keep everything but the file, which is replaced, since the former file is released. */
export const updateRows = async (tx: Executor, change: TaskDefinitionChange, limit: number) => {
  const overwrites = (name: 'dueDate' | 'ownerId') => change.overwritten.includes(name)
  const text = `task_name, instructions, task_type${overwrites('dueDate') ? ', due_date' : ''}`
  const updateOpen = (columns: string, activity: Pick<RowChange, 'activityType' | 'words' | 'isNews'>) =>
    update(tx, change, limit, {
      set: assigned(columns),
      where: sql`own.deleted_at is null and own.status <> 'completed' and ${differs(columns)}`,
      ...activity,
    })
  const texts = await updateOpen(text, changed)
  const owners = overwrites('ownerId')
    ? await updateOpen('owner_id', {
        activityType: 'task_owner_changed',
        words: ['Owner of task', 'changed'],
      })
    : 0
  const files = await update(tx, change, limit, {
    set: assigned(file),
    where: sql`own.deleted_at is null and ${differs(file)}`,
    ...changed,
  })
  return texts + owners + files
}

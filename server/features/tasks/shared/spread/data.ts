import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import type { SharedTaskChange } from '#server/jobs/jobs.ts'

const changeRows = async (tx: Executor, statement: SQL) => {
  const { rows } = await tx.execute<{ count: number }>(statement)
  return rows[0]?.count ?? 0
}

/** Changes partners' rows of a shared task, at most so many, and records it in their activity. Answers how many it was. */
const update = (
  tx: Executor,
  { id, actorId }: SharedTaskChange,
  limit: number,
  { set, where, activityType, verb }: Record<'set' | 'where', SQL> & Record<'activityType' | 'verb', string>,
) =>
  changeRows(
    tx,
    sql`
    with chosen as (
      select own.id from partner_tasks own join shared_tasks shared on shared.id = own.shared_task_id
      where shared.id = ${id} and ${where}
      order by own.id limit ${limit} for no key update of own
    ), changed as (
      update partner_tasks own set ${set}, updated_at = now()
      from chosen, shared_tasks shared where own.id = chosen.id and shared.id = ${id}
      returning own.id, own.partner_id, own.task_name
    ), logged as (
      insert into partner_activities (partner_id, activity_type, description, metadata)
      select partner_id, ${activityType}, 'Task "' || task_name || ${`" ${verb}`},
        jsonb_build_object('actorId', ${actorId}::text, 'taskId', id)
      from changed)
    select count(*)::int as count from changed`,
  )

const file = 'file_path, file_name, file_type, file_size, file_sha256'
const columnsOf = (alias: string, columns: string) =>
  sql.raw(columns.replaceAll(/\w+/g, (column) => `${alias}.${column}`))
const assigned = (columns: string) => sql`(${sql.raw(columns)}) = (${columnsOf('shared', columns)})`
const differs = (columns: string) =>
  sql`(${columnsOf('own', columns)}) is distinct from (${columnsOf('shared', columns)})`

const changed = { activityType: 'task_changed', verb: 'changed' }

/** Deletes the partners' rows of a deleted one. They can be restored with it. */
export const deleteRows = (tx: Executor, change: SharedTaskChange, limit: number) =>
  update(tx, change, limit, {
    set: sql`deleted_at = shared.deleted_at`,
    where: sql`own.deleted_at is null`,
    activityType: 'task_deleted',
    verb: 'deleted',
  })

/** Restores the rows that were deleted with it, and not before. */
export const restoreRows = (tx: Executor, change: SharedTaskChange, limit: number) =>
  update(tx, change, limit, {
    set: sql`deleted_at = null`,
    where: sql`own.deleted_at = ${change.restoredFrom ?? null}::timestamptz`,
    activityType: 'task_restored',
    verb: 'restored',
  })

/** Completed ones stay as they were completed, but for the file: the former one is given up. */
export const updateRows = async (tx: Executor, change: SharedTaskChange, limit: number) => {
  const own = { dueDate: 'due_date', ownerId: 'owner_id' }
  const text = [
    'task_name',
    'instructions',
    'task_type',
    ...change.overwritten.map((name) => own[name]),
  ].join(', ')
  const texts = await update(tx, change, limit, {
    set: assigned(text),
    where: sql`own.deleted_at is null and own.status <> 'completed' and ${differs(text)}`,
    ...changed,
  })
  const files = await update(tx, change, limit, {
    set: assigned(file),
    where: sql`own.deleted_at is null and ${differs(file)}`,
    ...changed,
  })
  return texts + files
}

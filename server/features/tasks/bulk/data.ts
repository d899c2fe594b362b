import { and, asc, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#server/db/client.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { taskProofs } from '#server/db/schema/tasks.ts'
import { users } from '#server/db/schema/users.ts'
import { isNotDeleted, type Task, taskColumns } from '../data.ts'

/** Tasks that were deleted after this time can be restored. */
const restorable = sql`now() - interval '1 day'`
// A task whose event is canceled is deleted until infinity, and comes back only with the event.
const isRestorable = sql`${partnerTasks.deletedAt} >= ${restorable} and ${partnerTasks.deletedAt} <> 'infinity'`

const lock = (db: Executor, ids: string[], which: SQL) =>
  db
    .select(taskColumns)
    .from(partnerTasks)
    .where(and(inArray(partnerTasks.id, ids), which))
    .orderBy(asc(partnerTasks.id))
    .for('update')

/** Reads and locks tasks until the transaction ends, in the order of ids, which others that lock tasks also follow. */
export const lockTasks = (db: Executor, ids: string[]) => lock(db, ids, isNotDeleted)
export const lockRestorableTasks = (db: Executor, ids: string[]) => lock(db, ids, isRestorable)

export const updateTasks = (
  db: Executor,
  ids: string[],
  change: Partial<typeof partnerTasks.$inferInsert>,
): Promise<Task[]> =>
  db.update(partnerTasks).set(change).where(inArray(partnerTasks.id, ids)).returning(taskColumns)

/** Returns the acceptance that the last change of a task took back, as recorded in the audit log. */
export const findAcceptanceTakenBack = async (db: Executor, taskId: string) => {
  const ofTask = eq(auditLog.subjectId, taskId)
  const [last] = await db
    .select({ before: auditLog.before })
    .from(auditLog)
    .where(ofTask)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1)
  const acceptedAt = last?.before?.acceptedAt
  if (typeof acceptedAt !== 'string') return null
  // The user who accepted the task is null if they have been deleted since.
  const [accepted] = await db
    .select({ by: users.id })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(ofTask, eq(auditLog.action, 'task.accepted')))
    .orderBy(desc(auditLog.at))
    .limit(1)
  return { acceptedAt: new Date(acceptedAt), acceptedBy: accepted?.by ?? null }
}

// The number is so low that nothing waits long for these locks.
const sweptAtOnce = 100

// A deleted part of a task for several stays as long as the task: otherwise the partner from whom staff took it would get it again.
const isOfNoLivingTask = sql`not exists (select from task_definitions as definition
  where definition.id = "partner_tasks"."definition_id" and definition.deleted_at is null)`

/** Reads and locks some of the tasks that can no longer be restored. Skips those that another process has locked. */
export const lockExpiredTasks = (db: Transaction) =>
  db
    .select({ id: partnerTasks.id })
    .from(partnerTasks)
    .where(and(lt(partnerTasks.deletedAt, restorable), isOfNoLivingTask))
    .orderBy(asc(partnerTasks.deletedAt))
    .limit(sweptAtOnce)
    .for('update', { skipLocked: true })

export const listProofFiles = async (db: Executor, taskIds: string[]) => {
  const rows = await db
    .select({ filePath: taskProofs.filePath })
    .from(taskProofs)
    .where(inArray(taskProofs.taskId, taskIds))
  return rows.map(({ filePath }) => filePath)
}

/** Deletes tasks for good. The database deletes their comments and proofs. */
export const removeTasks = async (db: Executor, ids: string[]) => {
  await db.delete(partnerTasks).where(inArray(partnerTasks.id, ids))
}

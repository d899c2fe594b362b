import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#server/db/client.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { taskProofs } from '#server/db/schema/tasks.ts'
import { users } from '#server/db/schema/users.ts'
import { isNotDeleted, type Task, taskColumns } from '../data.ts'

/** How long deleted tasks can be restored. */
const restorable = sql`now() - interval '1 day'`
const isRestorable = gte(partnerTasks.deletedAt, restorable)

const lock = (db: Executor, ids: string[], which: typeof isNotDeleted) =>
  db
    .select(taskColumns)
    .from(partnerTasks)
    .where(and(inArray(partnerTasks.id, ids), which))
    .orderBy(asc(partnerTasks.id))
    .for('update')

/** Locked until the transaction ends, in the order of ids, in which others lock them, too. */
export const lockTasks = (db: Executor, ids: string[]) => lock(db, ids, isNotDeleted)
export const lockRestorableTasks = (db: Executor, ids: string[]) => lock(db, ids, isRestorable)

export const updateTasks = (
  db: Executor,
  ids: string[],
  change: Partial<typeof partnerTasks.$inferInsert>,
): Promise<Task[]> =>
  db.update(partnerTasks).set(change).where(inArray(partnerTasks.id, ids)).returning(taskColumns)

/** The acceptance that the last change of a task took back, as the audit log has it. */
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
  // Who has been deleted since is not named.
  const [accepted] = await db
    .select({ by: users.id })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(ofTask, eq(auditLog.action, 'task.accepted')))
    .orderBy(desc(auditLog.at))
    .limit(1)
  return { acceptedAt: new Date(acceptedAt), acceptedBy: accepted?.by ?? null }
}

// Few enough that nothing waits for their locks.
const sweptAtOnce = 100

// A partner from whom staff took their part of a task for several must not get it again.
const isOfNoLivingTask = sql`not exists (select from task_definitions as definition
  where definition.id = "partner_tasks"."definition_id" and definition.deleted_at is null)`

/** Some of the tasks that can no longer be restored, locked, unless another process has them. */
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

/** With their comments and proofs. */
export const removeTasks = async (db: Executor, ids: string[]) => {
  await db.delete(partnerTasks).where(inArray(partnerTasks.id, ids))
}

import { and, asc, gte, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#server/db/client.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { taskProofs } from '#server/db/schema/tasks.ts'
import { users } from '#server/db/schema/users.ts'
import { isNotDeleted, taskColumns } from '../data.ts'

const columns = { ...taskColumns, ownerId: partnerTasks.ownerId }

/** How long deleted tasks can be restored. */
const restorable = sql`now() - interval '1 day'`
const isRestorable = gte(partnerTasks.deletedAt, restorable)

const lock = (db: Executor, ids: string[], which: typeof isNotDeleted) =>
  db
    .select(columns)
    .from(partnerTasks)
    .where(and(inArray(partnerTasks.id, ids), which))
    .orderBy(asc(partnerTasks.id))
    .for('update')

/** Locked until the transaction ends, in the order of ids, in which others lock them, too. */
export const lockTasks = (db: Executor, ids: string[]) => lock(db, ids, isNotDeleted)
export const lockRestorableTasks = (db: Executor, ids: string[]) => lock(db, ids, isRestorable)

export type LockedTask = Awaited<ReturnType<typeof lockTasks>>[number]

export const updateTasks = (
  db: Executor,
  ids: string[],
  change: Partial<typeof partnerTasks.$inferInsert>,
): Promise<LockedTask[]> =>
  db.update(partnerTasks).set(change).where(inArray(partnerTasks.id, ids)).returning(columns)

/** Which of these users are staff who can sign in. They cannot be deleted until the transaction ends. */
export const lockStaffForShare = async (db: Executor, ids: string[]) => {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), ne(users.role, 'user'), isNull(users.disabledAt)))
    .orderBy(asc(users.id))
    .for('key share')
  return new Set(rows.map(({ id }) => id))
}

// Few enough that nothing waits for their locks.
const sweptAtOnce = 100

/** Some of the tasks that can no longer be restored, locked, unless another process has them. */
export const lockExpiredTasks = (db: Transaction) =>
  db
    .select({ id: partnerTasks.id, filePath: partnerTasks.filePath })
    .from(partnerTasks)
    .where(lt(partnerTasks.deletedAt, restorable))
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

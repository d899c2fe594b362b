import { asc, eq } from 'drizzle-orm'
import type { TaskStatus } from '#contract/tasks.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'

export const listTasks = (db: Executor, partnerId: string) =>
  db
    .select()
    .from(partnerTasks)
    .where(eq(partnerTasks.partnerId, partnerId))
    .orderBy(asc(partnerTasks.dueDate), asc(partnerTasks.id))

/** Locked until the transaction ends, so that what is decided on it still holds when it is written. */
export const lockTask = async (db: Executor, id: string) => {
  const [task] = await db.select().from(partnerTasks).where(eq(partnerTasks.id, id)).for('update')
  return task
}

export const setTaskStatus = async (db: Executor, id: string, status: TaskStatus) => {
  const [task] = await db.update(partnerTasks).set({ status }).where(eq(partnerTasks.id, id)).returning()
  if (!task) throw new Error('the task to update is gone')
  return task
}

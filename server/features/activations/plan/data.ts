import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { taskSets, taskSetTemplates } from '#server/db/schema/task-sets.ts'
import { isOpen, updateDefinitionsForOne } from '#server/features/tasks/data.ts'
import { pick } from '#server/pick.ts'

/** Returns a plan, which cannot be changed until the transaction ends, with the number of its tasks; undefined for any other set. */
export const lockPlan = async (tx: Executor, id: string) => {
  const [plan] = await tx
    .select({
      ...pick(taskSets, 'id', 'name', 'weekdaysOnly'),
      tasks: tx.$count(taskSetTemplates, eq(taskSetTemplates.setId, id)),
    })
    .from(taskSets)
    .where(and(eq(taskSets.id, id), eq(taskSets.givenWhen, 'event')))
    .for('key share', { of: taskSets })
  return plan
}

/** The tasks of an event that is canceled are deleted until infinity, so that the sweep leaves them and they can come back. */
const isWithdrawn = sql<boolean>`coalesce(${partnerTasks.deletedAt} = 'infinity', false)`

const openTasks = (db: Executor, activationId: string) =>
  db
    .select({
      ...pick(partnerTasks, 'id', 'taskName', 'partnerId', 'dueDate', 'createdAt', 'planTimeZone'),
      planDays: sql<number>`${partnerTasks.planDays}`,
      planWeekdays: sql<boolean>`${partnerTasks.planWeekdays}`,
      isWithdrawn,
    })
    .from(partnerTasks)
    .where(
      and(
        eq(partnerTasks.activationId, activationId),
        isOpen,
        isNotNull(partnerTasks.planDays),
        sql`(${partnerTasks.deletedAt} is null or ${isWithdrawn})`,
      ),
    )

/** Lists the open tasks of an activation's plan in the order of their days, including those that are withdrawn. */
export const listPlanTasks = (db: Executor, activationId: string) =>
  openTasks(db, activationId).orderBy(asc(partnerTasks.dueDate), asc(partnerTasks.id))

/** Lists them as `listPlanTasks` and locks them until the transaction ends, in the order of ids, which others that lock tasks also follow. */
export const lockPlanTasks = (tx: Executor, activationId: string) =>
  openTasks(tx, activationId).orderBy(asc(partnerTasks.id)).for('update')

export type PlanTask = Awaited<ReturnType<typeof listPlanTasks>>[number]

/** Whether an activation has tasks of a plan, also one that was deleted since. */
export const hasPlanTasks = async (db: Executor, activationId: string) =>
  (await db.$count(partnerTasks, eq(partnerTasks.activationId, activationId))) > 0

/** Gives tasks new due dates. */
export const moveTasks = async (tx: Executor, moves: { id: string; newDueDate: Date }[]) => {
  const ids = moves.map(({ id }) => id)
  await tx.execute(sql`
    update partner_tasks own set due_date = moved.due_date, updated_at = now()
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(moves.map(({ newDueDate }) => newDueDate.toISOString()))}::timestamptz[])
      as moved (id, due_date)
    where own.id = moved.id`)
  await updateDefinitionsForOne(tx, ids)
}

const deletedAt = { withdrawn: sql`'infinity'`, back: sql`null`, deleted: sql`now()` }

/** Withdraws tasks until their event is planned again, brings them back, or deletes them. */
export const changeLife = async (tx: Executor, ids: string[], life: keyof typeof deletedAt) => {
  await tx.execute(sql`
    update partner_tasks set deleted_at = ${deletedAt[life]}, updated_at = now() where id = any(${sql.param(ids)}::uuid[])`)
  await updateDefinitionsForOne(tx, ids)
}

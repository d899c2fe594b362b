import { and, eq, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { TaskSort } from '#contract/task-sorts.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { users } from '#server/db/schema/users.ts'
import { listTasksForOne } from '../../list/data.ts'
import { orderOf, type SharedFilter, whatIsChosen } from '../../list/filters/data.ts'
import { definitionColumns, isNotDeleted, ownTasks, withStatus } from '../data.ts'

export interface TaskDefinitionFilter extends SharedFilter {
  state?: 'open' | 'completed' | undefined
}

const hasOpenTask = sql`exists (select from ${ownTasks} and own.status <> 'completed')`

const chosen = (db: Executor, filter: TaskDefinitionFilter) =>
  and(
    isNotDeleted,
    whatIsChosen(db, taskDefinitions, filter),
    filter.state && (filter.state === 'open' ? hasOpenTask : sql`not ${hasOpenTask}`),
  )

/** Lists a page of the tasks as staff see them: a task of one partner as that partner's part, and a task for several with its progress. */
export const listTaskDefinitions = async (
  db: Executor,
  filter: TaskDefinitionFilter,
  sort: TaskSort,
  { page, limit }: Page,
) => {
  const tasks = await db
    .select({ ...definitionColumns, isForOne: taskDefinitions.isForOne })
    .from(taskDefinitions)
    .leftJoin(partnerTasks, and(eq(partnerTasks.id, taskDefinitions.id), eq(taskDefinitions.isForOne, true)))
    .leftJoin(partnerProfiles, eq(partnerProfiles.id, partnerTasks.partnerId))
    .leftJoin(users, eq(users.id, taskDefinitions.ownerId))
    .where(chosen(db, filter))
    .orderBy(...orderOf(taskDefinitions, sort))
    .limit(limit)
    .offset((page - 1) * limit)
  const parts = await listTasksForOne(
    db,
    tasks.flatMap(({ id, isForOne }) => (isForOne ? id : [])),
  )
  return tasks.flatMap(({ isForOne, ...task }) => (isForOne ? (parts.get(task.id) ?? []) : withStatus(task)))
}

export const countTaskDefinitions = (db: Executor, filter: TaskDefinitionFilter) =>
  db.$count(taskDefinitions, chosen(db, filter))

import { and, eq, inArray, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Page } from '#contract/paging.ts'
import type { TaskSort } from '#contract/task-sorts.ts'
import type { Executor } from '#server/db/client.ts'
import { taskFacts } from '#server/db/schema/list-facts.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { users } from '#server/db/schema/users.ts'
import { findParts, isChosen, listTasksById } from '../../list/data.ts'
import {
  orderOfBoth,
  orderOfShared,
  type SharedFilter,
  sortedShared,
  whatIsChosen,
} from '../../list/filters/data.ts'
import { definitionColumns, isNotDeleted, ownTasks, withStatus } from '../data.ts'

export interface TaskDefinitionFilter extends SharedFilter {
  state?: 'open' | 'completed' | undefined
}

const hasOpenTask = sql`exists (select from ${ownTasks} and own.status <> 'completed')`

/** Whether a part is the whole of a task, because the task is for one partner. */
const isChosenPart = (db: Executor, filter: TaskDefinitionFilter) =>
  and(eq(taskFacts.isForOne, true), isChosen(db, { ...filter, partnerGroup: null }))

const isChosenShared = (db: Executor, filter: TaskDefinitionFilter) =>
  and(
    isNotDeleted,
    sql`not ${taskDefinitions.isForOne}`,
    whatIsChosen(db, taskDefinitions, filter),
    filter.state && (filter.state === 'open' ? hasOpenTask : sql`not ${hasOpenTask}`),
  )

/** Finds the tasks of a page: each source gives its first rows, and those of the page are among them. */
const findPage = (db: Executor, filter: TaskDefinitionFilter, sort: TaskSort, { page, limit }: Page) => {
  const parts = findParts(db, isChosenPart(db, filter), sort).limit(page * limit)
  const shared = db
    .select(sortedShared(sort))
    .from(taskDefinitions)
    .leftJoin(users, eq(users.id, taskDefinitions.ownerId))
    .where(isChosenShared(db, filter))
    .orderBy(...orderOfShared(sort))
    .limit(page * limit)
  return unionAll(parts, shared)
    .orderBy(...orderOfBoth(sort))
    .limit(limit)
    .offset((page - 1) * limit)
}

const findShared = async (db: Executor, ids: string[]) => {
  if (ids.length === 0) return new Map<string, never>()
  const tasks = await db
    .select(definitionColumns)
    .from(taskDefinitions)
    .where(inArray(taskDefinitions.id, ids))
  return new Map(tasks.map((task) => [task.id, withStatus(task)]))
}

/**
 * Lists a page of the tasks as staff see them: a task of one partner as that partner's part, and a task for several with its progress. Call
 * `refreshPartnerFacts` before, as also before counting them.
 */
export const listTaskDefinitions = async (
  db: Executor,
  filter: TaskDefinitionFilter,
  sort: TaskSort,
  page: Page,
) => {
  const found = await findPage(db, filter, sort, page)
  const idsOf = (isForOne: boolean) => found.flatMap((task) => (task.isForOne === isForOne ? task.id : []))
  const [parts, shared] = await Promise.all([listTasksById(db, idsOf(true)), findShared(db, idsOf(false))])
  return found.flatMap(({ id }) => parts.get(id) ?? shared.get(id) ?? [])
}

export const countTaskDefinitions = async (db: Executor, filter: TaskDefinitionFilter) => {
  const [parts, shared] = await Promise.all([
    db.$count(taskFacts, isChosenPart(db, filter)),
    db.$count(taskDefinitions, isChosenShared(db, filter)),
  ])
  return parts + shared
}

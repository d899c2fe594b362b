import { and, asc, desc, eq, gte, inArray, isNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { TaskSort, TaskSortColumn } from '#contract/task-sorts.ts'
import type { TaskType } from '#contract/task-status.ts'
import type { Executor } from '#server/db/client.ts'
import { taskFacts, taskStatusPlace } from '#server/db/schema/list-facts.ts'
import { partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { users } from '#server/db/schema/users.ts'
import { compared, containsWords } from '#server/db/search.ts'
import { displayName } from '#server/db/user-names.ts'

/** The filters that all lists of tasks have. */
export interface SharedFilter {
  search: string | null
  taskType?: TaskType | undefined
  from?: Date | undefined
  until?: Date | undefined
  /** The id of a user, or `none`. */
  owner?: string | undefined
  /** Whether to list only tasks for several partners. */
  shared?: 'only' | undefined
}

/** The facts of partners' parts, or the task definitions: both describe the task. */
type TaskTable = typeof taskFacts | typeof taskDefinitions

const isOnTeam = and(inArray(users.role, ['support', 'admin']), isNull(users.disabledAt))

// The tasks of an owner who left the team count, too, since nobody looks after them.
const hasNoOwner = (db: Executor, table: TaskTable) =>
  or(
    isNull(table.ownerId),
    notInArray(table.ownerId, db.select({ id: users.id }).from(users).where(isOnTeam)),
  )

const hasWords = (table: TaskTable, search: string) =>
  table === taskDefinitions
    ? containsWords(compared(taskDefinitions.taskName), search)
    : sql`${table.id} in (select named.id from partner_tasks named where ${containsWords(sql`compared_text(named.task_name)`, search)})`

/** Whether a task matches the filters on the task itself, but not those on its partner or status. */
export const whatIsChosen = (db: Executor, table: TaskTable, filter: SharedFilter) => {
  const { search, taskType, from, until, owner, shared } = filter
  return and(
    taskType && eq(table.taskType, taskType),
    from && gte(table.dueDate, from),
    until && lt(table.dueDate, until),
    owner === 'none' ? hasNoOwner(db, table) : owner ? eq(table.ownerId, owner) : undefined,
    shared && sql`not ${table.isForOne}`,
    search === null ? undefined : hasWords(table, search),
  )
}

/** The SQL of the values by which a list of tasks is sorted, for each column that it can be sorted by. */
type SortKeys = Record<TaskSortColumn, SQL>

/** The keys of partners' parts, in a query that joins the task for its name, the partner or the owner. */
const keysOfParts: SortKeys = {
  created: sql`${taskFacts.createdAt}`,
  due: sql`${taskFacts.dueDate}`,
  name: sql`lower(${partnerTasks.taskName})`,
  partner: sql`${partnerProfiles.fullName}`,
  type: sql`${taskFacts.taskType}`,
  status: taskStatusPlace(taskFacts.status),
  owner: sql`lower(${displayName('users')})`,
}

/** The keys of tasks for several partners, in a query that joins the owner. They have no partner and no status of their own. */
const keysOfShared: SortKeys = {
  created: sql`${taskDefinitions.createdAt}`,
  due: sql`${taskDefinitions.dueDate}`,
  name: sql`lower(${taskDefinitions.taskName})`,
  partner: sql`null::varchar`,
  type: sql`${taskDefinitions.taskType}`,
  status: sql`null::int`,
  owner: keysOfParts.owner,
}

/** Returns the column of an order. */
export const columnOf = (sort: TaskSort) => sort.replace('-', '') as TaskSortColumn

/** Orders by a key; among equals, the next due task comes first. Rows without a key come last. */
const byKey = (sort: TaskSort, key: SQL, due: SQL, id: SQL, isAlwaysSet: boolean): SQL[] => {
  const column = columnOf(sort)
  const direction = sort.startsWith('-') ? desc : asc
  if (column === 'created' || column === 'due') return [direction(key), direction(id)]
  return [isAlwaysSet ? direction(key) : sql`${direction(key)} nulls last`, asc(due), asc(id)]
}

/** The order of partners' parts, as the indexes have it. Only the owner can be missing. */
export const orderOfParts = (sort: TaskSort) => {
  const column = columnOf(sort)
  return byKey(sort, keysOfParts[column], keysOfParts.due, sql`${taskFacts.id}`, column !== 'owner')
}

/** The order of tasks for several partners. */
export const orderOfShared = (sort: TaskSort) =>
  byKey(sort, keysOfShared[columnOf(sort)], keysOfShared.due, sql`${taskDefinitions.id}`, false)

/** The order of rows that have the columns of `sortedPart` or `sortedShared`. */
export const orderOfBoth = (sort: TaskSort) => byKey(sort, sql`key`, sql`due`, sql`id`, false)

/** The columns by which the parts of single partners are sorted among the tasks for several. */
export const sortedPart = (sort: TaskSort) => ({
  id: taskFacts.id,
  isForOne: sql<boolean>`true`.as('is_for_one'),
  key: keysOfParts[columnOf(sort)].as('key'),
  due: sql<Date>`${taskFacts.dueDate}`.as('due'),
})

/** The columns by which the tasks for several partners are sorted among the parts of single partners. */
export const sortedShared = (sort: TaskSort) => ({
  id: taskDefinitions.id,
  isForOne: sql<boolean>`false`.as('is_for_one'),
  key: keysOfShared[columnOf(sort)].as('key'),
  due: sql<Date>`${taskDefinitions.dueDate}`.as('due'),
})

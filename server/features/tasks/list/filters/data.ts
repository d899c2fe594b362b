import { and, asc, desc, eq, gte, isNull, lt, ne, notExists, type SQL, sql } from 'drizzle-orm'
import type { TaskSort, TaskSortColumn } from '#contract/task-sorts.ts'
import type { TaskType } from '#contract/task-status.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import type { taskDefinitions } from '#server/db/schema/shared.ts'
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

/** The table of partners' parts or of task definitions: both describe the task. */
type TaskTable = typeof partnerTasks | typeof taskDefinitions

// The tasks of an owner who left the team count, too, since nobody looks after them.
const hasNoOwner = (db: Executor, table: TaskTable) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.id, table.ownerId), ne(users.role, 'user'), isNull(users.disabledAt))),
  )

const isOwnedBy = (db: Executor, table: TaskTable, owner: string) =>
  owner === 'none' ? hasNoOwner(db, table) : eq(table.ownerId, owner)

const isShared = (table: TaskTable) =>
  'isForOne' in table
    ? eq(table.isForOne, false)
    : sql`exists (select from task_definitions as definition where definition.id = ${table.definitionId} and not definition.is_for_one)`

/** Whether a task matches the filters on the task itself, but not those on its partner or status. */
export const whatIsChosen = (db: Executor, table: TaskTable, filter: SharedFilter) => {
  const { search, taskType, from, until, owner } = filter
  return and(
    taskType && eq(table.taskType, taskType),
    from && gte(table.dueDate, from),
    until && lt(table.dueDate, until),
    owner ? isOwnedBy(db, table, owner) : undefined,
    filter.shared && isShared(table),
    search === null ? undefined : containsWords(compared(table.taskName), search),
  )
}

/** Sorts statuses in the order in which a task goes through them. */
const statusOrder = sql`array_position(array['pending', 'in_progress', 'completed']::text[], ${partnerTasks.status}::text)`

const keyOf = (table: TaskTable, column: Exclude<TaskSortColumn, 'created' | 'due'>): SQL =>
  ({
    name: sql`lower(${table.taskName})`,
    partner: sql`${partnerProfiles.fullName}`,
    type: sql`${table.taskType}`,
    status: statusOrder,
    owner: sql`lower(${displayName('users')})`,
  })[column]

// Tasks without an owner and tasks for several partners have no value in these columns, so they come last.
const missingLast = new Set(['owner', 'partner', 'status'])

/** The order of a list whose query joins the partner's part, the partner and the owner. Among equals, the next due task comes first. */
export const orderOf = (table: TaskTable, sort: TaskSort): SQL[] => {
  const column = sort.replace('-', '') as TaskSortColumn
  const direction = sort.startsWith('-') ? desc : asc
  if (column === 'created') return [direction(table.createdAt), direction(table.id)]
  if (column === 'due') return [direction(table.dueDate), direction(table.id)]
  const key = direction(keyOf(table, column))
  return [missingLast.has(column) ? sql`${key} nulls last` : key, asc(table.dueDate), asc(table.id)]
}

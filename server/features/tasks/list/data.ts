import { and, asc, desc, eq, exists, gte, isNull, lt, ne, notExists, type SQL, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { TaskSort, TaskSortColumn, TaskState } from '#contract/staff-tasks.ts'
import type { TaskType } from '#contract/tasks.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { compared, containsWords } from '#server/db/search.ts'
import { displayName } from '#server/db/user-names.ts'
import { isNotDeleted, isOpen, isOverdue, isToReview, taskColumns } from '../data.ts'

export interface TaskFilter {
  search: string | null
  state?: TaskState | undefined
  taskType?: TaskType | undefined
  due?: 'overdue' | undefined
  from?: Date | undefined
  until?: Date | undefined
  partnerId?: string | undefined
  /** The id of a task for several, or `none`. */
  shared?: string | undefined
  partnerGroup: string | null
  /** A user, or `none`. */
  owner?: string | undefined
}

const isInGroup = (db: Executor, group: string) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(partnerProfiles)
      .innerJoin(users, eq(users.id, partnerProfiles.userId))
      .where(and(eq(partnerProfiles.id, partnerTasks.partnerId), eq(users.partnerGroup, group))),
  )

// Also the tasks of someone who left the team: nobody looks after them.
const hasNoOwner = (db: Executor) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.id, partnerTasks.ownerId), ne(users.role, 'user'), isNull(users.disabledAt))),
  )

const isOwnedBy = (db: Executor, owner: string) =>
  owner === 'none' ? hasNoOwner(db) : eq(partnerTasks.ownerId, owner)

const isPartOf = (shared: string) =>
  shared === 'none' ? isNull(partnerTasks.sharedTaskId) : eq(partnerTasks.sharedTaskId, shared)

const isIn = (state: TaskState) => {
  if (state === 'open') return isOpen
  return state === 'review' ? isToReview : eq(partnerTasks.status, state)
}

const chosen = (db: Executor, filter: TaskFilter) => {
  const { search, state, taskType, due, from, until, partnerId, shared, partnerGroup, owner } = filter
  return and(
    isNotDeleted,
    state && isIn(state),
    taskType && eq(partnerTasks.taskType, taskType),
    due && isOverdue,
    from && gte(partnerTasks.dueDate, from),
    until && lt(partnerTasks.dueDate, until),
    partnerId ? eq(partnerTasks.partnerId, partnerId) : undefined,
    shared ? isPartOf(shared) : undefined,
    partnerGroup === null ? undefined : isInGroup(db, partnerGroup),
    owner ? isOwnedBy(db, owner) : undefined,
    search === null ? undefined : containsWords(compared(partnerTasks.taskName), search),
  )
}

const ownerName = sql`lower(${displayName('users')})`

/** In the order in which a task goes through them. */
const statusOrder = sql`array_position(array['pending', 'in_progress', 'completed']::text[], ${partnerTasks.status}::text)`

const sortKeys: Record<Exclude<TaskSortColumn, 'created' | 'due'>, SQL> = {
  name: sql`lower(${partnerTasks.taskName})`,
  partner: sql`${partnerProfiles.fullName}`,
  type: sql`${partnerTasks.taskType}`,
  status: statusOrder,
  owner: ownerName,
}

/** Among equals the next due comes first. */
const orderOf = (sort: TaskSort): SQL[] => {
  const isDescending = sort.startsWith('-')
  const column = sort.replace('-', '') as TaskSortColumn
  const direction = isDescending ? desc : asc
  if (column === 'created') return [direction(partnerTasks.createdAt), direction(partnerTasks.id)]
  if (column === 'due') return [direction(partnerTasks.dueDate), direction(partnerTasks.id)]
  const key = direction(sortKeys[column])
  return [column === 'owner' ? sql`${key} nulls last` : key, asc(partnerTasks.dueDate), asc(partnerTasks.id)]
}

const rowColumns = {
  ...taskColumns,
  partner: {
    id: partnerProfiles.id,
    fullName: partnerProfiles.fullName,
    businessName: partnerProfiles.businessName,
  },
}

/** A page of the tasks of all partners. */
export const listAllTasks = (db: Executor, filter: TaskFilter, sort: TaskSort, { page, limit }: Page) =>
  db
    .select(rowColumns)
    .from(partnerTasks)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerTasks.partnerId))
    .leftJoin(users, eq(users.id, partnerTasks.ownerId))
    .where(chosen(db, filter))
    .orderBy(...orderOf(sort))
    .limit(limit)
    .offset((page - 1) * limit)

export const countAllTasks = (db: Executor, filter: TaskFilter) => db.$count(partnerTasks, chosen(db, filter))

import { and, eq, exists, inArray, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { TaskState } from '#contract/staff-tasks.ts'
import type { TaskSort } from '#contract/task-sorts.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { hasManager } from '#server/features/partners/filter/data.ts'
import { isNotDeleted, isOpen, isOverdue, isToReview, taskColumns } from '../data.ts'
import { orderOf, type SharedFilter, whatIsChosen } from './filters/data.ts'

export interface TaskFilter extends SharedFilter {
  state?: TaskState | undefined
  due?: 'overdue' | undefined
  partnerId?: string | undefined
  definitionId?: string | undefined
  partnerGroup: string | null
  /** The id of the partners' manager, or `none`. */
  manager?: string | undefined
}

const isInGroup = (db: Executor, group: string) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(partnerProfiles)
      .innerJoin(users, eq(users.id, partnerProfiles.userId))
      .where(and(eq(partnerProfiles.id, partnerTasks.partnerId), eq(users.partnerGroup, group))),
  )

const isIn = (state: TaskState) => {
  if (state === 'open') return isOpen
  return state === 'review' ? isToReview : eq(partnerTasks.status, state)
}

const chosen = (db: Executor, filter: TaskFilter) => {
  const { state, due, partnerId, definitionId, partnerGroup, manager } = filter
  return and(
    isNotDeleted,
    whatIsChosen(db, partnerTasks, filter),
    state && isIn(state),
    due && isOverdue,
    partnerId ? eq(partnerTasks.partnerId, partnerId) : undefined,
    definitionId ? eq(partnerTasks.definitionId, definitionId) : undefined,
    partnerGroup === null ? undefined : isInGroup(db, partnerGroup),
    manager ? hasManager(partnerTasks.partnerId, manager) : undefined,
  )
}

const rowColumns = {
  ...taskColumns,
  partner: {
    id: partnerProfiles.id,
    fullName: partnerProfiles.fullName,
    businessName: partnerProfiles.businessName,
  },
}

/** Lists a page of the tasks of all partners. */
export const listAllTasks = (db: Executor, filter: TaskFilter, sort: TaskSort, { page, limit }: Page) =>
  db
    .select(rowColumns)
    .from(partnerTasks)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerTasks.partnerId))
    .leftJoin(users, eq(users.id, partnerTasks.ownerId))
    .where(chosen(db, filter))
    .orderBy(...orderOf(partnerTasks, sort))
    .limit(limit)
    .offset((page - 1) * limit)

/** Returns the tasks of these definitions that are for one partner alone, by their ids. */
export const listTasksForOne = async (db: Executor, ids: string[]) => {
  if (ids.length === 0) return new Map<string, never>()
  const tasks = await db
    .select(rowColumns)
    .from(partnerTasks)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerTasks.partnerId))
    .where(and(inArray(partnerTasks.id, ids), isNotDeleted))
  return new Map(tasks.map((task) => [task.id, task]))
}

export const countAllTasks = (db: Executor, filter: TaskFilter) => db.$count(partnerTasks, chosen(db, filter))
